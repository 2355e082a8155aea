import type { SortItem } from '@newsstand/contract';
import { createPause, type Pause } from '../concurrency/timeSlices.ts';
import { countOfSelection } from './bitset/IntSet.ts';
import type { Item, RenderedItem } from './items/Item.ts';
import { JsonArena, type Links } from './items/JsonArena.ts';
import { LiveTimes } from './items/LiveTimes.ts';
import type { Interval, State } from './items/visibility.ts';
import { FacetIndex, type Filter, FilterSets } from './orders/FilterSets.ts';
import type { Order } from './orders/Order.ts';
import { Orders } from './orders/Orders.ts';
import { pageByTies } from './orders/pageByTies.ts';
import { ShelfTexts } from './search/ShelfTexts.ts';

/** A page of a filtered and sorted list, as seen at a given time. */
export type PageRequest = {
  readonly filter: Filter;
  readonly sort: readonly SortItem[];
  /** The number of the first item of the page, from 0. */
  readonly first: number;
  readonly size: number;
  /** Only what is live at this time; undefined for everything. */
  readonly liveAt: number | undefined;
  /** A preview may be about any time, so what is live then is not cached. */
  readonly preview: boolean;
};

/** Normalised terms, to be found in what is live at a given time, or in everything. */
export type Search = { readonly terms: readonly string[]; readonly liveAt: number | undefined };

/** One page, and how many items there are in all. */
export type Page = {
  readonly slots: readonly number[];
  readonly total: number;
  /** Whether all filters were cached. */
  readonly cached: boolean;
};

/** One change of a shelf: the new version of an item, or that it is gone. */
export type ShelfChange = { readonly id: string; readonly rendered: RenderedItem | undefined };

/**
 * All items of one kind in one scope. While an item is on the shelf it has a slot, a small number by which indexes and
 * orders refer to it. A change of any size is applied at once, between two requests, so no reader sees half of it.
 */
export class Shelf {
  readonly #items: (Item | undefined)[] = [];
  /** The JSON of each slot; only to be read. */
  readonly json = new JsonArena();
  readonly #slotById = new Map<string, number>();
  readonly #slotByAlias = new Map<string, number>();
  readonly #facets = new FacetIndex();
  readonly #times = new LiveTimes();
  readonly #orders = new Orders(this.#items, this.#times);
  readonly #texts = new ShelfTexts(this.#items, this.#times);
  readonly #filters = new FilterSets({
    items: this.#items,
    slotById: this.#slotById,
    facets: this.#facets,
    times: this.#times,
    texts: this.#texts,
  });
  readonly #freeSlots: number[] = [];
  readonly #ids = new IdInterner(this.#slotById);
  readonly #linksOf: (item: Item) => Links;

  /** `linksOf` gives the links of an item to other shelves. */
  constructor(linksOf: (item: Item) => Links = () => noLinks) {
    this.#linksOf = linksOf;
  }

  /** The number of items in each state at a given time. */
  counts(at: number): Record<State, number> {
    return this.#times.counts(at);
  }

  /** The item in a slot. */
  at(slot: number): Item | undefined {
    return this.#items[slot];
  }

  /** An item by its ID. */
  byId(id: string): Item | undefined {
    return this.#itemIn(this.#slotById.get(id));
  }

  /** A number by which items of other shelves refer to an ID, whatever becomes of the item; -1 for none. */
  linkTo(id: string | undefined): number {
    return id === undefined ? -1 : this.#ids.intern(id);
  }

  /** The slot of the item that a link refers to; -1 if there is none now. */
  linkedSlot(link: number): number {
    return this.#ids.slotOf(link);
  }

  /** The item that a link refers to. */
  linked(link: number): Item | undefined {
    return this.#items[this.#ids.slotOf(link)];
  }

  /**
   * The slot of the item with this ID, or else of the one with this alias, among what is live at a given time or among
   * everything. A hidden item is handled exactly like one that does not exist.
   */
  slotNamed(name: string, liveAt: number | undefined): number | undefined {
    const byId = this.#slotById.get(name) ?? -1;
    const byAlias = this.#slotByAlias.get(name) ?? -1;
    const isSeen = (slot: number) => (liveAt === undefined ? slot >= 0 : this.#times.isLive(slot, liveAt));
    if (isSeen(byId)) return byId;
    return isSeen(byAlias) ? byAlias : undefined;
  }

  /** The item with this ID, or else the one with this alias, in any state. */
  firstNamed(name: string): Item | undefined {
    return this.#itemIn(this.#slotById.get(name) ?? this.#slotByAlias.get(name));
  }

  /** The interval around a given time in which nothing on the whole shelf opens or closes. */
  intervalAt(at: number): Interval {
    return this.#times.intervalAt(at);
  }

  /**
   * Applies changes, each of another ID. Returns the IDs of those that readers may notice: not of items that have never
   * been live.
   */
  change(changes: readonly ShelfChange[], now = Infinity): ReadonlySet<string> {
    const removed: number[] = [];
    const added: number[] = [];
    const noticed = new Set<string>();
    for (const { id } of changes) {
      const slot = this.#slotById.get(id);
      const item = this.#itemIn(slot);
      if (slot === undefined || item === undefined) continue;
      this.#remove(slot, item);
      removed.push(slot);
      if (this.#times.hasOpened(item, now)) noticed.add(id);
    }
    for (const { id, rendered } of changes) {
      if (rendered === undefined) continue;
      added.push(this.#put(rendered));
      if (this.#times.hasOpened(rendered.item, now)) noticed.add(id);
    }
    this.#orders.change(removed, added);
    return noticed;
  }

  /** One page of a list. */
  page(request: PageRequest): Page {
    const { filter, sort, first, size, liveAt, preview } = request;
    const select = (order: Order) =>
      liveAt === undefined || preview
        ? { selection: this.#filters.preview(order, filter, liveAt), cached: false }
        : this.#filters.live(order, filter, liveAt);
    const ready = this.#orders.ready(sort);
    const order = ready ?? this.#leadingOrder(sort);
    const { selection, cached } = select(order);
    const total = countOfSelection(selection);
    if (ready !== undefined) return { slots: order.page(selection, first, size), total, cached };
    const tied = {
      items: this.#items,
      orderBy: (item: SortItem) => this.#orders.of([item]),
      select: (other: Order) => select(other).selection,
    };
    const slots = pageByTies(tied, sort, { order, selection, isAll: true }, first, size);
    return { slots, total, cached };
  }

  /** All that a filter lets through, in any state, in an order that is there. */
  passing(filter: Filter, sort: readonly SortItem[]): readonly number[] {
    const order = this.#orders.ready(sort) ?? this.#leadingOrder(sort);
    const selection = this.#filters.preview(order, filter, undefined);
    return order.page(selection, 0, countOfSelection(selection));
  }

  /** A copy of all items, by slot. */
  snapshot(): readonly (Item | undefined)[] {
    return this.#items.slice();
  }

  /** The number of items that open or close within a period, and the first of them, the earliest first. */
  transitions(
    after: number,
    upTo: number,
    most: number,
  ): { readonly total: number; readonly first: readonly { readonly at: number; readonly item: Item }[] } {
    const begin = this.#times.firstAfter(after);
    const total = this.#times.firstAfter(upTo) - begin;
    const first = Array.from({ length: Math.min(total, most) }, (_, index) => begin + index).flatMap(
      (moment) => {
        const item = this.#items[this.#times.slotOf(moment)];
        return item === undefined ? [] : { at: this.#times.timeOf(moment), item };
      },
    );
    return { total, first };
  }

  /** The state of the item in a slot. */
  stateOf(slot: number, at: number): State {
    return this.#times.stateOf(slot, at);
  }

  /** The slot of the item with an ID. */
  slotOf(id: string): number | undefined {
    return this.#slotById.get(id);
  }

  /** The order by the first sort field alone. */
  #leadingOrder(sort: readonly SortItem[]): Order {
    return this.#orders.of(sort.slice(0, 1));
  }

  /** Prepares in time slices what takes long in a list; undefined if nothing does. */
  prepare(sort: readonly SortItem[], search?: Search, pause?: Pause): Promise<void> | undefined {
    const preparing = this.#orders.prepare(sort, pause);
    if (preparing !== undefined || search === undefined || this.findsQuickly) return preparing;
    const order = this.#orders.ready(sort) ?? this.#leadingOrder(sort);
    return this.#filters.prepareSearch(order, search.terms, search.liveAt, pause ?? createPause());
  }

  /** Computes what is live in an order, so that its first reader need not wait for it. */
  warm(sort: readonly SortItem[], at: number): void {
    this.#orders.of(sort).liveAt(at);
  }

  /** Whether every search is short enough to be done within a request. */
  get findsQuickly(): boolean {
    return this.#texts.findsQuickly;
  }

  /** Sorts orders again that have taken in many changes, in time slices. */
  tidyOrders(pause: Pause): Promise<void> {
    return this.#orders.tidy(pause);
  }

  /** Whether the search index is up to date at a given time. */
  isTidy(at: number): boolean {
    return this.#texts.isTidy(at);
  }

  /** Brings the search index up to date until told to stop; true when nothing is left to do. */
  tidy(at: number, isTimeUp: () => boolean): boolean {
    const isIndexed = this.#texts.tidy(at, isTimeUp, (slot) => this.#freeSlots.push(slot));
    return isIndexed && this.json.compact(isTimeUp);
  }

  #put(rendered: RenderedItem): number {
    const { item } = rendered;
    const slot = this.#freeSlots.pop() ?? this.#items.length;
    this.#items[slot] = item;
    this.json.put(slot, rendered, this.#linksOf(item));
    this.#slotById.set(item.id, slot);
    this.#ids.move(item.id, slot);
    if (item.alias !== undefined) this.#slotByAlias.set(item.alias, slot);
    this.#facets.add(item, slot);
    this.#times.set(slot, item);
    this.#texts.put(item, slot);
    return slot;
  }

  #remove(slot: number, item: Item): void {
    this.#items[slot] = undefined;
    this.json.drop(slot);
    this.#slotById.delete(item.id);
    this.#ids.move(item.id, -1);
    if (item.alias !== undefined && this.#slotByAlias.get(item.alias) === slot)
      this.#slotByAlias.delete(item.alias);
    this.#facets.delete(item, slot);
    this.#times.clear(slot);
    // A slot is not reused before the search index has removed it.
    if (this.#texts.remove(item, slot)) this.#freeSlots.push(slot);
  }

  #itemIn(slot: number | undefined): Item | undefined {
    return slot === undefined ? undefined : this.#items[slot];
  }
}

const noLinks: Links = { media: -1, category: -1, tags: [] };

/**
 * Numbers for the IDs that items of other shelves refer to: by its number an item is found without hashing a string. A
 * number is never given to another ID, so a reference to something that is gone never shows anything else.
 */
class IdInterner {
  readonly #slotById: ReadonlyMap<string, number>;
  readonly #numbers = new Map<string, number>();
  #slots = new Int32Array(16);

  constructor(slotById: ReadonlyMap<string, number>) {
    this.#slotById = slotById;
  }

  /** The number of an ID, whether or not there is an item of that ID. */
  intern(id: string): number {
    const known = this.#numbers.get(id);
    if (known !== undefined) return known;
    const number = this.#numbers.size;
    if (number === this.#slots.length) this.#grow();
    this.#numbers.set(id, number);
    this.#slots[number] = this.#slotById.get(id) ?? -1;
    return number;
  }

  /** The slot that the item with a number has now; -1 if there is none. */
  slotOf(number: number): number {
    return this.#slots[number] ?? -1;
  }

  /** Notes that the item with an ID has another slot; -1 if it has none any more. */
  move(id: string, slot: number): void {
    const number = this.#numbers.get(id);
    if (number !== undefined) this.#slots[number] = slot;
  }

  #grow(): void {
    const larger = new Int32Array(this.#slots.length * 2);
    larger.set(this.#slots);
    this.#slots = larger;
  }
}
