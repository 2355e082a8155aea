import { afterAll, expect, test } from 'bun:test';
import { isFull } from '../../../../../tests/testing/runs.ts';
import { createPause, runAtOnce } from '../../concurrency/timeSlices.ts';
import { openTemporary } from '../../store/sqlite/openSqlite.ts';
import { Catalogue } from '../Catalogue.ts';
import type { RenderedItem } from '../items/Item.ts';
import { renderItem } from '../items/renderItem.ts';
import { isLive } from '../items/visibility.ts';
import { Shelf } from '../Shelf.ts';
import { decodeText } from '../snapshot/fingerprintOf.ts';
import { changeShelf } from '../testing/changeShelf.ts';
import { shardSlots } from './SearchIndex.ts';
import { type IndexThreads, openIndexThreads } from './ShardIndexing.ts';
import { textMatches } from './textMatches.ts';

const threads = openIndexThreads(2);
if (threads === undefined) throw new Error('there are no threads');
afterAll(() => threads.close());

const words = ['news', 'market', '市場です', '新製品の発表', 'launch', 'straße', '😀'];
const searches = [
  ['new'],
  ['market', 'news'],
  ['市'],
  ['新製品'],
  ['品の'],
  ['strasse'],
  ['😀'],
  ['17'],
  ['nothing'],
];
const sort = [{ field: 'publishedAt', descending: true }];

/** Far more than the time before which a crowd that opens is indexed. */
const hour = 3_600_000;

/** One in five opens after 10 hours, and one in seven closes after 20. */
function makeNews(n: number, more = ''): RenderedItem {
  const title = `${words[n % words.length]} ${words[(n >> 3) % words.length]} ${n} ${more}`;
  const document = {
    name: title,
    status: 'published',
    ...(n % 5 === 0 ? { openingAt: 10 * hour } : {}),
    ...(n % 7 === 0 ? { closingAt: 20 * hour } : {}),
    values: { title, body: {}, thumbnail: { mediaId: 'm' } },
    createdAt: n,
    updatedAt: n,
  };
  const scope = { kind: 'news', projectId: 'p', spaceId: 's', instanceId: 'i', links: [] } as const;
  return renderItem({ ...scope, id: `n${n}`, document: JSON.stringify(document) }, { url: '', key: 'k' });
}

/** A shelf whose texts were handed over, and then shown as in a first load. */
function loadShelf(count: number, now: () => number, to: IndexThreads) {
  const shelf = new Shelf(undefined, now);
  const items = new Map<string, RenderedItem>();
  for (let n = 0; n < count; n++) {
    const rendered = makeNews(n);
    items.set(rendered.item.id, rendered);
    shelf.stage({ id: rendered.item.id, rendered });
    if (n % 1000 !== 0) continue;
    shelf.indexing.want(false);
    runAtOnce(shelf.indexing.handOver(to, now()));
  }
  shelf.indexing.want(true);
  runAtOnce(shelf.indexing.handOver(to, now()));
  runAtOnce(shelf.prepareStaged(sort, false));
  shelf.showStaged(now());
  return { shelf, items };
}

function expectExact(shelf: Shelf, items: ReadonlyMap<string, RenderedItem>, times: readonly number[]): void {
  const texts = Array.from(items.values(), ({ item, text }) => ({ item, text: decodeText(text) }));
  for (const terms of searches) {
    for (const liveAt of [undefined, ...times]) {
      const expected = texts
        .filter(
          ({ item, text }) => (liveAt === undefined || isLive(item, liveAt)) && textMatches(text, terms),
        )
        .map(({ item }) => item.id);
      const request = { filter: { terms }, sort, first: 0, size: texts.length, liveAt, preview: false };
      const { slots, total } = shelf.page(request);
      expect(total).toBe(expected.length);
      expect(new Set(slots.map((slot) => shelf.items.idOf(slot)))).toEqual(new Set(expected));
    }
  }
}

test('what was indexed in other threads is found, shard by shard, and nothing is left to index', async () => {
  const { shelf, items } = loadShelf(isFull ? shardSlots + 5000 : 5000, () => 5 * hour, threads);
  expect(shelf.isTidy(5 * hour)).toBe(false);
  await shelf.indexing.takeIn(threads, () => 5 * hour, createPause());
  expect(shelf.isTidy(5 * hour)).toBe(true);
  expectExact(shelf, items, [5 * hour]);
});

test('what opens, closes, comes and goes meanwhile is found too', async () => {
  let now = 5 * hour;
  const { shelf, items } = loadShelf(5000, () => now, threads);
  now = 15 * hour;
  for (const id of ['n1', 'n2', 'n21']) {
    changeShelf(shelf, [{ id, rendered: undefined }], now);
    items.delete(id);
  }
  const other = makeNews(3, 'launch');
  changeShelf(shelf, [{ id: 'n3', rendered: other }], now);
  items.set('n3', other);
  expectExact(shelf, items, [5 * hour, 15 * hour]);
  const taking = shelf.indexing.takeIn(threads, () => now, createPause());
  now = 25 * hour;
  await taking;
  expectExact(shelf, items, [5 * hour, 15 * hour, 25 * hour]);
  runAtOnce(shelf.tidy());
  expect(shelf.isTidy(now)).toBe(true);
  expectExact(shelf, items, [5 * hour, 15 * hour, 25 * hour]);
});

test('texts are indexed here if a large change was added to their shard, or if the threads have ended', async () => {
  const ended = openIndexThreads(1);
  if (ended === undefined) throw new Error('there is no thread');
  for (const to of [threads, ended]) {
    const { shelf, items } = loadShelf(5000, () => 5 * hour, to);
    if (to === ended) await ended.close();
    else {
      const added = Array.from({ length: 100 }, (_, index) => makeNews(10_000 + index));
      changeShelf(
        shelf,
        added.map((rendered) => ({ id: rendered.item.id, rendered })),
        5 * hour,
      );
      for (const rendered of added) items.set(rendered.item.id, rendered);
    }
    await shelf.indexing.takeIn(to, () => 5 * hour, createPause());
    expect(shelf.isTidy(5 * hour)).toBe(false);
    expectExact(shelf, items, [5 * hour]);
    runAtOnce(shelf.tidy());
    expect(shelf.isTidy(5 * hour)).toBe(true);
    expectExact(shelf, items, [5 * hour]);
  }
});

test('all texts of a first load are indexed before anybody reads, in threads or here', async () => {
  const scope = { projectId: 'p', spaceId: 's', instanceId: 'i' };
  const document = (n: number) =>
    JSON.stringify({ name: `news ${n}`, status: 'published', values: { title: `market ${n}` } });
  const store = await openTemporary();
  await store.write(async (writer) => {
    for (let n = 0; n < (isFull ? 20_001 : 5001); n++)
      await writer.putRecord({ ...scope, kind: 'news', id: `n${n}`, document: document(n), links: [] });
  });
  for (const indexThreads of [threads, undefined]) {
    const catalogue = new Catalogue({ media: { url: '', key: 'k' }, indexThreads });
    await store.read((reader) => catalogue.load(reader));
    expect(catalogue.isTidy()).toBe(true);
    expect(catalogue.space('p', 's')?.shelf('news', 'i')?.findsQuickly).toBe(true);
  }
  await store.close();
});

test('who waits for the threads can stop', async () => {
  const { shelf } = loadShelf(5000, () => 5 * hour, { ...threads, index: () => new Promise(() => {}) });
  const stopping = new AbortController();
  const taking = shelf.indexing.takeIn(threads, () => 5 * hour, createPause(), stopping.signal);
  stopping.abort();
  await expect(taking).rejects.toThrow();
});
