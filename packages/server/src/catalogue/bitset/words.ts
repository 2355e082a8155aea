/**
 * Bits in 32-bit words, the lowest first. The words are signed on purpose: the engine computes on them as they are, while
 * unsigned ones become floating-point numbers from 2^31 on.
 */
export type Words = Int32Array;

/** How many words hold so many bits. */
export function wordsFor(bits: number): number {
  return (bits + 31) >>> 5;
}

export function hasBit(words: Words, index: number): boolean {
  return ((words[index >>> 5] ?? 0) & (1 << (index & 31))) !== 0;
}

export function setBit(words: Words, index: number): void {
  words[index >>> 5] = (words[index >>> 5] ?? 0) | (1 << (index & 31));
}

export function clearBit(words: Words, index: number): void {
  words[index >>> 5] = (words[index >>> 5] ?? 0) & ~(1 << (index & 31));
}

/** The number of bits set in a word: neighbours are added up, then pairs, then fours. */
export function popcount(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** The number of the lowest bit set in a word that is not 0. */
export function lowestBit(word: number): number {
  return 31 - Math.clz32(word & -word);
}

/** Writes the indexes of the bits that are set in the first so many words, ascending; returns how many. */
export function writeBits(words: Words, out: Uint32Array, length = words.length): number {
  let count = 0;
  for (let at = 0; at < length; at++) {
    for (let left = words[at] ?? 0; left !== 0; left &= left - 1) out[count++] = at * 32 + lowestBit(left);
  }
  return count;
}

/** Sets the bits that are set in the other, which may be shorter but not longer. */
export function orWords(into: Words, other: Words): void {
  for (let at = 0; at < other.length; at++) into[at] = (into[at] ?? 0) | (other[at] ?? 0);
}
