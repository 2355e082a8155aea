import type { Item } from './Item.ts';

/** All slots of a shelf in one sort order, and where in it each slot stands. */
export type Order = {
  readonly slots: Uint32Array;
  /** By slot. Means nothing for a slot that is not on the shelf. */
  readonly rank: Uint32Array;
};

type Compare = (a: Item, b: Item) => number;
type Items = readonly (Item | undefined)[];

/** Sorts a whole shelf. */
export function makeOrder(items: Items, compare: Compare): Order {
  return rankSlots(sortedSlots(items, presentSlots(items), compare), items.length);
}

/** The same order after a change: what is gone is left out, what came is put in its place. */
export function patchOrder(
  order: Order,
  items: Items,
  removed: readonly number[],
  added: readonly number[],
  compare: Compare,
): Order {
  const kept = withoutPlaces(order.slots, Uint32Array.from(removed, (slot) => order.rank[slot] ?? 0).sort());
  const fresh = sortedSlots(items, Uint32Array.from(added), compare);
  return rankSlots(mergeSlots(items, kept, fresh, compare), items.length);
}

/** Copies the stretches between some places, which are ascending. */
function withoutPlaces(slots: Uint32Array, places: Uint32Array): Uint32Array {
  const kept = new Uint32Array(slots.length - places.length);
  let from = 0;
  let to = 0;
  for (const place of places) {
    kept.set(slots.subarray(from, place), to);
    to += place - from;
    from = place + 1;
  }
  kept.set(slots.subarray(from), to);
  return kept;
}

function presentSlots(items: Items): Uint32Array {
  const slots = new Uint32Array(items.length);
  let count = 0;
  for (let slot = 0; slot < items.length; slot++) if (items[slot] !== undefined) slots[count++] = slot;
  return slots.slice(0, count);
}

function sortedSlots(items: Items, slots: Uint32Array, compare: Compare): Uint32Array {
  const present: { slot: number; item: Item }[] = [];
  for (const slot of slots) {
    const item = items[slot];
    if (item !== undefined) present.push({ slot, item });
  }
  present.sort((a, b) => compare(a.item, b.item));
  return Uint32Array.from(present, (entry) => entry.slot);
}

/** Finds the place of each new slot by halving, and copies the stretches between in one go. */
function mergeSlots(items: Items, kept: Uint32Array, fresh: Uint32Array, compare: Compare): Uint32Array {
  const merged = new Uint32Array(kept.length + fresh.length);
  let from = 0;
  let to = 0;
  for (const slot of fresh) {
    const place = placeOf(items, kept, from, items[slot], compare);
    merged.set(kept.subarray(from, place), to);
    to += place - from;
    merged[to++] = slot;
    from = place;
  }
  merged.set(kept.subarray(from), to);
  return merged;
}

function placeOf(
  items: Items,
  slots: Uint32Array,
  from: number,
  item: Item | undefined,
  compare: Compare,
): number {
  let low = from;
  let high = slots.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const other = items[slots[middle] ?? 0];
    if (item !== undefined && other !== undefined && compare(other, item) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Notes where each slot stands. */
export function rankSlots(slots: Uint32Array, capacity: number): Order {
  const rank = new Uint32Array(capacity);
  for (let place = 0; place < slots.length; place++) rank[slots[place] ?? 0] = place;
  return { slots, rank };
}
