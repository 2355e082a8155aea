import { LruCache } from '../../concurrency/LruCache.ts';
import type { Steps } from '../../concurrency/timeSlices.ts';
import { type Bitset, hasBit, type Words } from '../bitset/Bitset.ts';
import { type AnyOf, IntSet, intersect, type Selection } from '../bitset/IntSet.ts';
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

/** After more transitions than this, a set is evaluated again: that takes no longer. */
const mostTransitions = 256;

/**
 * Evaluates filters in the orders of a shelf, and caches the places that each facet has in each order.
 */
export class FilterSets {
  readonly #shelf: Filtered;
  #facets = this.#createFacets();
  /** How many sets were made so far. */
  #made = 0;

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
    const places = order.setOf(IntSet.from(Uint32Array.from(hidden), this.#shelf.items.length)).places;
    for (const place of places.toArray()) left.clear(place);
    return left;
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
    const { ids, facets = [], slots } = filter;
    const parts: AnyOf[] = [];
    if (slots !== undefined) parts.push([order.setOf(slots).places]);
    if (ids !== undefined) parts.push([this.#placesOfIds(order, ids, at)]);
    for (const group of facets) parts.push(group.map((facet) => this.#placesOfFacet(order, facet, at)));
    return parts;
  }

  /** A hidden ID takes the same path as an unknown one, and the same time. */
  #placesOfIds(order: Order, ids: readonly string[], at: number | undefined): IntSet {
    const { items, ids: table, times } = this.#shelf;
    const isSeen = (slot: number) => (at === undefined ? slot >= 0 : times.isLive(slot, at));
    const names = !items.versions.isEmpty
      ? ids.flatMap((id) => (isNextName(id) ? [] : [id, nextName(id)]))
      : ids;
    const slots = names.map((name) => table.find(name)).filter(isSeen);
    return order.setOf(IntSet.from(Uint32Array.from(slots), items.length)).places;
  }

  #placesOfFacet(order: Order, facet: string, at: number | undefined): IntSet {
    const key = keyOf(order, facet, at);
    const cached = this.#cached(this.#facets.get(key), order, at, (slot) =>
      this.#shelf.facets.slotsOf(facet).has(slot),
    );
    if (cached !== undefined) return cached.places;
    // One bit for each slot is read more quickly than two times.
    const live = at === undefined ? undefined : this.#shelf.times.liveSlots(at);
    const set = this.#facetSet(order, facet, at, live && ((slot) => live.has(slot)));
    this.#made++;
    this.#facets.set(key, set);
    return set.places;
  }

  #facetSet(
    order: Order,
    facet: string,
    at: number | undefined,
    isSeen: ((slot: number) => boolean) | undefined,
  ): FacetSet {
    return { ...order.setOf(this.#shelf.facets.slotsOf(facet), isSeen), at, order, facet };
  }

  /** The cached facets in the orders of a large change, to be shown with these: or else all readers would wait for them. */
  *changed(replaced: Iterable<Replaced>, now: number): Steps<LruCache<FacetSet>> {
    const after = new Map(Array.from(replaced, (one) => [one.before, one.after]));
    const facets = this.#createFacets();
    for (const [, { order: before, facet, at }] of this.#facets.entries()) {
      const order = after.get(before);
      if (order === undefined) continue;
      const isSeen = at === undefined ? undefined : (slot: number) => this.#shelf.times.isLive(slot, now);
      const moment = at === undefined ? undefined : now;
      facets.set(keyOf(order, facet, at), this.#facetSet(order, facet, moment, isSeen));
      yield;
    }
    return facets;
  }

  /** Shows the facets of a large change. */
  show(facets: LruCache<FacetSet>): void {
    this.#facets = facets;
  }

  /** A cached set, brought up to date; undefined if there is none, or too much has opened or closed since. */
  #cached(
    set: PlaceSet | undefined,
    order: Order,
    at: number | undefined,
    belongs: (slot: number) => boolean,
  ): PlaceSet | undefined {
    if (set === undefined) return undefined;
    // Hidden items are not even looked at: that would take time, which readers can measure.
    const { times } = this.#shelf;
    const isMember = at === undefined ? belongs : (slot: number) => times.isLive(slot, at) && belongs(slot);
    if (at !== undefined && !this.#moveTo(at, set, order, isMember)) return undefined;
    order.catchUp(set, isMember);
    return set;
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
