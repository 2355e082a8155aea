import {
  clearBit,
  hasBit,
  type KernelMemory,
  kernelMemory,
  orWords,
  popcount,
  setBit,
  type Words,
  wordsFor,
  writeBits,
} from './Bitset.ts';

/** A set becomes a bitset when it holds more than one in this many of the numbers up to its highest. */
const sparseShare = 64;
/** Below this many members it never does. */
const fewMembers = 16;
/** More numbers than one in this many are sorted by setting bits: that is quicker. */
export const sortedShare = 1024;
/** Finding a number in a sorted array takes as long as setting this many bits. */
const bitsPerSearch = 8;

/**
 * A set of small whole numbers: a sorted array while it is sparse, a bitset once it is dense. So it takes little memory
 * either way, can be iterated quickly if it is sparse, and is combined a word at a time if it is dense.
 * There are very many sets, so no view of their arrays is ever made: an array with views costs twice the memory, and every
 * garbage collection stops all requests to visit it.
 */
export class IntSet {
  #sorted: Uint32Array;
  #count = 0;
  #words: Words | undefined;

  constructor(first?: number) {
    this.#sorted = first === undefined ? none : Uint32Array.of(first, 0);
    if (first !== undefined) this.#count = 1;
  }

  /** The set of some numbers below `range`, in any order. */
  static from(numbers: Uint32Array, range: number): IntSet {
    if (numbers.length * sortedShare <= range) {
      const sorted = new Uint32Array(numbers).sort();
      return IntSet.ofSorted(sorted.filter((number, at) => at === 0 || number !== sorted[at - 1]));
    }
    return IntSet.ofBits(range, (words) => {
      for (let at = 0; at < numbers.length; at++) setBit(words, numbers[at] ?? 0);
    });
  }

  /** The union of some sets of numbers below `range`: a new set, unless there is only one. */
  static union(parts: readonly IntSet[], range: number): IntSet {
    if (parts.length <= 1) return parts[0] ?? new IntSet();
    return IntSet.ofBits(range, (words) => {
      for (const part of parts) part.orInto(words);
    });
  }

  /** The set of the bits below `range` that a function sets. */
  static ofBits(range: number, set: (words: Words) => void): IntSet {
    const memory = kernelMemory(wordsFor(range));
    set(memory.clearResult(wordsFor(range)));
    return IntSet.#ofResult(memory, range);
  }

  /** The set of some ascending numbers; the array is its own from then on. */
  static ofSorted(sorted: Uint32Array): IntSet {
    const set = new IntSet();
    set.#sorted = sorted;
    set.#count = sorted.length;
    if (isDense(set.#count, sorted.at(-1) ?? 0)) set.#toDense();
    return set;
  }

  /** The set of the bits below `range` in the result of a kernel. */
  static #ofResult(memory: KernelMemory, range: number): IntSet {
    const length = wordsFor(range);
    const set = new IntSet();
    set.#count = memory.count(length);
    if (isDense(set.#count, range)) {
      set.#words = new Int32Array(length);
      set.#words.set(memory.result.subarray(0, length));
    } else {
      set.#sorted = new Uint32Array(set.#count);
      writeBits(memory.result, set.#sorted, length);
    }
    return set;
  }

  /** The set of the bits that are set; the words are its own from then on. */
  static ofWords(words: Words): IntSet {
    const memory = kernelMemory(words.length);
    memory.clearResult(words.length).set(words);
    return IntSet.ofCounted(words, memory.count(words.length));
  }

  /** The same if it is known how many bits are set. */
  static ofCounted(words: Words, count: number): IntSet {
    const set = new IntSet();
    set.#words = words;
    set.#count = count;
    return set;
  }

  /** How many members there are. */
  get count(): number {
    return this.#count;
  }

  /** What it takes, in bytes. */
  get bytes(): number {
    return this.#words?.byteLength ?? this.#sorted.byteLength;
  }

  /** The members of a dense set. */
  get words(): Words | undefined {
    return this.#words;
  }

  has(number: number): boolean {
    if (this.#words !== undefined) return hasBit(this.#words, number);
    const at = lowerBound(this.#sorted, this.#count, number);
    return at < this.#count && this.#sorted[at] === number;
  }

  add(number: number): void {
    if (this.#words !== undefined) this.#addBit(this.#words, number);
    // The tokens of a text are mostly repeated ones.
    else if (this.#count === 0 || number !== this.#sorted[this.#count - 1]) this.#insert(number);
  }

  /** Adds the first `count` of some ascending numbers: quickly if they come after all others. */
  addAscending(numbers: Uint32Array, count = numbers.length): void {
    const isBehind = this.#count === 0 || (numbers[0] ?? 0) > (this.#sorted[this.#count - 1] ?? 0);
    if (this.#words !== undefined || !isBehind || isDense(this.#count + count, numbers[count - 1] ?? 0)) {
      for (let at = 0; at < count; at++) this.add(numbers[at] ?? 0);
      return;
    }
    this.#reserve(this.#count + count);
    for (let at = 0; at < count; at++) this.#sorted[this.#count++] = numbers[at] ?? 0;
  }

  /** Removes all numbers whose bits are set. */
  deleteAll(bits: Words): void {
    if (this.#words === undefined) {
      let count = 0;
      for (let at = 0; at < this.#count; at++) {
        const number = this.#sorted[at] ?? 0;
        if (!hasBit(bits, number)) this.#sorted[count++] = number;
      }
      this.#count = count;
      return;
    }
    for (let at = 0; at < Math.min(this.#words.length, bits.length); at++) {
      const word = this.#words[at] ?? 0;
      const gone = word & (bits[at] ?? 0);
      if (gone === 0) continue;
      this.#words[at] = word & ~gone;
      this.#count -= popcount(gone);
    }
    if (!isDense(this.#count * 2, this.#words.length * 32)) this.#toSparse();
  }

  delete(number: number): void {
    if (!this.has(number)) return;
    this.#count--;
    if (this.#words === undefined) {
      const at = lowerBound(this.#sorted, this.#count + 1, number);
      this.#sorted.copyWithin(at, at + 1, this.#count + 1);
    } else {
      clearBit(this.#words, number);
      if (!isDense(this.#count * 2, this.#words.length * 32)) this.#toSparse();
    }
  }

  /** Sets the bits of all members. */
  orInto(words: Words): void {
    if (this.#words !== undefined) orWords(words, this.#words);
    else for (let at = 0; at < this.#count; at++) setBit(words, this.#sorted[at] ?? 0);
  }

  /** The members that another set has too: a new set. */
  intersection(other: IntSet): IntSet {
    if (this.#words !== undefined && other.#words !== undefined) {
      // Behind the end of the operand, in its last block, there may be anything.
      if (this.#words.length > other.#words.length) return other.intersection(this);
      const { length } = this.#words;
      const memory = kernelMemory(other.#words.length);
      memory.clearResult(length).set(this.#words);
      memory.operand.set(other.#words);
      memory.and(length);
      return IntSet.#ofResult(memory, length * 32);
    }
    const isFewer = other.#words !== undefined || (this.#words === undefined && this.#count <= other.#count);
    const [few, more] = isFewer ? [this, other] : [other, this];
    return IntSet.ofSorted(more.#membersAmong(few.#sorted, few.#count));
  }

  /** Those of the first `size` ascending numbers that are members. */
  #membersAmong(numbers: Uint32Array, size: number): Uint32Array {
    const members = new Uint32Array(size);
    let count = 0;
    if (this.#words === undefined && size * bitsPerSearch < this.#count) {
      for (let at = 0; at < size; at++) {
        const number = numbers[at] ?? 0;
        if (this.has(number)) members[count++] = number;
      }
    } else {
      const words = this.#words ?? this.#bitsUpTo(numbers[size - 1] ?? 0);
      for (let at = 0; at < size; at++) {
        const number = numbers[at] ?? 0;
        if (hasBit(words, number)) members[count++] = number;
      }
    }
    return count === size ? members : members.slice(0, count);
  }

  /** The members of a sparse set as bits, at least up to a number; valid until a kernel is used again. */
  #bitsUpTo(number: number): Words {
    const length = wordsFor(Math.max(number, this.#sorted[this.#count - 1] ?? 0) + 1);
    const words = kernelMemory(length).clearResult(length);
    this.orInto(words);
    return words;
  }

  /** Writes the members, ascending, each plus `first`, from an index on; returns how many. */
  writeTo(out: Uint32Array, from = 0, first = 0): number {
    if (this.#words !== undefined) return writeBits(this.#words, out, this.#words.length, from, first);
    for (let at = 0; at < this.#count; at++) out[from + at] = first + (this.#sorted[at] ?? 0);
    return this.#count;
  }

  /** The first members, ascending: not more than `most`. */
  first(most: number): Uint32Array {
    if (this.#words === undefined) return this.#sorted.slice(0, Math.min(most, this.#count));
    let [length, count] = [0, 0];
    while (count < most && length < this.#words.length) count += popcount(this.#words[length++] ?? 0);
    const members = new Uint32Array(count);
    writeBits(this.#words, members, length);
    return members.slice(0, most);
  }

  /** The members, ascending. */
  toArray(): Uint32Array {
    const members = new Uint32Array(this.#count);
    this.writeTo(members);
    return members;
  }

  #addBit(words: Words, number: number): void {
    if (hasBit(words, number)) return;
    this.#count++;
    if (number < words.length * 32) setBit(words, number);
    else if (isDense(this.#count * 2, number)) {
      // A little more than needed, so that ascending numbers do not move it each time.
      this.#words = new Int32Array(wordsFor(number + (number >> 3) + 1));
      this.#words.set(words);
      setBit(this.#words, number);
    } else {
      this.#count--;
      this.#toSparse();
      this.#insert(number);
    }
  }

  #insert(number: number): void {
    const isHighest = this.#count === 0 || number > (this.#sorted[this.#count - 1] ?? 0);
    const at = isHighest ? this.#count : lowerBound(this.#sorted, this.#count, number);
    if (!isHighest && this.#sorted[at] === number) return;
    this.#reserve(this.#count + 1);
    if (!isHighest) this.#sorted.copyWithin(at + 1, at, this.#count);
    this.#sorted[at] = number;
    this.#count++;
    if (isDense(this.#count, this.#sorted[this.#count - 1] ?? 0)) this.#toDense();
  }

  /** Makes room in a sparse set, with a little to spare. */
  #reserve(count: number): void {
    if (count <= this.#sorted.length) return;
    const larger = new Uint32Array(count + (count >> 2) + 1);
    larger.set(this.#sorted);
    this.#sorted = larger;
  }

  #toDense(): void {
    const words = new Int32Array(wordsFor((this.#sorted[this.#count - 1] ?? 0) + 1));
    for (let index = 0; index < this.#count; index++) setBit(words, this.#sorted[index] ?? 0);
    this.#words = words;
    this.#sorted = none;
  }

  #toSparse(): void {
    this.#sorted = this.toArray();
    this.#words = undefined;
  }
}

const none = new Uint32Array(0);

function isDense(count: number, range: number): boolean {
  return count >= fewMembers && count * sparseShare > range;
}

/** How many of the first `count` ascending numbers are less than the wanted one. */
export function lowerBound(numbers: Uint32Array, count: number, wanted: number): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((numbers[middle] ?? 0) < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}
