/** Why a file need not even be sent; the bytes of the others tell the server what they are. */
export function refusalOf({
  size,
  type,
}: {
  readonly size: number;
  readonly type: string;
}): 'empty' | 'otherType' | undefined {
  if (size === 0) return 'empty';
  const isPossible = type === '' || /^(image|video)\//.test(type) || /zip|octet-stream/.test(type);
  return isPossible ? undefined : 'otherType';
}
