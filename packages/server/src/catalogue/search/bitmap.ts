/**
 * Sets of slots as bits, 32 to a number. The numbers are signed on purpose: the machine works on them as they are,
 * while unsigned ones would become floating-point numbers from 2^31 on.
 */
export type Bitmap = Int32Array;

/** How many numbers a bitmap of so many slots takes. */
export function bitmapLength(slots: number): number {
  return (slots + 31) >>> 5;
}

/** Sets one bit. */
export function setBit(bits: Bitmap, slot: number): void {
  bits[slot >>> 5] = (bits[slot >>> 5] ?? 0) | (1 << (slot & 31));
}

/** Clears one bit. */
export function clearBit(bits: Bitmap, slot: number): void {
  bits[slot >>> 5] = (bits[slot >>> 5] ?? 0) & ~(1 << (slot & 31));
}

/** Whether a bit is set. */
export function hasBit(bits: Bitmap, slot: number): boolean {
  return ((bits[slot >>> 5] ?? 0) & (1 << (slot & 31))) !== 0;
}

/** Writes the slots of one number of a bitmap, ascending, from `count` on; returns the new count. */
export function readWord(word: number, base: number, out: Uint32Array, count: number): number {
  let to = count;
  let rest = word;
  while (rest !== 0) {
    const lowest = rest & -rest;
    out[to++] = base + 31 - Math.clz32(lowest);
    rest ^= lowest;
  }
  return to;
}

/** Writes the slots of the first `length` numbers of a bitmap, ascending; returns how many. */
export function readBits(bits: Bitmap, length: number, out: Uint32Array): number {
  let count = 0;
  for (let i = 0; i < length; i++) {
    const word = bits[i] ?? 0;
    if (word !== 0) count = readWord(word, i << 5, out, count);
  }
  return count;
}

/** Keeps of some slots those whose bits are set; returns how many. */
export function keepSet(bits: Bitmap, slots: Uint32Array, count: number): number {
  let kept = 0;
  for (let i = 0; i < count; i++) {
    const slot = slots[i] ?? 0;
    // Written whether it stays or not: quicker than a branch that nobody can foresee.
    slots[kept] = slot;
    kept += ((bits[slot >>> 5] ?? 0) >>> (slot & 31)) & 1;
  }
  return kept;
}

/** Clears, in the first `length` numbers of a bitmap, the bits that are not set in another. */
export function intersectBits(bits: Bitmap, other: Bitmap, length: number): void {
  for (let i = 0; i < length; i++) bits[i] = (bits[i] ?? 0) & (other[i] ?? 0);
}
