/** Some bytes of a file: from the first up to, and without, the last. */
export type Range = { readonly start: number; readonly end: number };

/**
 * What a `Range` header asks for of so many bytes; undefined where the whole is to be sent, as for several ranges at
 * once, which nobody who plays or resumes something needs.
 */
export function readRange(header: string, length: number): Range | 'outside' | undefined {
  const found = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(header.trim());
  const [, first = '', last = ''] = found ?? [];
  if (first === '' && last === '') return undefined;
  if (first === '') return suffix(Number(last), length);
  const start = Number(first);
  const end = last === '' ? length : Math.min(Number(last) + 1, length);
  if (last !== '' && Number(last) < start) return undefined;
  return start < length ? { start, end } : 'outside';
}

function suffix(count: number, length: number): Range | 'outside' {
  return count === 0 || length === 0 ? 'outside' : { start: Math.max(0, length - count), end: length };
}
