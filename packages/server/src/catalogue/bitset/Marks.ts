/** Places are counted in blocks of this many; a block is 32 words. */
export const blockPlaces = 1024;
const blockWords = blockPlaces / 32;

/** A set of places as bits, 32 to a word, with the number of them in each block: so the n-th is quickly found. */
export class Marks {
  readonly bits: Int32Array;
  readonly counts: Uint16Array;
  total = 0;

  /** Room for so many whole blocks, in memory of its own or in what it is given. */
  constructor(blocks: number, bits = new Int32Array(blocks * blockWords), counts = new Uint16Array(blocks)) {
    this.bits = bits;
    this.counts = counts;
  }

  has(place: number): boolean {
    return hasBit(this.bits, place);
  }

  mark(place: number): void {
    if (this.has(place)) return;
    setBit(this.bits, place);
    this.#add(place, 1);
  }

  unmark(place: number): void {
    if (!this.has(place)) return;
    this.bits[place >>> 5] = (this.bits[place >>> 5] ?? 0) & ~(1 << (place & 31));
    this.#add(place, -1);
  }

  /** Marks everything below a place, where nothing is marked yet. */
  markAllBelow(end: number): void {
    this.bits.fill(-1, 0, end >>> 5);
    if ((end & 31) !== 0) this.bits[end >>> 5] = (1 << (end & 31)) - 1;
    const block = Math.floor(end / blockPlaces);
    this.counts.fill(blockPlaces, 0, block);
    this.counts[block] = end % blockPlaces;
    this.total = end;
  }

  /** Becomes the same as another one of its size. */
  become(other: Marks): void {
    this.bits.set(other.bits);
    this.counts.set(other.counts);
    this.total = other.total;
  }

  /** A copy that stays as it is. */
  copy(): Marks {
    const copy = new Marks(this.counts.length);
    copy.become(this);
    return copy;
  }

  /** The first marked place from a place on; infinity where there is none. */
  next(place: number): number {
    const left = (this.bits[place >>> 5] ?? 0) & (-1 << (place & 31));
    if (left !== 0) return (place & ~31) + 31 - Math.clz32(left & -left);
    for (let word = (place >>> 5) + 1; word < this.bits.length; word++) {
      // Whole blocks without any are passed over.
      if (word % blockWords === 0 && this.counts[word / blockWords] === 0) word += blockWords - 1;
      else {
        const bits = this.bits[word] ?? 0;
        if (bits !== 0) return word * 32 + 31 - Math.clz32(bits & -bits);
      }
    }
    return Infinity;
  }

  /** Tells how many marked places lie before a place; the places that it is asked for must ascend. */
  counter(): (place: number) => number {
    let block = 0;
    let passed = 0;
    return (place) => {
      for (; (block + 1) * blockPlaces <= place; block++) passed += this.counts[block] ?? 0;
      let count = passed;
      for (let word = block * blockWords; word < place >>> 5; word++)
        count += countBits(this.bits[word] ?? 0);
      return count + countBits((this.bits[place >>> 5] ?? 0) & ((1 << (place & 31)) - 1));
    };
  }

  /** So many marked places, ascending, from the `first`-th on (counted from 0). */
  slice(first: number, size: number): number[] {
    const places: number[] = [];
    let block = 0;
    let skip = first;
    while (block < this.counts.length && skip >= (this.counts[block] ?? 0)) skip -= this.counts[block++] ?? 0;
    for (let word = block * blockWords; word < this.bits.length && places.length < size; word++) {
      let left = this.bits[word] ?? 0;
      const count = countBits(left);
      if (skip >= count) {
        skip -= count;
        continue;
      }
      for (; left !== 0 && places.length < size; left &= left - 1) {
        if (skip > 0) skip--;
        else places.push(word * 32 + 31 - Math.clz32(left & -left));
      }
    }
    return places;
  }

  #add(place: number, count: number): void {
    const block = Math.floor(place / blockPlaces);
    this.counts[block] = (this.counts[block] ?? 0) + count;
    this.total += count;
  }
}

/** Whether a place is in a set of bits. */
export function hasBit(bits: Int32Array, place: number): boolean {
  return ((bits[place >>> 5] ?? 0) & (1 << (place & 31))) !== 0;
}

/** Puts a place into a set of bits. */
export function setBit(bits: Int32Array, place: number): void {
  bits[place >>> 5] = (bits[place >>> 5] ?? 0) | (1 << (place & 31));
}

/** The number of bits set in a word. */
function countBits(word: number): number {
  const fours = addedByFours(word);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** For each four bits of a word the number of those that are set: neighbours are added up, then pairs. */
function addedByFours(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  return (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
}
