import type { SortItem } from '@newsstand/contract';
import { type Pause, runAtOnce, type Steps } from '../concurrency/timeSlices.ts';
import { Bitset, bitsOf, setBit, type Words, wordsFor } from './bitset/Bitset.ts';
import type { IntSet } from './bitset/IntSet.ts';
import { among, countOfSelection } from './bitset/selection.ts';
import type { LinkedIds, Links, RenderedItem } from './items/Item.ts';
import { SlotStore } from './items/SlotStore.ts';
import { isVersionSeen, ownTimes } from './items/versions.ts';
import { type Interval, type State, stateAt } from './items/visibility.ts';
import { type Filter, FilterSets, manySlots } from './orders/FilterSets.ts';
import type { Order } from './orders/Order.ts';
import { Orders } from './orders/Orders.ts';
import { pageByTies } from './orders/pageByTies.ts';
import {
  noteStaged,
  nothingStaged,
  openedIds,
  type ShelfChange,
  type ShownChange,
  type Staged,
} from './ShelfChange.ts';
import { ShelfClock } from './ShelfClock.ts';
import { ShelfNames } from './ShelfNames.ts';
import { Searches } from './search/Searches.ts';
import type { SavedArrays, Saving } from './snapshot/SavedArrays.ts';

/** Which items of a shelf a request is about; all parts must hold. Either slots or search terms may be given, normalised. */
export type ShelfFilter = Filter & { readonly terms?: readonly string[] | undefined };

/** A page of a filtered and sorted list, as seen at a given time. */
export type PageRequest = {
  readonly filter: ShelfFilter;
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

/** Looking up the place of a slot takes as long as walking this many places. */
const placesPerSlot = 4;

/** Up to so many changed items are merged into every order when they are shown; more are prepared beside what is shown. */
const fewChanges = 32;

/**
 * All items of one kind in one scope. While an item is on the shelf it has a slot, a small number by which indexes and
 * orders refer to it. What is stored for a slot is not shown before the slot has a name and a place in the orders. So a
 * change of any size is staged beside what is shown, in short steps, and then shown at once: no reader sees half of it.
 */
export class Shelf {
  readonly #store = new SlotStore();
  /** The item of each slot; only to be read. */
  readonly items = this.#store.items;
  readonly #times = this.#store.times;
  readonly #texts = this.#store.texts;
  /** Has its texts indexed in other threads. */
  readonly indexing = this.#store.indexing;
  readonly #names = new ShelfNames(this.items);
  readonly #ids = this.#names.ids;
  /** The states of the items, and what happens to them by the clock. */
  readonly clock = new ShelfClock({ items: this.items, times: this.#times, names: this.#names });
  readonly #orders: Orders;
  readonly #filters = new FilterSets({ ...this.#store, ids: this.#ids });
  readonly #searches = new Searches(this.#store);
  #staged: Staged | undefined;
  readonly #watches = new Set<number[]>();
  readonly #linksOf: (linked: LinkedIds) => Links;
  readonly #now: () => number;

  /** `linksOf` gives the links of an item to other shelves. */
  constructor(linksOf: (linked: LinkedIds) => Links = () => noLinks, now: () => number = Date.now) {
    this.#linksOf = linksOf;
    this.#now = now;
    this.#orders = new Orders({
      items: this.items,
      times: this.#times,
      slots: () => this.#ids.slots(),
      isShown: (slot) => this.#isShown(slot),
      now,
    });
  }

  /** How many times what is shown has changed: while that is the same, so are all slots. */
  get changes(): number {
    return this.#times.changes;
  }

  /** Collects the slots that are added and removed from now on, for work that lasts longer than a state of the shelf. */
  watch(): Disposable & { take(): readonly number[] } {
    const slots: number[] = [];
    this.#watches.add(slots);
    return { take: () => slots.splice(0), [Symbol.dispose]: () => void this.#watches.delete(slots) };
  }

  /** A number by which items of other shelves refer to an ID, whatever becomes of the item; -1 for none. */
  linkTo(id: string | undefined): number {
    return id === undefined ? -1 : this.#ids.pin(id);
  }

  /** The slot of the item that a link refers to; -1 if there is none now. */
  linkedSlot(link: number): number {
    return this.#ids.slotOf(link);
  }

  /** The ID that a link refers to. */
  linkedId(link: number): string {
    return this.#ids.nameOf(link);
  }

  /**
   * The slot of the item with this ID, or else of the one with this alias, among what is live at a given time or among
   * everything that is complete. A hidden item is handled exactly like one that does not exist.
   */
  slotNamed(name: string, liveAt: number | undefined): number | undefined {
    const isComplete = (slot: number) => this.items.missingIn(slot).length === 0;
    return this.#names.findSeen(name, (slot) =>
      liveAt === undefined
        ? slot >= 0 && isComplete(slot) && isVersionSeen(this.items, slot, 'next')
        : this.#times.isLive(slot, liveAt),
    );
  }

  /** The link to the item with this ID, or else to the one with this alias, in any state; undefined if there is none. */
  linkNamed(name: string): number | undefined {
    const link = this.#ids.numberOf(name);
    if (this.#ids.slotOf(link) >= 0) return link;
    const byAlias = this.#names.findAlias(name);
    return byAlias < 0 ? undefined : this.#ids.numberOf(this.items.idOf(byAlias));
  }

  /** The interval around a given time in which nothing on the whole shelf opens or closes. */
  intervalAt(at: number): Interval {
    return this.#times.intervalAt(at);
  }

  /** Stages a change beside what is shown; of each ID one at most. */
  stage({ id, rendered, next }: ShelfChange): void {
    this.#staged ??= nothingStaged();
    const slot = this.#ids.find(id);
    // Readers notice nothing of an item if only its next version is another one.
    const isSame = slot >= 0 && rendered !== undefined && this.#isSameItem(slot, rendered);
    this.#stageVersion(slot, rendered, isSame);
    const nextSlot = this.#names.findNext(id);
    if (nextSlot >= 0 || next !== undefined) this.#stageVersion(nextSlot, next, false);
  }

  #stageVersion(slot: number, rendered: RenderedItem | undefined, isSame: boolean): void {
    const staged = this.#staged ?? nothingStaged();
    if (slot >= 0) staged.removed.push(slot);
    if (slot >= 0 && !isSame) noteStaged(staged, this.items, slot);
    if (rendered === undefined) return;
    const added = this.#store.put(rendered, this.#linksOf(rendered.linked));
    staged.added.push(added);
    if (!isSame) noteStaged(staged, this.items, added);
  }

  /** Whether this version of an item, with this next version or none, is what is shown. */
  shows(rendered: RenderedItem, next?: RenderedItem): boolean {
    const { id } = rendered.item;
    if (!this.#showsIn(this.#ids.find(id), rendered)) return false;
    const nextSlot = this.#names.findNext(id);
    return next === undefined ? nextSlot < 0 : this.#showsIn(nextSlot, next);
  }

  #showsIn(slot: number, rendered: RenderedItem): boolean {
    const { item, version } = rendered;
    return (
      slot >= 0 &&
      this.items.liveFrom(slot) === item.liveFrom &&
      this.items.liveUntil(slot) === item.liveUntil &&
      Bun.deepEquals(this.items.versions.get(slot), version) &&
      this.#isSameItem(slot, rendered)
    );
  }

  /** Whether it is the same, but for when its next version takes over. */
  #isSameItem(slot: number, { item, json, linked, version }: RenderedItem): boolean {
    const shown = ownTimes(this.items, slot);
    return (
      this.items.publishedFrom(slot) === item.publishedFrom &&
      shown.liveFrom === (version ?? item).liveFrom &&
      shown.liveUntil === (version ?? item).liveUntil &&
      this.items.numberIn(slot, 'position') === item.position &&
      this.items.equals(slot, json, this.#linksOf(linked))
    );
  }

  /**
   * Prepares all that is staged, so that it can be shown at once. Texts need not be indexed if nobody reads yet: they are
   * scanned until `tidy`.
   */
  *prepareStaged(defaultSort: readonly SortItem[], indexesTexts = true): Steps<void> {
    const staged = this.#staged;
    if (staged === undefined) return;
    const { removed, added } = staged;
    if (removed.length + added.length <= fewChanges && this.#orders.haveRoomFor(added.length)) return;
    const now = this.#now();
    const addedSlots = new Uint32Array(added);
    yield;
    const isRemoved: Words = new Int32Array(wordsFor(this.items.length));
    for (const slot of removed) setBit(isRemoved, slot);
    this.#names.stage();
    yield* this.#names.rename(staged);
    if (indexesTexts) yield* this.#texts.prepare(addedSlots, now);
    const times = yield* this.#times.changed(isRemoved, addedSlots, now);
    const orders = yield* this.#orders.changed(isRemoved, addedSlots, defaultSort);
    const facets = yield* this.#filters.changed(orders.values(), times.live, now);
    staged.prepared = { times, orders, facets, areTextsIndexed: indexesTexts };
  }

  /** Shows all that is staged. */
  showStaged(now: number): ShownChange {
    const { removed, added, noticed, opensAt, prepared } = this.#staged ?? nothingStaged();
    if (prepared === undefined) {
      if (this.#staged !== undefined) runAtOnce(this.#names.rename(this.#staged));
      this.#times.change(removed, added);
      this.#orders.change(removed, added);
    } else {
      this.#names.showStaged();
      this.#times.show(prepared.times);
      this.#orders.show(prepared.orders);
      this.#filters.show(prepared.facets);
    }
    for (const watch of this.#watches)
      for (const slots of [removed, added]) for (const slot of slots) watch.push(slot);
    this.#searches.forget();
    if (prepared?.areTextsIndexed) this.#texts.showPrepared();
    else for (const slot of added) this.#texts.put(slot);
    this.#staged = undefined;
    const seenBy = this.#times.latest(now);
    return {
      isNoticed: opensAt <= seenBy,
      ids: () => openedIds(this.items, noticed, seenBy),
      retire: () => this.#store.retire(removed),
    };
  }

  /** Forgets all that is staged. */
  discardStaged(): void {
    if (this.#staged === undefined) return;
    this.#names.discardStaged();
    this.#store.retire(this.#staged.added);
    this.#staged = undefined;
  }

  /** One page of a list. */
  page({ filter: { terms, ...others }, sort, first, size, liveAt, preview }: PageRequest): Page {
    const seenAt = preview ? undefined : liveAt;
    const found = terms && this.#searches.find(terms, seenAt);
    const filter = found === undefined ? others : { ...others, slots: found.slots };
    const ready = this.#orders.ready(sort);
    const isOnlySearch = others.ids === undefined && (others.facets ?? []).length === 0;
    if (ready !== undefined && found !== undefined && seenAt !== undefined && isOnlySearch) {
      const page = this.#walk(ready, found.slots, seenAt, first, size);
      if (page !== undefined) return { ...page, cached: found.cached };
    }
    const order = ready ?? this.#leadingOrder(sort);
    const isCached = this.#filters.missing(order, filter, seenAt) === 0;
    if (!isCached && ready !== undefined && seenAt !== undefined) {
      const quick = this.#filters.quickPage(ready, filter, seenAt, { first, size });
      if (quick !== undefined) {
        this.#filters.noteAsked(ready, filter, seenAt);
        return { ...quick, cached: false };
      }
    }
    const select = (other: Order) =>
      seenAt === undefined
        ? this.#filters.preview(other, filter, liveAt)
        : this.#filters.live(other, filter, seenAt);
    const selection = select(order);
    const page = { total: countOfSelection(selection), cached: isCached && found?.cached !== false };
    if (ready !== undefined) return { slots: order.page(selection, first, size), ...page };
    const tied = { items: this.items, orderBy: (item: SortItem) => this.#orders.of([item]), select };
    return { slots: pageByTies(tied, sort, { order, selection, isAll: true }, first, size), ...page };
  }

  /** A page of a search that finds so much that the page is full after a few places of the order; undefined if it is not. */
  #walk(order: Order, slots: IntSet, at: number, first: number, size: number) {
    // Looking up the places of all these slots takes as long as walking this far.
    const most = slots.count * placesPerSlot;
    // What is found may be farther down the order than expected.
    const expected = ((first + size) * this.items.length) / slots.count;
    if (expected * 1.5 > most) return undefined;
    const found = among(slots, this.#times.liveSlots(at));
    const page = order.walk(found.words, at, { first, size, most });
    return page && { slots: page, total: found.count };
  }

  /** The slots of all that a filter lets through, in any state and in no order; quickest in an order that is there. */
  passing({ terms, ...others }: ShelfFilter, sort: readonly SortItem[]): Uint32Array {
    const order = this.#orders.ready(sort) ?? this.#leadingOrder(sort);
    const filter =
      terms === undefined ? others : { ...others, slots: this.#searches.find(terms, undefined).slots };
    const selection = this.#filters.preview(order, filter, undefined);
    const places = selection instanceof Bitset ? selection.toArray() : selection;
    return places.map((place) => order.slotAt(place));
  }

  /** The slots of all items, in no order. */
  slots(): Uint32Array {
    return this.#ids.slots();
  }

  /** The state of the item in a slot, if no next version takes over. */
  stateOf(slot: number, at: number): State {
    return stateAt(ownTimes(this.items, slot), at);
  }

  /** The slot of the item with an ID, and that of its next version. */
  slotsOf(id: string): readonly number[] {
    const [slot, next] = [this.#names.find(id), this.#names.findNext(id)];
    // Many are asked for at once, and hardly any has a next version.
    if (next < 0) return slot < 0 ? [] : [slot];
    return slot < 0 ? [next] : [slot, next];
  }

  /** The order by the first sort field alone. */
  #leadingOrder(sort: readonly SortItem[]): Order {
    return this.#orders.of(sort.slice(0, 1));
  }

  /** Prepares in time slices what takes long in a list; undefined if nothing does. */
  prepare(sort: readonly SortItem[], search?: Search, pause?: Pause): Promise<void> | undefined {
    const preparing = this.#orders.prepare(sort, pause);
    if (preparing !== undefined || search === undefined || this.findsQuickly) return preparing;
    return this.#searches.prepare(search.terms, search.liveAt);
  }

  /** The same for the filter of a list whose order is prepared. */
  prepareFilter(request: PageRequest, pause?: Pause): Promise<void> | undefined {
    const { filter, sort, first, size, liveAt, preview } = request;
    const at = preview ? undefined : liveAt;
    const ready = this.#orders.ready(sort);
    const order = ready ?? this.#leadingOrder(sort);
    if (this.#filters.missing(order, filter, at) < manySlots) return undefined;
    const quick = ready && at !== undefined && this.#filters.quickPage(ready, filter, at, { first, size });
    return quick ? undefined : this.#filters.prepare(order, filter, at, pause);
  }

  /** Whether every search is short enough to be done within a request. */
  get findsQuickly(): boolean {
    return this.#texts.findsQuickly;
  }

  /** Whether nothing is left to do in `tidy` at a given time. */
  isTidy(at: number): boolean {
    return this.#store.isTidy(at);
  }

  /** Clears what is not shown any more, and brings the search index up to date. */
  tidy(): Steps<void> {
    const mayClear = () => this.#staged === undefined;
    return this.#store.tidy(this.#now, mayClear, (slot) => this.#names.forget(slot));
  }

  /** Sorts what is missing of some orders, and orders that have taken in many changes, in time slices. */
  async tidyOrders(sorts: readonly (readonly SortItem[])[], pause: Pause): Promise<void> {
    await this.#orders.prepareAll(sorts, pause);
    await this.#orders.tidy(pause);
  }

  /** Saves what is shown now. Nothing may be tidied before that is done. */
  save(): Saving {
    return this.#save(this.#ids.slotsInSteps(), this.#names.save(), this.#orders.save());
  }

  *#save(slots: Steps<Uint32Array>, names: Saving, orders: Saving): Saving {
    yield* names;
    yield* this.#store.save();
    yield* orders;
    yield* this.#texts.save(yield* bitsOf(yield* slots));
  }

  /** Switches to the saved texts, mapped into memory from the file. */
  moveTo(file: Uint8Array<ArrayBuffer>): void {
    this.items.moveTo(file);
  }

  /** Loads a snapshot into an empty shelf. */
  *load(saved: SavedArrays): Steps<void> {
    yield* this.#names.load(saved);
    const slots = yield* this.#ids.slotsInSteps();
    const isSaved = yield* bitsOf(slots);
    yield* this.#store.load(saved, isSaved);
    this.#times.show(yield* this.#times.changed(new Int32Array(0), slots, this.#now()));
    yield* this.#orders.load(saved);
    yield* this.#texts.load(saved, isSaved);
  }

  #isShown(slot: number): boolean {
    return this.items.has(slot) && this.#names.isNamed(slot);
  }
}

const noLinks: Links = { media: -1, category: -1, tags: [] };
