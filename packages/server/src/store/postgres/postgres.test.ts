import { beforeAll, describe, expect, test } from 'bun:test';
import { SQL } from 'bun';
import { type Databases, sharedPostgres } from '../../../../../tests/startPostgres.ts';
import { until } from '../../../../../tests/testing/until.ts';
import { beginning, type Store } from '../Store.ts';
import { describeStore } from '../testing/storeSuite.ts';
import { refusalMessage } from '../testing/suite/refusalMessage.ts';
import { category, changes, everything, plain, put, tag } from '../testing/suite/samples.ts';
import { migrations } from './migrations.ts';
import { openPostgres } from './openPostgres.ts';

let postgres: Databases;
beforeAll(async () => {
  postgres = await sharedPostgres();
});

/** Databases with an empty store: making one takes longer than most tests. */
const emptied: string[] = [];

async function makeEmptied(): Promise<string> {
  const url = await postgres.freshStore();
  await using sql = new SQL(url, { max: 1 });
  await sql.unsafe(forEachTable('CREATE TABLE fresh.%1$I AS TABLE newsstand.%1$I', 'CREATE SCHEMA fresh'));
  return url;
}

/** Gives every table the rows that it had when it was new, and has every sequence begin again. */
async function empty(url: string): Promise<void> {
  await using sql = new SQL(url, { max: 1 });
  const refill =
    'DELETE FROM newsstand.%1$I; INSERT INTO newsstand.%1$I OVERRIDING SYSTEM VALUE TABLE fresh.%1$I';
  // Whatever the order of the tables, no reference is checked on the way.
  await sql.unsafe(forEachTable(refill, 'SET LOCAL session_replication_role = replica'));
  await sql`SELECT setval(seqrelid::regclass, seqstart, false) FROM pg_sequence`;
}

function forEachTable(statement: string, before: string): string {
  return `DO $$
    DECLARE name text;
    BEGIN
      ${before};
      FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'newsstand' LOOP
        EXECUTE format('${statement}', name);
      END LOOP;
    END $$`;
}

describeStore('PostgreSQL', async (options) => {
  const url = emptied.pop() ?? (await makeEmptied());
  const opened: Store[] = [];
  const open = async () => {
    const store = await openPostgres(url, options);
    opened.push(store);
    return store;
  };
  const dispose = async () => {
    for (const store of opened) await store.close();
    await empty(url);
    emptied.push(url);
  };
  const runSql = async (...statements: readonly string[]) => {
    await using sql = new SQL(url, { max: 1 });
    await sql`SET search_path TO newsstand`;
    for (const statement of statements) await sql.unsafe(statement);
  };
  const dump = async () => {
    await using sql = new SQL(url, { max: 1 });
    const tables = await sql`SELECT tablename FROM pg_tables WHERE schemaname = 'newsstand'`;
    const rows = [];
    for (const { tablename } of tables) rows.push(await sql.unsafe(`SELECT * FROM newsstand.${tablename}`));
    return JSON.stringify(rows, (_, value) => (typeof value === 'bigint' ? `${value}` : value));
  };
  return { store: await open(), another: open, runSql, dump, dispose };
});

/** The sessions that wait for the lock for writing. */
const waiting = `SELECT FROM pg_locks JOIN pg_database ON pg_database.oid = database
  WHERE locktype = 'advisory' AND NOT granted AND datname = current_database()`;

describe('a PostgreSQL database', () => {
  test('that a newer version has migrated meanwhile is not written to any more', async () => {
    const url = await postgres.freshStore();
    const store = await openPostgres(url);
    await put(store, tag);
    await using sql = new SQL(url, { max: 1 });
    await sql`UPDATE newsstand.about SET version = 999`;
    expect(await refusalMessage(put(store, plain))).toBe(
      `the store was upgraded by a newer version (schema 999; this one supports up to ${migrations.length}); upgrade this node and restart it`,
    );
    expect((await everything(store)).records).toEqual([tag]);
    await store.close();
  });

  test('that is migrated while a writer waits for its turn is not written to by that one', async () => {
    const url = await postgres.freshStore();
    const store = await openPostgres(url);
    await using sql = new SQL(url, { max: 1 });
    const refused = await sql.begin(async (newer) => {
      // As a migration does.
      await newer`SELECT pg_advisory_xact_lock(${0x4e657773}::int, 1)`;
      const written = refusalMessage(put(store, plain));
      await until('the writer to wait for its turn', async () => (await newer.unsafe(waiting)).count > 0);
      await newer`UPDATE newsstand.about SET version = 999`;
      return { written };
    });
    expect(await refused.written).toContain('was upgraded by a newer version (schema 999');
    await store.close();
  });

  test('may be shared with other things, and orders by code point', async () => {
    const url = await postgres.freshDatabase();
    await using sql = new SQL(url, { max: 1 });
    await sql.unsafe('CREATE TABLE records (mine text); CREATE TABLE changes (mine text)');
    const store = await openPostgres(url);
    const spaces = ['a', 'B', 'ä', '_', 'Z', '~', 'é'];
    await store.write(async (writer) => {
      for (const spaceId of spaces) await writer.putSpace({ projectId: 'acme', spaceId });
    });
    expect((await everything(store)).spaces.map(({ spaceId }) => spaceId)).toEqual(spaces.toSorted());
    expect((await sql`SELECT FROM records`).count).toBe(0);
    await store.close();
  });

  test('knows the order of first putting from that of last changing, also within a transaction', async () => {
    const store = await openPostgres(await postgres.freshStore());
    const named = (id: string, document = '{}') => ({ ...tag, id, document });
    await put(store, named('a'), named('b'), named('a', '{"a":1}'), named('c'));
    const records = (await everything(store)).records;
    expect(records).toEqual([named('a', '{"a":1}'), named('b'), named('c')]);
    const told = (await changes(store, beginning)) ?? [];
    expect(told.flatMap((change) => (change.type === 'record' ? [change.key.id] : []))).toEqual([
      'b',
      'a',
      'c',
    ]);
    await store.close();
  });

  test('remembers the result of a bulk lookup', async () => {
    const store = await openPostgres(await postgres.freshStore());
    await put(store, tag);
    const [first, second, third, fourth] = await store.write(async (writer) => {
      await writer.findAll([tag, category]);
      const removed = [await writer.removeRecord(tag), await writer.removeRecord(tag)];
      await writer.putRecord(tag);
      await writer.putRecord(category);
      return [...removed, await writer.removeRecord(tag), await writer.removeRecord(category)];
    });
    expect([first, second, third, fourth]).toEqual([true, false, true, true]);
    expect((await everything(store)).records).toEqual([]);
    await store.close();
  });

  test('stores nothing of a transaction with a failed statement, even if the work ignored the failure', async () => {
    const url = await postgres.freshStore();
    const store = await openPostgres(url);
    const work = store.write(async (writer) => {
      await writer.putRecord(tag);
      // Too long for the index.
      await writer.putRecord({ ...plain, id: crypto.getRandomValues(Buffer.alloc(9000)).toString('hex') });
      await writer.find(plain).catch(() => {});
    });
    await expect(work).rejects.toThrow("can't be used (54000)");
    expect((await everything(store)).records).toEqual([]);
    await put(store, tag);
    await store.close();
  });
});
