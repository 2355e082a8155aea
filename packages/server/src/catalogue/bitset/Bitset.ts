import { blockBits } from './kernels.ts';
import { clearBit, hasBit, lowestBit, popcount, setBit, type Words } from './words.ts';

const blockWords = blockBits / 32;

/** A bitset that knows how many bits are set in each block, so that rank and select pass over whole blocks. */
export class Bitset {
  readonly words: Words;
  readonly #counts: Uint16Array;
  #count: number;

  /** Takes over the words of so many whole blocks, with the number of bits that are set in each block and in all. */
  constructor(words: Words, counts: Uint16Array, count: number) {
    this.words = words;
    this.#counts = counts;
    this.#count = count;
  }

  /** One with room for so many blocks, of which the first so many bits are set. */
  static ofBlocks(blocks: number, filled = 0): Bitset {
    const words = new Int32Array(blocks * blockWords).fill(-1, 0, filled >>> 5);
    if ((filled & 31) !== 0) words[filled >>> 5] = (1 << (filled & 31)) - 1;
    const block = Math.floor(filled / blockBits);
    const counts = new Uint16Array(blocks).fill(blockBits, 0, block);
    if (block < blocks) counts[block] = filled % blockBits;
    return new Bitset(words, counts, filled);
  }

  /** How many bits are set. */
  get count(): number {
    return this.#count;
  }

  has(index: number): boolean {
    return hasBit(this.words, index);
  }

  set(index: number): void {
    if (this.has(index)) return;
    setBit(this.words, index);
    this.#add(index, 1);
  }

  clear(index: number): void {
    if (!this.has(index)) return;
    clearBit(this.words, index);
    this.#add(index, -1);
  }

  /** A copy. */
  clone(): Bitset {
    return new Bitset(new Int32Array(this.words), new Uint16Array(this.#counts), this.#count);
  }

  /** The first bit that is set from an index on; infinity where there is none. */
  next(index: number): number {
    const left = (this.words[index >>> 5] ?? 0) & (-1 << (index & 31));
    if (left !== 0) return (index & ~31) + lowestBit(left);
    for (let word = (index >>> 5) + 1; word < this.words.length; word++) {
      if (word % blockWords === 0 && this.#counts[word / blockWords] === 0) word += blockWords - 1;
      else {
        const bits = this.words[word] ?? 0;
        if (bits !== 0) return word * 32 + lowestBit(bits);
      }
    }
    return Infinity;
  }

  /** A function that tells how many bits are set below an index; successive indexes must ascend. */
  ascendingRank(): (index: number) => number {
    let block = 0;
    let passed = 0;
    return (index) => {
      for (; (block + 1) * blockBits <= index; block++) passed += this.#counts[block] ?? 0;
      let count = passed;
      for (let word = block * blockWords; word < index >>> 5; word++)
        count += popcount(this.words[word] ?? 0);
      return count + popcount((this.words[index >>> 5] ?? 0) & ((1 << (index & 31)) - 1));
    };
  }

  /** The indexes of so many set bits, ascending, from the `first`-th on (counted from 0). */
  select(first: number, size: number): number[] {
    const indexes: number[] = [];
    let block = 0;
    let skip = first;
    while (block < this.#counts.length && skip >= (this.#counts[block] ?? 0))
      skip -= this.#counts[block++] ?? 0;
    for (let word = block * blockWords; word < this.words.length && indexes.length < size; word++) {
      let left = this.words[word] ?? 0;
      const count = popcount(left);
      if (skip >= count) {
        skip -= count;
        continue;
      }
      for (; left !== 0 && indexes.length < size; left &= left - 1) {
        if (skip > 0) skip--;
        else indexes.push(word * 32 + lowestBit(left));
      }
    }
    return indexes;
  }

  #add(index: number, count: number): void {
    const block = Math.floor(index / blockBits);
    this.#counts[block] = (this.#counts[block] ?? 0) + count;
    this.#count += count;
  }
}
