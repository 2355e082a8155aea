import type { SortItem } from '@newsstand/contract';
import type { Item, RenderedItem } from './Item.ts';
import { LiveTimes } from './LiveTimes.ts';
import type { Order } from './Order.ts';
import { Orders } from './Orders.ts';
import type { PlaceSet } from './PlaceSet.ts';
import { type Pause, pauses } from './pauses.ts';
import { RecentMap } from './RecentMap.ts';
import { RecentNames } from './RecentNames.ts';
import { SlotJson } from './SlotJson.ts';
import { SlotLists } from './SlotLists.ts';
import { SearchIndex } from './search/SearchIndex.ts';
import { textMatches } from './search/textMatches.ts';
import { type AnyOf, isInAll, keepSelected, type Selected, selectPlaces, totalOf } from './selectPlaces.ts';
import { finish, finishInTurns, inSteps, type Steps } from './steps.ts';
import type { State, Stretch } from './visibility.ts';

/** Which items of a shelf a question is about; all parts must hold. */
export type Filter = {
  readonly ids?: readonly string[] | undefined;
  readonly categoryId?: string | undefined;
  /** At least one of these. */
  readonly tagIds?: readonly string[] | undefined;
  readonly rssOnly?: boolean;
  /** Search terms, folded. */
  readonly terms?: readonly string[] | undefined;
};

/** A question to a shelf: which page of which items, in which order, as seen when. */
export type Question = {
  readonly filter: Filter;
  readonly sort: readonly SortItem[];
  /** The number of the first item of the page, from 0. */
  readonly first: number;
  readonly size: number;
  /** Only what is live at this moment; undefined for everything. */
  readonly liveAt: number | undefined;
  /** A preview looks at other moments than readers do, so nothing is kept of it. */
  readonly preview: boolean;
};

/** One page, how many items there are in all, and the stretch of time for which that holds. */
export type Page = Stretch & {
  readonly slots: readonly number[];
  readonly total: number;
  /** Whether what was asked for had been selected before. */
  readonly cached: boolean;
};

/** One change of a shelf: the new version of an item, or that it is gone. */
export type ShelfChange = { readonly id: string; readonly rendered: RenderedItem | undefined };

/** What an order has of a filter, for one version of the order and a stretch of time. */
type View = Stretch & { readonly version: number; readonly selected: Selected };

/** What sets and views may take, in bytes: so much for each item of the shelf, and a little in any case. */
const setBytesPerItem = 256;
const viewBytesPerItem = 96;
const leastBytes = 1_000_000;

/** So many texts are looked through before anybody notices. */
const fewTexts = 10_000;

/** What was selected is looked at for changes by itself for so long ahead, in milliseconds, and so many moments. */
const farthestAhead = 3_600_000;
const mostMoments = 4096;

/**
 * All items of one kind in one scope. An item has a slot, a small number, while it is on the shelf; indexes
 * and orders speak of slots. A change of any size is put on the shelf in one go, between two requests, so
 * no reader ever sees half of it. What search needs of it is indexed afterwards, in `tidy`: until then the
 * new items are looked through one by one, which gives the same answer.
 */
export class Shelf {
  readonly #items: (Item | undefined)[] = [];
  /** The JSON of each slot, to be read. */
  readonly json = new SlotJson();
  readonly #slotById = new Map<string, number>();
  readonly #slotByAlias = new Map<string, number>();
  readonly #byTrait = new SlotLists();
  readonly #liveTimes = new LiveTimes();
  readonly #orders = new Orders(this.#items, this.#liveTimes);
  /** The sets that filters are made of, by order and trait or terms. */
  readonly #sets = new RecentMap<PlaceSet>(
    () => leastBytes + this.#items.length * setBytesPerItem,
    ({ bytes }) => bytes,
  );
  /** What was asked for once is only noted; what is asked for again is kept. */
  readonly #asked = new RecentNames();
  readonly #views = new RecentMap<View>(
    () => leastBytes + this.#items.length * viewBytesPerItem,
    ({ selected }) => bytesOf(selected),
  );
  readonly #index = new SearchIndex();
  readonly #searching = new Map<string, Promise<void>>();
  readonly #unindexed = new Set<number>();
  readonly #retired: { readonly slot: number; readonly text: string }[] = [];
  readonly #freeSlots: number[] = [];

  /** How many items are in which state at a moment. */
  counts(at: number): Record<State, number> {
    return this.#liveTimes.counts(at);
  }

  /** The item in a slot of a view. */
  at(slot: number): Item | undefined {
    return this.#items[slot];
  }

  /** An item by its ID. */
  byId(id: string): Item | undefined {
    return this.#itemIn(this.#slotById.get(id));
  }

  /** Where the item with an ID is. */
  slotOf(id: string): number | undefined {
    return this.#slotById.get(id);
  }

  /** Where the items are that a name may mean: the one with this ID first, then the one with this alias. */
  named(name: string): readonly number[] {
    const slot = this.#slotById.get(name);
    const other = this.#slotByAlias.get(name);
    if (slot === undefined || other === undefined)
      return slot === undefined && other === undefined ? [] : [slot ?? other ?? 0];
    return [slot, other];
  }

  /** Puts a set of changes on the shelf, at once. Each ID comes at most once. */
  change(changes: readonly ShelfChange[]): void {
    const removed: number[] = [];
    const added: number[] = [];
    for (const { id } of changes) {
      const slot = this.#slotById.get(id);
      const item = this.#itemIn(slot);
      if (slot === undefined || item === undefined) continue;
      this.#takeOff(slot, item);
      removed.push(slot);
    }
    for (const { rendered } of changes) if (rendered !== undefined) added.push(this.#putOn(rendered));
    this.#byTrait.settle();
    this.#orders.change(removed, added);
  }

  /** Answers a question. */
  page(question: Question): Page {
    const { filter, sort, first, size, liveAt, preview } = question;
    const order = this.#orders.of(sort);
    const { selected, from, until, cached } =
      liveAt === undefined || preview
        ? this.#previewed(order, filter, liveAt)
        : this.#view(order, filter, liveAt);
    return { slots: order.page(selected, first, size), total: totalOf(selected), from, until, cached };
  }

  /** Gets ready for a list what takes long, in short turns between requests; undefined where it is there already. */
  prepare(sort: readonly SortItem[], terms?: readonly string[], pause?: Pause): Promise<void> | undefined {
    const preparing = this.#orders.prepare(sort, pause);
    if (preparing !== undefined || terms === undefined || this.findsQuickly) return preparing;
    return this.#prepareSearch(this.#orders.of(sort), terms, pause ?? pauses());
  }

  /** Whether any search is over before anybody notices. */
  get findsQuickly(): boolean {
    return this.#index.size < 2 && this.#unindexed.size < fewTexts;
  }

  /** Makes orders anew that have taken in many changes, in short turns. */
  tidyOrders(pause: Pause): Promise<void> {
    return this.#orders.tidy(pause);
  }

  /** Brings the search index up to date until told to pause; true when nothing is left to do. */
  tidy(isTimeUp: () => boolean): boolean {
    while (!isTimeUp()) {
      const retired = this.#retired.pop();
      if (retired === undefined) break;
      this.#index.remove(retired.slot, retired.text);
      this.#freeSlots.push(retired.slot);
    }
    for (const slot of this.#unindexed) {
      if (isTimeUp()) return false;
      this.#unindexed.delete(slot);
      this.#index.add(slot, this.#textOf(slot));
    }
    return this.#retired.length === 0 && this.json.tidy(isTimeUp);
  }

  #putOn(rendered: RenderedItem): number {
    const { item } = rendered;
    const slot = this.#freeSlots.pop() ?? this.#items.length;
    this.#items[slot] = item;
    this.json.put(slot, rendered);
    this.#slotById.set(item.id, slot);
    if (item.alias !== undefined) this.#slotByAlias.set(item.alias, slot);
    for (const trait of traitsOf(item)) this.#byTrait.add(trait, slot);
    this.#liveTimes.set(slot, item);
    if (item.text !== undefined) this.#unindexed.add(slot);
    return slot;
  }

  #takeOff(slot: number, item: Item): void {
    this.#items[slot] = undefined;
    this.json.drop(slot);
    this.#slotById.delete(item.id);
    if (item.alias !== undefined && this.#slotByAlias.get(item.alias) === slot)
      this.#slotByAlias.delete(item.alias);
    for (const trait of traitsOf(item)) this.#byTrait.remove(trait, slot);
    this.#liveTimes.clear(slot);
    // A slot is used again only once the index has forgotten it.
    if (item.text === undefined || this.#unindexed.delete(slot)) this.#freeSlots.push(slot);
    else this.#retired.push({ slot, text: item.text });
  }

  #previewed(order: Order, filter: Filter, at: number | undefined): View & { cached: boolean } {
    const mask = at === undefined ? order.present : order.liveOnceAt(at);
    const selected = selectPlaces(mask, this.#parts(order, filter));
    return { selected, from: -Infinity, until: Infinity, version: order.version, cached: false };
  }

  #view(order: Order, filter: Filter, at: number): View & { cached: boolean } {
    const key = viewKey(order, filter);
    const kept = key === undefined ? undefined : this.#views.get(key);
    if (kept !== undefined && isRight(kept, order, at)) return { ...kept, cached: true };
    const parts = this.#parts(order, filter);
    const selected = selectPlaces(order.liveAt(at), parts);
    const view = { selected, from: at, until: this.#nextChange(order, parts, at), version: order.version };
    if (key !== undefined && this.#asked.note(key)) {
      this.#views.set(key, { ...view, selected: keepSelected(selected) });
    }
    return { ...view, cached: false };
  }

  /** The next moment at which something that the filter lets through comes or goes. */
  #nextChange(order: Order, parts: readonly AnyOf[], at: number): number {
    const times = this.#liveTimes;
    const first = times.firstAfter(at);
    for (let moment = first; moment < first + mostMoments; moment++) {
      const time = times.timeOf(moment);
      if (time > at + farthestAhead) return at + farthestAhead;
      if (isInAll(parts, order.placeOf(times.slotOf(moment)))) return time;
    }
    return times.timeOf(first + mostMoments);
  }

  /** The sets that a filter is made of; none where it lets all through. */
  #parts(order: Order, { ids, categoryId, tagIds, rssOnly, terms }: Filter): readonly AnyOf[] {
    const parts: AnyOf[] = [];
    if (ids !== undefined) parts.push([this.#idSet(order, ids)]);
    if (categoryId !== undefined) parts.push([this.#traitSet(order, categoryTrait(categoryId))]);
    if (tagIds !== undefined) parts.push(tagIds.map((tagId) => this.#traitSet(order, tagTrait(tagId))));
    if (rssOnly === true) parts.push([this.#traitSet(order, rssTrait)]);
    if (terms !== undefined) parts.push([this.#termSet(order, terms)]);
    return parts;
  }

  #idSet(order: Order, ids: readonly string[]): PlaceSet {
    return order.setOf(Uint32Array.from(ids.flatMap((id) => this.#slotById.get(id) ?? [])), true);
  }

  #traitSet(order: Order, trait: string): PlaceSet {
    const key = `${order.name} ${trait}`;
    const set = this.#sets.get(key) ?? this.#keep(key, order.setOf(this.#byTrait.list(trait), true));
    order.catchUp(set, (item) => traitsOf(item).includes(trait));
    return set;
  }

  /** What is searched for once is not worth keeping. */
  #termSet(order: Order, terms: readonly string[]): PlaceSet {
    const key = termKey(order, terms);
    const kept = this.#sets.get(key);
    if (kept === undefined) {
      const isKept = this.#asked.note(key);
      const set = order.setOf(this.#found(terms), isKept);
      return isKept ? this.#keep(key, set) : set;
    }
    order.catchUp(kept, ({ text = '' }) => textMatches(text, terms));
    return kept;
  }

  #keep(key: string, set: PlaceSet): PlaceSet {
    this.#sets.set(key, set);
    return set;
  }

  #found(terms: readonly string[]): Uint32Array {
    return this.#unindexed.size === 0
      ? this.#index.find(terms, (slot) => this.#textOf(slot))
      : finish(this.#search(terms));
  }

  /** Once at a time, however many wait for it. */
  #prepareSearch(order: Order, terms: readonly string[], pause: Pause): Promise<void> | undefined {
    const key = termKey(order, terms);
    if (this.#sets.get(key) !== undefined) return undefined;
    const { end } = order;
    const searching =
      this.#searching.get(key) ??
      finishInTurns(this.#search(terms), pause)
        .then((found) => void this.#keep(key, order.setOf(found, true, end)))
        .finally(() => this.#searching.delete(key));
    this.#searching.set(key, searching);
    return searching;
  }

  /** The slots of all items that match, some perhaps twice. */
  *#search(terms: readonly string[]): Steps<Uint32Array> {
    // What is indexed while the search goes on would be missed by both.
    const others = Uint32Array.from(this.#unindexed);
    // The index may still know items that have left the shelf: they have no place in any order.
    const found = yield* this.#index.findInSteps(terms, (slot) => this.#textOf(slot));
    const all = new Uint32Array(found.length + others.length);
    all.set(found);
    let count = found.length;
    yield* inSteps(others.length, (from, to) => {
      for (let at = from; at < to; at++) {
        const slot = others[at] ?? 0;
        if (textMatches(this.#textOf(slot), terms)) all[count++] = slot;
      }
    });
    return all.subarray(0, count);
  }

  #itemIn(slot: number | undefined): Item | undefined {
    return slot === undefined ? undefined : this.#items[slot];
  }

  #textOf(slot: number): string {
    return this.#items[slot]?.text ?? '';
  }
}

const rssTrait = 'rss';
const categoryTrait = (id: string): string => `category ${id}`;
const tagTrait = (id: string): string => `tag ${id}`;

/** What an item can be filtered by, besides its ID and its text. */
function traitsOf({ categoryId, tagIds, isRss }: Item): readonly string[] {
  // A tag may be given twice.
  const traits = [...new Set(tagIds)].map(tagTrait);
  if (categoryId !== undefined) traits.push(categoryTrait(categoryId));
  if (isRss) traits.push(rssTrait);
  return traits;
}

function isRight({ version, from, until }: View, order: Order, at: number): boolean {
  return version === order.version && from <= at && at < until;
}

function termKey(order: Order, terms: readonly string[]): string {
  return `${order.name} text ${terms.join(' ')}`;
}

/** Names what a filter lets through in an order. Undefined where that is not worth keeping. */
function viewKey(order: Order, { ids, categoryId, tagIds, rssOnly, terms }: Filter): string | undefined {
  // There are very many ways to pick items by their IDs, and each is found as quickly as a view of it.
  if (ids !== undefined) return undefined;
  const parts = [
    categoryId === undefined ? '' : `category ${categoryId}`,
    tagIds === undefined ? '' : `tags ${tagIds}`,
    rssOnly === true ? 'rss' : '',
    terms === undefined ? '' : `text ${terms.join(' ')}`,
  ];
  // What separates the parts is in none of them, and what is not asked for is nothing, which no part is.
  const key = parts.join('\n');
  return key === '\n\n\n' ? undefined : `${order.name}\n${key}`;
}

function bytesOf(selected: Selected): number {
  return selected instanceof Uint32Array ? selected.byteLength : selected.bits.byteLength;
}
