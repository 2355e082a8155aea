import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { openStore } from '../../packages/server/src/store/openStore.ts';
import { migrations as postgresSteps } from '../../packages/server/src/store/postgres/migrations.ts';
import type { Bookmark, RecordKey, Store } from '../../packages/server/src/store/Store.ts';
import { migrations as sqliteSteps } from '../../packages/server/src/store/sqlite/migrations.ts';
import { inTemporaryFolder, type Running, runNewsstand } from '../newsstandProcess.ts';
import { openEventStream } from '../openEventStream.ts';
import { type Postgres, startPostgres } from '../startPostgres.ts';
import { answerOf, type Filled, type Key, publicUrl, serve } from './fixture.ts';
import { fixtureNames, hasPostgres, type Old, withPostgres, withSqlite } from './oldStores.ts';
import { postgresSchema, sqliteSchema } from './schemas.ts';

/** All of them are migrated; of development versions, only the first and the last are served too. */
const isServed = (name: string) => /^\d|^schema[15]$/.test(name);

let postgres: Postgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres[Symbol.asyncDispose]());

for (const name of fixtureNames) {
  describe(`a store of ${name}`, () => {
    if (isServed(name)) {
      test('on SQLite delivers what it did', () => withSqlite(name, checkService));
    }

    if (isServed(name) && hasPostgres(name)) {
      test('on PostgreSQL delivers what it did', () =>
        withPostgres(name, postgres, async (old) => {
          await checkMirror(old);
          await checkService(old);
        }));
    }

    test('on SQLite gets the schema of a new store, and keeps all that it held', () =>
      withSqlite(name, async (old) => {
        await checkMigration(old, sqliteSteps.length);
        await inTemporaryFolder(async (folder) => {
          const fresh = join(folder, 'new.db');
          await (await openStore(`sqlite:${fresh}`)).close();
          expect(sqliteSchema(old.path)).toEqual(sqliteSchema(fresh));
        });
      }));

    if (hasPostgres(name)) {
      test('on PostgreSQL gets the schema of a new store, and keeps all that it held', () =>
        withPostgres(name, postgres, async (old) => {
          await checkMigration(old, postgresSteps.length);
          const fresh = await postgres.freshStore();
          expect(await postgresSchema(old.databaseUrl)).toEqual(await postgresSchema(fresh));
        }));
    }
  });
}

async function checkMigration({ databaseUrl, version, filled }: Old, current: number): Promise<void> {
  const told: number[] = [];
  const onMigration = (from: number, to: number) => void told.push(from, to);
  const store = await openStore(databaseUrl, { creates: false, onMigration });
  expect([...told, store.schema]).toEqual([version, current, current]);
  await checkHistory(store, filled);
  const before = await store.bookmark();
  const record = { ...press, id: 'n9', document: '{"name":"Of today"}', links: [] };
  await store.write((writer) => writer.putRecord(record));
  expect(await eventsAfter(store, before)).toEqual(['n9']);
  await store.close();
}

async function eventsAfter(store: Store, before: Bookmark): Promise<readonly string[]> {
  const ids: string[] = [];
  await store.changesAfter(before, async ({ batches, events = [] }) => {
    for await (const _ of batches);
    for await (const batch of events) ids.push(...batch.map(({ key }) => key.id));
  });
  return ids;
}

/** Serves the store with today's program, and compares what is delivered. */
async function checkService(old: Old): Promise<void> {
  const { filled, env } = old;
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
}

/** While the database is down, the mirror that the old program has left is all there is. */
async function checkMirror({ env, filled }: Old): Promise<void> {
  await postgres.stop();
  const service = await serve(env);
  try {
    await checkAnswers(service, filled);
  } finally {
    await service.end();
    await postgres.start();
  }
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
    // Stores without operators had neither versions nor an audit log.
    expect(await names('n1')).toEqual(password === undefined ? [] : ['Hello']);
    expect(await names('n6')).toEqual(password === undefined ? [] : ['Removed soon']);
    const audit = await reader.audit({ most: 100 });
    expect(audit.some(({ action }) => action === 'key.create')).toBe(password !== undefined);
    expect((await reader.webhooks()).length).toBe(hasWebhook ? 1 : 0);
  });
}
