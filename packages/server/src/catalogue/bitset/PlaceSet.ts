import { hasBit, setBit } from './Marks.ts';

/** A list takes less than bits, and is walked sooner, up to one place in this many. */
const fewIn = 128;

/** Which places of an order have something in common: a few are listed, ascending; many are bits. */
export class PlaceSet {
  readonly bits: Int32Array | undefined;
  #few: Uint32Array;
  #count: number;
  /** The first fresh place of the order that was not looked at yet. */
  upTo: number;
  /** The moment that it is about, where it holds only what is live. */
  at: number | undefined;

  /** Of any places, in an order with room for so many words of them; where it is not kept, others may be lent. */
  constructor(places: Uint32Array, words: number, upTo: number, lent?: Int32Array) {
    this.#count = places.length;
    this.upTo = upTo;
    if (places.length * fewIn <= words * 32) {
      this.#few = withoutDoubles(places.slice().sort());
      this.#count = this.#few.length;
    } else {
      this.#few = none;
      this.bits = lent?.fill(0) ?? new Int32Array(words);
      for (let at = 0; at < places.length; at++) setBit(this.bits, places[at] ?? 0);
    }
  }

  /** The places where they are few; undefined where they are bits. */
  get few(): Uint32Array | undefined {
    return this.bits === undefined ? this.#few : undefined;
  }

  /** How many places there are; where they are bits, those that were given twice count twice. */
  get count(): number {
    return this.#count;
  }

  get bytes(): number {
    return this.bits?.byteLength ?? this.#few.byteLength;
  }

  has(place: number): boolean {
    if (this.bits !== undefined) return hasBit(this.bits, place);
    return this.#few[lowerBound(this.#few, place)] === place;
  }

  add(place: number): void {
    if (this.has(place)) return;
    this.#count++;
    if (this.bits !== undefined) setBit(this.bits, place);
    else {
      const before = lowerBound(this.#few, place);
      const longer = new Uint32Array(this.#few.length + 1);
      longer.set(this.#few.subarray(0, before));
      longer[before] = place;
      longer.set(this.#few.subarray(before), before + 1);
      this.#few = longer;
    }
  }

  /** Sets its places, where they are few, in other bits. */
  addFewTo(bits: Int32Array): void {
    for (let at = 0; at < this.#few.length; at++) setBit(bits, this.#few[at] ?? 0);
  }
}

const none = new Uint32Array(0);

function withoutDoubles(sorted: Uint32Array): Uint32Array {
  let count = 0;
  for (let at = 0; at < sorted.length; at++) {
    if (at === 0 || sorted[at] !== sorted[at - 1]) sorted[count++] = sorted[at] ?? 0;
  }
  return sorted.subarray(0, count);
}

/** How many of some ascending numbers lie below one. */
export function lowerBound(numbers: Uint32Array, wanted: number): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((numbers[middle] ?? 0) < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}
