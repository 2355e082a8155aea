import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { SQL } from 'bun';
import { type Postgres, startPostgres } from '../../../../../tests/startPostgres.ts';
import { until } from '../../../../../tests/testing/until.ts';
import { beginning, type Store } from '../Store.ts';
import { StoreError } from '../StoreError.ts';
import {
  category,
  changes,
  credential,
  everything,
  item,
  media,
  plain,
  put,
  tag,
} from '../testing/suite/samples.ts';
import { openPostgres, type PostgresOptions } from './openPostgres.ts';
import { batchSize } from './postgresReader.ts';
import { startProxy } from './testing/startProxy.ts';

let postgres: Postgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres[Symbol.asyncDispose]());

const fixture = (name: string) => join(import.meta.dir, `testing/${name}.ts`);
const spawn = (name: string, ...args: readonly string[]) =>
  Bun.spawn([process.execPath, fixture(name), ...args], { stdout: 'pipe', stderr: 'inherit' });

describe('several processes', () => {
  test('a writer that is slow to commit lets no number overtake it', async () => {
    const url = await postgres.freshStore();
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
    const url = await postgres.freshStore();
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
    const url = await postgres.freshStore();
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
    const url = await postgres.freshStore();
    const store = await openPostgres(url, { timeouts: { silence: 2000 } });
    await store.write((writer) => writer.putRecord(plain), { beforeCommit: () => Bun.sleep(5000) });
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
    const direct = await postgres.freshStore();
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
    const timeouts = { slow: 2000, quick: 5000 };
    const { outcome } = await writeWith('silence', { timeouts, patience: 300 });
    expect(`${outcome}`).toContain('it is unknown whether the change was stored');
  });
});

describe('the log and the counters of a server', () => {
  test('needs one statement for changes that are not too many', async () => {
    const url = await postgres.freshStore();
    await using sql = new SQL(url, { max: 1 });
    await sql.unsafe(`ALTER DATABASE ${url.split('/').at(-1)} SET log_statement = 'all'`);
    const logged = await openPostgres(url);
    const counted = async (work: () => Promise<unknown>) => {
      const before = (await postgres.log()).length;
      await work();
      return (await postgres.log()).slice(before).match(/LOG: {2}(statement|execute)/g)?.length ?? 0;
    };
    expect(await counted(() => changes(logged, beginning))).toBe(1);
    await put(
      logged,
      ...Array.from({ length: batchSize - 2 }, (_, index) => ({ ...plain, id: `n${index}` })),
    );
    expect(await counted(async () => expect(await changes(logged, beginning)).toHaveLength(batchSize))).toBe(
      1,
    );
    const here = await logged.bookmark();
    expect(await counted(() => changes(logged, here))).toBe(1);
    expect(await counted(() => logged.bookmark())).toBe(1);
    await put(logged, tag);
    expect(
      await counted(async () => expect(await changes(logged, beginning)).toHaveLength(batchSize + 1)),
    ).toBeGreaterThan(1);
    await logged.close();
  });

  test('is not written to if nothing changed', async () => {
    const url = await postgres.freshStore();
    const store = await openPostgres(url);
    const all = () =>
      store.write(async (writer) => {
        for (const record of [category, tag, media, item]) await writer.putRecord(record);
        await writer.putCredential(credential);
        await writer.putMediaKey(await writer.mediaKey());
        await writer.removeRecord({ ...item, id: 'none' });
        await writer.removeExpiredAuthTokens(1);
        await writer.removeOperator('nobody');
        await writer.addKeyUsage([]);
      });
    await all();
    await using sql = new SQL(url, { max: 1 });
    const nextTransaction = async () =>
      (await sql.unsafe<{ xid: string }[]>('SELECT pg_snapshot_xmax(pg_current_snapshot())::text AS xid'))[0]
        ?.xid;
    const before = await nextTransaction();
    await all();
    expect(await nextTransaction()).toBe(before);
    await store.close();
  });
});

describe('a server', () => {
  test('that is lost during a read or write ends it, and nothing is stored', async () => {
    const store = await openPostgres(await postgres.freshStore());
    await put(store, tag);
    const reading = store.read(async (reader) => {
      await postgres.kill();
      await postgres.start();
      return reader.find(tag);
    });
    await expect(reading).rejects.toThrow('broke the connection');
    const writing = store.write(async (writer) => {
      await writer.putRecord(plain);
      await writer.find(plain);
      await postgres.kill();
      await postgres.start();
    });
    await expect(writing).rejects.toThrow('broke the connection');
    expect((await everything(store)).records).toEqual([tag]);
    await store.close();
  });
});

/** Waits until so many sessions wait for the lock for writing. */
async function waiters(url: string, count: number): Promise<void> {
  await using sql = new SQL(url, { max: 1 });
  const waiting = () => sql`SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`;
  await until('sessions that wait', async () => (await waiting()).count >= count);
}
