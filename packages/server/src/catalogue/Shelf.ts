import type { SortItem } from '@newsstand/contract';
import { compareItems } from './compareItems.ts';
import type { Item } from './Item.ts';
import { LiveTimes } from './LiveTimes.ts';
import { makeOrder, type Order, patchOrder } from './Order.ts';
import { RecentMap } from './RecentMap.ts';
import { SlotList } from './SlotList.ts';
import { SearchIndex } from './search/SearchIndex.ts';
import { textMatches } from './search/textMatches.ts';
import { intersectSlots, uniteSlots } from './slotSets.ts';
import { makeView, type View } from './View.ts';

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

/** A question to a shelf: which items, in which order, as seen when. */
export type Question = {
  readonly filter: Filter;
  readonly sort: readonly SortItem[];
  /** Only what is live at this moment; undefined for everything. */
  readonly liveAt: number | undefined;
  /** A preview looks at other moments than readers do, so its views are kept apart. */
  readonly preview: boolean;
};

/** One change of a shelf: the new version of an item, or that it is gone. */
export type ShelfChange = { readonly id: string; readonly item: Item | undefined };

type CachedView = { readonly view: View; readonly filter: Filter };

const ordersKept = 64;
const viewsKept = 4096;
/** Views of all sizes are kept up to this many slots in total, 4 bytes each. */
const viewSlotsKept = 16_000_000;

/**
 * All items of one kind in one scope. An item has a slot, a small number, while it is on the shelf; indexes
 * and orders speak of slots. A change of any size is put on the shelf in one go, between two requests, so
 * no reader ever sees half of it. What search needs of it is indexed afterwards, in `tidy`: until then the
 * new items are looked through one by one, which gives the same answer.
 */
export class Shelf {
  readonly #items: (Item | undefined)[] = [];
  readonly #slotById = new Map<string, number>();
  readonly #slotByAlias = new Map<string, number>();
  readonly #byCategory = new Map<string, SlotList>();
  readonly #byTag = new Map<string, SlotList>();
  readonly #rss = new SlotList();
  readonly #liveTimes = new LiveTimes();
  readonly #orders = new RecentMap<Order & { readonly sort: readonly SortItem[] }>(ordersKept);
  readonly #views = new RecentMap<CachedView>(viewsKept, viewSlotsKept, (cached) => cached.view.slots.length);
  readonly #index = new SearchIndex();
  readonly #unindexed = new Set<number>();
  readonly #retired: { readonly slot: number; readonly text: string }[] = [];
  readonly #freeSlots: number[] = [];

  get size(): number {
    return this.#slotById.size;
  }

  /** All items, in no particular order. */
  *items(): Iterable<Item> {
    for (const item of this.#items) if (item !== undefined) yield item;
  }

  /** The item in a slot of a view. */
  at(slot: number): Item | undefined {
    return this.#items[slot];
  }

  /** An item by its ID. */
  byId(id: string): Item | undefined {
    const slot = this.#slotById.get(id);
    return slot === undefined ? undefined : this.#items[slot];
  }

  /** An item by its ID, or else by its alias. */
  byName(name: string): Item | undefined {
    const slot = this.#slotById.get(name) ?? this.#slotByAlias.get(name);
    return slot === undefined ? undefined : this.#items[slot];
  }

  /** Puts a set of changes on the shelf, at once. Each ID comes at most once. */
  change(changes: readonly ShelfChange[]): void {
    const touched: Item[] = [];
    const removed: number[] = [];
    const added: number[] = [];
    for (const { id } of changes) {
      const slot = this.#slotById.get(id);
      if (slot === undefined) continue;
      removed.push(slot);
      touched.push(...this.#takeOff(slot));
    }
    for (const { item } of changes) {
      if (item === undefined) continue;
      added.push(this.#putOn(item));
      touched.push(item);
    }
    this.#patchOrders(removed, added);
    this.#forgetViews(touched);
  }

  /** The answer to a question, and whether it was there already. */
  view(question: Question): { readonly view: View; readonly cached: boolean } {
    const { liveAt } = question;
    const key = questionKey(question);
    const kept = this.#views.get(key)?.view;
    if (kept !== undefined && (liveAt === undefined || (kept.from <= liveAt && liveAt < kept.until))) {
      return { view: kept, cached: true };
    }
    const view = makeView(
      this.#matching(question.filter),
      this.#order(question.sort),
      this.#liveTimes,
      liveAt,
    );
    this.#views.set(key, { view, filter: question.filter });
    return { view, cached: false };
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
    return this.#retired.length === 0;
  }

  #putOn(item: Item): number {
    const slot = this.#freeSlots.pop() ?? this.#items.length;
    this.#items[slot] = item;
    this.#slotById.set(item.id, slot);
    if (item.alias !== undefined) this.#slotByAlias.set(item.alias, slot);
    if (item.categoryId !== undefined) listOf(this.#byCategory, item.categoryId).add(slot);
    for (const tagId of item.tagIds) listOf(this.#byTag, tagId).add(slot);
    if (item.isRss) this.#rss.add(slot);
    this.#liveTimes.set(slot, item);
    if (item.text !== undefined) this.#unindexed.add(slot);
    return slot;
  }

  #takeOff(slot: number): readonly Item[] {
    const item = this.#items[slot];
    if (item === undefined) return [];
    this.#items[slot] = undefined;
    this.#slotById.delete(item.id);
    if (item.alias !== undefined && this.#slotByAlias.get(item.alias) === slot)
      this.#slotByAlias.delete(item.alias);
    if (item.categoryId !== undefined) this.#byCategory.get(item.categoryId)?.remove(slot);
    for (const tagId of item.tagIds) this.#byTag.get(tagId)?.remove(slot);
    this.#rss.remove(slot);
    // A slot is used again only once the index has forgotten it.
    if (item.text === undefined || this.#unindexed.delete(slot)) this.#freeSlots.push(slot);
    else this.#retired.push({ slot, text: item.text });
    return [item];
  }

  #order(sort: readonly SortItem[]): Order {
    const key = sortKey(sort);
    const kept = this.#orders.get(key);
    if (kept !== undefined) return kept;
    const order = { ...makeOrder(this.#items, compareItems(sort)), sort };
    this.#orders.set(key, order);
    return order;
  }

  #patchOrders(removed: readonly number[], added: readonly number[]): void {
    const changed = removed.length + added.length;
    if (changed * 4 > this.#items.length) this.#orders.clear();
    for (const [key, order] of this.#orders.entries()) {
      const patched = patchOrder(order, this.#items, removed, added, compareItems(order.sort));
      this.#orders.set(key, { ...patched, sort: order.sort });
    }
  }

  /** Forgets the views in which one of these items was, or is now; the others still hold. */
  #forgetViews(changed: readonly Item[]): void {
    // Looking each item up in each view is not worth it any more.
    if (changed.length * this.#views.size > 100_000) this.#views.clear();
    for (const [key, { filter }] of this.#views.entries()) {
      if (changed.some(matcher(filter))) this.#views.delete(key);
    }
  }

  /** The slots that a filter lets through; undefined where it lets all through. */
  #matching(filter: Filter): Uint32Array | undefined {
    const { ids, categoryId, tagIds, rssOnly, terms } = filter;
    const lists: Uint32Array[] = [];
    if (ids !== undefined)
      lists.push(Uint32Array.from(ids.flatMap((id) => this.#slotById.get(id) ?? [])).sort());
    if (categoryId !== undefined) lists.push(slotsOf(this.#byCategory, [categoryId]));
    if (tagIds !== undefined) lists.push(slotsOf(this.#byTag, tagIds));
    if (rssOnly === true) lists.push(this.#rss.slots);
    if (terms !== undefined) lists.push(this.#search(terms));
    return intersectSlots(lists);
  }

  #search(terms: readonly string[]): Uint32Array {
    const others: number[] = [];
    for (const slot of this.#unindexed) if (textMatches(this.#textOf(slot), terms)) others.push(slot);
    const found = this.#index.find(terms, (slot) => this.#textOf(slot));
    // The index may still know items that have left the shelf.
    const present =
      this.#retired.length === 0 ? found : found.filter((slot) => this.#items[slot] !== undefined);
    return others.length === 0 ? present : uniteSlots([present, Uint32Array.from(others).sort()]);
  }

  #textOf(slot: number): string {
    return this.#items[slot]?.text ?? '';
  }
}

function listOf(lists: Map<string, SlotList>, id: string): SlotList {
  let list = lists.get(id);
  if (list === undefined) {
    list = new SlotList();
    lists.set(id, list);
  }
  return list;
}

/** The slots that stand in at least one of some lists. */
function slotsOf(lists: Map<string, SlotList>, ids: readonly string[]): Uint32Array {
  return uniteSlots(ids.flatMap((id) => lists.get(id)?.slots ?? []));
}

/** Makes the check of one item against a filter. */
function matcher(filter: Filter): (item: Item) => boolean {
  const { ids, categoryId, tagIds, rssOnly, terms } = filter;
  return (item) =>
    (ids === undefined || ids.includes(item.id)) &&
    (categoryId === undefined || item.categoryId === categoryId) &&
    (tagIds === undefined || item.tagIds.some((tagId) => tagIds.includes(tagId))) &&
    (rssOnly !== true || item.isRss) &&
    (terms === undefined || textMatches(item.text ?? '', terms));
}

function sortKey(sort: readonly SortItem[]): string {
  return sort.map(({ field, descending }) => (descending ? `-${field}` : field)).join(',');
}

function questionKey({ filter, sort, liveAt, preview }: Question): string {
  const { ids, categoryId, tagIds, rssOnly, terms } = filter;
  return JSON.stringify([
    preview,
    liveAt === undefined,
    sortKey(sort),
    ids,
    categoryId,
    tagIds,
    rssOnly,
    terms,
  ]);
}
