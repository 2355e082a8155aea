import type { SortItem } from '@newsstand/contract';
import { forRanges, type Steps, stepElements } from '../../concurrency/timeSlices.ts';
import type { ItemTable } from '../items/ItemTable.ts';
import { compareText, type ReadValue, sortValueOf } from './compareItems.ts';
import { radixSort, upTo } from './radixSort.ts';

/** Sorts the same slots in one order after another. */
export type Sorter = (sort: readonly SortItem[]) => Steps<Uint32Array>;

/**
 * Sorts slots by their items: by their IDs, which break ties, and then by each field from the last on. Times and sizes are
 * sorted as they are, texts by their rank among all texts; ranks are computed once for all orders.
 */
export function createSorter(items: ItemTable, slots: Uint32Array): Sorter {
  const ranks = new Map<string, Float64Array>();
  let byId: Uint32Array | undefined;

  function* rankedBy(field: string, read: ReadValue): Steps<Float64Array> {
    const known = ranks.get(field);
    if (known !== undefined) return known;
    const numbers = yield* numbersOf(items, slots, read);
    ranks.set(field, numbers);
    return numbers;
  }

  return function* sorted(sort) {
    const ids = yield* rankedBy('', (_, slot) => items.idOf(slot));
    byId ??= yield* radixSort(upTo(slots.length), yield* keysOf(ids, false));
    let order = byId;
    for (const { field, descending } of sort.toReversed()) {
      const numbers = yield* rankedBy(field, sortValueOf(field));
      order = yield* radixSort(order, yield* keysOf(numbers, descending));
    }
    const sortedSlots = new Uint32Array(order.length);
    yield* forRanges(order.length, (from, to) => {
      for (let at = from; at < to; at++) sortedSlots[at] = slots[order[at] ?? 0] ?? 0;
    });
    return sortedSlots;
  };
}

/** A whole number from 0 on for each item, in the order of the values; those without a value (NaN) come last either way. */
function* keysOf(values: Float64Array, descending: boolean): Steps<Float64Array> {
  let least = Infinity;
  let most = -Infinity;
  yield* forRanges(values.length, (from, to) => {
    for (let at = from; at < to; at++) {
      const value = values[at] ?? 0;
      if (value < least) least = value;
      if (value > most) most = value;
    }
  });
  // The difference of the earliest and the latest date there can be is no exact number.
  if (most - least >= Number.MAX_SAFE_INTEGER) return yield* keysOf(ranksOf(values), descending);
  const last = most < least ? 0 : most - least + 1;
  const keys = new Float64Array(values.length);
  yield* forRanges(values.length, (from, to) => {
    for (let at = from; at < to; at++) {
      const value = values[at] ?? 0;
      if (Number.isNaN(value)) keys[at] = last;
      else keys[at] = descending ? most - value : value - least;
    }
  });
  return keys;
}

/** The rank of each number among all different ones. */
function ranksOf(values: Float64Array): Float64Array {
  const sorted = Float64Array.from(new Set(values.filter((value) => !Number.isNaN(value)))).sort();
  const ranks = new Map(Array.from(sorted, (value, rank) => [value, rank]));
  return values.map((value) => ranks.get(value) ?? Number.NaN);
}

/** The values of a field as numbers: texts by their rank among all texts. NaN if there is none. */
function* numbersOf(items: ItemTable, slots: Uint32Array, read: ReadValue): Steps<Float64Array> {
  const numbers = new Float64Array(slots.length).fill(Number.NaN);
  const texts: (string | undefined)[] = [];
  const places = new Uint32Array(slots.length);
  let count = 0;
  yield* forRanges(slots.length, (from, to) => {
    for (let at = from; at < to; at++) {
      const value = read(items, slots[at] ?? 0);
      if (typeof value === 'number') numbers[at] = value;
      if (typeof value !== 'string') continue;
      texts[at] = value;
      places[count++] = at;
    }
  });
  const sorted = yield* sortTexts(places.subarray(0, count), texts);
  let number = 0;
  let last: string | undefined;
  yield* forRanges(count, (from, to) => {
    for (let index = from; index < to; index++) {
      const at = sorted[index] ?? 0;
      if (texts[at] !== last) number++;
      last = texts[at];
      numbers[at] = number;
    }
  });
  return numbers;
}

/** How many slots are sorted, and how many merged, in one step: texts take long to compare. */
const runLength = 256;
const mergedAtOnce = 512;

type Compare = (a: number, b: number) => number;

/** A merge sort of slots by their texts, by code point. */
export function* sortTexts(slots: Uint32Array, texts: readonly (string | undefined)[]): Steps<Uint32Array> {
  const textOf = (slot: number): string => texts[slot] ?? '';
  let isPlain = true;
  for (let from = 0; from < slots.length; from += stepElements) {
    const end = Math.min(from + stepElements, slots.length);
    for (let at = from; at < end && isPlain; at++) isPlain = !surrogate.test(textOf(slots[at] ?? 0));
    yield;
  }
  // The engine's own comparison is several times as fast, but by UTF-16 units: the same if there are no surrogates.
  const compare: Compare = isPlain
    ? (a, b) => compareUnits(textOf(a), textOf(b))
    : (a, b) => compareText(textOf(a), textOf(b));
  let sorted: Uint32Array = slots.slice();
  for (let from = 0; from < sorted.length; from += runLength) {
    sorted.subarray(from, from + runLength).sort(compare);
    yield;
  }
  for (let length = runLength; length < sorted.length; length *= 2) {
    sorted = yield* mergeRuns(sorted, length, compare);
  }
  return sorted;
}

const surrogate = /[\ud800-\udfff]/;

function compareUnits(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Merges each two neighbouring runs of a length. */
function* mergeRuns(slots: Uint32Array, length: number, compare: Compare): Steps<Uint32Array> {
  const merged = new Uint32Array(slots.length);
  let to = 0;
  let since = 0;
  for (let from = 0; from < slots.length; from += length * 2) {
    const middle = Math.min(from + length, slots.length);
    const end = Math.min(from + length * 2, slots.length);
    let left = from;
    let right = middle;
    while (left < middle && right < end) {
      const a = slots[left] ?? 0;
      const b = slots[right] ?? 0;
      const isLeft = compare(a, b) <= 0;
      merged[to++] = isLeft ? a : b;
      if (isLeft) left++;
      else right++;
      if (++since < mergedAtOnce) continue;
      since = 0;
      yield;
    }
    const rest = left < middle ? slots.subarray(left, middle) : slots.subarray(right, end);
    merged.set(rest, to);
    to += rest.length;
  }
  return merged;
}
