/** A text of its own: a piece of a text keeps the whole of it in memory, for as long as the piece is kept. */
export function ownCopy(text: string): string {
  return Buffer.from(text).toString();
}
