import { isAppKind, type Kind, type SortItem } from '@newsstand/contract';
import { createPause } from '../concurrency/timeSlices.ts';
import { filterOf, itemText, prepareList } from './answer.ts';
import { IntSet } from './bitset/IntSet.ts';
import type { Item } from './items/Item.ts';
import type { State } from './items/visibility.ts';
import type { Filter } from './orders/facets.ts';
import type { Shelf } from './Shelf.ts';
import type { Space } from './Space.ts';
import { foldText } from './search/foldText.ts';
import { searchTerms } from './search/searchTerms.ts';

/** Which page of a shelf an operator looks at. */
export type Survey = {
  readonly kind: Kind;
  readonly page: number;
  readonly size: number;
  readonly sort: readonly SortItem[];
  readonly search?: string | undefined;
  readonly state?: State | undefined;
  /** An ID or alias. */
  readonly category?: string | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly mediaType?: string | undefined;
};

/**
 * One page of a shelf in every state, as JSON text, with the number of items in each state. What takes long is done in
 * short turns, so that nobody else waits for it.
 */
export async function surveyShelf(space: Space, shelf: Shelf, survey: Survey, now: number): Promise<string> {
  const { kind, page, size, sort } = survey;
  // Only news have an index of their texts.
  const search = kind === 'news' ? survey.search : undefined;
  const name = kind === 'news' ? undefined : survey.search;
  const isLookedThrough = name !== undefined || survey.mediaType !== undefined;
  const found = isLookedThrough ? await lookThrough(shelf, name ?? '', survey.mediaType) : undefined;
  await prepare(shelf, sort, search, now);
  // From here on nothing is waited for: all of it is said of one moment of the shelf.
  const filter = {
    ...filterOf(space, { category: survey.category, tags: survey.tags, search }),
    slots: found && slotsOf(shelf, found),
  };
  const { counts, chosen } = sift(shelf, filter, survey, now);
  const { slots, total } = shelf.page({
    filter: chosen === undefined ? filter : { slots: chosen },
    ...{ sort, first: (page - 1) * size, size, liveAt: undefined, preview: true },
  });
  const list = slots.map((slot) => {
    const state = isAppKind(kind) ? `,"state":"${shelf.stateOf(slot, now)}"` : '';
    return `{"item":${itemText(space, shelf, slot, now)}${state}}`;
  });
  const states = isAppKind(kind) ? `,"counts":${JSON.stringify(counts)}` : '';
  return `{"totalCount":${total},"currentPage":${page}${states},"list":[${list.join(',')}]}`;
}

/** One thing after the other, since each is waited for while the shelf goes on to change. */
async function prepare(
  shelf: Shelf,
  sort: readonly SortItem[],
  search: string | undefined,
  now: number,
): Promise<void> {
  const next = () => prepareList(shelf, { sort, search }, { now, preview: true });
  for (let wait = next(); wait !== undefined; wait = next()) await wait;
}

/** Counts what a filter lets through by its states; where only some of it is asked for, that is chosen too. */
function sift(shelf: Shelf, filter: Filter, survey: Survey, now: number) {
  const { sort, state, search, category, tags, mediaType } = survey;
  const isAll = [state, search, category, tags, mediaType].every((part) => part === undefined);
  if (isAll) return { counts: shelf.counts(now), chosen: undefined };
  const counts: Record<State, number> = { live: 0, scheduled: 0, closed: 0, draft: 0 };
  const passing = shelf.passing(filter, sort);
  const chosen = new IntSet();
  for (const slot of passing) {
    const is = shelf.stateOf(slot, now);
    counts[is]++;
    if (state === undefined || is === state) chosen.add(slot);
  }
  return { counts, chosen: chosen.count === passing.length ? undefined : chosen };
}

/** What was found by looking at each item: the slots in which they were then, and the items. */
type Looked = { readonly slots: readonly number[]; readonly items: readonly Item[] };

/** The items that were there when it was asked, of a type, and in whose name, alias or ID each term occurs. */
async function lookThrough(shelf: Shelf, search: string, mediaType: string | undefined): Promise<Looked> {
  const terms = searchTerms(search);
  const pause = createPause();
  const slots: number[] = [];
  const items: Item[] = [];
  for (const [slot, item] of shelf.snapshot().entries()) {
    // To look at the clock takes longer than to look at a name.
    if (slot % 64 === 0) await pause();
    if (item === undefined || (mediaType !== undefined && item.type !== mediaType)) continue;
    if (terms.length > 0 && !isNamedLike(item, terms)) continue;
    slots.push(slot);
    items.push(item);
  }
  return { slots, items };
}

function isNamedLike({ name, alias = '', id }: Item, terms: readonly string[]): boolean {
  const text = foldText(`${name}\n${alias}\n${id}`);
  return terms.every((term) => text.includes(term));
}

/** Where they are now: some may have changed meanwhile, some have left. */
function slotsOf(shelf: Shelf, { slots, items }: Looked): IntSet {
  const now = new IntSet();
  for (const [index, slot] of slots.entries()) {
    const item = items[index];
    const place = shelf.at(slot) === item ? slot : shelf.slotOf(item?.id ?? '');
    if (place !== undefined) now.add(place);
  }
  return now;
}
