import { charClass, word } from './charClass.ts';

/** Whether a term occurs in the normalised text from one index of some bytes to another. */
export type BytesMatcher = (bytes: Uint8Array, start: number, end: number) => boolean;

/**
 * `textMatches` for one term and many texts in UTF-8, without decoding them: in UTF-8 no character begins inside another one.
 * It is Horspool's algorithm: after a mismatch the last byte of the window tells how far the next occurrence may be away.
 */
export function bytesMatcher(term: string): BytesMatcher {
  const wanted = Buffer.from(term);
  const { length } = wanted;
  if (length === 0) return () => true;
  const shifts = new Uint32Array(256).fill(length);
  for (let at = 0; at < length - 1; at++) shifts[wanted[at] ?? 0] = length - 1 - at;
  const beginsWord = charClass(term.codePointAt(0) ?? 0) === word;
  const last = length - 1;
  return (bytes, start, end) => {
    for (let at = start; at + length <= end; at += shifts[bytes[at + last] ?? 0] ?? 1) {
      let same = last;
      while (same >= 0 && bytes[at + same] === wanted[same]) same--;
      // An occurrence that begins inside a word does not count.
      if (same < 0 && !(beginsWord && at > start && charClass(codePointBefore(bytes, at)) === word))
        return true;
    }
    return false;
  };
}

/** The code point that ends before an index. */
function codePointBefore(bytes: Uint8Array, end: number): number {
  let at = end - 1;
  let bits = 0;
  let shift = 0;
  for (; isContinuation(bytes[at] ?? 0); at--) {
    bits |= ((bytes[at] ?? 0) & 0x3f) << shift;
    shift += 6;
  }
  const first = bytes[at] ?? 0;
  if (shift === 0) return first;
  // Of the first byte of two, three or four the lowest five, four or three bits count.
  return (((first & (0x7f >> (shift / 6 + 1))) << shift) | bits) >>> 0;
}

function isContinuation(byte: number): boolean {
  return (byte & 0xc0) === 0x80;
}
