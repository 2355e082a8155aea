import type { SortItem } from '@newsstand/contract';
import { compareItems, type SortValue, sortValueOf } from './compareItems.ts';
import type { Item } from './Item.ts';
import { makeOrder, type Order, patchOrder, rankSlots } from './Order.ts';
import { RecentMap } from './RecentMap.ts';
import { sortByKeys } from './sortByKeys.ts';

type KeptOrder = Order & { readonly sort: readonly SortItem[] };

/** What orders that nobody needs to have may take, in bytes: so much for each item, and a little in any case. */
const bytesPerItem = 128;
const leastBytes = 1_000_000;

/**
 * The orders in which a shelf can be read. Only texts are ever compared, once for each field; any other order is
 * made from numbers (times as they are, texts as their place among the texts), which is many times as quick.
 */
export class Orders {
  readonly #items: readonly (Item | undefined)[];
  /** By text field: the foundation of all others, so they are never dropped. */
  readonly #texts = new Map<string, KeptOrder>();
  /** By text field and slot: equal texts have the same number. */
  readonly #levels = new Map<string, Float64Array>();
  readonly #others = new RecentMap<KeptOrder>(
    () => leastBytes + this.#items.length * bytesPerItem,
    (order) => (order.slots.length + order.rank.length) * 4,
  );

  constructor(items: readonly (Item | undefined)[]) {
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
    this.#text('id');
  }

  /** Follows a change of the shelf: some slots have lost their item, some have got one. */
  patch(removed: readonly number[], added: readonly number[]): void {
    const patched = (order: KeptOrder): KeptOrder => ({
      ...patchOrder(order, this.#items, removed, added, compareItems(order.sort)),
      sort: order.sort,
    });
    for (const [field, order] of this.#texts) this.#texts.set(field, patched(order));
    this.#levels.clear();
    // A large change is sorted in no quicker than the order is made anew, when somebody asks.
    if ((removed.length + added.length) * 16 > this.#items.length) this.#others.clear();
    for (const [key, order] of this.#others.entries()) this.#others.set(key, patched(order));
  }

  #make(sort: readonly SortItem[]): Order {
    let { slots } = this.#text('id');
    for (const item of sort.toReversed()) {
      const keys = this.#keys(item);
      if (keys === undefined) return makeOrder(this.#items, compareItems(sort));
      slots = sortByKeys(slots, keys);
    }
    return rankSlots(slots, this.#items.length);
  }

  #text(field: string): KeptOrder {
    let order = this.#texts.get(field);
    if (order === undefined) {
      // Ties are settled by the ID anyway.
      const sort = field === 'id' ? [] : [{ field, descending: false }];
      order = { ...makeOrder(this.#items, compareItems(sort)), sort };
      this.#texts.set(field, order);
    }
    return order;
  }

  /**
   * A number for each slot that sorts as the field does; what has no value comes last either way.
   * Undefined where the values lie so far apart that their distances are no exact numbers.
   */
  #keys({ field, descending }: SortItem): Float64Array | undefined {
    const values = isNumeric(field) ? numbers(this.#items, sortValueOf(field)) : this.#levelsOf(field);
    let least = Infinity;
    let most = -Infinity;
    for (let slot = 0; slot < values.length; slot++) {
      const value = values[slot] ?? 0;
      if (value < least) least = value;
      if (value > most) most = value;
    }
    if (most - least >= Number.MAX_SAFE_INTEGER) return undefined;
    const keys = new Float64Array(values.length);
    for (let slot = 0; slot < values.length; slot++) {
      const value = values[slot] ?? 0;
      if (Number.isNaN(value)) keys[slot] = most < least ? 0 : most - least + 1;
      else keys[slot] = descending ? most - value : value - least;
    }
    return keys;
  }

  #levelsOf(field: string): Float64Array {
    let levels = this.#levels.get(field);
    if (levels === undefined) {
      levels = levelsIn(this.#text(field).slots, this.#items, sortValueOf(field));
      this.#levels.set(field, levels);
    }
    return levels;
  }
}

const textFields = ['id', 'contentId', 'mediaId', 'categoryId', 'tagId', 'name', 'alias', 'type'];

function isNumeric(field: string): boolean {
  return !textFields.includes(field);
}

type ValueIn = (item: Item) => SortValue;

/** By slot; NaN where there is no value. */
function numbers(items: readonly (Item | undefined)[], valueIn: ValueIn): Float64Array {
  const values = new Float64Array(items.length).fill(Number.NaN);
  for (let slot = 0; slot < items.length; slot++) {
    const item = items[slot];
    const value = item === undefined ? undefined : valueIn(item);
    if (typeof value === 'number') values[slot] = value;
  }
  return values;
}

/** By slot, from slots in the order of a text: how many other texts come before; NaN where there is no text. */
function levelsIn(slots: Uint32Array, items: readonly (Item | undefined)[], valueIn: ValueIn): Float64Array {
  const levels = new Float64Array(items.length).fill(Number.NaN);
  let before: SortValue;
  let level = -1;
  for (let place = 0; place < slots.length; place++) {
    const slot = slots[place] ?? 0;
    const item = items[slot];
    const value = item === undefined ? undefined : valueIn(item);
    if (value === undefined) break;
    if (value !== before) level++;
    levels[slot] = level;
    before = value;
  }
  return levels;
}

function sortKey(sort: readonly SortItem[]): string {
  return sort.map(({ field, descending }) => (descending ? `-${field}` : field)).join(',');
}
