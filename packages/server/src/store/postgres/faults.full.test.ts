import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { SQL } from 'bun';
import { type Postgres, startPostgres } from '../../../../../tests/startPostgres.ts';
import { until } from '../../../../../tests/testing/until.ts';
import { type Bookmark, beginning, type Followed } from '../Store.ts';
import { category, changes, everything, plain, put, tag } from '../testing/suite/samples.ts';
import { openPostgres } from './openPostgres.ts';

let postgres: Postgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres[Symbol.asyncDispose]());

const fixture = join(import.meta.dir, 'testing/storeWriter.ts');
const spawnWriter = (...args: readonly string[]) =>
  Bun.spawn([process.execPath, fixture, ...args], { stdout: 'pipe', stderr: 'inherit' });

describe('several processes', () => {
  test('may open an empty database at the same moment', async () => {
    const url = await postgres.freshDatabase();
    const names = [...'abcde'];
    const start = Date.now() + 800;
    const runs = names.map((name) => spawnWriter(url, name, '1', `${start}`));
    expect(await Promise.all(runs.map((run) => run.exited))).toEqual(names.map(() => 0));
    const store = await openPostgres(url);
    const ids = (await everything(store)).records.map(({ id }) => id);
    expect(ids.sort()).toEqual(names.map((name) => `${name}-0`));
    await store.close();
  });

  test('write side by side, and a follower misses nothing', async () => {
    const url = await postgres.freshDatabase();
    const [follower, ...writers] = await Promise.all([1, 2, 3, 4].map(() => openPostgres(url)));
    if (follower === undefined) throw new Error('there is no follower');
    const processes = ['p', 'q'].map((name) => spawnWriter(url, name, '30', '0'));
    const here = writers.map(async (store, place) => {
      for (let index = 0; index < 30; index++) {
        const slow = index % 10 === 0 ? { beforeCommit: () => Bun.sleep(20) } : {};
        await store.write((writer) => writer.putRecord({ ...tag, id: `${place}-${index}` }), slow);
      }
    });
    let isOver = false;
    const all = Promise.all([...here, ...processes.map((run) => run.exited)]).finally(() => {
      isOver = true;
    });
    const seen = await followUntil(follower, () => isOver);
    await all;
    expect([...seen].sort()).toEqual((await everything(follower)).records.map(({ id }) => id).sort());
    expect(seen.size).toBe(150);
    for (const store of [follower, ...writers]) await store.close();
  });
});

describe('a server', () => {
  test('may be restarted or crash under an open store', async () => {
    const store = await openPostgres(await postgres.freshStore());
    await put(store, tag);
    await postgres.stop();
    await expect(store.bookmark()).rejects.toThrow("can't be reached");
    await postgres.start();
    expect((await everything(store)).records).toEqual([tag]);
    await put(store, plain);
    await postgres.kill();
    await postgres.start();
    await put(store, category);
    expect((await everything(store)).records).toEqual([category, tag, plain]);
    await store.close();
  });

  test('that stands still holds up no follower', async () => {
    const url = await postgres.freshStore();
    const store = await openPostgres(url, { timeouts: { connect: 300, quick: 300 } });
    await put(store, tag);
    const before = await store.bookmark();
    postgres.freeze();
    await expect(store.bookmark()).rejects.toThrow('does not respond in time');
    await expect(store.changesAfter(before, async () => {})).rejects.toThrow('does not respond in time');
    await expect(openPostgres(url, { timeouts: { connect: 300 } })).rejects.toThrow(
      'does not respond in time',
    );
    postgres.thaw();
    expect(await store.bookmark()).toEqual(before);
    await put(store, plain);
    expect(await changes(store, before)).toHaveLength(2);
    await store.close();
  });
});

test('a watch survives every outage, and receives again', async () => {
  const quickly = { connect: 300, quick: 300 };
  const url = await postgres.freshStore();
  const store = await openPostgres(url, { timeouts: quickly, watching: { primary: 1000, promotion: 100 } });
  const errors: string[] = [];
  let woken = 0;
  await store.watch(
    () => woken++,
    (error) => errors.push(`${error}`),
  );
  const hears = async () => {
    const before = woken;
    await put(store, { ...tag, document: `${Math.random()}` }).catch(() => {});
    await Bun.sleep(30);
    return woken > before && listeners(url);
  };
  await until('changes to be heard', hears);
  await postgres.kill();
  await until('an unreachable server', () => errors.some((error) => error.includes("can't be reached")));
  await postgres.start();
  await until('changes to be heard', hears);
  postgres.freeze();
  await until('a server that does not respond', () =>
    errors.some((error) => error.includes('does not respond')),
  );
  postgres.thaw();
  await until('changes to be heard', hears);
  await postgres.stop();
  await postgres.start();
  await until('changes to be heard', hears);
  expect(errors.join()).not.toContain('postgres-secret');
  await store.close();
});

/** Takes changes again and again; the IDs of the records that were told of. Each bookmark must be above the one before. */
async function followUntil(store: Followed, isOver: () => boolean): Promise<Set<string>> {
  const seen = new Set<string>();
  let place: Bookmark = beginning;
  for (let isLast = false; ; isLast = isOver()) {
    const following = await store.changesAfter(place, async ({ bookmarks, batches }) => {
      for await (const batch of batches)
        for (const change of batch) if (change.type === 'record') seen.add(change.key.id);
      for (const bookmark of bookmarks) {
        expect(bookmark.revision).toBeGreaterThan(place.revision);
        place = bookmark;
      }
    });
    expect(['taken', 'same']).toContain(following);
    if (isLast && following === 'same') return seen;
    if (following === 'same') await Bun.sleep(2);
  }
}

async function listeners(url: string): Promise<boolean> {
  await using sql = new SQL(url, { max: 1 });
  const text = `SELECT FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = 'newsstand' AND query LIKE 'LISTEN%'`;
  return (await sql.unsafe(text)).count > 0;
}
