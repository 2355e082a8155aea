import type { SortItem } from '@newsstand/contract';
import type { Item } from './Item.ts';
import { LiveTimes } from './LiveTimes.ts';
import { Orders } from './Orders.ts';
import { RecentMap } from './RecentMap.ts';
import { SlotLists } from './SlotLists.ts';
import { SearchIndex } from './search/SearchIndex.ts';
import { textMatches } from './search/textMatches.ts';
import { intersectSlots, uniteSlots } from './slotSets.ts';
import { makeView, type View } from './View.ts';
import type { State } from './visibility.ts';

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

type KeptView = { readonly view: View; readonly filter: Filter };

/** What views may take, in bytes: so much for each item of the shelf, and a little in any case. */
const viewBytesPerItem = 256;
const leastBytes = 1_000_000;

/** When changed texts have this many characters for the kept views together, they are not looked through any more. */
const mostCharactersLookedAt = 10_000_000;

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
  readonly #byTrait = new SlotLists();
  readonly #liveTimes = new LiveTimes();
  readonly #orders = new Orders(this.#items);
  readonly #views = new RecentMap<KeptView>(
    () => leastBytes + this.#items.length * viewBytesPerItem,
    ({ view }) => view.slots.length * 4,
  );
  readonly #index = new SearchIndex();
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

  /** The items that a name may mean: the one with this ID first, then the one with this alias. */
  named(name: string): readonly Item[] {
    const slots = [this.#slotById.get(name), this.#slotByAlias.get(name)];
    return slots.flatMap((slot) => this.#itemIn(slot) ?? []);
  }

  /** Puts a set of changes on the shelf, at once. Each ID comes at most once. */
  change(changes: readonly ShelfChange[]): void {
    const touched: Item[] = [];
    const removed: number[] = [];
    const added: number[] = [];
    for (const { id } of changes) {
      const slot = this.#slotById.get(id);
      const item = this.#itemIn(slot);
      if (slot === undefined || item === undefined) continue;
      this.#takeOff(slot, item);
      removed.push(slot);
      touched.push(item);
    }
    for (const { item } of changes) {
      if (item === undefined) continue;
      added.push(this.#putOn(item));
      touched.push(item);
    }
    this.#byTrait.settle();
    this.#orders.patch(removed, added);
    this.#forgetViews(touched);
  }

  /** The answer to a question, and whether it was there already. */
  view(question: Question): { readonly view: View; readonly cached: boolean } {
    const { filter, sort, liveAt } = question;
    const key = questionKey(question);
    const kept = this.#views.get(key)?.view;
    if (kept !== undefined && (liveAt === undefined || (kept.from <= liveAt && liveAt < kept.until))) {
      return { view: kept, cached: true };
    }
    const view = makeView(this.#matching(filter), this.#orders.of(sort), this.#liveTimes, liveAt);
    // A few items picked by their IDs are found as quickly as a view of them, and there are very many such views.
    if (filter.ids === undefined) this.#views.set(key, { view, filter });
    return { view, cached: false };
  }

  /** Makes what every list needs, ahead of the first reader. */
  warm(): void {
    this.#orders.warm();
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
    for (const trait of traitsOf(item)) this.#byTrait.add(trait, slot);
    this.#liveTimes.set(slot, item);
    if (item.text !== undefined) this.#unindexed.add(slot);
    return slot;
  }

  #takeOff(slot: number, item: Item): void {
    this.#items[slot] = undefined;
    this.#slotById.delete(item.id);
    if (item.alias !== undefined && this.#slotByAlias.get(item.alias) === slot)
      this.#slotByAlias.delete(item.alias);
    for (const trait of traitsOf(item)) this.#byTrait.remove(trait, slot);
    this.#liveTimes.clear(slot);
    // A slot is used again only once the index has forgotten it.
    if (item.text === undefined || this.#unindexed.delete(slot)) this.#freeSlots.push(slot);
    else this.#retired.push({ slot, text: item.text });
  }

  /** Forgets the views in which one of these items was, or is now; the others still hold. */
  #forgetViews(changed: readonly Item[]): void {
    const characters = changed.reduce((sum, { text = '' }) => sum + text.length + 100, 0);
    const isTooMuch = characters * this.#views.size > mostCharactersLookedAt;
    for (const [key, { filter }] of this.#views.entries()) {
      if (isTooMuch || changed.some(matcher(filter))) this.#views.delete(key);
    }
  }

  /** The slots that a filter lets through; undefined where it lets all through. */
  #matching({ ids, categoryId, tagIds, rssOnly, terms }: Filter): Uint32Array | undefined {
    const lists: Uint32Array[] = [];
    if (ids !== undefined)
      lists.push(Uint32Array.from(ids.flatMap((id) => this.#slotById.get(id) ?? [])).sort());
    if (categoryId !== undefined) lists.push(this.#byTrait.list(categoryTrait(categoryId)));
    if (tagIds !== undefined)
      lists.push(uniteSlots(tagIds.map((tagId) => this.#byTrait.list(tagTrait(tagId)))));
    if (rssOnly === true) lists.push(this.#byTrait.list(rssTrait));
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
  const traits = tagIds.map(tagTrait);
  if (categoryId !== undefined) traits.push(categoryTrait(categoryId));
  if (isRss) traits.push(rssTrait);
  return traits;
}

/** Makes the check of one item against a filter. */
function matcher({ categoryId, tagIds, rssOnly, terms }: Filter): (item: Item) => boolean {
  return (item) =>
    (categoryId === undefined || item.categoryId === categoryId) &&
    (tagIds === undefined || item.tagIds.some((tagId) => tagIds.includes(tagId))) &&
    (rssOnly !== true || item.isRss) &&
    (terms === undefined || textMatches(item.text ?? '', terms));
}

function questionKey({ filter, sort, liveAt, preview }: Question): string {
  const { ids, categoryId, tagIds, rssOnly, terms } = filter;
  return JSON.stringify([preview, liveAt === undefined, sort, ids, categoryId, tagIds, rssOnly, terms]);
}
