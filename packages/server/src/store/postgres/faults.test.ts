import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { join } from 'node:path';
import { SQL } from 'bun';
import { type Postgres, startPostgres } from '../../../../../tests/startPostgres.ts';
import { type Bookmark, beginning, type Followed, type Store } from '../Store.ts';
import { StoreError } from '../StoreError.ts';
import { category, changes, everything, plain, put, tag } from '../testing/suite/samples.ts';
import { openPostgres, type PostgresOptions } from './openPostgres.ts';
import { startProxy } from './testing/startProxy.ts';

setDefaultTimeout(300_000);

let postgres: Postgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres[Symbol.asyncDispose]());

const fixture = (name: string) => join(import.meta.dir, `testing/${name}.ts`);
const spawn = (name: string, ...args: readonly string[]) =>
  Bun.spawn([process.execPath, fixture(name), ...args], { stdout: 'pipe', stderr: 'inherit' });

describe('several processes', () => {
  test('may open an empty database at the same moment', async () => {
    const url = await postgres.freshDatabase();
    const names = [...'abcde'];
    const start = Date.now() + 800;
    const runs = names.map((name) => spawn('storeWriter', url, name, '1', `${start}`));
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
    const processes = ['p', 'q'].map((name) => spawn('storeWriter', url, name, '30', '0'));
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

  test('a writer that is slow to commit lets no number overtake it', async () => {
    const url = await postgres.freshDatabase();
    const [slow, quick] = [await openPostgres(url), await openPostgres(url)];
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
    const { promise: isWritten, resolve: written } = Promise.withResolvers<void>();
    const first = slow.write((writer) => writer.putRecord(tag), {
      beforeCommit: async () => {
        written();
        await held;
      },
    });
    await isWritten;
    const second = put(quick, category);
    await waiters(url, 1);
    expect(await quick.bookmark()).toEqual(beginning);
    letGo();
    await Promise.all([first, second]);
    const told = await changes(quick, beginning);
    expect(told?.flatMap((change) => (change.type === 'record' ? [change.key.id] : []))).toEqual([
      't1',
      'c1',
    ]);
    await Promise.all([slow.close(), quick.close()]);
  });

  test('one that is killed in the middle of a write leaves nothing, and holds up no one', async () => {
    const url = await postgres.freshDatabase();
    const store = await openPostgres(url);
    await put(store, tag);
    const before = await everything(store);
    const killed = spawn('killedWriter', url);
    await killed.stdout.getReader().read();
    killed.kill('SIGKILL');
    await killed.exited;
    await put(store, plain);
    expect((await everything(store)).records).toEqual([...before.records, plain]);
    await store.close();
  });
});

describe('a writer', () => {
  test('that stands still loses its transaction, and holds up no one for long', async () => {
    const url = await postgres.freshDatabase();
    const stopped = spawn('killedWriter', url, '300');
    await stopped.stdout.getReader().read();
    stopped.kill('SIGSTOP');
    const store = await openPostgres(url);
    await put(store, plain);
    expect((await everything(store)).records).toEqual([plain]);
    stopped.kill('SIGKILL');
    await store.close();
  });

  test('that does other things for long keeps its transaction', async () => {
    const url = await postgres.freshDatabase();
    const store = await openPostgres(url, { timeouts: { silence: 300 } });
    await store.write((writer) => writer.putRecord(plain), { beforeCommit: () => Bun.sleep(1000) });
    expect((await everything(store)).records).toEqual([plain]);
    await store.close();
  });
});

describe('a commit whose response is lost', () => {
  /** Writes through a proxy that does something to the first commit. */
  async function writeWith(
    fate: 'cut' | 'cutAnswer' | 'silence',
    options: PostgresOptions = {},
    write: (store: Store) => Promise<unknown> = (store) => put(store, tag),
  ) {
    const direct = await postgres.freshDatabase();
    using proxy = startProxy(postgres.port);
    const store = await openPostgres(direct.replace(`:${postgres.port}`, `:${proxy.port}`), options);
    await put(store, category);
    let isDone = false;
    proxy.decide = (sent) => {
      if (isDone || !sent.includes('COMMIT\0')) return 'pass';
      isDone = true;
      return fate;
    };
    const outcome = await write(store).then(
      () => 'kept',
      (error: unknown) => error,
    );
    const looking = await openPostgres(direct);
    const ids = (await everything(looking)).records.map(({ id }) => id);
    const audited = (await looking.read((reader) => reader.audit({ most: 5 }))).length;
    await looking.close();
    await store.close();
    expect(isDone).toBe(true);
    return { outcome, ids, audited };
  }

  test('succeeds if it was committed', async () => {
    expect(await writeWith('cutAnswer')).toMatchObject({ outcome: 'kept', ids: ['c1', 't1'] });
  });

  test('is also resolved if nothing was written to the change log', async () => {
    const write = (store: Store) =>
      store.write((writer) => writer.addAudit({ at: 1, by: 'ken', action: 'look', target: 'nothing' }));
    expect(await writeWith('cutAnswer', {}, write)).toMatchObject({ outcome: 'kept', audited: 1 });
    const { outcome, audited } = await writeWith('cut', {}, write);
    expect(outcome).toBeInstanceOf(StoreError);
    expect(audited).toBe(0);
  });

  test('fails if it never arrived', async () => {
    const { outcome, ids } = await writeWith('cut');
    expect(outcome).toBeInstanceOf(StoreError);
    expect(`${outcome}`).toContain('broke the connection');
    expect(ids).toEqual(['c1']);
  });

  test('is reported as uncertain if the outcome is unknown', async () => {
    const timeouts = { slow: 200, quick: 1000 };
    const { outcome } = await writeWith('silence', { timeouts, patience: 300 });
    expect(`${outcome}`).toContain('it is unknown whether the change was stored');
  });
});

describe('a server', () => {
  test('may be restarted or crash under an open store', async () => {
    await using own = await startPostgres();
    const store = await openPostgres(await own.freshDatabase());
    await put(store, tag);
    await own.stop();
    await expect(store.bookmark()).rejects.toThrow("can't be reached");
    await own.start();
    expect((await everything(store)).records).toEqual([tag]);
    await put(store, plain);
    await own.kill();
    await own.start();
    await put(store, category);
    expect((await everything(store)).records).toEqual([category, tag, plain]);
    await store.close();
  });

  test('that is lost during a read or write ends it, and nothing is stored', async () => {
    await using own = await startPostgres();
    const store = await openPostgres(await own.freshDatabase());
    await put(store, tag);
    const reading = store.read(async (reader) => {
      await own.kill();
      await own.start();
      return reader.find(tag);
    });
    await expect(reading).rejects.toThrow('broke the connection');
    const writing = store.write(async (writer) => {
      await writer.putRecord(plain);
      await writer.find(plain);
      await own.kill();
      await own.start();
    });
    await expect(writing).rejects.toThrow('broke the connection');
    expect((await everything(store)).records).toEqual([tag]);
    await store.close();
  });

  test('that stands still holds up no follower', async () => {
    await using own = await startPostgres();
    const url = await own.freshDatabase();
    const store = await openPostgres(url, { timeouts: { connect: 300, quick: 300 } });
    await put(store, tag);
    const before = await store.bookmark();
    own.freeze();
    await expect(store.bookmark()).rejects.toThrow('does not respond in time');
    await expect(store.changesAfter(before, async () => {})).rejects.toThrow('does not respond in time');
    await expect(openPostgres(url, { timeouts: { connect: 300 } })).rejects.toThrow(
      'does not respond in time',
    );
    own.thaw();
    expect(await store.bookmark()).toEqual(before);
    await put(store, plain);
    expect(await changes(store, before)).toHaveLength(2);
    await store.close();
  });
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

/** Waits until so many sessions wait for the lock for writing. */
async function waiters(url: string, count: number): Promise<void> {
  await using sql = new SQL(url, { max: 1 });
  const waiting = () => sql`SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`;
  while ((await waiting()).count < count) await Bun.sleep(5);
}
