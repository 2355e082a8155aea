import { isAppKind, type Kind, limits, plainKinds, type SortItem } from '@newsstand/contract';
import { z } from 'zod';
import { createPause, type Pause, runInSlices, type Steps } from '../concurrency/timeSlices.ts';
import { filterOf, itemText, prepareList, writeListed } from './answer.ts';
import { IntSet } from './bitset/IntSet.ts';
import { ByteWriter } from './items/ByteWriter.ts';
import { isVersionSeen, takeoverOf } from './items/versions.ts';
import type { State } from './items/visibility.ts';
import { compareText, sortValueOf } from './orders/compareItems.ts';
import type { Shelf } from './Shelf.ts';
import type { Space } from './Space.ts';
import { foldText, searchTerms } from './search/foldText.ts';
import { namesOf, shortName, titleOf } from './searchSpace.ts';

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
  /** Only items with these IDs, each on a line: a text goes to another process in a fraction of the time of a list. */
  readonly ids?: string | undefined;
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
  readonly rows: readonly OperatorRow[];
};

type OperatorRow = { readonly id: string; readonly members: string };

/** What the items of a page may take in all. Those that do not fit are listed in short, so a page is never much larger. */
const mostPageBytes = 4_000_000;

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
 * One page of a list with items in every state, and the number of items in each state. It is made in time slices, so that
 * no reader waits for it; if the pause rejects, it is abandoned.
 */
export async function answerOperatorList(
  space: Space,
  shelf: Shelf,
  query: OperatorListQuery,
  now: number,
  pause: Pause = createPause(),
): Promise<OperatorList> {
  const { kind, page, size, sort } = query;
  const labels = query.media?.withLabels
    ? `,"labels":${JSON.stringify(await countLabels(shelf, pause))}`
    : '';
  for (let tries = 1; ; tries++) {
    const { counts, slots: chosen } = await choosePatiently(space, shelf, query, now, pause);
    const { changes } = shelf;
    const { slots, total } = shelf.page({
      filter: { slots: chosen, versions: now },
      ...{ sort, first: (page - 1) * size, size, liveAt: undefined, preview: true },
    });
    const rows = await runInSlices(writeRows(space, shelf, kind, slots, now), pause);
    // All of it is about the same state of the shelf, unless that never lasts.
    if (shelf.changes !== changes && tries <= patientTries) continue;
    const states = isAppKind(kind) ? `,"counts":${JSON.stringify(counts)}` : '';
    return { head: `"totalCount":${total},"currentPage":${page}${states}${labels}`, rows };
  }
}

function* writeRows(
  space: Space,
  shelf: Shelf,
  kind: Kind,
  slots: readonly number[],
  now: number,
): Steps<readonly OperatorRow[]> {
  const writer = new ByteWriter();
  const rows: OperatorRow[] = [];
  let bytes = 0;
  for (const { id, was } of slots.map((was) => ({ id: shelf.items.idOf(was), was }))) {
    // It may have changed since it was chosen.
    const current = shelf.slotsOf(id);
    const slot = current.includes(was) ? was : current.find((each) => isVersionSeen(shelf.items, each, now));
    if (slot === undefined) continue;
    const state = isAppKind(kind) ? `,"state":"${shelf.stateOf(slot, now)}"` : '';
    const missing = shelf.items.missingIn(slot);
    const lacks = missing.length === 0 ? '' : `,"missing":${JSON.stringify(missing)}`;
    const about = kind === 'media' ? `,"about":${shortText(writer, shelf, slot)}` : '';
    const next = nextText(takeoverOf(shelf.items, slot, now));
    writeListed(writer, space, shelf, slot, now);
    const isShort = bytes + writer.length > mostPageBytes;
    bytes += isShort ? 0 : writer.length;
    const item = isShort ? JSON.stringify(shortItem(space, shelf, kind, slot, now)) : `${writer.written}`;
    const short = isShort ? ',"isShort":true' : '';
    rows.push({
      id,
      members: `"item":${item}${short}${state}${lacks}${about}${next}`,
    });
    yield;
  }
  return rows;
}

/** What every item of a kind has, whatever its size. */
function shortItem(
  { projectId, spaceId, media }: Space,
  shelf: Shelf,
  kind: Kind,
  slot: number,
  now: number,
) {
  const { items } = shelf;
  const name = shortName(shelf, slot);
  const { createdAt, updatedAt, reservedAt, openingAt, closingAt, alias, type, publishedFrom } =
    items.get(slot) ?? {};
  const mediaId = items.mediaOf(slot) < 0 ? undefined : media.linkedId(items.mediaOf(slot));
  const picture = mediaId && { [kind === 'news' ? 'thumbnail' : 'image']: { mediaId } };
  const of = { [plainKinds[kind].idField]: items.idOf(slot), projectId, spaceId, name, alias };
  if (kind === 'media') return { ...of, type };
  if (!isAppKind(kind)) return { ...of, createdAt, updatedAt };
  const status = (publishedFrom ?? 0) > now ? 'draft' : 'published';
  const values = { title: titleOf(shelf, slot) ?? name, ...picture };
  return { ...of, status, reservedAt, openingAt, closingAt, values, createdAt, updatedAt };
}

/** That there is a next version. */
function nextText(takesOverAt: number | undefined): string {
  if (takesOverAt === undefined) return '';
  return `,"next":${Number.isFinite(takesOverAt) ? `{"takesOverAt":${takesOverAt}}` : '{}'}`;
}

/** The items of a list: their slots, or undefined for all, and how many there are in each state, whichever is requested. */
type Choice = { readonly counts: Record<State, number>; readonly slots: IntSet | undefined };

/** So often a list is made anew if the shelf changes meanwhile; after that, it is brought up to date. */
const patientTries = 3;

/** Chooses the items of a list as the shelf is when this resolves. */
async function choosePatiently(
  space: Space,
  shelf: Shelf,
  query: OperatorListQuery,
  now: number,
  pause: Pause,
): Promise<Choice> {
  const { kind, sort, state } = query;
  // Only the texts of news are indexed.
  const search = kind === 'news' ? query.search : undefined;
  /** Repeated, since the shelf may change while something is waited for. */
  const prepare = async () => {
    const next = () => prepareList(shelf, { sort, search }, { now, preview: true });
    for (let wait = next(); wait !== undefined; wait = next()) await wait;
  };
  for (let tries = 1; isOfAll(query) && tries <= patientTries; tries++) {
    await prepare();
    const { changes } = shelf;
    const counts = await runInSlices(shelf.clock.counts(now), pause);
    if (shelf.changes === changes) return { counts, slots: undefined };
  }
  using watch = shelf.watch();
  const chosen = createChosen(shelf, query.ids);
  await prepare();
  // What has changed before is seen anyway.
  watch.take();
  for (let changed: readonly number[] | undefined; ; ) {
    await runInSlices(choose(space, shelf, query, now, chosen, changed), pause);
    await prepare();
    changed = watch.take();
    if (changed.length === 0) return { counts: chosen.counts(), slots: chosen.slotsIn(state) };
  }
}

/** Whether a list has no filter. */
function isOfAll({ state, search, category, tags, ids, dates, media }: OperatorListQuery): boolean {
  const { withLabels: _, ...others } = media ?? {};
  const own = [state, search, category, tags, ids, dates, ...Object.values(others)];
  return own.every((part) => part === undefined);
}

const states = ['live', 'scheduled', 'closed', 'draft'] as const;

/** The slots that were chosen so far, each with the state of its item. */
function createChosen(shelf: Shelf, ids: string | undefined) {
  let named: ReadonlySet<string> | undefined;
  /** By slot: the number of its state, from 1 on; 0 if it is not chosen. */
  let numbers = new Uint8Array(shelf.items.length);
  return {
    /** Whether an ID is among those that were asked for. */
    isNamed(id: string): boolean {
      if (ids === undefined) return true;
      named ??= new Set(ids.split('\n'));
      return named.has(id);
    },
    /** Chooses a slot, or not any more. */
    set(slot: number, state: State | undefined): void {
      if (slot >= numbers.length) {
        const larger = new Uint8Array(2 * slot + 1);
        larger.set(numbers);
        numbers = larger;
      }
      numbers[slot] = state === undefined ? 0 : states.indexOf(state) + 1;
    },
    counts(): Record<State, number> {
      const counted = [0, 0, 0, 0, 0];
      for (const number of numbers) counted[number] = (counted[number] ?? 0) + 1;
      const [, live = 0, scheduled = 0, closed = 0, draft = 0] = counted;
      return { live, scheduled, closed, draft };
    },
    slotsIn(state: State | undefined): IntSet {
      const wanted = state === undefined ? 0 : states.indexOf(state) + 1;
      const slots = new Uint32Array(numbers.length);
      let count = 0;
      for (const [slot, number] of numbers.entries())
        if (number > 0 && (wanted === 0 || number === wanted)) slots[count++] = slot;
      return IntSet.from(slots.subarray(0, count), shelf.items.length);
    },
  };
}

/** Chooses among all items or, if only some slots have changed since, among these. */
function* choose(
  space: Space,
  shelf: Shelf,
  query: OperatorListQuery,
  now: number,
  chosen: ReturnType<typeof createChosen>,
  changed: readonly number[] | undefined,
): Steps<void> {
  const { kind, sort, category, tags, ids, dates } = query;
  const [search, name] = kind === 'news' ? [query.search] : [undefined, query.search];
  const { withLabels: _, ...media } = query.media ?? {};
  const only = ids === undefined || changed !== undefined ? undefined : yield* slotsOf(shelf, ids);
  const among = changed && IntSet.from(Uint32Array.from(new Set(changed)), shelf.items.length);
  for (const slot of changed ?? []) chosen.set(slot, undefined);
  const filter = { ...filterOf(space, { category, tags, search }), slots: among ?? only, versions: now };
  const passing = shelf.passing(filter, sort);
  const isFound = finderOf(space, shelf, { kind, media, dates, terms: searchTerms(name ?? '') });
  for (let index = 0; index < passing.length; index++) {
    const slot = passing[index] ?? 0;
    // To read the clock takes longer than to check a name. A few changes are never worth it, so they come to an end.
    if (index % 64 === 63) yield;
    // A search has slots of its own, in place of these.
    if (among?.has(slot) === false || only?.has(slot) === false || !isFound(slot)) continue;
    if (among !== undefined && !chosen.isNamed(shelf.items.idOf(slot))) continue;
    chosen.set(slot, shelf.stateOf(slot, now));
  }
}

/** The slots of items by their IDs, each on a line, and of their next versions. */
function* slotsOf(shelf: Shelf, ids: string): Steps<IntSet> {
  const slots: number[] = [];
  for (let from = 0; from < ids.length; yield) {
    // So many at once that reading the clock in between takes no time.
    const end = ids.indexOf('\n', from + 512);
    const part = ids.slice(from, end < 0 ? undefined : end);
    for (const id of part.split('\n')) for (const slot of shelf.slotsOf(id)) slots.push(slot);
    from += part.length + 1;
  }
  return IntSet.from(Uint32Array.from(slots), shelf.items.length);
}

/** What is not indexed. */
type Scanned = Pick<OperatorListQuery, 'kind' | 'dates'> & {
  readonly media: MediaFilter;
  readonly terms: readonly string[];
};

/** Whether an item has a date within a range, each term in a text, and of media what their filter says. */
function finderOf(
  space: Space,
  shelf: Shelf,
  { kind, media, dates, terms }: Scanned,
): (slot: number) => boolean {
  const writer = new ByteWriter();
  const dateOf = dates && sortValueOf(dates.field);
  const { type, ...others } = media;
  const needsAbout =
    kind === 'media' && (terms.length > 0 || Object.values(others).some((value) => value !== undefined));
  return (slot) => {
    if (dateOf && !isWithin(dateOf(shelf.items, slot), dates)) return false;
    if (type !== undefined && shelf.items.typeOf(slot) !== type) return false;
    const about = needsAbout ? aboutMedia(writer, space, shelf, slot) : undefined;
    if (about !== undefined && !passes(about, media)) return false;
    return terms.length === 0 || hasTerms([namesOf(shelf, slot), ...(about?.texts ?? [])], terms);
  };
}

function isWithin(date: unknown, { from = -Infinity, until = Infinity }: DateRange): boolean {
  return typeof date === 'number' && from <= date && date < until;
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

type LabelCount = { readonly label: string; readonly count: number };

/** The labels that most media of a shelf have, by name, and how many have each. */
async function countLabels(shelf: Shelf, pause: Pause): Promise<readonly LabelCount[]> {
  const counts = new Map<string, number>();
  const writer = new ByteWriter();
  for (const [index, slot] of shelf.slots().entries()) {
    if (index % 64 === 0) await pause();
    const { labels } = listed.parse(JSON.parse(shortText(writer, shelf, slot)));
    for (const label of labels) counts.set(label, (counts.get(label) ?? 0) + 1);
  }
  let most: readonly LabelCount[] = [];
  let more: LabelCount[] = [];
  // In portions: to sort hundreds of thousands at once would take long.
  const choose = () => {
    most = [...most, ...more]
      .sort((one, other) => other.count - one.count || compareText(one.label, other.label))
      .slice(0, limits.listedLabels);
    more = [];
  };
  for (const [label, count] of counts) {
    more.push({ label, count });
    if (more.length < limits.listedLabels) continue;
    choose();
    await pause();
  }
  choose();
  return most.toSorted((one, other) => compareText(one.label, other.label));
}
