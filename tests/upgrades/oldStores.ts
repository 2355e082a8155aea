import { Database } from 'bun:sqlite';
import { existsSync, readdirSync } from 'node:fs';
import { readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { SQL } from 'bun';
import { mirrorPath, readConfig } from '../../packages/server/src/config/readConfig.ts';
import { inTemporaryFolder } from '../newsstandProcess.ts';
import type { Databases } from '../startPostgres.ts';
import type { Description, Filled } from './fixture.ts';
import { run } from './oldProgram.ts';

const fixtures = join(import.meta.dir, 'fixtures');

/** One for each version whose schema or content differs. */
export const fixtureNames: readonly string[] = readdirSync(fixtures).sort();

/** The first programs knew only SQLite. */
export function hasPostgres(name: string): boolean {
  return existsSync(join(fixtures, name, 'postgres.sql.gz'));
}

/** A store that an old program has left. */
export type Old = {
  readonly filled: Filled;
  readonly databaseUrl: string;
  /** For a service or a command on it. */
  readonly env: Readonly<Record<string, string>>;
  /** How many steps it has taken so far. */
  readonly version: number;
};

/** Unpacks a data folder with a SQLite file, for some work. */
export async function withSqlite(
  name: string,
  work: (old: Old & { readonly path: string }) => Promise<void>,
): Promise<void> {
  const { sqlite } = await descriptionOf(name);
  await inTemporaryFolder(async (data) => {
    await run(['tar', '-xzf', join(fixtures, name, 'sqlite.tar.gz'), '-C', data]);
    const path = join(data, 'newsstand.db');
    const databaseUrl = `sqlite:${path}`;
    await work({
      ...{ filled: sqlite, path, databaseUrl, env: { NEWSSTAND_DATA: data } },
      version: sqliteVersion(path),
    });
  });
}

/** Restores a database, and unpacks the data folder of its node, with a mirror. */
export async function withPostgres(
  name: string,
  server: Databases | Promise<Databases>,
  work: (old: Old) => Promise<void>,
): Promise<void> {
  const { sqlite, postgres = sqlite } = await descriptionOf(name);
  await inTemporaryFolder(async (data) => {
    await run(['tar', '-xzf', join(fixtures, name, 'mirror.tar.gz'), '-C', data]);
    const databaseUrl = await (await server).freshDatabase();
    const env = { NEWSSTAND_DATA: data, NEWSSTAND_DATABASE_URL: databaseUrl };
    // Named after the address of the database, which is another one here.
    const [mirror = ''] = readdirSync(data).filter((file) => /^mirror-\w+\.db$/.test(file));
    await rename(join(data, mirror), mirrorPath(readConfig(env)));
    await using sql = new SQL(databaseUrl, { max: 1 });
    const dump = Bun.gunzipSync(await readFile(join(fixtures, name, 'postgres.sql.gz')));
    await sql.unsafe(Buffer.from(dump).toString());
    await work({ filled: postgres, databaseUrl, env, version: await postgresVersion(databaseUrl) });
  });
}

async function descriptionOf(name: string): Promise<Description> {
  return JSON.parse(await readFile(join(fixtures, name, 'fixture.json'), 'utf8'));
}

/** How many steps a file has taken. */
export function sqliteVersion(path: string): number {
  using db = new Database(path, { readonly: true });
  return db.query<{ user_version: number }, []>('PRAGMA user_version').get()?.user_version ?? 0;
}

/** How many steps a database has taken. */
export async function postgresVersion(url: string): Promise<number> {
  await using sql = new SQL(url, { max: 1 });
  const [{ version }] = await sql.unsafe<[{ version: number }]>('SELECT version FROM newsstand.about');
  return version;
}
