import type { SortItem } from '@newsstand/contract';
import { LruCache } from '../../concurrency/LruCache.ts';
import {
  createPause,
  createRequestPause,
  type Pause,
  runAtOnce,
  runInSlices,
  type Steps,
} from '../../concurrency/timeSlices.ts';
import type { Words } from '../bitset/Bitset.ts';
import type { ItemTable } from '../items/ItemTable.ts';
import type { LiveTimes } from '../items/LiveTimes.ts';
import { type SavedArrays, type Saving, saveLong, textArray } from '../snapshot/SavedArrays.ts';
import { createSorter, type Sorter } from './createSorter.ts';
import { Order } from './Order.ts';

/** What orders are about. */
export type Ordered = {
  readonly items: ItemTable;
  readonly times: LiveTimes;
  /** The slots of all items that are shown. */
  readonly slots: () => Uint32Array;
  readonly isShown: (slot: number) => boolean;
  readonly now: () => number;
};

/** An order that is being sorted in time slices, and what has changed since it was begun. */
type Sorting = {
  readonly done: Promise<void>;
  readonly changes: { readonly touched: Set<number>; isLarge: boolean };
};

/** The limit of the cache of orders, in bytes: so much for each item of the shelf, and a little in any case. */
const bytesPerItem = 176;
const leastBytes = 1_000_000;

/** Orders are sorted one at a time, whichever shelf they are of: each takes memory while it is sorted. */
let queue: Promise<void> = Promise.resolve();

/** How many orders may wait to be sorted that no request waits for. */
const mostQueued = 4;

/** How many are remembered as asked for once. */
const mostAskedOnce = 1000;

/** So few items are sorted at once, within a request. */
const fewItems = 2000;

/** An order, and the one that takes its place. */
export type Replaced = { readonly before: Order; readonly after: Order };

/**
 * A cache of the orders of a shelf. A slot that loses its item while an order is sorted may get any place there: it is among
 * those that have changed since.
 */
export class Orders {
  readonly #shelf: Ordered;
  readonly #orders = new LruCache<Order>(
    () => leastBytes + this.#shelf.items.length * bytesPerItem,
    ({ bytes }) => bytes,
  );
  readonly #sorting = new Map<string, Sorting>();
  /** Orders by several fields that were asked for once: they are sorted when they are asked for again. */
  readonly #askedOnce = new Set<string>();

  constructor(shelf: Ordered) {
    this.#shelf = shelf;
  }

  /** The order of a list, if it is cached or quickly sorted. */
  ready(sort: readonly SortItem[]): Order | undefined {
    return this.#isSmall ? this.of(sort) : this.#orders.get(sortKey(sort));
  }

  /** The order of a list, sorted at once if need be: `prepare` it before. */
  of(sort: readonly SortItem[]): Order {
    const key = sortKey(sort);
    const cached = this.#orders.get(key);
    if (cached !== undefined) return cached;
    const order = runAtOnce(this.#sorted(sort));
    this.#orders.set(key, order);
    return order;
  }

  /**
   * Sorts in time slices what a list needs; undefined if that is done. A list by several fields can be answered from
   * the orders by each of them; its own order is quicker, so it is sorted in the background when it is asked for again.
   */
  prepare(sort: readonly SortItem[], pause?: Pause): Promise<void> | undefined {
    const key = sortKey(sort);
    if (this.#isSmall || this.#orders.get(key) !== undefined) return undefined;
    const missing = sort
      .map((item) => [item])
      .find((single) => this.#orders.get(sortKey(single)) === undefined);
    if (missing !== undefined) return this.#sort(sortKey(missing), missing, pause ?? createRequestPause());
    if (!this.#askedOnce.has(key)) {
      if (this.#askedOnce.size >= mostAskedOnce) this.#askedOnce.clear();
      this.#askedOnce.add(key);
    } else if (this.#sorting.size < mostQueued) {
      this.#sort(key, sort, pause ?? createPause()).catch(() => {});
    }
    return undefined;
  }

  /** Sorts all of some orders that are missing; together, since that is several times as quick as one by one. */
  async prepareAll(sorts: readonly (readonly SortItem[])[], pause: Pause): Promise<void> {
    if (this.#isSmall) return;
    const missing = sorts.filter((sort) => this.#orders.get(sortKey(sort)) === undefined);
    const others = missing.filter((sort) => !this.#sorting.has(sortKey(sort)));
    const begun = missing.map((sort) => this.#sorting.get(sortKey(sort))?.done);
    if (others.length > 0) await this.#sortAll(others, pause);
    await Promise.all(begun);
  }

  /** Sorts orders again that have taken in many changes. */
  async tidy(pause: Pause): Promise<void> {
    for (const [key] of this.#orders.entries()) {
      // Looked up each time: while one is sorted, another may be dropped.
      const order = this.#orders.get(key);
      if (order?.isCrowded) await this.#sort(key, order.sort, pause);
    }
  }

  /** Whether all of them can take in so many items more. */
  haveRoomFor(count: number): boolean {
    return this.#orders.entries().every(([, order]) => order.hasRoomFor(count));
  }

  /** Takes in a small change of the shelf: some slots have lost their item, some have got one. */
  change(removed: readonly number[], added: readonly number[]): void {
    for (const [, order] of this.#orders.entries()) order.change(removed, added);
    for (const { changes } of this.#sorting.values()) {
      for (const slot of [...removed, ...added]) changes.touched.add(slot);
    }
  }

  /**
   * What the orders are after a large change, to be shown later: without some slots and with others. Those that are
   * sorted meanwhile are included, and so is one that is always needed.
   */
  *changed(isRemoved: Words, added: Uint32Array, needed: readonly SortItem[]): Steps<Map<string, Replaced>> {
    if (this.#orders.get(sortKey(needed)) === undefined) {
      this.#orders.set(sortKey(needed), yield* this.#sorted(needed));
    }
    const replaced = new Map<string, Replaced>();
    const sorter = createSorter(this.#shelf.items, added);
    for (let next = this.#notIn(replaced); next !== undefined; next = this.#notIn(replaced)) {
      const [key, before] = next;
      const { sort } = before;
      const slots = yield* before.sortedSlots(isRemoved, yield* sorter(sort));
      replaced.set(key, { before, after: yield* this.#order(sort, slots) });
    }
    return replaced;
  }

  /** Shows the orders of a large change in place of all others. */
  show(replaced: ReadonlyMap<string, Replaced>): void {
    this.#orders.clear();
    for (const [key, { after }] of replaced) this.#orders.set(key, after);
    for (const { changes } of this.#sorting.values()) changes.isLarge = true;
  }

  /** Saves the orders of what is shown now. No slot may get another item meanwhile. */
  save(): Saving {
    const orders = this.#orders.entries().map(([key, order]) => ({ key, slots: order.sortedSlots() }));
    return saveOrders(orders);
  }

  *load(saved: SavedArrays): Steps<void> {
    for (const key of saved.text().split(';').slice(0, -1)) {
      const slots = yield* saved.long(Uint32Array);
      this.#orders.set(key, yield* this.#order(sortOf(key), slots));
    }
  }

  #notIn(replaced: ReadonlyMap<string, Replaced>): readonly [string, Order] | undefined {
    return this.#orders.entries().find(([key]) => !replaced.has(key));
  }

  get #isSmall(): boolean {
    return this.#shelf.items.length < fewItems;
  }

  /** Single flight: sorted once for all who wait. */
  #sort(key: string, sort: readonly SortItem[], pause: Pause): Promise<void> {
    return this.#sorting.get(key)?.done ?? this.#sortAll([sort], pause);
  }

  #sortAll(sorts: readonly (readonly SortItem[])[], pause: Pause): Promise<void> {
    const changes: Sorting['changes'] = { touched: new Set(), isLarge: false };
    const waiting = new Map(sorts.map((sort) => [sortKey(sort), { sort, ...Promise.withResolvers<void>() }]));
    const sorted = queue.then(async () => {
      changes.touched.clear();
      changes.isLarge = false;
      let sorter: Sorter | undefined;
      for (const [key, { sort, resolve }] of waiting) {
        const crowded = this.#orders.get(key);
        if (crowded === undefined) sorter ??= createSorter(this.#shelf.items, this.#shelf.slots());
        const slots = crowded?.sortedSlots() ?? sorter?.(sort);
        if (slots === undefined) continue;
        const order = await runInSlices(this.#order(sort, await runInSlices(slots, pause)), pause);
        const touched = [...changes.touched];
        // After too large a change the next request begins again.
        if (changes.isLarge || !order.hasRoomFor(touched.length)) return;
        order.change(
          touched,
          touched.filter((slot) => this.#shelf.isShown(slot)),
        );
        this.#orders.set(key, order);
        this.#sorting.delete(key);
        resolve();
      }
    });
    const done = sorted.finally(() => {
      for (const [key, { resolve }] of waiting) {
        if (this.#sorting.get(key)?.changes === changes) this.#sorting.delete(key);
        resolve();
      }
    });
    queue = done.catch(() => undefined);
    for (const [key, { promise }] of waiting)
      this.#sorting.set(key, { changes, done: Promise.race([promise, done]) });
    return done;
  }

  /** An order of all that is shown. */
  *#sorted(sort: readonly SortItem[]): Steps<Order> {
    const sorter = createSorter(this.#shelf.items, this.#shelf.slots());
    return yield* this.#order(sort, yield* sorter(sort));
  }

  #order(sort: readonly SortItem[], slots: Uint32Array): Steps<Order> {
    const { items, times, now } = this.#shelf;
    return Order.of({ items, times, sort }, slots, now());
  }
}

function* saveOrders(
  orders: readonly { readonly key: string; readonly slots: Steps<Uint32Array> }[],
): Saving {
  yield textArray(orders.map(({ key }) => `${key};`).join(''));
  for (const { slots } of orders) yield* saveLong(new Uint32Array(yield* slots));
}

const idFields: ReadonlySet<string> = new Set(['contentId', 'mediaId', 'categoryId', 'tagId']);

/** The name of an order. All orders end with the ID, so an ascending ID at the end is left out. */
function sortKey(sort: readonly SortItem[]): string {
  const last = sort.at(-1);
  const needed =
    last !== undefined && idFields.has(last.field) && !last.descending ? sort.slice(0, -1) : sort;
  return needed.map(({ field, descending }) => (descending ? `-${field}` : field)).join(',');
}

/** The sort order that has a name. */
function sortOf(key: string): readonly SortItem[] {
  if (key === '') return [];
  return key.split(',').map((field) => {
    const descending = field.startsWith('-');
    return { field: descending ? field.slice(1) : field, descending };
  });
}
