import { join } from 'node:path';
import { SQL } from 'bun';
import { initializeData, owner, type Postgres, serveData, watchedFolder } from './startPostgres.ts';
import { until } from './testing/until.ts';

/** A primary and a standby that follows it. */
export type Cluster = {
  readonly primary: Postgres;
  readonly standby: Postgres;
  /** Both hosts, the primary first. */
  readonly url: string;
  /** A new, empty database with both hosts in its URL, once the standby has it too. */
  freshDatabase(): Promise<string>;
  /** Promotes the standby; the old primary should be down. */
  promote(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
};

/**
 * `synchronous`: a commit is confirmed only once the standby has it, so that no promotion can lose it; while the standby
 * is down, commits wait.
 */
export type ClusterOptions = { readonly synchronous?: boolean };

/** Starts both. The standby starts with a copy of the primary's folder, made while that was down. */
export async function startCluster({ synchronous = true }: ClusterOptions = {}): Promise<Cluster> {
  const folder = await watchedFolder();
  const [first, second] = [join(folder.path, 'primary'), join(folder.path, 'standby')];
  await initializeData(first);
  await copyAsStandby(first, second);
  const settings = { synchronous_commit: 'on', hot_standby: 'on' };
  const primary = await serveData(first, { settings }, { remove: async () => {} });
  const { username, password, port } = new URL(primary.url);
  const source = `host=127.0.0.1 port=${port} user=${username} password=${password} application_name=standby`;
  const following = { ...settings, primary_conninfo: source, wal_retrieve_retry_interval: '100ms' };
  const standby = await serveData(second, { settings: following }, { remove: async () => {} });
  if (synchronous) await replicateSynchronously(primary);
  const withBoth = (url: string) =>
    url.replace(`127.0.0.1:${port}`, `127.0.0.1:${port},127.0.0.1:${standby.port}`);
  return {
    primary,
    standby,
    url: withBoth(primary.url),
    async freshDatabase() {
      const url = await primary.freshDatabase();
      await caughtUp(primary, standby);
      return withBoth(url);
    },
    async promote() {
      await using sql = new SQL(standby.url, { max: 1 });
      await sql`SELECT pg_promote()`;
    },
    async [Symbol.asyncDispose]() {
      await standby[Symbol.asyncDispose]();
      await primary[Symbol.asyncDispose]();
      await folder.remove();
    },
  };
}

/** Runs as the user of the servers. */
async function copyAsStandby(data: string, copy: string): Promise<void> {
  const script = 'cp -a "$1" "$2" && touch "$2/standby.signal"';
  const { exited } = Bun.spawn(['sh', '-c', script, 'sh', data, copy], owner);
  if ((await exited) !== 0) throw new Error('the data folder could not be copied');
}

/** Only once the standby is connected: a commit before that would wait for it. */
async function replicateSynchronously(primary: Postgres): Promise<void> {
  await using sql = new SQL(primary.url, { max: 1 });
  const found = (rows: readonly unknown[]) => rows.length > 0;
  const streaming = () => sql`SELECT 1 FROM pg_stat_replication WHERE state = 'streaming'`;
  await until('a standby that is connected', streaming, found);
  await sql.unsafe(`ALTER SYSTEM SET synchronous_standby_names = 'standby'`);
  await sql`SELECT pg_reload_conf()`;
  const inStep = () => sql`SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync'`;
  await until('a standby that is waited for', inStep, found);
}

/** Waits until the standby has everything that the primary has done so far. */
async function caughtUp(primary: Postgres, standby: Postgres): Promise<void> {
  await using source = new SQL(primary.url, { max: 1 });
  await using copy = new SQL(standby.url, { max: 1 });
  const [{ place }] = await source<[{ place: string }]>`SELECT pg_current_wal_lsn()::text AS place`;
  const isThere = async () =>
    (await copy<[{ done: boolean }]>`SELECT pg_last_wal_replay_lsn() >= ${place}::pg_lsn AS done`)[0].done;
  await until('a standby that has everything', isThere);
}
