import type { SortItem } from '@newsstand/contract';
import { LruCache } from '../../concurrency/LruCache.ts';
import { createPause, type Pause, runAtOnce, runInSlices } from '../../concurrency/timeSlices.ts';
import type { Item } from '../items/Item.ts';
import type { LiveTimes } from '../items/LiveTimes.ts';
import { Order } from './Order.ts';
import { sortSlots } from './sortSlots.ts';

type Items = readonly (Item | undefined)[];

/** An order that is being made in turns, and the slots that have changed since that was begun. */
type Making = { readonly made: Promise<void>; readonly touched: Set<number> };

/** What orders may take, in bytes: so much for each item, and a little in any case. */
const bytesPerItem = 160;
const leastBytes = 1_000_000;

/** More changed items than this are not sorted into an order one by one. */
const mostSortedIn = 2048;

/** When the order that is being made, on whatever shelf, will be there. */
let turn: Promise<void> = Promise.resolve();

/** How many orders may be in the making without anybody waiting for them. */
const mostMade = 4;

/** How many are remembered as asked for once. */
const mostAskedOnce = 1000;

/** An order of so few items is made before anybody notices. */
const fewItems = 10_000;

/** The orders in which a shelf can be read. */
export class Orders {
  readonly #items: Items;
  readonly #times: LiveTimes;
  readonly #orders = new LruCache<Order>(
    () => leastBytes + this.#items.length * bytesPerItem,
    ({ bytes }) => bytes,
  );
  readonly #making = new Map<string, Making>();
  /** Orders by several fields that were asked for once: they are made when they are asked for again. */
  readonly #askedOnce = new Set<string>();

  constructor(items: Items, times: LiveTimes) {
    this.#items = items;
    this.#times = times;
  }

  /** The order that a list asks for, where it is there or made in no time. */
  ready(sort: readonly SortItem[]): Order | undefined {
    return this.#items.length < fewItems ? this.of(sort) : this.#kept(sort);
  }

  /** The order that a list asks for, made at once where it has to be: `prepare` for it. */
  of(sort: readonly SortItem[]): Order {
    const key = sortKey(sort);
    const kept = this.#orders.get(key);
    if (kept !== undefined && !kept.isOverdue) return kept;
    const order = this.#opened(sort, runAtOnce(kept?.sortedSlots() ?? sortSlots(this.#items, sort)));
    this.#orders.set(key, order);
    return order;
  }

  /**
   * Gets ready what a list in an order needs, in short turns between requests; undefined where that is there. A list by
   * several fields can be answered out of the orders by each of them. Its own is quicker, so it is made meanwhile where
   * the list is asked for again.
   */
  prepare(sort: readonly SortItem[], pause?: Pause): Promise<void> | undefined {
    if (this.#items.length < fewItems || this.#kept(sort) !== undefined) return undefined;
    const missing = sort.map((item) => [item]).find((single) => this.#kept(single) === undefined);
    if (missing !== undefined) return this.#make(sortKey(missing), missing, pause ?? createPause());
    const key = sortKey(sort);
    if (!this.#askedOnce.has(key)) {
      if (this.#askedOnce.size >= mostAskedOnce) this.#askedOnce.clear();
      this.#askedOnce.add(key);
    } else if (this.#making.size < mostMade) {
      this.#make(key, sort, pause ?? createPause()).catch(() => {});
    }
    return undefined;
  }

  /** An order that was made before and can be used as it is. */
  #kept(sort: readonly SortItem[]): Order | undefined {
    const kept = this.#orders.get(sortKey(sort));
    return kept?.isOverdue === false ? kept : undefined;
  }

  /** Makes orders anew that have taken in much. */
  async tidy(pause: Pause): Promise<void> {
    for (const [key] of this.#orders.entries()) {
      // Looked up again each time: while one was made, another may have been thrown away.
      const order = this.#orders.get(key);
      if (order?.isCrowded) await this.#make(key, order.sort, pause);
    }
  }

  /** Follows a change of the shelf: some slots have lost their item, some have got one. */
  change(removed: readonly number[], added: readonly number[]): void {
    const touched = [...removed, ...added];
    // A large change is sorted in no quicker than an order is made from nothing, when somebody asks.
    if (touched.length > mostSortedIn || touched.length * 16 > this.#items.length) this.#orders.clear();
    for (const [key, order] of this.#orders.entries()) {
      order.change(removed, added);
      if (order.late > mostSortedIn) this.#orders.delete(key);
    }
    for (const making of this.#making.values()) for (const slot of touched) making.touched.add(slot);
  }

  /** Once at a time, however many wait for it, and after all others: each takes its memory while it is made. */
  #make(key: string, sort: readonly SortItem[], pause: Pause): Promise<void> {
    const known = this.#making.get(key);
    if (known !== undefined) return known.made;
    const touched = new Set<number>();
    const made = turn.then(async () => {
      touched.clear();
      const steps = this.#orders.get(key)?.sortedSlots() ?? sortSlots(this.#items, sort);
      const slots = await runInSlices(steps, pause);
      // After too large a change it is begun again, by the next who asks.
      if (touched.size > mostSortedIn) return;
      const order = this.#opened(sort, slots);
      order.change(
        [...touched],
        [...touched].filter((slot) => this.#items[slot] !== undefined),
      );
      this.#orders.set(key, order);
    });
    const ended = made.finally(() => this.#making.delete(key));
    turn = ended.catch(() => undefined);
    this.#making.set(key, { made: ended, touched });
    return ended;
  }

  #opened(sort: readonly SortItem[], slots: Uint32Array): Order {
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
