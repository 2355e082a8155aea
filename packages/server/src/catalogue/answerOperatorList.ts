import { isAppKind, type Kind, type SortItem } from '@newsstand/contract';
import { createPause } from '../concurrency/timeSlices.ts';
import { filterOf, itemText, prepareList } from './answer.ts';
import { IntSet } from './bitset/IntSet.ts';
import { ByteWriter } from './items/ByteWriter.ts';
import type { State } from './items/visibility.ts';
import type { Shelf, ShelfFilter } from './Shelf.ts';
import type { Space } from './Space.ts';
import { foldText } from './search/foldText.ts';
import { searchTerms } from './search/searchTerms.ts';

/** A page of a list in the console. */
export type OperatorListQuery = {
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
 * One page of a list with items in every state, as JSON text, and the number of items in each state. What takes long is
 * done in time slices, so that no reader waits for it.
 */
export async function answerOperatorList(
  space: Space,
  shelf: Shelf,
  query: OperatorListQuery,
  now: number,
): Promise<string> {
  const { kind, page, size, sort } = query;
  // Only the texts of news are indexed.
  const search = kind === 'news' ? query.search : undefined;
  const name = kind === 'news' ? undefined : query.search;
  const isScanned = name !== undefined || query.mediaType !== undefined;
  const found = isScanned ? await scan(shelf, name ?? '', query.mediaType) : undefined;
  await prepare(shelf, sort, search, now);
  // Synchronous from here on, so that all of it is about the same state of the shelf.
  const filter = {
    ...filterOf(space, { category: query.category, tags: query.tags, search }),
    slots: found && slotsOf(shelf, found),
  };
  const { counts, chosen } = countStates(shelf, filter, query, now);
  const { slots, total } = shelf.page({
    filter: chosen === undefined ? filter : { slots: chosen },
    ...{ sort, first: (page - 1) * size, size, liveAt: undefined, preview: true },
  });
  const writer = new ByteWriter();
  const list = slots.map((slot) => {
    const state = isAppKind(kind) ? `,"state":"${shelf.stateOf(slot, now)}"` : '';
    return `{"item":${itemText(writer, space, shelf, slot, now)}${state}}`;
  });
  const states = isAppKind(kind) ? `,"counts":${JSON.stringify(counts)}` : '';
  return `{"totalCount":${total},"currentPage":${page}${states},"list":[${list.join(',')}]}`;
}

/** Repeated, since the shelf may change while something is waited for. */
async function prepare(
  shelf: Shelf,
  sort: readonly SortItem[],
  search: string | undefined,
  now: number,
): Promise<void> {
  const next = () => prepareList(shelf, { sort, search }, { now, preview: true });
  for (let wait = next(); wait !== undefined; wait = next()) await wait;
}

/** Counts what a filter lets through by state; if only one state is requested, its slots are selected. */
function countStates(shelf: Shelf, filter: ShelfFilter, query: OperatorListQuery, now: number) {
  const { sort, state, search, category, tags, mediaType } = query;
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

/** The IDs of the items of a media type that have each term in their name, alias or ID. */
async function scan(shelf: Shelf, search: string, mediaType: string | undefined): Promise<readonly string[]> {
  const terms = searchTerms(search);
  const pause = createPause();
  const ids: string[] = [];
  for (const [index, slot] of shelf.slots().entries()) {
    // To read the clock takes longer than to check a name.
    if (index % 64 === 0) await pause();
    if (mediaType !== undefined && shelf.items.typeOf(slot) !== mediaType) continue;
    if (terms.length > 0 && !isNamedLike(shelf, slot, terms)) continue;
    ids.push(shelf.items.idOf(slot));
  }
  return ids;
}

function isNamedLike({ items }: Shelf, slot: number, terms: readonly string[]): boolean {
  const names = [items.textIn(slot, 'name'), items.textIn(slot, 'alias'), items.idOf(slot)];
  const text = foldText(names.join('\n'));
  return terms.every((term) => text.includes(term));
}

/** Their slots now: some may have changed since, and some have left. */
function slotsOf(shelf: Shelf, ids: readonly string[]): IntSet {
  const slots = new IntSet();
  for (const id of ids) {
    const slot = shelf.slotOf(id);
    if (slot !== undefined) slots.add(slot);
  }
  return slots;
}
