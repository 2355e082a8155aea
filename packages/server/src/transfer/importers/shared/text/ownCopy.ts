/** A copy of a string: a slice would keep the whole string in memory. */
export function ownCopy(text: string): string {
  return Buffer.from(text).toString();
}
