import type { SortItem } from '@newsstand/contract';
import { compareItems, compareText, type SortValue, sortValueOf } from './compareItems.ts';
import type { Item } from './Item.ts';
import { makeOrder, type Order, patchOrder, rankSlots } from './Order.ts';
import { RecentMap } from './RecentMap.ts';
import { sortByKeys } from './sortByKeys.ts';

type Items = readonly (Item | undefined)[];
type KeptOrder = Order & { readonly sort: readonly SortItem[] };

/** What orders may take, in bytes: so much for each item, and a little in any case. */
const bytesPerItem = 128;
const leastBytes = 1_000_000;

/**
 * The orders in which a shelf can be read. Items are compared only to put them in the order of their IDs, with which
 * all orders begin; the rest is sorting by numbers (times as they are, texts as their place among all texts).
 */
export class Orders {
  readonly #items: Items;
  #byId: KeptOrder | undefined;
  readonly #others = new RecentMap<KeptOrder>(
    () => leastBytes + this.#items.length * bytesPerItem,
    (order) => (order.slots.length + order.rank.length) * 4,
  );

  constructor(items: Items) {
    this.#items = items;
  }

  /** The order that a list asks for; ties are settled by the ID. */
  of(sort: readonly SortItem[]): Order {
    const key = sortKey(sort);
    const kept = this.#others.get(key);
    if (kept !== undefined) return kept;
    const order = { ...this.#make(sort), sort };
    this.#others.set(key, order);
    return order;
  }

  /** Makes what every order begins with, ahead of the first reader. */
  warm(): void {
    this.#ids();
  }

  /** Follows a change of the shelf: some slots have lost their item, some have got one. */
  patch(removed: readonly number[], added: readonly number[]): void {
    const patched = (order: KeptOrder): KeptOrder => ({
      ...patchOrder(order, this.#items, removed, added, compareItems(order.sort)),
      sort: order.sort,
    });
    if (this.#byId !== undefined) this.#byId = patched(this.#byId);
    // A large change is sorted in no quicker than the order is made anew, when somebody asks.
    if ((removed.length + added.length) * 16 > this.#items.length) this.#others.clear();
    for (const [key, order] of this.#others.entries()) this.#others.set(key, patched(order));
  }

  #make(sort: readonly SortItem[]): Order {
    let { slots } = this.#ids();
    for (const { field, descending } of sort.toReversed()) {
      const keys = keysOf(numbersOf(this.#items, sortValueOf(field)), descending);
      if (keys === undefined) return makeOrder(this.#items, compareItems(sort));
      slots = sortByKeys(slots, keys);
    }
    return rankSlots(slots, this.#items.length);
  }

  #ids(): Order {
    this.#byId ??= { ...makeOrder(this.#items, compareItems([])), sort: [] };
    return this.#byId;
  }
}

/**
 * A number from 0 on for each slot that sorts as the values do; what has no value (NaN) comes last either way.
 * Undefined where the values lie so far apart that their distances are no exact numbers.
 */
function keysOf(values: Float64Array, descending: boolean): Float64Array | undefined {
  let least = Infinity;
  let most = -Infinity;
  for (let slot = 0; slot < values.length; slot++) {
    const value = values[slot] ?? 0;
    if (value < least) least = value;
    if (value > most) most = value;
  }
  if (most - least >= Number.MAX_SAFE_INTEGER) return undefined;
  const last = most < least ? 0 : most - least + 1;
  const keys = new Float64Array(values.length);
  for (let slot = 0; slot < values.length; slot++) {
    const value = values[slot] ?? 0;
    if (Number.isNaN(value)) keys[slot] = last;
    else keys[slot] = descending ? most - value : value - least;
  }
  return keys;
}

/** What a field sorts by, as a number for each slot: texts by their place among all texts. NaN where there is none. */
function numbersOf(items: Items, valueIn: (item: Item) => SortValue): Float64Array {
  const values = items.map((item) => (item === undefined ? undefined : valueIn(item)));
  const places = placesOf(values.filter((value) => typeof value === 'string'));
  const numbers = new Float64Array(values.length).fill(Number.NaN);
  for (let slot = 0; slot < values.length; slot++) {
    const value = values[slot];
    const number = typeof value === 'string' ? places.get(value) : value;
    if (number !== undefined) numbers[slot] = number;
  }
  return numbers;
}

/** Where each text comes among all of them. */
function placesOf(texts: readonly string[]): ReadonlyMap<string, number> {
  const different = [...new Set(texts)];
  // The runtime's own order, several times as quick as any other, is by UTF-16 units: the same without surrogates.
  const isPlain = !different.some((text) => /[\ud800-\udfff]/.test(text));
  different.sort(isPlain ? undefined : compareText);
  return new Map(different.map((text, place) => [text, place]));
}

function sortKey(sort: readonly SortItem[]): string {
  return sort.map(({ field, descending }) => (descending ? `-${field}` : field)).join(',');
}
