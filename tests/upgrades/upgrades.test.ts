import { describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { openStore } from '../../packages/server/src/store/openStore.ts';
import { migrations as postgresSteps } from '../../packages/server/src/store/postgres/migrations.ts';
import type { Bookmark, RecordKey, Store } from '../../packages/server/src/store/Store.ts';
import { migrations as sqliteSteps } from '../../packages/server/src/store/sqlite/migrations.ts';
import { inTemporaryFolder } from '../newsstandProcess.ts';
import { sharedPostgres } from '../startPostgres.ts';
import { isFull } from '../testing/runs.ts';
import { checkService } from './checkService.ts';
import { type Filled, press } from './fixture.ts';
import { fixtureNames, hasPostgres, type Old, withPostgres, withSqlite } from './oldStores.ts';
import { postgresSchema, sqliteSchema } from './schemas.ts';

// Others are served in test:all.
test('a store of 1.0.0 delivers what it did', () => withSqlite('1.0.0', checkService));

/** The newest and the oldest one, and all of them in test:all. */
const onPostgres = fixtureNames.filter(hasPostgres).slice(0, isFull ? undefined : 2);

for (const name of fixtureNames) {
  describe(`a store of ${name}`, () => {
    test('on SQLite gets the schema of a new store, and keeps all that it held', () =>
      withSqlite(name, async (old) => {
        await checkMigration(old, sqliteSteps.length);
        await inTemporaryFolder(async (folder) => {
          const fresh = join(folder, 'new.db');
          await (await openStore(`sqlite:${fresh}`)).close();
          expect(sqliteSchema(old.path)).toEqual(sqliteSchema(fresh));
        });
      }));

    if (onPostgres.includes(name)) {
      test('on PostgreSQL gets the schema of a new store, and keeps all that it held', () =>
        withPostgres(name, sharedPostgres(), async (old) => {
          await checkMigration(old, postgresSteps.length);
          const fresh = await (await sharedPostgres()).freshStore();
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
