import { RecentMap } from '../recent/RecentMap.ts';
import { RecentNames } from '../recent/RecentNames.ts';
import type { Filter } from './Filter.ts';
import type { Item } from './Item.ts';
import type { LiveTimes } from './LiveTimes.ts';
import type { Order } from './Order.ts';
import type { PlaceSet } from './PlaceSet.ts';
import type { Pause } from './pauses.ts';
import type { ShelfTexts } from './ShelfTexts.ts';
import type { SlotLists } from './SlotLists.ts';
import { textMatches } from './search/textMatches.ts';
import { type AnyOf, isInAll, keepSelected, type Selected, selectPlaces } from './selectPlaces.ts';
import { finishInTurns } from './steps.ts';
import { categoryTrait, rssTrait, tagTrait, traitsOf } from './traits.ts';
import type { Stretch } from './visibility.ts';

/** What an order has of a filter, for one version of the order and a stretch of time. */
export type View = Stretch & {
  readonly version: number;
  readonly selected: Selected;
  /** Whether it was there already. */
  readonly cached: boolean;
};

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

/** What was selected is looked at for changes by itself for so long ahead, in milliseconds, and so many moments. */
const farthestAhead = 3_600_000;
const mostMoments = 4096;

/** What filters let through, in the orders of a shelf. */
export class Views {
  readonly #viewed: Viewed;
  /** The sets that filters are made of, by order and trait or terms. */
  readonly #sets = new RecentMap<PlaceSet, string | number>(
    () => leastBytes + this.#viewed.items.length * setBytesPerItem,
    ({ bytes }) => bytes,
  );
  /** What was asked for once is only noted; what is asked for again is kept. */
  readonly #asked = new RecentNames();
  readonly #views = new RecentMap<KeptView, number>(
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
    const selected = selectPlaces(mask, this.#parts(order, filter));
    return { selected, from: -Infinity, until: Infinity, version: order.version, cached: false };
  }

  /** What readers see at a moment. */
  live(order: Order, filter: Filter, at: number): View {
    const digest = this.#digestOf(order, filter);
    const isAskedAgain = digest !== undefined && this.#asked.noteDigest(digest);
    const kept = isAskedAgain ? this.#views.get(digest) : undefined;
    if (kept !== undefined && isRight(kept, order, filter, at)) return kept;
    const parts = this.#parts(order, filter);
    const selected = selectPlaces(order.liveAt(at), parts);
    const until = this.#nextChange(order, parts, at);
    const view = { selected, from: at, until, version: order.version, cached: false };
    if (isAskedAgain) {
      const { number } = order;
      this.#views.set(digest, {
        ...view,
        selected: keepSelected(selected),
        cached: true,
        order: number,
        filter,
      });
    }
    return view;
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

  /** The next moment at which something that the filter lets through comes or goes. */
  #nextChange(order: Order, parts: readonly AnyOf[], at: number): number {
    const times = this.#viewed.times;
    const first = times.firstAfter(at);
    for (let moment = first; moment < first + mostMoments; moment++) {
      const time = times.timeOf(moment);
      if (time > at + farthestAhead) return at + farthestAhead;
      if (isInAll(parts, order.placeOf(times.slotOf(moment)))) return time;
    }
    return times.timeOf(first + mostMoments);
  }

  /** The sets that a filter is made of; none where it lets all through. */
  #parts(order: Order, filter: Filter): readonly AnyOf[] {
    const { ids, slots, categoryId, tagIds, rssOnly, terms } = filter;
    const parts: AnyOf[] = [];
    if (slots !== undefined) parts.push([order.setOf(slots, true)]);
    if (ids !== undefined) parts.push([this.#idSet(order, ids)]);
    if (categoryId !== undefined) parts.push([this.#traitSet(order, categoryTrait(categoryId))]);
    if (tagIds !== undefined) parts.push(tagIds.map((tagId) => this.#traitSet(order, tagTrait(tagId))));
    if (rssOnly === true) parts.push([this.#traitSet(order, rssTrait)]);
    if (terms !== undefined) parts.push([this.#termSet(order, terms)]);
    return parts;
  }

  #idSet(order: Order, ids: readonly string[]): PlaceSet {
    return order.setOf(Uint32Array.from(ids.flatMap((id) => this.#viewed.slots.get(id) ?? [])), true);
  }

  #traitSet(order: Order, trait: string): PlaceSet {
    const { traits } = this.#viewed;
    const key = order.number * mostTraits + traits.numberOf(trait);
    const set = this.#sets.get(key) ?? this.#keep(key, order.setOf(traits.list(trait), true));
    if (set.upTo < order.end) order.catchUp(set, (item) => traitsOf(item).includes(trait));
    return set;
  }

  /** What is searched for once is not worth keeping. */
  #termSet(order: Order, terms: readonly string[]): PlaceSet {
    const key = termKey(order, terms);
    const kept = this.#sets.get(key);
    if (kept === undefined) {
      const isKept = this.#asked.note(key);
      const set = order.setOf(this.#viewed.texts.find(terms), isKept);
      return isKept ? this.#keep(key, set) : set;
    }
    order.catchUp(kept, ({ text = '' }) => textMatches(text, terms));
    return kept;
  }

  #keep(key: string | number, set: PlaceSet): PlaceSet {
    this.#sets.set(key, set);
    return set;
  }

  /** Searches in short turns between requests, once at a time, however many wait; undefined where that was done. */
  prepareSearch(order: Order, terms: readonly string[], pause: Pause): Promise<void> | undefined {
    const key = termKey(order, terms);
    if (this.#sets.get(key) !== undefined) return undefined;
    const { end } = order;
    const searching =
      this.#searching.get(key) ??
      finishInTurns(this.#viewed.texts.findInSteps(terms), pause)
        .then((found) => void this.#keep(key, order.setOf(found, true, end)))
        .finally(() => this.#searching.delete(key));
    this.#searching.set(key, searching);
    return searching;
  }
}

/** More than any shelf has. */
const mostTraits = 2 ** 26;

/** A view that is kept, and what it is of: two may have the same digest. */
type KeptView = View & { readonly order: number; readonly filter: Filter };

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

function termKey(order: Order, terms: readonly string[]): string {
  return `${order.number} text ${terms.join(' ')}`;
}

function bytesOf(selected: Selected): number {
  return selected instanceof Uint32Array ? selected.byteLength : selected.bits.byteLength;
}
