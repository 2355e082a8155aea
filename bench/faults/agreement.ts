import { openStore } from '../../packages/server/src/store/openStore.ts';
import type { Reader, StoredRecord } from '../../packages/server/src/store/Store.ts';
import { instanceId, scope } from '../content.ts';
import type { Book } from './messages.ts';
import type { Site } from './openSite.ts';
import { keyOf } from './steps.ts';

const space = `/static/projects/${scope.projectId}/spaces/${scope.spaceId}`;

/** All shelves, with their paths and the members that identify an item. */
const shelves = [
  { kind: 'news', path: `${space}/news/instances/${instanceId}/news`, id: 'contentId' },
  { kind: 'media', path: `${space}/collection/medias`, id: 'mediaId' },
  { kind: 'category', path: `${space}/collection/categories`, id: 'categoryId' },
  { kind: 'tag', path: `${space}/collection/tags`, id: 'tagId' },
] as const;

type Shelf = (typeof shelves)[number];
type Headers = Readonly<Record<string, string>>;
type Item = Readonly<Record<string, unknown>>;

/** Describes commits that were confirmed but are not in the store. */
export async function lostCommits(databaseUrl: string, book: Book): Promise<readonly string[]> {
  const store = await openStore(databaseUrl);
  try {
    const records = await store.read((reader) => reader.findAll(book.map(([id]) => keyOf(id))));
    return book.flatMap(([id, name], place) => {
      const found = records[place];
      const now: { name: string } | undefined = found && JSON.parse(found.document);
      return (now?.name ?? null) === name ? [] : [`${id} is ${now?.name ?? 'gone'}, not ${name ?? 'gone'}`];
    });
  } finally {
    await store.close();
  }
}

/** Every page of every shelf. */
export type Pages = readonly (readonly string[])[];

/** Everything that a node delivers. */
export async function pagesOf(url: string, headers: Headers): Promise<Pages> {
  const pages: (readonly string[])[] = [];
  for (const shelf of shelves) pages.push(await bodies(url, shelf, headers));
  return pages;
}

/** Describes how the pages of a node differ from the expected ones. */
export function differences(node: string, wanted: Pages, pages: Pages): readonly string[] {
  return shelves.flatMap(({ kind }, shelf) => {
    const [own, other] = [pages[shelf] ?? [], wanted[shelf] ?? []];
    const most = Math.max(own.length, other.length);
    const unequal = Array.from({ length: most }, (_, page) => page).filter(
      (page) => own[page] !== other[page],
    );
    return unequal.length === 0 ? [] : [`${node}: ${unequal.length} of ${most} pages of ${kind} differ`];
  });
}

/** Describes how what nodes deliver to a preview key differs from the records in the database. */
export async function unlikeRecords(site: Site): Promise<readonly string[]> {
  const records = await allRecords(site.databaseUrl);
  const found: string[] = [];
  for (const [place, { address }] of site.nodes.entries()) {
    const pages = await pagesOf(address.url, site.previewHeaders);
    for (const [number, shelf] of shelves.entries()) {
      const items = (pages[number] ?? []).flatMap(listOf);
      found.push(...unlike(shelf, items, records).map((what) => `node ${place + 1}: ${what}`));
    }
  }
  return found;
}

async function allRecords(databaseUrl: string): Promise<readonly StoredRecord[]> {
  const store = await openStore(databaseUrl);
  try {
    return await store.read(everyRecord);
  } finally {
    await store.close();
  }
}

/** All records of a snapshot. */
export async function everyRecord(reader: Reader): Promise<readonly StoredRecord[]> {
  const all: StoredRecord[] = [];
  for await (const batch of reader.records()) all.push(...batch);
  return all;
}

/** Every page, as text. */
async function bodies(url: string, { path }: Shelf, headers: Headers): Promise<readonly string[]> {
  const texts: string[] = [];
  for (let page = 1; ; page++) {
    const response = await fetch(`${url}${path}?size=99&page=${page}`, { headers });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path}, page ${page}: ${response.status}`);
    if (listOf(text).length === 0) return texts;
    texts.push(text);
  }
}

function listOf(body: string): readonly Item[] {
  const { list }: { list: readonly Item[] } = JSON.parse(body);
  return list;
}

/** Members that must be the same in item and record; the others are derived. */
const compared = ['name', 'alias', 'createdAt', 'updatedAt'];

function unlike({ kind, id }: Shelf, items: readonly Item[], records: readonly StoredRecord[]): string[] {
  const delivered = new Map(items.map((item) => [String(item[id]), item]));
  const kept = records.filter((record) => record.kind === kind);
  const wrong = kept.filter((record) => {
    const item = delivered.get(record.id);
    const document: Item = JSON.parse(record.document);
    return item === undefined || compared.some((member) => item[member] !== document[member]);
  });
  const count = items.length === kept.length ? [] : [`${items.length} of ${kept.length} ${kind} items`];
  return [...count, ...wrong.slice(0, 3).map((record) => `${kind} ${record.id} differs from the store`)];
}
