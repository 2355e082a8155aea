import type { SortItem } from '@newsstand/contract';
import { LruCache } from '../../concurrency/LruCache.ts';
import { createPause, type Pause, runAtOnce, runInSlices } from '../../concurrency/timeSlices.ts';
import type { Item } from '../items/Item.ts';
import type { LiveTimes } from '../items/LiveTimes.ts';
import { Order } from './Order.ts';
import { sortSlots } from './sortSlots.ts';

type Items = readonly (Item | undefined)[];

/** An order that is being sorted in time slices, and the slots that have changed since it was begun. */
type Sorting = { readonly done: Promise<void>; readonly touched: Set<number> };

/** The limit of the cache of orders, in bytes: so much for each item of the shelf, and a little in any case. */
const bytesPerItem = 160;
const leastBytes = 1_000_000;

/** After more changed items than this an order is sorted again, rather than each item merged in. */
const mostMerged = 2048;

/** Orders are sorted one at a time, whichever shelf they are of: each takes memory while it is sorted. */
let queue: Promise<void> = Promise.resolve();

/** How many orders may wait to be sorted that no request waits for. */
const mostQueued = 4;

/** How many are remembered as asked for once. */
const mostAskedOnce = 1000;

/** So few items are sorted at once, within a request. */
const fewItems = 10_000;

/** A cache of the orders of a shelf. */
export class Orders {
  readonly #items: Items;
  readonly #times: LiveTimes;
  readonly #orders = new LruCache<Order>(
    () => leastBytes + this.#items.length * bytesPerItem,
    ({ bytes }) => bytes,
  );
  readonly #sorting = new Map<string, Sorting>();
  /** Orders by several fields that were asked for once: they are sorted when they are asked for again. */
  readonly #askedOnce = new Set<string>();

  constructor(items: Items, times: LiveTimes) {
    this.#items = items;
    this.#times = times;
  }

  /** The order of a list, if it is cached or quickly sorted. */
  ready(sort: readonly SortItem[]): Order | undefined {
    return this.#items.length < fewItems ? this.of(sort) : this.#cached(sort);
  }

  /** The order of a list, sorted at once if need be: `prepare` it before. */
  of(sort: readonly SortItem[]): Order {
    const key = sortKey(sort);
    const cached = this.#orders.get(key);
    if (cached !== undefined && !cached.isOverdue) return cached;
    const order = this.#create(sort, runAtOnce(cached?.sortedSlots() ?? sortSlots(this.#items, sort)));
    this.#orders.set(key, order);
    return order;
  }

  /**
   * Sorts in time slices what a list needs; undefined if that is done. A list by several fields can be answered from
   * the orders by each of them; its own order is quicker, so it is sorted in the background when it is asked for again.
   */
  prepare(sort: readonly SortItem[], pause?: Pause): Promise<void> | undefined {
    if (this.#items.length < fewItems || this.#cached(sort) !== undefined) return undefined;
    const missing = sort.map((item) => [item]).find((single) => this.#cached(single) === undefined);
    if (missing !== undefined) return this.#sort(sortKey(missing), missing, pause ?? createPause());
    const key = sortKey(sort);
    if (!this.#askedOnce.has(key)) {
      if (this.#askedOnce.size >= mostAskedOnce) this.#askedOnce.clear();
      this.#askedOnce.add(key);
    } else if (this.#sorting.size < mostQueued) {
      this.#sort(key, sort, pause ?? createPause()).catch(() => {});
    }
    return undefined;
  }

  /** A cached order that can be used as it is. */
  #cached(sort: readonly SortItem[]): Order | undefined {
    const cached = this.#orders.get(sortKey(sort));
    return cached?.isOverdue === false ? cached : undefined;
  }

  /** Sorts orders again that have taken in many changes. */
  async tidy(pause: Pause): Promise<void> {
    for (const [key] of this.#orders.entries()) {
      // Looked up each time: while one is sorted, another may be dropped.
      const order = this.#orders.get(key);
      if (order?.isCrowded) await this.#sort(key, order.sort, pause);
    }
  }

  /** Takes in a change of the shelf: some slots have lost their item, some have got one. */
  change(removed: readonly number[], added: readonly number[]): void {
    const touched = [...removed, ...added];
    // A large change is not merged in any quicker than everything is sorted, when somebody asks.
    if (touched.length > mostMerged || touched.length * 16 > this.#items.length) this.#orders.clear();
    for (const [key, order] of this.#orders.entries()) {
      order.change(removed, added);
      if (order.late > mostMerged) this.#orders.delete(key);
    }
    for (const sorting of this.#sorting.values()) for (const slot of touched) sorting.touched.add(slot);
  }

  /** Single flight: sorted once for all who wait. */
  #sort(key: string, sort: readonly SortItem[], pause: Pause): Promise<void> {
    const known = this.#sorting.get(key);
    if (known !== undefined) return known.done;
    const touched = new Set<number>();
    const sorted = queue.then(async () => {
      touched.clear();
      const steps = this.#orders.get(key)?.sortedSlots() ?? sortSlots(this.#items, sort);
      const slots = await runInSlices(steps, pause);
      // After too large a change the next request begins again.
      if (touched.size > mostMerged) return;
      const order = this.#create(sort, slots);
      order.change(
        [...touched],
        [...touched].filter((slot) => this.#items[slot] !== undefined),
      );
      this.#orders.set(key, order);
    });
    const done = sorted.finally(() => this.#sorting.delete(key));
    queue = done.catch(() => undefined);
    this.#sorting.set(key, { done, touched });
    return done;
  }

  #create(sort: readonly SortItem[], slots: Uint32Array): Order {
    return new Order({ items: this.#items, times: this.#times, sort }, slots);
  }
}

const idFields: ReadonlySet<string> = new Set(['contentId', 'mediaId', 'categoryId', 'tagId']);

/** The name of an order. All orders end with the ID, so an ascending ID at the end is left out. */
function sortKey(sort: readonly SortItem[]): string {
  const last = sort.at(-1);
  const needed =
    last !== undefined && idFields.has(last.field) && !last.descending ? sort.slice(0, -1) : sort;
  return needed.map(({ field, descending }) => (descending ? `-${field}` : field)).join(',');
}
