import { Marks } from './Marks.ts';
import { lowerBound, type PlaceSet } from './PlaceSet.ts';

/** Sets of places of which at least one must hold. */
export type AnyOf = readonly PlaceSet[];

/** Which places were selected: listed ascending where they are few, else marked. */
export type Selected = Uint32Array | Marks;

/** The places that are in the mask and in every part. What comes back is valid until the next call: `keepSelected`. */
export function selectPlaces(mask: Marks, parts: readonly AnyOf[]): Selected {
  if (parts.length === 0) return mask;
  const smallest = parts.reduce((least, part) => (countOf(part) < countOf(least) ? part : least));
  return smallest.every(({ few }) => few !== undefined)
    ? walk(
        smallest,
        mask,
        parts.filter((part) => part !== smallest),
      )
    : combine(mask, parts);
}

/** A copy of what was selected that stays as it is. */
export function keepSelected(selected: Selected): Selected {
  return selected instanceof Marks ? selected.copy() : selected.slice();
}

/** How many places were selected. */
export function totalOf(selected: Selected): number {
  return selected instanceof Marks ? selected.total : selected.length;
}

/** Whether a place was selected. */
export function isSelected(selected: Selected, place: number): boolean {
  return selected instanceof Marks ? selected.has(place) : selected[lowerBound(selected, place)] === place;
}

/** Tells how many selected places lie before a place; the places that it is asked for must ascend. */
export function counterOf(selected: Selected): (place: number) => number {
  return selected instanceof Marks ? selected.counter() : (place) => lowerBound(selected, place);
}

/** Some selected places, ascending, from the `first`-th on. */
export function sliceOf(selected: Selected, first: number, size: number): ArrayLike<number> {
  return selected instanceof Marks ? selected.slice(first, size) : selected.subarray(first, first + size);
}

/** Whether a place is in every part. */
export function isInAll(parts: readonly AnyOf[], place: number): boolean {
  return parts.every((part) => part.some((set) => set.has(place)));
}

function countOf(part: AnyOf): number {
  return part.reduce((sum, { count }) => sum + count, 0);
}

/** Looks at the few places of one part, one by one. */
function walk(part: AnyOf, mask: Marks, others: readonly AnyOf[]): Uint32Array {
  const places = united(part);
  let count = 0;
  const kept = new Uint32Array(places.length);
  for (let at = 0; at < places.length; at++) {
    const place = places[at] ?? 0;
    if (mask.has(place) && isInAll(others, place)) kept[count++] = place;
  }
  return kept.subarray(0, count);
}

function united(part: AnyOf): Uint32Array {
  const [only] = part;
  if (only?.few !== undefined && part.length === 1) return only.few;
  const all = new Set(part.flatMap(({ few = [] }) => [...few]));
  return Uint32Array.from(all).sort();
}

// Used within one call only, and sized for the shelf that was asked last: most questions go to one shelf.
let result = new Marks(0);
let spares: Int32Array[] = [];

/** All parts at once, word by word. */
function combine(mask: Marks, parts: readonly AnyOf[]): Marks {
  if (result.counts.length !== mask.counts.length) {
    result = new Marks(mask.counts.length);
    spares = [];
  }
  const words = mask.bits.length;
  const [first, ...others] = parts.toSorted((a, b) => b.length - a.length);
  // The pass takes a part with one or two sets and one with a single set; what is more is put together before.
  const [one, other] = first === undefined ? [] : pairOf(first, words, 0);
  const rest = others.map((part, number) => onlyOf(part, words, number + 1));
  const [also = mask.bits, ...more] = rest;
  result.combine(
    more.reduce((all, bits) => intersected(all, bits), mask.bits),
    also,
    one ?? mask.bits,
    other ?? one ?? mask.bits,
  );
  return result;
}

function pairOf(part: AnyOf, words: number, spare: number): readonly (Int32Array | undefined)[] {
  const [one, other] = part;
  if (part.length <= 2 && part.every(({ bits }) => bits !== undefined)) return [one?.bits, other?.bits];
  return [onlyOf(part, words, spare)];
}

function onlyOf(part: AnyOf, words: number, spare: number): Int32Array {
  const [only] = part;
  if (only?.bits !== undefined && part.length === 1) return only.bits;
  const bits = spareBits(words, spare);
  for (const set of part) set.addTo(bits);
  return bits;
}

function spareBits(words: number, number: number): Int32Array {
  spares[number] ??= new Int32Array(words);
  return spares[number].fill(0);
}

function intersected(all: Int32Array, bits: Int32Array): Int32Array {
  return all.map((word, at) => word & (bits[at] ?? 0));
}
