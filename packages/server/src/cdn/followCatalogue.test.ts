import { afterEach, beforeEach, expect, test } from 'bun:test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '../../../../tests/testing/until.ts';
import { Catalogue } from '../catalogue/Catalogue.ts';
import type { Store, StoredRecord } from '../store/Store.ts';
import { openTemporary } from '../store/sqlite/openSqlite.ts';
import { openPurging, type Purging } from './followCatalogue.ts';
import { keysOfSpace } from './surrogateKeys.ts';

/** The clock of the service: the real one, which a test may set. */
const clock = { offset: 0 };
const now = () => Date.now() + clock.offset;
const shelf = 'p/s/news/one';
/** Fast enough for a test. */
const patience = { firstPause: 10, lastPause: 50, repeat: 50, stop: 300 };

let folder = '';
let store: Store;
let told: { readonly key: string; readonly at: number }[] = [];
let cache: { readonly port: number | undefined; stop(isForced: boolean): Promise<void> };
let isAway = false;
let running: Purging | undefined;

beforeEach(async () => {
  clock.offset = 0;
  told = [];
  isAway = false;
  folder = await mkdtemp(join(tmpdir(), 'newsstand-purging-'));
  store = await openTemporary();
  cache = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch(request) {
      if (isAway) return new Response('', { status: 503 });
      const keys = (request.headers.get('surrogate-key') ?? '').split(' ');
      told.push(...keys.map((key) => ({ key, at: now() })));
      return new Response();
    },
  });
  await store.write((writer) =>
    writer.putInstance({ projectId: 'p', spaceId: 's', app: 'news', instanceId: 'one' }),
  );
});

afterEach(async () => {
  await running?.stop();
  await store.close();
  await cache.stop(true);
  await rm(folder, { recursive: true, force: true });
});

function news(id: string, times: object): StoredRecord {
  const values = { title: id, body: {}, thumbnail: { mediaId: 'm' } };
  const document = JSON.stringify({
    name: id,
    status: 'published',
    ...times,
    values,
    createdAt: 1,
    updatedAt: 1,
  });
  return { kind: 'news', projectId: 'p', spaceId: 's', instanceId: 'one', id, document, links: [] };
}

async function put(...records: readonly StoredRecord[]): Promise<void> {
  await store.write(async (writer) => {
    for (const record of records) await writer.putRecord(record);
  });
}

/** A process that has loaded everything. */
async function start() {
  const catalogue = new Catalogue({ media: { url: 'http://media.test', key: 'k' }, now });
  await store.read((reader) => catalogue.load(reader));
  const purging = openPurging({
    config: { dataFolder: folder, purgeUrls: [`http://127.0.0.1:${cache.port}/`], purgeHeader: undefined },
    ...{ catalogue, store, worker: 1, now, patience },
    log: { debug() {}, info() {}, warn() {}, error() {} },
  });
  if (purging === undefined) throw new Error('there is somebody to tell');
  running = purging;
  await purging.begin();
  return {
    /** Shows what was written. */
    async show(): Promise<void> {
      await store.changesAfter(catalogue.bookmark ?? { revision: 0, mark: '' }, async (changes) =>
        purging.onShown({ type: 'changes', changes: await catalogue.apply(changes) }),
      );
    },
    /** Waits until all was told twice, and that is noted. */
    async settled(): Promise<void> {
      await until('all to be told', () =>
        purging.counts().every(({ pending, keys }) => pending === 0 && keys > 0),
      );
      await purging.begin();
    },
    failures: () => purging.counts().reduce((sum, { failures }) => sum + failures, 0),
    /** Ends without another word, as a process does that is killed. */
    async kill(): Promise<void> {
      const noted = await Bun.file(notes()).text();
      await purging.stop();
      running = undefined;
      await Bun.write(notes(), noted);
    },
  };
}

const notes = () => join(folder, 'purged-1.json');
const wholeSpace = keysOfSpace({ projectId: 'p', spaceId: 's' });
const keysTold = () => new Set(told.map(({ key }) => key));
const firstTold = (key: string) => told.find((each) => each.key === key)?.at ?? Number.NaN;

test('what opens or closes is purged on time, never sooner, without a write, and once more', async () => {
  await put(news('n2', {}));
  const { show } = await start();
  const [opens, closes] = [now() + 400, now() + 800];
  await put(news('n1', { openingAt: opens, closingAt: closes }));
  await show();
  const moments = () => told.filter(({ key }) => key === `${shelf}/n1`).map(({ at }) => at);
  await until('two purges after the end', () => moments().filter((at) => at >= closes).length >= 2);
  expect(moments().every((at) => at >= opens)).toBe(true);
  expect(keysTold()).toEqual(new Set([...wholeSpace, shelf, `${shelf}/n1`]));
});

test('a moment that comes with a change is not missed, though it comes before all others', async () => {
  await put(news('far', { openingAt: now() + 3_600_000 }));
  const { show } = await start();
  const opens = now() + 300;
  await put(news('near', { openingAt: opens }));
  await show();
  await until('the new item', () => keysTold().has(`${shelf}/near`));
  // It was hidden until then: nobody could notice that it was written.
  expect(firstTold(`${shelf}/near`)).toBeGreaterThanOrEqual(opens);
  expect(keysTold()).not.toContain(`${shelf}/far`);
});

test('what opened or closed while no process ran is made up for, and earlier purges are not repeated', async () => {
  const hour = 3_600_000;
  const first = await start();
  await put(
    news('early', { openingAt: now() + 300 }),
    news('meanwhile', { openingAt: now() + hour }),
    news('later', { openingAt: now() + 9 * hour }),
  );
  await first.show();
  await until('the early item', () => keysTold().has(`${shelf}/early`));
  await first.settled();
  await first.kill();
  told = [];
  clock.offset = 2 * hour;
  const second = await start();
  await until('the item that opened meanwhile', () => keysTold().has(`${shelf}/meanwhile`));
  expect(keysTold()).toEqual(new Set([shelf, `${shelf}/meanwhile`]));
  await second.settled();
});

test('what could not be purged before the end is purged by the next process', async () => {
  await put(news('n1', { openingAt: now() + 3_600_000 }));
  const first = await start();
  await first.settled();
  isAway = true;
  clock.offset = 7_200_000;
  await until('a failure', () => first.failures() > 0);
  await first.kill();
  isAway = false;
  told = [];
  await start();
  await until('the item', () => keysTold().has(`${shelf}/n1`));
  expect(keysTold()).not.toContain('p/s');
});

test('setting the clock purges everything in between, either way', async () => {
  const hour = 3_600_000;
  await put(news('n1', { openingAt: now() + hour }), news('n2', { openingAt: now() + 3 * hour }));
  const { settled } = await start();
  await settled();
  for (const offset of [2 * hour, 0]) {
    told = [];
    clock.offset = offset;
    await until('the item', () => keysTold().has(`${shelf}/n1`));
    expect(keysTold()).toEqual(new Set([shelf, `${shelf}/n1`]));
    await settled();
  }
});

test('without known progress, everything is purged', async () => {
  await put(news('n1', {}));
  await Bun.write(notes(), JSON.stringify(await store.bookmark()));
  await start();
  await until('the space', () => keysTold().has('p/s'));
});

test('a very large change is purged as one space', async () => {
  const openingAt = now() + 1000;
  await put(...Array.from({ length: 600 }, (_, number) => news(`n${number}`, { openingAt })));
  const { settled } = await start();
  await settled();
  await until('the space after the opening', () =>
    told.some(({ key, at }) => key === 'p/s' && at >= openingAt),
  );
  expect(keysTold()).toEqual(new Set(wholeSpace));
});
