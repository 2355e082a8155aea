import type { SortItem } from '@newsstand/contract';
import { forRanges, type Steps } from '../../concurrency/timeSlices.ts';
import type { ItemTable } from '../items/ItemTable.ts';
import { type ReadValue, sortValueOf } from './compareItems.ts';
import { radixSort, upTo } from './radixSort.ts';
import { sortTexts } from './sortTexts.ts';

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
