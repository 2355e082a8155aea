import { isAppKind, type Kind, type SortItem } from '@newsstand/contract';
import { z } from 'zod';
import { createPause } from '../concurrency/timeSlices.ts';
import { filterOf, itemText, prepareList } from './answer.ts';
import { IntSet } from './bitset/IntSet.ts';
import { ByteWriter } from './items/ByteWriter.ts';
import { isVersionSeen, takeoverOf } from './items/versions.ts';
import type { State } from './items/visibility.ts';
import { compareText, sortValueOf } from './orders/compareItems.ts';
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
  /** Filters of media. */
  readonly media?: MediaFilter | undefined;
  /** Only items with these IDs. */
  readonly ids?: readonly string[] | undefined;
  readonly dates?: DateRange | undefined;
};

/** Items with a date from one moment on, and before another. */
export type DateRange = {
  readonly field: string;
  readonly from: number | undefined;
  readonly until: number | undefined;
};

/** A list as JSON text: what is before its rows, and the members of each row. */
export type OperatorList = {
  readonly head: string;
  readonly rows: readonly { readonly id: string; readonly members: string }[];
};

/** Which media are listed, and whether all labels are. */
export type MediaFilter = {
  readonly type?: string | undefined;
  readonly label?: string | undefined;
  /** Only pictures without an alternative text. */
  readonly lacksAlt?: boolean | undefined;
  /** The hash of a file. */
  readonly hash?: string | undefined;
  readonly withLabels?: boolean | undefined;
};

/**
 * One page of a list with items in every state, and the number of items in each state. What takes long is
 * done in time slices, so that no reader waits for it.
 */
export async function answerOperatorList(
  space: Space,
  shelf: Shelf,
  query: OperatorListQuery,
  now: number,
): Promise<OperatorList> {
  const { kind, page, size, sort } = query;
  // Only the texts of news are indexed.
  const search = kind === 'news' ? query.search : undefined;
  const name = kind === 'news' ? undefined : query.search;
  const { withLabels, ...media } = query.media ?? {};
  const isFiltered = Object.values(media).some((value) => value !== undefined);
  const isScanned = isFiltered || name !== undefined || query.dates !== undefined;
  const found = isScanned ? await scan(space, shelf, { ...query, search: name }, now) : query.ids;
  const labels = withLabels ? `,"labels":${JSON.stringify(await countLabels(shelf))}` : '';
  await prepare(shelf, sort, search, now);
  // Synchronous from here on, so that all of it is about the same state of the shelf.
  const filter = {
    ...filterOf(space, { category: query.category, tags: query.tags, search }),
    slots: found && slotsOf(shelf, found),
    versions: now,
  };
  const { counts, chosen } = countStates(shelf, filter, query, now);
  const { slots, total } = shelf.page({
    filter: chosen === undefined ? filter : { slots: chosen, versions: now },
    ...{ sort, first: (page - 1) * size, size, liveAt: undefined, preview: true },
  });
  const writer = new ByteWriter();
  const rows = slots.map((slot) => {
    const state = isAppKind(kind) ? `,"state":"${shelf.stateOf(slot, now)}"` : '';
    const missing = shelf.items.missingIn(slot);
    const lacks = missing.length === 0 ? '' : `,"missing":${JSON.stringify(missing)}`;
    const about = kind === 'media' ? `,"about":${shortText(writer, shelf, slot)}` : '';
    const next = nextText(takeoverOf(shelf.items, slot, now));
    const members = `"item":${itemText(writer, space, shelf, slot, now)}${state}${lacks}${about}${next}`;
    return { id: shelf.items.idOf(slot), members };
  });
  const states = isAppKind(kind) ? `,"counts":${JSON.stringify(counts)}` : '';
  return { head: `"totalCount":${total},"currentPage":${page}${states}${labels}`, rows };
}

/** That there is a next version. */
function nextText(takesOverAt: number | undefined): string {
  if (takesOverAt === undefined) return '';
  return `,"next":${Number.isFinite(takesOverAt) ? `{"takesOverAt":${takesOverAt}}` : '{}'}`;
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
  const { sort, state, search, category, tags } = query;
  const isAll = [state, search, category, tags, filter.slots].every((part) => part === undefined);
  if (isAll) return { counts: shelf.counts(now), chosen: undefined };
  const counts: Record<State, number> = { live: 0, scheduled: 0, closed: 0, draft: 0 };
  const passing = shelf.passing(filter, sort);
  const chosen = new IntSet();
  for (const slot of passing) {
    // A search has slots of its own, in place of these.
    if (filter.slots?.has(slot) === false) continue;
    const is = shelf.stateOf(slot, now);
    counts[is]++;
    if (state === undefined || is === state) chosen.add(slot);
  }
  return { counts, chosen: chosen.count === passing.length ? undefined : chosen };
}

/** The IDs of the items of a date that have each term in a text, and of media those that pass their filter. */
async function scan(
  space: Space,
  shelf: Shelf,
  { kind, search = '', media = {}, ids: only, dates }: OperatorListQuery,
  now: number,
): Promise<readonly string[]> {
  const terms = searchTerms(search);
  const pause = createPause();
  const writer = new ByteWriter();
  const ids: string[] = [];
  const slots = only === undefined ? shelf.slots() : only.flatMap((id) => [...shelf.slotsOf(id)]);
  const dateOf = dates && sortValueOf(dates.field);
  let index = 0;
  for (const slot of slots) {
    // To read the clock takes longer than to check a name.
    if (index++ % 64 === 0) await pause();
    if (!isVersionSeen(shelf.items, slot, now)) continue;
    if (dateOf && !isWithin(dateOf(shelf.items, slot), dates)) continue;
    if (media.type !== undefined && shelf.items.typeOf(slot) !== media.type) continue;
    const about = kind === 'media' ? aboutMedia(writer, space, shelf, slot) : undefined;
    if (about !== undefined && !passes(about, media)) continue;
    if (terms.length > 0 && !hasTerms([...namesOf(shelf, slot), ...(about?.texts ?? [])], terms)) continue;
    ids.push(shelf.items.idOf(slot));
  }
  return ids;
}

function isWithin(date: unknown, { from = -Infinity, until = Infinity }: DateRange): boolean {
  return typeof date === 'number' && from <= date && date < until;
}

function namesOf({ items }: Shelf, slot: number): readonly (string | undefined)[] {
  return [items.textIn(slot, 'name'), items.textIn(slot, 'alias'), items.idOf(slot)];
}

function hasTerms(texts: readonly (string | undefined)[], terms: readonly string[]): boolean {
  const text = foldText(texts.join('\n'));
  return terms.every((term) => text.includes(term));
}

/** What only operators see of a media, as JSON. */
function shortText(writer: ByteWriter, { items }: Shelf, slot: number): string {
  writer.begin();
  items.writeShort(writer, slot);
  return writer.written.toString() || '{}';
}

const listed = z.object({ labels: z.array(z.string()).default([]), hash: z.string().optional() });
const delivered = z.object({
  type: z.string().optional(),
  alt: z.string().optional(),
  credit: z.string().optional(),
  rights: z.string().optional(),
});

/** What media are filtered and searched by, beyond their names. */
type AboutMedia = z.infer<typeof listed> & {
  readonly lacksAlt: boolean;
  readonly texts: readonly (string | undefined)[];
};

function aboutMedia(writer: ByteWriter, space: Space, shelf: Shelf, slot: number): AboutMedia {
  const { labels, hash } = listed.parse(JSON.parse(shortText(writer, shelf, slot)));
  const media = delivered.parse(JSON.parse(itemText(writer, space, shelf, slot, 0)));
  const { type, alt, credit, rights } = media;
  return {
    labels,
    hash,
    lacksAlt: type === 'image' && alt === undefined,
    texts: [alt, credit, rights, ...labels],
  };
}

function passes(about: AboutMedia, { label, lacksAlt, hash }: MediaFilter): boolean {
  if (label !== undefined && !about.labels.includes(label)) return false;
  if (lacksAlt === true && !about.lacksAlt) return false;
  return hash === undefined || about.hash === hash;
}

/** All labels of a shelf of media by name, and how many media have each. */
async function countLabels(shelf: Shelf): Promise<readonly { label: string; count: number }[]> {
  const counts = new Map<string, number>();
  const pause = createPause();
  const writer = new ByteWriter();
  for (const [index, slot] of shelf.slots().entries()) {
    if (index % 64 === 0) await pause();
    const { labels } = listed.parse(JSON.parse(shortText(writer, shelf, slot)));
    for (const label of labels) counts.set(label, (counts.get(label) ?? 0) + 1);
  }
  const sorted = [...counts].sort(([one], [other]) => compareText(one, other));
  return sorted.map(([label, count]) => ({ label, count }));
}

/** Their slots now: some may have changed since, and some have left. */
function slotsOf(shelf: Shelf, ids: readonly string[]): IntSet {
  const slots = new IntSet();
  for (const slot of ids.flatMap((id) => shelf.slotsOf(id))) slots.add(slot);
  return slots;
}
