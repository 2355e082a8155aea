import type { SortItem } from '@newsstand/contract';
import { forRanges, type Steps } from '../../concurrency/timeSlices.ts';
import type { Item } from '../items/Item.ts';
import { type SortValue, sortValueOf } from './compareItems.ts';
import { radixSort } from './radixSort.ts';
import { sortTexts } from './sortTexts.ts';

type Items = readonly (Item | undefined)[];

/**
 * All slots that have an item, sorted: by their IDs, which break ties, and then by each field from the last on. Times and
 * sizes are sorted as they are, texts by their rank among all texts.
 */
export function* sortSlots(items: Items, sort: readonly SortItem[]): Steps<Uint32Array> {
  // Items that have gone since they were read have no number, and come last.
  const ids = yield* keysOf(yield* numbersOf(items, ({ id }) => id), false);
  let slots = yield* radixSort(yield* presentSlots(items), ids);
  for (const { field, descending } of sort.toReversed()) {
    const keys = yield* keysOf(yield* numbersOf(items, sortValueOf(field)), descending);
    slots = yield* radixSort(slots, keys);
  }
  return slots;
}

function* presentSlots(items: Items): Steps<Uint32Array> {
  const slots = new Uint32Array(items.length);
  let count = 0;
  yield* forRanges(items.length, (from, to) => {
    for (let slot = from; slot < to; slot++) if (items[slot] !== undefined) slots[count++] = slot;
  });
  return slots.subarray(0, count);
}

/** A whole number from 0 on for each slot, in the order of the values; slots without a value (NaN) come last either way. */
function* keysOf(values: Float64Array, descending: boolean): Steps<Float64Array> {
  let least = Infinity;
  let most = -Infinity;
  yield* forRanges(values.length, (from, to) => {
    for (let slot = from; slot < to; slot++) {
      const value = values[slot] ?? 0;
      if (value < least) least = value;
      if (value > most) most = value;
    }
  });
  // The difference of the earliest and the latest date there can be is no exact number.
  if (most - least >= Number.MAX_SAFE_INTEGER) return yield* keysOf(ranksOf(values), descending);
  const last = most < least ? 0 : most - least + 1;
  const keys = new Float64Array(values.length);
  yield* forRanges(values.length, (from, to) => {
    for (let slot = from; slot < to; slot++) {
      const value = values[slot] ?? 0;
      if (Number.isNaN(value)) keys[slot] = last;
      else keys[slot] = descending ? most - value : value - least;
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

/** The values of a field as numbers, one for each slot: texts by their rank among all texts. NaN if there is none. */
function* numbersOf(items: Items, valueIn: (item: Item) => SortValue): Steps<Float64Array> {
  const numbers = new Float64Array(items.length).fill(Number.NaN);
  // Copied, since the items may change between two steps.
  const texts: (string | undefined)[] = [];
  const slots = new Uint32Array(items.length);
  let count = 0;
  yield* forRanges(items.length, (from, to) => {
    for (let slot = from; slot < to; slot++) {
      const item = items[slot];
      const value = item === undefined ? undefined : valueIn(item);
      if (typeof value === 'number') numbers[slot] = value;
      if (typeof value !== 'string') continue;
      texts[slot] = value;
      slots[count++] = slot;
    }
  });
  const sorted = yield* sortTexts(slots.subarray(0, count), texts);
  let number = 0;
  let last: string | undefined;
  yield* forRanges(count, (from, to) => {
    for (let at = from; at < to; at++) {
      const slot = sorted[at] ?? 0;
      if (texts[slot] !== last) number++;
      last = texts[slot];
      numbers[slot] = number;
    }
  });
  return numbers;
}
