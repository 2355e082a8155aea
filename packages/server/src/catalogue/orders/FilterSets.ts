import { LruCache } from '../../concurrency/LruCache.ts';
import { singleFlight } from '../../concurrency/singleFlight.ts';
import {
  createRequestPause,
  forRanges,
  type Pause,
  runAtOnce,
  runInSlices,
  type Steps,
} from '../../concurrency/timeSlices.ts';
import { Bitset, hasBit, lowestBit, setBit, type Words } from '../bitset/Bitset.ts';
import { IntSet } from '../bitset/IntSet.ts';
import { type AnyOf, countOfSelection, intersect, type Selection } from '../bitset/selection.ts';
import type { ItemTable } from '../items/ItemTable.ts';
import type { LiveTimes } from '../items/LiveTimes.ts';
import { isNextName, type NameTable, nextName } from '../items/NameTable.ts';
import { isVersionSeen } from '../items/versions.ts';
import { type SavedArrays, type Saving, textArray } from '../snapshot/SavedArrays.ts';
import type { Order, PlaceSet } from './Order.ts';
import type { Replaced } from './Orders.ts';

/** Which items of a shelf a request is about; all parts must hold. */
export type Filter = {
  readonly ids?: readonly string[] | undefined;
  /** An item must have at least one facet of each group. */
  readonly facets?: readonly (readonly string[])[];
  /** Only these slots, which have just been found. */
  readonly slots?: IntSet | undefined;
  /** Without incomplete drafts. */
  readonly isComplete?: boolean;
  /** Of items with a next version either that, or the one that counts at a time; of a preview about no time. */
  readonly versions?: 'next' | number;
};

/** The facet of items that are chosen for feeds. */
export const rssFacet = 'rss';

/** The facet of incomplete drafts. */
const incompleteFacet = 'incomplete';
/** The facet of items that have a next version, and of these. */
const versionsFacet = 'versions';

/** The facet of a category, by the number of its ID. */
export function categoryFacet(link: number): string {
  return `category ${link}`;
}

/** The facet of a tag, by the number of its ID. */
export function tagFacet(link: number): string {
  return `tag ${link}`;
}

/** Which slots have which facets: what an item can be filtered by, besides its ID and its text. */
export class FacetIndex {
  readonly #items: ItemTable;
  readonly #slots = new Map<string, IntSet>();

  constructor(items: ItemTable) {
    this.#items = items;
  }

  /** Adds a slot that has got an item. */
  add(slot: number): void {
    for (const facet of this.#facetsOf(slot)) {
      const slots = this.#slots.get(facet);
      if (slots === undefined) this.#slots.set(facet, new IntSet(slot));
      else slots.add(slot);
    }
  }

  /** Removes a slot that is about to lose its item. */
  delete(slot: number): void {
    for (const facet of this.#facetsOf(slot)) {
      const slots = this.#slots.get(facet);
      slots?.delete(slot);
      if (slots?.count === 0) this.#slots.delete(facet);
    }
  }

  slotsOf(facet: string): IntSet {
    return this.#slots.get(facet) ?? new IntSet();
  }

  /** Saves which slots have which facets; slots may be added meanwhile. */
  *save(): Saving {
    const facets = [...this.#slots];
    yield textArray(facets.map(([facet]) => facet).join('\n'));
    for (const [, slots] of facets) yield new Uint32Array(slots.toArray());
  }

  /** Loads what was saved of some slots. */
  *load(saved: SavedArrays, isSaved: Words): Steps<void> {
    const facets = saved.text();
    for (const facet of facets === '' ? [] : facets.split('\n')) {
      const slots = saved.next(Uint32Array).filter((slot) => hasBit(isSaved, slot));
      if (slots.length > 0) this.#slots.set(facet, IntSet.ofSorted(slots));
      yield;
    }
  }

  #facetsOf(slot: number): readonly string[] {
    const facets: string[] = [];
    for (let index = 0; index < this.#items.tagCount(slot); index++) {
      facets.push(tagFacet(this.#items.tagOf(slot, index)));
    }
    const category = this.#items.categoryOf(slot);
    if (category >= 0) facets.push(categoryFacet(category));
    if (this.#items.isRss(slot)) facets.push(rssFacet);
    if (this.#items.missingIn(slot).length > 0) facets.push(incompleteFacet);
    if (this.#items.versions.get(slot) !== undefined) facets.push(versionsFacet);
    return facets;
  }
}

/** What filters are evaluated on. */
export type Filtered = {
  readonly items: ItemTable;
  readonly ids: NameTable;
  readonly facets: FacetIndex;
  readonly times: LiveTimes;
};

/** The places of a facet in an order. */
type FacetSet = PlaceSet & { readonly order: Order; readonly facet: string };

/** The limit of the cache, in bytes: so much for each item of the shelf, and a little in any case. */
const bytesPerItem = 256;
const leastBytes = 1_000_000;

/** So many slots or places are looked at in a request, rather than caching the places of a filter; so many not in one go. */
const fewSlots = 4096;
export const manySlots = 131_072;

/** How many are remembered as asked for once. */
const mostAskedOnce = 10_000;

/** Which items of a list are on a page. */
type PageRange = { readonly first: number; readonly size: number };

/** A page, and how many items there are in all. */
type QuickPage = { readonly slots: readonly number[]; readonly total: number };

/** After more transitions than this, a set is evaluated again: that takes no longer. */
const mostTransitions = 256;

/**
 * Evaluates filters in the orders of a shelf, and caches the places that each facet has in each order.
 */
export class FilterSets {
  readonly #shelf: Filtered;
  #facets = this.#createFacets();
  readonly #preparing = singleFlight<IntSet>();
  /** Facets in orders that were asked for once, and answered without their places: asked for again, these are cached. */
  readonly #askedOnce = new Set<string>();

  constructor(shelf: Filtered) {
    this.#shelf = shelf;
  }

  #createFacets(): LruCache<FacetSet> {
    return new LruCache(
      () => leastBytes + this.#shelf.items.length * bytesPerItem,
      ({ places }) => places.bytes,
    );
  }

  /** What editors see in an order: everything, or what will be live at a given time. */
  preview(order: Order, filter: Filter, at: number | undefined): Selection {
    const mask = at === undefined ? order.present : order.computeLiveAt(at);
    const seen = this.#without(order, mask, this.#hidden(filter, at));
    return intersect(seen, this.#parts(order, filter, undefined));
  }

  /** The slots that are not seen by somebody who sees everything. */
  #hidden({ isComplete, versions }: Filter, at: number | undefined): readonly number[] {
    const { items, facets } = this.#shelf;
    const hidden = isComplete === true ? facets.slotsOf(incompleteFacet).toArray() : [];
    if (items.versions.isEmpty || versions === undefined || at !== undefined) return [...hidden];
    const others = facets.slotsOf(versionsFacet).toArray();
    const isHidden = (slot: number) => !isVersionSeen(items, slot, versions);
    return [...hidden, ...[...others].filter(isHidden)];
  }

  #without(order: Order, mask: Bitset, hidden: readonly number[]): Bitset {
    if (hidden.length === 0) return mask;
    const left = mask.clone();
    const slots = IntSet.from(Uint32Array.from(hidden), this.#shelf.items.length);
    for (const place of runAtOnce(placesIn(order, slots)).places.toArray()) left.clear(place);
    return left;
  }

  /** What readers see in an order at a given time. */
  live(order: Order, filter: Filter, at: number): Selection {
    const { slots, ids, facets = [] } = filter;
    if (slots !== undefined && ids === undefined && facets.length === 0) return order.livePlaces(slots, at);
    return intersect(order.liveAt(at), this.#parts(order, filter, at));
  }

  /** What readers see at a given time, as slots in no order. */
  #liveSlots({ ids, facets = [], slots }: Filter, at: number): Selection {
    const parts: AnyOf[] = facets.map((group) => group.map((facet) => this.#shelf.facets.slotsOf(facet)));
    if (slots !== undefined) parts.push([slots]);
    if (ids !== undefined) parts.push([this.#slotsOfIds(ids, at)]);
    return intersect(this.#shelf.times.liveSlots(at), parts);
  }

  /** How many slots must be looked at before everything is cached that a filter needs in an order. */
  missing(order: Order, { facets = [] }: Filter, at: number | undefined): number {
    let missing = 0;
    for (const group of facets) {
      for (const facet of group) {
        if (this.#cached(order, facet, at) === undefined) missing += this.#shelf.facets.slotsOf(facet).count;
      }
    }
    return missing;
  }

  /**
   * A page of what readers see, the first time that a filter is asked for, without the places of a whole facet: of few items
   * the places are looked up; of many, a page near the beginning is full after a few places of the order. Undefined if
   * neither is quick.
   */
  quickPage(order: Order, filter: Filter, at: number, page: PageRange): QuickPage | undefined {
    const { facets = [], slots: searched } = filter;
    const missing = this.missing(order, filter, at);
    if (missing <= fewSlots || this.#keysOf(order, filter, at).every((key) => this.#askedOnce.has(key)))
      return undefined;
    const walked = (page.first + page.size) * this.#shelf.items.length;
    // A deep page of a single large facet is never quick.
    if (facets.length === 1 && searched === undefined && walked > missing * fewSlots) return undefined;
    const found = this.#liveSlots(filter, at);
    const total = countOfSelection(found);
    if (found instanceof Bitset && total > fewSlots) {
      const slots = order.walk(found.words, at, { ...page, most: fewSlots });
      return slots && { slots, total };
    }
    if (total > fewSlots) return undefined;
    const set = IntSet.ofSorted(found instanceof Bitset ? found.toArray() : found);
    const places = runAtOnce(placesIn(order, set)).places.toArray();
    return { slots: order.page(places, page.first, page.size), total };
  }

  /** Notes that a page of a filter was answered quickly. */
  noteAsked(order: Order, filter: Filter, at: number): void {
    if (this.#askedOnce.size >= mostAskedOnce) this.#askedOnce.clear();
    for (const key of this.#keysOf(order, filter, at)) this.#askedOnce.add(key);
  }

  #keysOf(order: Order, { facets = [] }: Filter, at: number): readonly string[] {
    return facets.flat().map((facet) => keyOf(order, facet, at));
  }

  /** Caches in time slices what a filter needs in an order, once for all who wait. */
  prepare(order: Order, filter: Filter, at: number | undefined, pause?: Pause): Promise<void> {
    const facets = filter.facets?.flat() ?? [];
    const preparing = facets.filter((facet) => this.#cached(order, facet, at) === undefined);
    const prepared = preparing.map((facet) =>
      this.#preparing(keyOf(order, facet, at), () =>
        // A copy: the times of other requests may come between two steps.
        runInSlices(this.#cache(order, facet, at, this.#liveAt(at)?.clone()), pause ?? createRequestPause()),
      ),
    );
    return Promise.all(prepared).then(() => {});
  }

  /** The sets that a filter consists of, of what is live at a given time or of everything. */
  #parts(order: Order, { ids, facets = [], slots }: Filter, at: number | undefined): readonly AnyOf[] {
    const parts: AnyOf[] = facets.map((group) =>
      group.map(
        (facet) =>
          this.#cached(order, facet, at) ?? runAtOnce(this.#cache(order, facet, at, this.#liveAt(at))),
      ),
    );
    if (slots !== undefined) parts.push([runAtOnce(placesIn(order, slots)).places]);
    if (ids !== undefined) parts.push([runAtOnce(placesIn(order, this.#slotsOfIds(ids, at))).places]);
    return parts;
  }

  /** A hidden ID takes the same path as an unknown one, and the same time. */
  #slotsOfIds(ids: readonly string[], at: number | undefined): IntSet {
    const { items, ids: table, times } = this.#shelf;
    const isSeen = (slot: number) => (at === undefined ? slot >= 0 : times.isLive(slot, at));
    const names = !items.versions.isEmpty
      ? ids.flatMap((id) => (isNextName(id) ? [] : [id, nextName(id)]))
      : ids;
    const slots = names.map((name) => table.find(name)).filter(isSeen);
    return IntSet.from(Uint32Array.from(slots), items.length);
  }

  #liveAt(at: number | undefined): Bitset | undefined {
    return at === undefined ? undefined : this.#shelf.times.liveSlots(at);
  }

  *#cache(order: Order, facet: string, at: number | undefined, live: Bitset | undefined): Steps<IntSet> {
    const set = yield* this.#facetSet(order, facet, at, live);
    this.#facets.set(keyOf(order, facet, at), set);
    return set.places;
  }

  *#facetSet(order: Order, facet: string, at: number | undefined, live: Bitset | undefined): Steps<FacetSet> {
    return { ...(yield* placesIn(order, this.#shelf.facets.slotsOf(facet), live)), at, order, facet };
  }

  /** The cached facets in the orders of a large change, to be shown with these: or else all readers would wait for them. */
  *changed(replaced: Iterable<Replaced>, live: Bitset, now: number): Steps<LruCache<FacetSet>> {
    const after = new Map(Array.from(replaced, (one) => [one.before, one.after]));
    const facets = this.#createFacets();
    for (const [, { order: before, facet, at }] of this.#facets.entries()) {
      const order = after.get(before);
      if (order === undefined) continue;
      const [moment, seen] = at === undefined ? [] : [now, live];
      facets.set(keyOf(order, facet, at), yield* this.#facetSet(order, facet, moment, seen));
      yield;
    }
    return facets;
  }

  /** Shows the facets of a large change. */
  show(facets: LruCache<FacetSet>): void {
    this.#facets = facets;
  }

  /** The cached places of a facet, brought up to date; undefined if there are none, or too much has opened or closed since. */
  #cached(order: Order, facet: string, at: number | undefined): IntSet | undefined {
    const set = this.#facets.get(keyOf(order, facet, at));
    if (set === undefined) return undefined;
    // Hidden items are not even looked at: that would take time, which readers can measure.
    const { times, facets } = this.#shelf;
    const isMember = (slot: number) =>
      (at === undefined || times.isLive(slot, at)) && facets.slotsOf(facet).has(slot);
    if (at !== undefined && !this.#moveTo(at, set, order, isMember)) return undefined;
    order.catchUp(set, isMember);
    return set.places;
  }

  /** Adds what has opened since a set of live items was made; false if that is too much. */
  #moveTo(at: number, set: PlaceSet, order: Order, isMember: (slot: number) => boolean): boolean {
    const { times } = this.#shelf;
    const { from, until } = times.intervalAt(at);
    const before = set.at ?? at;
    if (before < from || before >= until) {
      const last = times.firstAfter(Math.max(at, before));
      const first = times.firstAfter(Math.min(at, before));
      if (last - first > mostTransitions) return false;
      for (let transition = first; transition < last; transition++) {
        const slot = times.slotOf(transition);
        const place = order.placeOf(slot);
        if (place < order.end && isMember(slot)) set.places.add(place);
      }
    }
    set.at = at;
    return true;
  }
}

/** What readers find is kept apart from what there is to find. */
function keyOf(order: Order, name: string, at: number | undefined): string {
  return `${order.number} ${at === undefined ? 'all' : 'live'} ${name}`;
}

/** The places of so many words of slots are looked up in one step. */
const wordsAtOnce = 1024;

/**
 * The places that some slots have in an order, or those of them that are live. The order may be changed between two steps:
 * what comes meanwhile has a place behind its present end, and is not looked at.
 */
export function* placesIn(order: Order, slots: IntSet, live?: Bitset): Steps<PlaceSet> {
  const { end } = order;
  const { length } = order.present.words;
  const members = slots.words;
  if (members === undefined) {
    const seen = slots.toArray().filter((slot) => order.placeOf(slot) < end && live?.has(slot) !== false);
    const places = seen.map((slot) => order.placeOf(slot));
    return { places: IntSet.from(places, length * 32), upTo: end, at: undefined };
  }
  const words: Words = new Int32Array(length);
  yield* forRanges(
    members.length,
    (from, to) => {
      for (let at = from; at < to; at++) {
        let left = members[at] ?? 0;
        if (live !== undefined) left &= live.words[at] ?? 0;
        for (; left !== 0; left &= left - 1) {
          const place = order.placeOf(at * 32 + lowestBit(left));
          if (place < end) setBit(words, place);
        }
      }
    },
    wordsAtOnce,
  );
  return { places: IntSet.ofWords(words), upTo: end, at: undefined };
}
