import { startBitMachine } from './bitMachine.ts';
import { blockPlaces, Marks } from './Marks.ts';
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
export function sliceOf(selected: Selected, first: number, size: number): readonly number[] {
  return selected instanceof Marks
    ? selected.slice(first, size)
    : Array.from(selected.subarray(first, first + size));
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

/** All parts at once, whole sets at a time. */
function combine(mask: Marks, parts: readonly AnyOf[]): Marks {
  if (workbench.blocks !== mask.counts.length) workbench = openWorkbench(mask.counts.length);
  const { result, part: united } = workbench;
  result.bits.set(mask.bits);
  for (const part of parts) {
    unite(part, united);
    machine.and(result.bits.byteOffset, united.byteOffset, united.byteLength);
  }
  result.total = machine.count(result.bits.byteOffset, result.counts.byteOffset, result.bits.byteLength);
  return result;
}

/** Puts together sets of which one must hold. */
function unite(part: AnyOf, united: Int32Array): void {
  const { next } = workbench;
  united.set(part[0]?.bits ?? next.fill(0));
  for (const [number, set] of part.entries()) {
    if (set.bits === undefined) set.addFewTo(united);
    else if (number > 0) {
      next.set(set.bits);
      machine.or(united.byteOffset, next.byteOffset, next.byteLength);
    }
  }
}

/** The machine works on its own memory only: what it combines is copied there, which takes less than the work. */
type Workbench = {
  readonly blocks: number;
  readonly result: Marks;
  readonly part: Int32Array;
  readonly next: Int32Array;
};

const machine = startBitMachine();
// Used within one call only, and sized for the shelf that was asked last: most questions go to one shelf.
let workbench = openWorkbench(0);

function openWorkbench(blocks: number): Workbench {
  const words = blocks * (blockPlaces / 32);
  const needed = words * 4 * 3 + blocks * 2;
  const missing = Math.ceil((needed - machine.memory.buffer.byteLength) / 65536);
  if (missing > 0) machine.memory.grow(missing);
  const { buffer } = machine.memory;
  const region = (number: number) => new Int32Array(buffer, number * words * 4, words);
  const counts = new Uint16Array(buffer, words * 4 * 3, blocks);
  return { blocks, result: new Marks(blocks, region(0), counts), part: region(1), next: region(2) };
}
