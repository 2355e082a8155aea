import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { SQL } from 'bun';
import { type Cluster, startCluster } from '../../../../../tests/startCluster.ts';
import { until } from '../../../../../tests/testing/until.ts';
import { beginning } from '../Store.ts';
import { category, changes, everything, plain, put, tag } from '../testing/suite/samples.ts';
import { openPostgres } from './openPostgres.ts';

const quickly = { timeouts: { connect: 1000, quick: 1000 } };

describe('a standby', () => {
  let cluster: Cluster;
  /** Both servers; only the standby. */
  let both: string;
  let copy: string;
  beforeEach(async () => {
    cluster = await startCluster();
    both = await cluster.freshDatabase();
    copy = both.replace(`127.0.0.1:${cluster.primary.port},`, '');
  });
  afterEach(() => cluster[Symbol.asyncDispose]());

  test('is followed, says that it lags, and is not written to', async () => {
    await expect(openPostgres(copy, { ...quickly, follows: true })).rejects.toThrow(
      'is a standby without the tables',
    );
    // Waits for the tables, for as long as the primary takes.
    const opening = openPostgres(copy, { timeouts: { connect: 15_000 }, follows: true });
    const store = await openPostgres(both, quickly);
    const follower = await opening;
    await put(store, tag);
    await until('the first change', async () => (await follower.bookmark()).revision > 0);
    const seen = await follower.bookmark();
    expect(seen).toEqual(await store.bookmark());
    expect(await everything(follower)).toEqual(await everything(store));
    await expect(put(follower, plain)).rejects.toThrow('is a read-only standby; name the primary too');
    await expect(openPostgres(copy, quickly)).rejects.toThrow('is a read-only standby');
    const ahead = { revision: seen.revision + 1, mark: 'to come' };
    expect(await follower.changesAfter(ahead, async () => {})).toBe('behind');
    expect(await store.changesAfter(ahead, async () => {})).toBe('unknown');
    expect(await changes(follower, beginning)).toHaveLength(2);
    await using sql = new SQL(cluster.standby.url, { max: 1 });
    await sql`SELECT pg_wal_replay_pause()`;
    await put(store, plain);
    expect(await follower.changesAfter(await store.bookmark(), async () => {})).toBe('behind');
    expect(await follower.changesAfter(seen, async () => {})).toBe('same');
    await sql`SELECT pg_wal_replay_resume()`;
    await until('the next change', async () => (await follower.bookmark()).revision > seen.revision);
    expect(await changes(follower, seen)).toHaveLength(2);
    await Promise.all([store.close(), follower.close()]);
  });

  test('takes over: committed changes are there, and the store finds it automatically', async () => {
    const store = await openPostgres(both, quickly);
    const follower = await openPostgres(copy, { ...quickly, follows: true });
    let woken = 0;
    const errors: unknown[] = [];
    const watching = await follower.watch(
      () => woken++,
      (error) => errors.push(error),
    );
    await put(store, tag);
    const told = await store.bookmark();
    await until('several polls', () => woken > 3);
    await cluster.primary.kill();
    await expect(put(store, plain)).rejects.toThrow('no server that can be used');
    expect(await follower.changesAfter(told, async () => {})).toBe('same');
    await cluster.promote();
    await put(store, category);
    expect((await everything(store)).records).toEqual([category, tag]);
    expect(await changes(follower, told)).toHaveLength(1);
    expect(await follower.changesAfter({ ...told, revision: 99 }, async () => {})).toBe('unknown');
    // From now on it is told, rather than asked ten times a second.
    await until('a listening session', async () => {
      await put(store, { ...plain, document: `${Math.random()}` });
      const before = woken;
      await Bun.sleep(80);
      return woken > before && (await isListening());
    });
    await watching[Symbol.asyncDispose]();
    expect(errors).toEqual([]);
    await Promise.all([store.close(), follower.close()]);
  });

  async function isListening(): Promise<boolean> {
    await using sql = new SQL(copy, { max: 1 });
    const text = `SELECT FROM pg_stat_activity WHERE application_name = 'newsstand' AND query LIKE 'LISTEN%'`;
    return (await sql.unsafe(text)).count > 0;
  }
});
