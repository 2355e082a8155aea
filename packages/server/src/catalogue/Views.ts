import { AdmissionFilter } from '../concurrency/AdmissionFilter.ts';
import { LruCache } from '../concurrency/LruCache.ts';
import type { Filter } from './Filter.ts';
import type { Item } from './Item.ts';
import type { LiveTimes } from './LiveTimes.ts';
import type { Order } from './Order.ts';
import type { PlaceSet } from './PlaceSet.ts';
import type { Pause } from './pauses.ts';
import type { ShelfTexts } from './ShelfTexts.ts';
import type { SlotLists } from './SlotLists.ts';
import { textMatches } from './search/textMatches.ts';
import { type AnyOf, keepSelected, type Selected, selectPlaces } from './selectPlaces.ts';
import { finishInTurns } from './steps.ts';
import { categoryTrait, rssTrait, tagTrait, traitsOf } from './traits.ts';
import { isLive, type Stretch } from './visibility.ts';

/** What an order has of a filter, and whether it was there already. */
export type View = { readonly selected: Selected; readonly cached: boolean };

/** What of a shelf is looked at. */
export type Viewed = {
  readonly items: readonly (Item | undefined)[];
  readonly slots: ReadonlyMap<string, number>;
  readonly traits: SlotLists;
  readonly times: LiveTimes;
  readonly texts: ShelfTexts;
};

/** What sets and views may take, in bytes: so much for each item of the shelf, and a little in any case. */
const setBytesPerItem = 256;
const viewBytesPerItem = 96;
const leastBytes = 1_000_000;

/** Where more has opened or closed than this, it takes no longer to search anew. */
const mostMoments = 256;

/** What filters let through, in the orders of a shelf. */
export class Views {
  readonly #viewed: Viewed;
  /** The sets that filters are made of, by order and trait or terms. */
  readonly #sets = new LruCache<PlaceSet, string | number>(
    () => leastBytes + this.#viewed.items.length * setBytesPerItem,
    ({ bytes }) => bytes,
  );
  /** What was asked for once is only noted; what is asked for again is kept. */
  readonly #asked = new AdmissionFilter();
  readonly #views = new LruCache<KeptView, number>(
    () => leastBytes + this.#viewed.items.length * viewBytesPerItem,
    ({ selected }) => bytesOf(selected),
  );
  readonly #searching = new Map<string, Promise<void>>();

  constructor(viewed: Viewed) {
    this.#viewed = viewed;
  }

  /** What an editor sees: everything, or what will be live at a moment. Nothing is kept of it. */
  previewed(order: Order, filter: Filter, at: number | undefined): View {
    const mask = at === undefined ? order.present : order.liveOnceAt(at);
    return { selected: selectPlaces(mask, this.#parts(order, filter, undefined)), cached: false };
  }

  /** What readers see at a moment. */
  live(order: Order, filter: Filter, at: number): View {
    const digest = this.#digestOf(order, filter);
    const isAskedAgain = digest !== undefined && this.#asked.admitsHash(digest);
    const kept = isAskedAgain ? this.#views.get(digest) : undefined;
    if (kept !== undefined && isRight(kept, order, filter, at)) return kept;
    const selected = selectPlaces(order.liveAt(at), this.#parts(order, filter, at));
    if (isAskedAgain) {
      const { number, version } = order;
      const about = { order: number, version, filter, ...this.#viewed.times.stretchAt(at) };
      this.#views.set(digest, { selected: keepSelected(selected), cached: true, ...about });
    }
    return { selected, cached: false };
  }

  /** Tells what a filter lets through in an order from most others. Undefined where that is not worth keeping. */
  #digestOf(order: Order, filter: Filter): number | undefined {
    const { ids, slots, categoryId, tagIds, rssOnly, terms } = filter;
    // There are very many ways to pick items by their IDs, and each is found as quickly as a view of it.
    if (ids !== undefined || slots !== undefined) return undefined;
    const { traits } = this.#viewed;
    let digest = 0;
    if (categoryId !== undefined) digest = mixed(digest, traits.numberOf(categoryTrait(categoryId)));
    if (tagIds !== undefined) for (const id of tagIds) digest = mixed(digest, traits.numberOf(tagTrait(id)));
    if (rssOnly === true) digest = mixed(digest, traits.numberOf(rssTrait));
    if (terms !== undefined) digest = mixed(digest, Bun.hash.xxHash32(terms.join(' ')));
    const isAll = categoryId === undefined && tagIds === undefined && rssOnly !== true && terms === undefined;
    return isAll ? undefined : mixed(digest, order.number) >>> 0;
  }

  /** The sets that a filter is made of, for what is live at a moment or for everything; none where it lets all through. */
  #parts(order: Order, filter: Filter, at: number | undefined): readonly AnyOf[] {
    const { ids, slots, categoryId, tagIds, rssOnly, terms } = filter;
    const parts: AnyOf[] = [];
    if (slots !== undefined) parts.push([order.setOf(slots, true)]);
    if (ids !== undefined) parts.push([this.#idSet(order, ids, at)]);
    if (categoryId !== undefined) parts.push([this.#traitSet(order, categoryTrait(categoryId), at)]);
    if (tagIds !== undefined) parts.push(tagIds.map((tagId) => this.#traitSet(order, tagTrait(tagId), at)));
    if (rssOnly === true) parts.push([this.#traitSet(order, rssTrait, at)]);
    if (terms !== undefined) parts.push([this.#termSet(order, terms, at)]);
    return parts;
  }

  /** What is hidden takes the same way as what is not there, and the same time. */
  #idSet(order: Order, ids: readonly string[], at: number | undefined): PlaceSet {
    const { slots, times } = this.#viewed;
    const isSeen = (slot: number) => (at === undefined ? slot >= 0 : times.isLive(slot, at));
    return order.setOf(Uint32Array.from(ids.map((id) => slots.get(id) ?? -1).filter(isSeen)), true);
  }

  #traitSet(order: Order, trait: string, at: number | undefined): PlaceSet {
    const { traits, times } = this.#viewed;
    const key = (order.number * mostTraits + traits.numberOf(trait)) * 2 + (at === undefined ? 0 : 1);
    const kept = this.#kept(key, order, at, (item) => traitsOf(item).includes(trait));
    if (kept !== undefined) return kept;
    const slots = traits.list(trait);
    return this.#keep(
      key,
      order.setOf(at === undefined ? slots : slots.filter((slot) => times.isLive(slot, at)), true),
      at,
    );
  }

  /** What is searched for once is not worth keeping. */
  #termSet(order: Order, terms: readonly string[], at: number | undefined): PlaceSet {
    const key = termKey(order, terms, at);
    const kept = this.#kept(key, order, at, ({ text = '' }) => textMatches(text, terms));
    if (kept !== undefined) return kept;
    const isKept = this.#asked.admits(key);
    const set = order.setOf(this.#viewed.texts.find(terms, at), isKept);
    return isKept ? this.#keep(key, set, at) : set;
  }

  /** A set that was kept, brought up to date; undefined where there is none, or too much has opened or closed since. */
  #kept(
    key: string | number,
    order: Order,
    at: number | undefined,
    belongs: (item: Item) => boolean,
  ): PlaceSet | undefined {
    const set = this.#sets.get(key);
    if (set === undefined) return undefined;
    // What is hidden is not even looked at: that would take time which readers can measure.
    const isIn = at === undefined ? belongs : (item: Item) => isLive(item, at) && belongs(item);
    if (at !== undefined && !this.#turn(set, order, at, isIn)) return undefined;
    if (set.upTo < order.end) order.catchUp(set, isIn);
    return set;
  }

  /** Adds what has opened since a set of what readers see was made; false where that is too much. */
  #turn(set: PlaceSet, order: Order, at: number, isIn: (item: Item) => boolean): boolean {
    const { times, items } = this.#viewed;
    const { from, until } = times.stretchAt(at);
    const before = set.at ?? at;
    if (before < from || before >= until) {
      const last = times.firstAfter(Math.max(at, before));
      const first = times.firstAfter(Math.min(at, before));
      if (last - first > mostMoments) return false;
      for (let moment = first; moment < last; moment++) {
        const slot = times.slotOf(moment);
        const [item, place] = [items[slot], order.placeOf(slot)];
        if (item !== undefined && place < order.end && isIn(item)) set.add(place);
      }
    }
    set.at = at;
    return true;
  }

  #keep(key: string | number, set: PlaceSet, at: number | undefined): PlaceSet {
    set.at = at;
    this.#sets.set(key, set);
    return set;
  }

  /** Searches in short turns between requests, once at a time, however many wait; undefined where that was done. */
  prepareSearch(
    order: Order,
    terms: readonly string[],
    at: number | undefined,
    pause: Pause,
  ): Promise<void> | undefined {
    const key = termKey(order, terms, at);
    if (this.#kept(key, order, at, ({ text = '' }) => textMatches(text, terms)) !== undefined)
      return undefined;
    const { end } = order;
    const searching =
      this.#searching.get(key) ??
      finishInTurns(this.#viewed.texts.findInSteps(terms, at), pause)
        .then((found) => void this.#keep(key, order.setOf(found, true, end), at))
        .finally(() => this.#searching.delete(key));
    this.#searching.set(key, searching);
    return searching;
  }
}

/** More than any shelf has. */
const mostTraits = 2 ** 26;

/** A view that is kept, what it is of, since two may have the same digest, and when it is right. */
type KeptView = View &
  Stretch & { readonly order: number; readonly version: number; readonly filter: Filter };

function isRight(kept: KeptView, order: Order, filter: Filter, at: number): boolean {
  return (
    kept.version === order.version &&
    kept.from <= at &&
    at < kept.until &&
    kept.order === order.number &&
    isSame(kept.filter, filter)
  );
}

function isSame(one: Filter, other: Filter): boolean {
  return (
    one.categoryId === other.categoryId &&
    one.rssOnly === other.rssOnly &&
    areSame(one.tagIds, other.tagIds) &&
    areSame(one.terms, other.terms)
  );
}

function areSame(some: readonly string[] | undefined, others: readonly string[] | undefined): boolean {
  if (some === undefined || others === undefined) return some === others;
  return some.length === others.length && some.every((text, index) => text === others[index]);
}

/** One number out of two, as different as they are. */
function mixed(digest: number, number: number): number {
  const product = Math.imul(digest ^ (number + 1), 0x9e37_79b1);
  return product ^ (product >>> 15);
}

/** What readers find is kept apart from what there is to find. */
function termKey(order: Order, terms: readonly string[], at: number | undefined): string {
  return `${order.number} ${at === undefined ? 'all' : 'live'} ${terms.join(' ')}`;
}

function bytesOf(selected: Selected): number {
  return selected instanceof Uint32Array ? selected.byteLength : selected.bits.byteLength;
}
