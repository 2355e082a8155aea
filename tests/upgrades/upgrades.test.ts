import { Database } from 'bun:sqlite';
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { readdirSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SQL } from 'bun';
import { openStore } from '../../packages/server/src/store/openStore.ts';
import { migrations as postgresSteps } from '../../packages/server/src/store/postgres/migrations.ts';
import type { RecordKey, Store } from '../../packages/server/src/store/Store.ts';
import { migrations as sqliteSteps } from '../../packages/server/src/store/sqlite/migrations.ts';
import { inTemporaryFolder, type Running, runNewsstand } from '../newsstandProcess.ts';
import { openEventStream } from '../openEventStream.ts';
import { type Postgres, startPostgres } from '../startPostgres.ts';
import { answerOf, type Description, type Filled, type Key, publicUrl, serve } from './fixture.ts';
import { run } from './oldProgram.ts';
import { postgresSchema, sqliteSchema } from './schemas.ts';

// A busy machine is not a failure.
setDefaultTimeout(300_000);

const fixtures = join(import.meta.dir, 'fixtures');
const all = readdirSync(fixtures).map((name): [string, Description] => [
  name,
  require(join(fixtures, name, 'fixture.json')),
]);

let postgres: Postgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres[Symbol.asyncDispose]());

/** A store that an old program has left, and what that program delivered. */
type Old = {
  readonly filled: Filled;
  readonly databaseUrl: string;
  readonly env: Readonly<Record<string, string>>;
  /** How many steps it has taken so far. */
  readonly version: number;
};

async function withSqlite(name: string, filled: Filled, work: (old: Old) => Promise<void>): Promise<void> {
  await inTemporaryFolder(async (data) => {
    await run(['tar', '-xzf', join(fixtures, name, 'sqlite.tar.gz'), '-C', data]);
    const path = join(data, 'newsstand.db');
    const version = versionOf(path);
    await work({ filled, databaseUrl: `sqlite:${path}`, env: { NEWSSTAND_DATA: data }, version });
  });
}

async function withPostgres(name: string, filled: Filled, work: (old: Old) => Promise<void>): Promise<void> {
  await inTemporaryFolder(async (data) => {
    await run(['tar', '-xzf', join(fixtures, name, 'mirror.tar.gz'), '-C', data]);
    const databaseUrl = await postgres.freshDatabase();
    await using sql = new SQL(databaseUrl, { max: 1 });
    const dump = Bun.gunzipSync(await readFile(join(fixtures, name, 'postgres.sql.gz')));
    await sql.unsafe(Buffer.from(dump).toString());
    const [{ version }] = await sql.unsafe<[{ version: number }]>('SELECT version FROM newsstand.about');
    const env = { NEWSSTAND_DATA: data, NEWSSTAND_DATABASE_URL: databaseUrl };
    // The mirror is found under the name of the database that it mirrors.
    const [mirror = ''] = (await readdir(data)).filter((file) => /^mirror.*\.db$/.test(file));
    expect(mirror).not.toBe('');
    await work({ filled, databaseUrl, env, version });
  });
}

function versionOf(path: string): number {
  using db = new Database(path, { readonly: true });
  return db.query<{ user_version: number }, []>('PRAGMA user_version').get()?.user_version ?? 0;
}

describe.each(all)('a store of %s', (name, { sqlite, postgres: remote }) => {
  test('on SQLite: everything is as it was', () => withSqlite(name, sqlite, checkUpgrade));

  test.if(remote !== undefined)('on PostgreSQL: everything is as it was', () =>
    withPostgres(name, remote ?? sqlite, checkUpgrade),
  );

  test('on SQLite has the schema of a new store', () =>
    withSqlite(name, sqlite, async ({ databaseUrl, version }) => {
      const told: number[] = [];
      const onMigration = (...versions: readonly number[]) => void told.push(...versions);
      await (await openStore(databaseUrl, { creates: false, onMigration })).close();
      expect(told).toEqual(version === sqliteSteps.length ? [] : [version, sqliteSteps.length]);
      await inTemporaryFolder(async (folder) => {
        const fresh = join(folder, 'new.db');
        await (await openStore(`sqlite:${fresh}`)).close();
        expect(sqliteSchema(databaseUrl.slice('sqlite:'.length))).toEqual(sqliteSchema(fresh));
      });
    }));

  test.if(remote !== undefined)('on PostgreSQL has the schema of a new store', () =>
    withPostgres(name, remote ?? sqlite, async ({ databaseUrl, version }) => {
      const told: number[] = [];
      const onMigration = (...versions: readonly number[]) => void told.push(...versions);
      await (await openStore(databaseUrl, { creates: false, onMigration })).close();
      expect(told).toEqual(version === postgresSteps.length ? [] : [version, postgresSteps.length]);
      expect(await postgresSchema(databaseUrl)).toEqual(await postgresSchema(await postgres.freshStore()));
    }),
  );
});

/** Serves the store with today's program, and compares what is delivered; then looks into the store. */
async function checkUpgrade(old: Old): Promise<void> {
  const { filled, env, databaseUrl } = old;
  const service = await serve({ ...env, NEWSSTAND_LOG_LEVEL: 'info' });
  try {
    await checkAnswers(service, filled);
    await checkPicture(service, filled);
    await checkOperator(service, filled);
    await checkEvents(service, old);
  } finally {
    const { stderr } = await service.end();
    expect(stderr).toContain('"migrating the store');
    expect(stderr).not.toContain('"level":"error"');
  }
  const store = await openStore(databaseUrl, { creates: false });
  await checkHistory(store, filled);
  await store.close();
}

async function checkAnswers(service: Running, { answers, ...keys }: Filled): Promise<void> {
  for (const { as, path, status, body } of answers) {
    expect([path, await answerOf(service.url, path, keys[as])]).toEqual([path, { status, body }]);
  }
}

/** The address was given to readers by the old program; its signature is still valid. */
async function checkPicture({ url }: Running, { answers }: Filled): Promise<void> {
  const addresses = JSON.stringify(answers).matchAll(/"accessUrl":"(http:\/\/newsstand\.test[^"]+)"/g);
  const [[, address = ''] = []] = addresses;
  const response = await fetch(address.replace(publicUrl, url));
  expect([response.status, response.headers.get('content-type')?.split('/')[0]]).toEqual([200, 'image']);
}

async function checkOperator({ managementUrl }: Running, { password }: Filled): Promise<void> {
  const signIn = (secret: string) =>
    fetch(`${managementUrl}/manage/v1/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: managementUrl },
      body: JSON.stringify({ operatorId: 'ken', password: secret }),
    });
  expect((await signIn(password ?? 'none')).status).toBe(password === undefined ? 401 : 200);
  expect((await signIn('another password, and wrong')).status).toBe(401);
}

const press = { kind: 'news', projectId: 'acme', spaceId: 'web', instanceId: 'press' } as const;

/** Events begin with the first change after the migration; positions from before are not known. */
async function checkEvents({ url }: Running, { filled, env }: Old): Promise<void> {
  const { key, secret }: Key = filled.reader;
  const headers = { 'x-svc-ac-api-key': key, 'x-svc-ac-api-secret': secret };
  const path = `${url}/events/projects/acme/spaces/web`;
  const before = await openEventStream(path, { headers: { ...headers, 'Last-Event-ID': '1-0-x' } });
  const stream = await openEventStream(path, { headers });
  const values = { title: 'Of today', body: {}, thumbnail: { mediaId: 'm1' } };
  const line = { ...press, contentId: 'n9', name: 'Of today', status: 'published', values };
  const added = await runNewsstand(['import', '-'], { env, stdin: `${JSON.stringify(line)}\n` });
  expect([added.code, added.stderr]).toEqual([0, '']);
  await stream.untilHeard('opened', 'n9');
  expect(before.status === 400 || before.heard().some(({ type }) => type === 'reset')).toBe(true);
  stream.close();
  before.close();
}

async function checkHistory(store: Store, { password, hasWebhook }: Filled): Promise<void> {
  const key = (id: string): RecordKey => ({ ...press, id });
  await store.read(async (reader) => {
    const names = async (id: string) =>
      (await reader.versions(key(id))).map(({ record }) => JSON.parse(record.document).name);
    // Stores without operators had no versions either.
    expect(await names('n1')).toEqual(password === undefined ? [] : ['Hello']);
    expect(await names('n6')).toEqual(password === undefined ? [] : ['Removed soon']);
    const audit = await reader.audit({ most: 100 });
    expect(audit.length > 0).toBe(true);
    expect((await reader.webhooks()).length).toBe(hasWebhook ? 1 : 0);
  });
}
