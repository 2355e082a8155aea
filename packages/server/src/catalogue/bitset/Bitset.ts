import { readFileSync } from 'node:fs';
import { forRanges, type Steps } from '../../concurrency/timeSlices.ts';
import { ownFile } from '../../ownFile.ts';

/**
 * Bits in 32-bit words, the lowest first. The words are signed on purpose: the engine computes on them as they are, while
 * unsigned ones become floating-point numbers from 2^31 on.
 */
export type Words = Int32Array;

/** The number of words for this many bits. */
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

/** Some numbers as bits. */
export function* bitsOf(numbers: Uint32Array): Steps<Words> {
  let words: Words = new Int32Array(0);
  yield* forRanges(numbers.length, (from, to) => {
    for (let at = from; at < to; at++) {
      const number = numbers[at] ?? 0;
      if (number >= words.length * 32) {
        const larger = new Int32Array(wordsFor((number + 1) * 2));
        larger.set(words);
        words = larger;
      }
      setBit(words, number);
    }
  });
  return words;
}

/** How many words are covered in one step, if something is done for each bit. */
const wordsAtOnce = 16;

/** Calls a function for each bit that is set, ascending, in short steps. */
export function* forBits(words: Words, visit: (index: number) => void): Steps<void> {
  yield* forRanges(
    words.length,
    (from, to) => {
      for (let at = from; at < to; at++) {
        for (let left = words[at] ?? 0; left !== 0; left &= left - 1) visit(at * 32 + lowestBit(left));
      }
    },
    wordsAtOnce,
  );
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

/** Writes the indexes of the bits that are set in the first `length` words, each plus `first`, ascending; returns how many. */
export function writeBits(
  words: Words,
  out: Uint32Array,
  length = words.length,
  from = 0,
  first = 0,
): number {
  let count = from;
  for (let at = 0; at < length; at++) {
    for (let left = words[at] ?? 0; left !== 0; left &= left - 1)
      out[count++] = first + at * 32 + lowestBit(left);
  }
  return count - from;
}

/** Sets the bits that are set in the other, which may be shorter but not longer. */
export function orWords(into: Words, other: Words): void {
  for (let at = 0; at < other.length; at++) into[at] = (into[at] ?? 0) | (other[at] ?? 0);
}

/** Bits are counted in blocks of this many. */
export const blockBits = 1024;
const blockWords = wordsFor(blockBits);

/**
 * Loops over whole bitsets, as WebAssembly (see kernels.wat): only there are 128 bits processed at once, and set bits
 * counted by the processor. At 100,000 items, lists that are all different spend 19 % less time in the catalogue than with
 * the same loops in TypeScript.
 */
const kernels = instantiate();

/** Working memory of the kernels, for bitsets of up to `room` words. It is used within one synchronous call only. */
export class KernelMemory {
  /** How many words each of the three bitsets has. */
  readonly room: number;
  readonly result: Words;
  readonly operand: Words;
  readonly other: Words;
  readonly #counts: Uint16Array;

  constructor(blocks: number) {
    this.room = blocks * blockWords;
    const bytes = this.room * 4;
    const missing = Math.ceil((bytes * 3 + blocks * 2 - kernels.memory.buffer.byteLength) / 65536);
    // Growing detaches all views of it: then others that are in use must not be kept.
    if (missing > 0) kernels.memory.grow(missing);
    const { buffer } = kernels.memory;
    this.result = new Int32Array(buffer, 0, this.room);
    this.operand = new Int32Array(buffer, bytes, this.room);
    this.other = new Int32Array(buffer, bytes * 2, this.room);
    this.#counts = new Uint16Array(buffer, bytes * 3, blocks);
  }

  /** Intersects the first words of the result with the operand. */
  and(words: number): void {
    kernels.and(this.result.byteOffset, this.operand.byteOffset, wholeBlocks(words) * 4);
  }

  /** Adds the first words of the other one to the operand. */
  or(words: number): void {
    kernels.or(this.operand.byteOffset, this.other.byteOffset, wholeBlocks(words) * 4);
  }

  /** Clears the first words of the result, and the rest of their last block; returns the whole result. */
  clearResult(words: number): Words {
    return this.result.fill(0, 0, wholeBlocks(words));
  }

  /** The number of bits set in the first words of the result and the rest of their last block. */
  count(words: number): number {
    return kernels.popcount(this.result.byteOffset, this.#counts.byteOffset, wholeBlocks(words) * 4);
  }

  /** The first words of the result, which are whole blocks, as a bitset: valid until a kernel is used again. */
  bitset(words: number): Bitset {
    const count = this.count(words);
    return new Bitset(this.result.subarray(0, words), this.#counts.subarray(0, words / blockWords), count);
  }
}

function wholeBlocks(words: number): number {
  return Math.ceil(words / blockWords) * blockWords;
}

let memory = new KernelMemory(0);

/** Memory for bitsets of this many words, kept for all later calls: creating the views takes longer than most kernels. */
export function kernelMemory(words: number): KernelMemory {
  if (memory.room < words) memory = new KernelMemory(Math.ceil(words / blockWords));
  return memory;
}

type Kernel = (into: number, from: number, bytes: number) => number;

function instantiate(): {
  readonly memory: WebAssembly.Memory;
  readonly and: Kernel;
  readonly or: Kernel;
  readonly popcount: Kernel;
} {
  const bytes = readFileSync(ownFile('kernels.wasm'));
  const { memory, and, or, popcount } = new WebAssembly.Instance(new WebAssembly.Module(bytes)).exports;
  if (!(memory instanceof WebAssembly.Memory) || !isKernel(and) || !isKernel(or) || !isKernel(popcount)) {
    throw new Error('kernels.wasm is not what kernels.wat says: run `npm run wasm:build`');
  }
  return { memory, and, or, popcount };
}

function isKernel(value: unknown): value is Kernel {
  return typeof value === 'function';
}

/** A bitset that knows how many bits are set in each block, so that rank and select pass over whole blocks. */
export class Bitset {
  readonly words: Words;
  readonly #counts: Uint16Array;
  #count: number;

  /** Takes over the words of whole blocks, with the number of bits set in each block and in all. */
  constructor(words: Words, counts: Uint16Array, count: number) {
    this.words = words;
    this.#counts = counts;
    this.#count = count;
  }

  /** A bitset with room for some blocks, and its first `filled` bits set. */
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

  /** The indexes of all bits that are set, ascending. */
  toArray(): Uint32Array {
    const indexes = new Uint32Array(this.count);
    writeBits(this.words, indexes);
    return indexes;
  }

  /** A copy. */
  clone(): Bitset {
    // Copying by the constructor, or by slice, takes five times as long.
    const words = new Int32Array(this.words.length);
    words.set(this.words);
    return new Bitset(words, new Uint16Array(this.#counts), this.#count);
  }

  /** A copy with room for so many bits or more, without those that are set in other words. */
  without(others: Words, room: number): Bitset {
    const blocks = Math.max(this.#counts.length, Math.ceil(room / blockBits));
    const words = new Int32Array(blocks * blockWords);
    words.set(this.words);
    const counts = new Uint16Array(blocks);
    let count = 0;
    for (let at = 0; at < this.words.length; at++) {
      const word = (words[at] ?? 0) & ~(others[at] ?? 0);
      if (word === 0) words[at] = 0;
      else {
        words[at] = word;
        const block = Math.floor(at / blockWords);
        counts[block] = (counts[block] ?? 0) + popcount(word);
        count += popcount(word);
      }
    }
    return new Bitset(words, counts, count);
  }

  /** The first bit that is set from an index on; infinity if there is none. */
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

  /** The indexes of `size` set bits, ascending, from the `first`-th on (counted from 0). */
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
