import { isAppKind, limits, type SortItem } from '@newsstand/contract';
import { createPause, type Pause } from '../concurrency/timeSlices.ts';
import type { RecordKey } from '../store/Store.ts';
import { prepareList } from './answer.ts';
import type { Catalogue } from './Catalogue.ts';
import { ByteWriter } from './items/ByteWriter.ts';
import { isVersionSeen } from './items/versions.ts';
import type { State } from './items/visibility.ts';
import type { Shelf } from './Shelf.ts';
import { foldText, searchTerms } from './search/foldText.ts';

/** What is shown of an item where many kinds are listed. */
export type Glance = {
  readonly key: RecordKey;
  readonly name: string;
  readonly alias: string | undefined;
  /** News and banners only. */
  readonly title: string | undefined;
  readonly state: State | undefined;
  readonly updatedAt: number | undefined;
};

/** A search in all of a space. */
export type SpaceSearch = {
  readonly projectId: string;
  readonly spaceId: string;
  readonly search: string;
  /** Only news and banners. */
  readonly isItemsOnly?: boolean;
  /** News and banners of these instances only. */
  readonly instanceIds?: readonly string[] | undefined;
  readonly most: number;
};

/** How many of the texts of a shelf are looked at: names that are like the search may be among them. */
const mostTexts = 500;

const latestFirst: readonly SortItem[] = [{ field: 'updatedAt', descending: true }];

/**
 * What a search in all of a space finds: news by their texts, everything else by its name. What is named like the search
 * comes first, and then what was changed last. In time slices, so that no reader waits for it.
 */
export async function searchSpace(
  catalogue: Catalogue,
  { projectId, spaceId, search, isItemsOnly = false, instanceIds, most }: SpaceSearch,
  now: number,
  pause: Pause = createPause(),
): Promise<readonly Glance[]> {
  const space = catalogue.space(projectId, spaceId);
  const terms = searchTerms(search);
  if (space === undefined || terms.length === 0) return [];
  let found: readonly Ranked[] = [];
  for (const { kind, instanceId, shelf } of space.shelves()) {
    if (isItemsOnly && !isAppKind(kind)) continue;
    if (instanceId !== undefined && instanceIds?.includes(instanceId) === false) continue;
    const ids =
      kind === 'news'
        ? await idsByText(shelf, search, terms, now)
        : await idsByName(shelf, terms, now, pause);
    const here: Ranked[] = [];
    for (const id of ids) {
      await pause();
      // The shelf may have changed meanwhile.
      const slot = slotOf(shelf, id, now);
      if (slot === undefined) continue;
      const glance = glanceOf(shelf, slot, { kind, projectId, spaceId, instanceId, id }, now);
      here.push({ glance, rank: rankOf(shelf, slot, terms) });
    }
    // There may be very many shelves.
    found = [...found, ...here].sort(byRank).slice(0, most);
  }
  return found.map(({ glance }) => glance);
}

/** An item at a glance; undefined if it does not exist. */
export function glanceAt(catalogue: Catalogue, key: RecordKey, now: number): Glance | undefined {
  const shelf = catalogue.space(key.projectId, key.spaceId)?.shelf(key.kind, key.instanceId);
  const slot = shelf && slotOf(shelf, key.id, now);
  return shelf && slot !== undefined ? glanceOf(shelf, slot, key, now) : undefined;
}

function slotOf(shelf: Shelf, id: string, now: number): number | undefined {
  return shelf.slotsOf(id).find((slot) => isVersionSeen(shelf.items, slot, now));
}

function glanceOf(shelf: Shelf, slot: number, key: RecordKey, now: number): Glance {
  return {
    key,
    name: shortName(shelf, slot),
    title: isAppKind(key.kind) ? titleOf(shelf, slot) : undefined,
    alias: shelf.items.textIn(slot, 'alias'),
    state: isAppKind(key.kind) ? shelf.stateOf(slot, now) : undefined,
    updatedAt: shelf.items.numberIn(slot, 'updatedAt'),
  };
}

/** The name of an item as a list shows it. */
export function shortName({ items }: Shelf, slot: number): string {
  return cutName(items.textIn(slot, 'name') ?? '');
}

/** One from before names had a limit may be megabytes long. */
export function cutName(name: string): string {
  return name.length <= 2 * limits.nameCharacters
    ? name
    : `${name.slice(0, limits.nameCharacters).toWellFormed()}…`;
}

/** Where the title is: only times stand between it and the status. */
const titleAfterStatus = /^published"(?:,"\w+":-?\d+)*,"values":\{"title":("(?:[^"\\]|\\.)*")/;
const mostTitleBytes = 2048;
const writer = new ByteWriter();

/** The title of news or of a banner, without parsing its text and whatever the bytes after it are; undefined if it has none, or one too long for a list. */
export function titleOf({ items }: Shelf, slot: number): string | undefined {
  const at = items.statusAt(slot);
  writer.begin();
  items.writeJson(writer, slot, at, at + mostTitleBytes);
  const title = titleAfterStatus.exec(writer.written.toString())?.[1];
  return title === undefined ? undefined : String(JSON.parse(title));
}

async function idsByText(
  shelf: Shelf,
  search: string,
  terms: readonly string[],
  now: number,
): Promise<readonly string[]> {
  const next = () => prepareList(shelf, { sort: latestFirst, search }, { now, preview: true });
  for (let wait = next(); wait !== undefined; wait = next()) await wait;
  const page = { sort: latestFirst, first: 0, size: mostTexts, liveAt: undefined, preview: true };
  const { slots } = shelf.page({ filter: { terms }, ...page });
  return slots.filter((slot) => isVersionSeen(shelf.items, slot, now)).map((slot) => shelf.items.idOf(slot));
}

async function idsByName(
  shelf: Shelf,
  terms: readonly string[],
  now: number,
  pause: Pause,
): Promise<readonly string[]> {
  const ids: string[] = [];
  let index = 0;
  for (const slot of shelf.slots()) {
    if (index++ % 64 === 0) await pause();
    if (!isVersionSeen(shelf.items, slot, now)) continue;
    const names = foldText(namesOf(shelf, slot));
    if (terms.every((term) => names.includes(term))) ids.push(shelf.items.idOf(slot));
    if (ids.length >= mostTexts) break;
  }
  return ids;
}

/** By what an operator finds an item of any kind: its name, alias and ID, one per line. */
export function namesOf(shelf: Shelf, slot: number): string {
  const { items } = shelf;
  return [shortName(shelf, slot), items.textIn(slot, 'alias'), items.idOf(slot)].join('\n');
}

type Ranked = { readonly glance: Glance; readonly rank: number };

/** 0: the name begins with the search. 1: it contains all of it. 2: only its text does. */
function rankOf(shelf: Shelf, slot: number, terms: readonly string[]): number {
  const names = foldText(namesOf(shelf, slot));
  if (names.startsWith(terms.join(' '))) return 0;
  return terms.every((term) => names.includes(term)) ? 1 : 2;
}

function byRank(one: Ranked, other: Ranked): number {
  return one.rank - other.rank || (other.glance.updatedAt ?? 0) - (one.glance.updatedAt ?? 0);
}
