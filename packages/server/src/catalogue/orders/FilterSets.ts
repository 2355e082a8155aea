import { LruCache } from '../../concurrency/LruCache.ts';
import { type Pause, runInSlices, type Steps } from '../../concurrency/timeSlices.ts';
import { type AnyOf, IntSet, intersect, type Selection } from '../bitset/IntSet.ts';
import type { Item } from '../items/Item.ts';
import type { LiveTimes } from '../items/LiveTimes.ts';
import type { NameTable } from '../items/NameTable.ts';
import { isLive } from '../items/visibility.ts';
import type { ShelfTexts } from '../search/ShelfTexts.ts';
import { textMatches } from '../search/textMatches.ts';
import type { Order, PlaceSet } from './Order.ts';
import type { Replaced } from './Orders.ts';

/** Which items of a shelf a request is about; all parts must hold. */
export type Filter = {
  readonly ids?: readonly string[] | undefined;
  /** An item must have at least one facet of each group. */
  readonly facets?: readonly (readonly string[])[];
  /** Only these slots, which the caller has just found. */
  readonly slots?: IntSet | undefined;
  /** Search terms, normalised. */
  readonly terms?: readonly string[] | undefined;
};

/** The facet of items that are chosen for feeds. */
export const rssFacet = 'rss';

export function categoryFacet(categoryId: string): string {
  return `category ${categoryId}`;
}

export function tagFacet(tagId: string): string {
  return `tag ${tagId}`;
}

/** What an item can be filtered by, besides its ID and its text. */
export function facetsOf({ categoryId, tagIds, isRss }: Item): readonly string[] {
  const facets = tagIds.map(tagFacet);
  if (categoryId !== undefined) facets.push(categoryFacet(categoryId));
  if (isRss) facets.push(rssFacet);
  return facets;
}

/** Which slots have which facets. */
export class FacetIndex {
  readonly #slots = new Map<string, IntSet>();

  add(item: Item, slot: number): void {
    for (const facet of facetsOf(item)) {
      const slots = this.#slots.get(facet);
      if (slots === undefined) this.#slots.set(facet, new IntSet(slot));
      else slots.add(slot);
    }
  }

  delete(item: Item, slot: number): void {
    for (const facet of facetsOf(item)) {
      const slots = this.#slots.get(facet);
      slots?.delete(slot);
      if (slots?.count === 0) this.#slots.delete(facet);
    }
  }

  slotsOf(facet: string): IntSet {
    return this.#slots.get(facet) ?? new IntSet();
  }
}

/** What filters are evaluated on. */
export type Filtered = {
  readonly items: readonly (Item | undefined)[];
  readonly ids: NameTable;
  readonly facets: FacetIndex;
  readonly times: LiveTimes;
  readonly texts: ShelfTexts;
};

/** The places of a facet in an order. */
type FacetSet = PlaceSet & { readonly order: Order; readonly facet: string };

/**
 * The limits of the caches, in bytes: so much for each item of the shelf, and a little in any case. Searches have a cache
 * of their own: most are different, and would evict the facets. It saves 15 % of the time of searches for different pages,
 * at 100,000 items.
 */
const facetBytesPerItem = 256;
const searchBytesPerItem = 128;
const leastBytes = 1_000_000;

/** After more transitions than this, a set is evaluated again: that takes no longer. */
const mostTransitions = 256;

/**
 * Evaluates filters in the orders of a shelf, and caches the places that each facet and each search has in each order.
 */
export class FilterSets {
  readonly #shelf: Filtered;
  #facets = this.#createCache<FacetSet>(facetBytesPerItem);
  #searches = this.#createCache<PlaceSet>(searchBytesPerItem);
  readonly #searching = new Map<string, Promise<void>>();
  /** How many sets were made so far. */
  #made = 0;

  constructor(shelf: Filtered) {
    this.#shelf = shelf;
  }

  #createCache<Cached extends PlaceSet>(bytesPerItem: number): LruCache<Cached> {
    return new LruCache(
      () => leastBytes + this.#shelf.items.length * bytesPerItem,
      ({ places }) => places.bytes,
    );
  }

  /** What editors see in an order: everything, or what will be live at a given time. */
  preview(order: Order, filter: Filter, at: number | undefined): Selection {
    const mask = at === undefined ? order.present : order.computeLiveAt(at);
    return intersect(mask, this.#parts(order, filter, undefined));
  }

  /** What readers see in an order at a given time, and whether all of it was cached. */
  live(
    order: Order,
    filter: Filter,
    at: number,
  ): { readonly selection: Selection; readonly cached: boolean } {
    const madeBefore = this.#made;
    const selection = intersect(order.liveAt(at), this.#parts(order, filter, at));
    return { selection, cached: this.#made === madeBefore };
  }

  /** The sets that a filter consists of, of what is live at a given time or of everything. */
  #parts(order: Order, filter: Filter, at: number | undefined): readonly AnyOf[] {
    const { ids, facets = [], slots, terms } = filter;
    const parts: AnyOf[] = [];
    if (slots !== undefined) parts.push([order.setOf(slots).places]);
    if (ids !== undefined) parts.push([this.#placesOfIds(order, ids, at)]);
    for (const group of facets) parts.push(group.map((facet) => this.#placesOfFacet(order, facet, at)));
    if (terms !== undefined) parts.push([this.#placesOfTerms(order, terms, at)]);
    return parts;
  }

  /** A hidden ID takes the same path as an unknown one, and the same time. */
  #placesOfIds(order: Order, ids: readonly string[], at: number | undefined): IntSet {
    const { items, ids: table, times } = this.#shelf;
    const isSeen = (slot: number) => (at === undefined ? slot >= 0 : times.isLive(slot, at));
    const slots = ids.map((id) => table.find(id)).filter(isSeen);
    return order.setOf(IntSet.from(Uint32Array.from(slots), items.length)).places;
  }

  #placesOfFacet(order: Order, facet: string, at: number | undefined): IntSet {
    const key = keyOf(order, facet, at);
    const cached = this.#cached(this.#facets.get(key), order, at, (item) => facetsOf(item).includes(facet));
    if (cached !== undefined) return cached.places;
    return this.#keep(this.#facets, key, this.#facetSet(order, facet, at), at);
  }

  #facetSet(order: Order, facet: string, at: number | undefined): FacetSet {
    const { facets, times } = this.#shelf;
    const isSeen = at === undefined ? undefined : (slot: number) => times.isLive(slot, at);
    return { ...order.setOf(facets.slotsOf(facet), isSeen), at, order, facet };
  }

  /** The cached facets in the orders of a large change, to be shown with these: or else all readers would wait for them. */
  *changed(replaced: Iterable<Replaced>, now: number): Steps<LruCache<FacetSet>> {
    const after = new Map(Array.from(replaced, (one) => [one.before, one.after]));
    const facets = this.#createCache<FacetSet>(facetBytesPerItem);
    for (const [, { order: before, facet, at }] of this.#facets.entries()) {
      const order = after.get(before);
      if (order === undefined) continue;
      const moment = at === undefined ? undefined : now;
      facets.set(keyOf(order, facet, at), this.#facetSet(order, facet, moment));
      yield;
    }
    return facets;
  }

  /** Shows the facets of a large change; what was found is searched again. */
  show(facets: LruCache<FacetSet>): void {
    this.#facets = facets;
    this.#searches = this.#createCache(searchBytesPerItem);
  }

  #placesOfTerms(order: Order, terms: readonly string[], at: number | undefined): IntSet {
    const key = keyOfTerms(order, terms, at);
    const cached = this.#cachedSearch(key, order, terms, at);
    if (cached !== undefined) return cached.places;
    return this.#keep(this.#searches, key, order.setOf(this.#shelf.texts.find(terms, at)), at);
  }

  #cachedSearch(key: string, order: Order, terms: readonly string[], at: number | undefined) {
    return this.#cached(this.#searches.get(key), order, at, ({ text = '' }) => textMatches(text, terms));
  }

  /** A cached set, brought up to date; undefined if there is none, or too much has opened or closed since. */
  #cached(
    set: PlaceSet | undefined,
    order: Order,
    at: number | undefined,
    belongs: (item: Item) => boolean,
  ): PlaceSet | undefined {
    if (set === undefined) return undefined;
    // Hidden items are not even looked at: that would take time, which readers can measure.
    const isMember = at === undefined ? belongs : (item: Item) => isLive(item, at) && belongs(item);
    if (at !== undefined && !this.#moveTo(at, set, order, isMember)) return undefined;
    order.catchUp(set, isMember);
    return set;
  }

  /** Adds what has opened since a set of live items was made; false if that is too much. */
  #moveTo(at: number, set: PlaceSet, order: Order, isMember: (item: Item) => boolean): boolean {
    const { times, items } = this.#shelf;
    const { from, until } = times.intervalAt(at);
    const before = set.at ?? at;
    if (before < from || before >= until) {
      const last = times.firstAfter(Math.max(at, before));
      const first = times.firstAfter(Math.min(at, before));
      if (last - first > mostTransitions) return false;
      for (let transition = first; transition < last; transition++) {
        const slot = times.slotOf(transition);
        const [item, place] = [items[slot], order.placeOf(slot)];
        if (item !== undefined && place < order.end && isMember(item)) set.places.add(place);
      }
    }
    set.at = at;
    return true;
  }

  #keep<Cached extends PlaceSet>(
    cache: LruCache<Cached>,
    key: string,
    set: Cached,
    at: number | undefined,
  ): IntSet {
    set.at = at;
    this.#made++;
    cache.set(key, set);
    return set.places;
  }

  /** Searches in time slices, once for all who wait; undefined if the result is cached. */
  prepareSearch(
    order: Order,
    terms: readonly string[],
    at: number | undefined,
    pause: Pause,
  ): Promise<void> | undefined {
    const key = keyOfTerms(order, terms, at);
    if (this.#cachedSearch(key, order, terms, at) !== undefined) return undefined;
    const { end } = order;
    const searches = this.#searches;
    const searching =
      this.#searching.get(key) ??
      runInSlices(this.#shelf.texts.findInSteps(terms, at), pause)
        // Slots that came while it searched may have been used before by items that matched.
        .then((slots) => void this.#keep(searches, key, order.setOf(slots, undefined, end), at))
        .finally(() => this.#searching.delete(key));
    this.#searching.set(key, searching);
    return searching;
  }
}

/** What readers find is kept apart from what there is to find. */
function keyOf(order: Order, name: string, at: number | undefined): string {
  return `${order.number} ${at === undefined ? 'all' : 'live'} ${name}`;
}

function keyOfTerms(order: Order, terms: readonly string[], at: number | undefined): string {
  return keyOf(order, `search ${terms.join(' ')}`, at);
}
