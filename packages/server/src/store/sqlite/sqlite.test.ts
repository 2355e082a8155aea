import { Database } from 'bun:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bytesOf, overwrite } from '../../../../../tests/databaseBytes.ts';
import { isFull } from '../../../../../tests/testing/runs.ts';
import { openStore } from '../openStore.ts';
import { beginning, type Store } from '../Store.ts';
import { emptyStore, putCopy } from '../testing/copies.ts';
import { describeStore } from '../testing/storeSuite.ts';
import { refusalMessage } from '../testing/suite/refusalMessage.ts';
import { everything, plain, put, tag } from '../testing/suite/samples.ts';
import { connectReader, connectWriter } from './connect.ts';
import { migrations } from './migrations.ts';
import { openSqlite } from './openSqlite.ts';

describeStore('SQLite', async (options) => {
  const folder = mkdtempSync(join(tmpdir(), 'newsstand-test-'));
  await putCopy(folder, await emptyStore());
  const open = async () => {
    const store = await openSqlite(join(folder, 'store.db'), options);
    opened.push(store);
    return store;
  };
  const opened: Store[] = [];
  const dispose = async () => {
    for (const store of opened) await store.close();
    rmSync(folder, { recursive: true });
  };
  const runSql = async (...statements: readonly string[]) => {
    using db = new Database(join(folder, 'store.db'));
    for (const statement of statements) db.run(statement);
  };
  const dump = async () => {
    using db = new Database(join(folder, 'store.db'));
    const tables = db
      .query<{ name: string }, []>(`SELECT name FROM sqlite_schema WHERE type = 'table'`)
      .all();
    return JSON.stringify(tables.map(({ name }) => db.query(`SELECT * FROM ${name}`).all()));
  };
  return { store: await open(), another: open, runSql, dump, dispose };
});

describe('a SQLite file', () => {
  let folder: string;
  let path: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'newsstand-test-'));
    path = join(folder, 'store.db');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  test('is made with its folders, for its owner only', async () => {
    const deep = join(folder, 'data', 'deep', 'store.db');
    const umask = process.umask();
    const store = await openStore(`sqlite:${deep}`);
    await put(store, plain);
    const mode = (name: string) => (statSync(name).mode & 0o777).toString(8);
    expect(mode(join(folder, 'data'))).toBe('700');
    expect(mode(join(folder, 'data', 'deep'))).toBe('700');
    expect(mode(deep)).toBe('600');
    expect(mode(`${deep}-wal`)).toBe('600');
    expect(mode(`${deep}-shm`)).toBe('600');
    expect(process.umask()).toBe(umask);
    await store.close();
    expect(existsSync(`${deep}-wal`)).toBe(false);
  });

  test('returns changes of large documents a few at a time, and yields in between', async () => {
    const store = await openSqlite(path);
    const ids = Array.from({ length: 7 }, (_, index) => `t${index}`);
    const document = JSON.stringify({ name: 'x'.repeat(400_000) });
    await put(store, ...ids.map((id) => ({ ...tag, id, document })));
    const batches: string[][] = [];
    await store.changesAfter(beginning, async (changes) => {
      for await (const batch of changes.batches)
        batches.push(batch.flatMap((change) => (change.type === 'record' ? change.key.id : [])));
    });
    expect(batches.flat()).toEqual(ids);
    expect(Math.max(...batches.map(({ length }) => length))).toBeLessThan(5);
    await store.close();
  });

  test('is in WAL mode, so that readers and the writer do not wait for each other', async () => {
    const store = await openSqlite(path);
    await store.close();
    using db = new Database(path);
    expect(db.query('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' });
  });

  test('in memory is a store like any other, and goes when it is closed', async () => {
    const store = await openStore('sqlite::memory:');
    await put(store, plain);
    expect((await everything(store)).records).toEqual([plain]);
    await store.close();
  });

  test('holds no transaction open when a reading is left early', async () => {
    const store = await openSqlite(path);
    await put(store, plain);
    await store.read(async (reader) => {
      for await (const _ of reader.records()) break;
    });
    await store.read(() => Promise.reject(new Error('left'))).catch(() => {});
    const other = new Database(path);
    const checkpoint = other.query<{ busy: number }, []>('PRAGMA wal_checkpoint(TRUNCATE)').get();
    expect(checkpoint?.busy).toBe(0);
    other.close();
    await store.close();
  });

  test('leaves little of a large change to the next writer, even if somebody reads meanwhile', async () => {
    const [reading, writing] = [await openSqlite(path), await openSqlite(path)];
    await put(reading, tag);
    const document = JSON.stringify({ text: 'x'.repeat(100_000) });
    const many = Array.from({ length: 100 }, (_, index) => ({ ...tag, id: `t${index}`, document }));
    let closing = Promise.resolve();
    await reading.read(async (reader) => {
      await put(writing, ...many);
      closing = writing.close();
      await Bun.sleep(50);
      // It still sees what was there before.
      expect((await Array.fromAsync(reader.records())).flat()).toEqual([tag]);
    });
    await closing;
    using look = new Database(path);
    const state = look.query<{ log: number; checkpointed: number }, []>('PRAGMA wal_checkpoint(NOOP)').get();
    expect(state?.log).toBeGreaterThan(2000);
    expect(state?.checkpointed).toBe(state?.log);
    await reading.close();
  });

  test('shrinks its log after a large change, a little with each write', async () => {
    const store = await openSqlite(path);
    const document = JSON.stringify({ text: 'x'.repeat(1_000_000) });
    await put(store, ...Array.from({ length: 85 }, (_, index) => ({ ...tag, id: `t${index}`, document })));
    const sizes = [statSync(`${path}-wal`).size];
    using copying = new Database(path);
    for (let round = 0; round < 5; round++) {
      copying.query('PRAGMA wal_checkpoint(PASSIVE)').get();
      await put(store, { ...tag, document: `{"round":${round}}` });
      sizes.push(statSync(`${path}-wal`).size);
    }
    const steps = sizes.slice(1).map((size, index) => (sizes[index] ?? 0) - size);
    expect(Math.max(...steps)).toBe(8 * 1024 ** 2);
    expect([steps[0], sizes.at(-1)]).toEqual([8 * 1024 ** 2, 64 * 1024 ** 2]);
    await store.close();
  });

  test('opens while another process writes', async () => {
    const first = await openSqlite(path);
    await first.write(async (writer) => {
      await writer.putRecord(plain);
      const second = await openSqlite(path, { patience: 0 });
      expect((await everything(second)).records).toEqual([]);
      await second.close();
    });
    await first.close();
  });

  test('may be opened for the first time by several processes at once', async () => {
    const fixture = join(import.meta.dir, 'testing/startedTogether.ts');
    const [names, rounds, start] = [['a', 'b', 'c', 'd'], isFull ? 10 : 3, Date.now() + 400];
    const runs = names.map((name) => spawn(fixture, folder, name, `${rounds}`, `${start}`));
    expect(await Promise.all(runs.map((run) => run.exited))).toEqual(names.map(() => 0));
    for (let round = 0; round < rounds; round++) {
      const store = await openSqlite(join(folder, `${round}.db`));
      expect((await everything(store)).records.map(({ id }) => id).sort()).toEqual(names);
      await store.close();
    }
  });

  test('that a newer version has migrated meanwhile is not written to any more', async () => {
    const store = await openSqlite(path);
    await put(store, tag);
    using newer = new Database(path);
    newer.run('PRAGMA user_version = 999');
    expect(await refusalMessage(put(store, plain))).toBe(
      `the store was upgraded by a newer version (schema 999; this one supports up to ${migrations.length}); upgrade this node and restart it`,
    );
    expect((await everything(store)).records).toEqual([tag]);
    await store.close();
  });

  test('is as before when a process is killed in the middle of a write', async () => {
    const store = await openSqlite(path);
    await put(store, tag);
    const before = await everything(store);
    const killed = spawn(join(import.meta.dir, 'testing/killedWriter.ts'), `sqlite:${path}`);
    await killed.stdout.getReader().read();
    killed.kill('SIGKILL');
    await killed.exited;
    expect(await everything(store)).toEqual(before);
    await store.close();
    const again = await openSqlite(path);
    expect(await everything(again)).toEqual(before);
    await put(again, plain);
    expect((await everything(again)).records).toEqual([tag, plain]);
    await again.close();
  });
});

describe('a store that cannot be opened says why', () => {
  let folder: string;
  let path: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'newsstand-test-'));
    path = join(folder, 'store.db');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  test.each([
    ['mysql://user:hidden@host/db', 'must be given as sqlite:<path>'],
    ['sqlite:', 'must be given as sqlite:<path>'],
    ['sqlite://data/store.db', 'must be given as sqlite:<path>'],
    ['sqlite:a\0b', 'must be given as sqlite:<path>'],
  ])('%j', async (url, message) => {
    const error = await refusalMessage(openStore(url));
    expect(error).toContain(message);
    expect(error).not.toContain('hidden');
  });

  test('no database', async () => {
    overwrite(path, 'This is a text, and no database. '.repeat(100));
    expect(await refusalMessage(openSqlite(path))).toContain('is not a database');
    expect(bytesOf(path).toString()).toStartWith('This is a text');
  });

  test('a folder', async () => {
    mkdirSync(path);
    expect(await refusalMessage(openSqlite(path))).toContain('is a folder');
  });

  test('below a file', async () => {
    writeFileSync(path, '');
    expect(await refusalMessage(openSqlite(join(path, 'store.db')))).toContain('not a folder');
  });

  test('a database of another program, which is left as it is', async () => {
    const db = new Database(path);
    db.run('CREATE TABLE songs (name TEXT)');
    db.close();
    const before = bytesOf(path);
    expect(await refusalMessage(openSqlite(path))).toContain('of another program');
    expect(bytesOf(path)).toEqual(before);
  });

  test('a schema from the future', async () => {
    await (await openSqlite(path)).close();
    const db = new Database(path);
    db.run('PRAGMA user_version = 999');
    db.close();
    expect(await refusalMessage(openSqlite(path))).toContain('a newer version of this program (schema 999');
  });

  test('locked for good', async () => {
    const db = new Database(path);
    db.run('BEGIN EXCLUSIVE');
    expect(await refusalMessage(openSqlite(path, { patience: 100 }))).toContain(
      'is locked by another program',
    );
    db.close();
  });

  test('locked for good while open', async () => {
    const [holder, waiting] = [await openSqlite(path), await openSqlite(path, { patience: 100 })];
    await holder.write(async () => {
      expect(await refusalMessage(put(waiting, plain))).toContain('is locked by another program');
    });
    await put(waiting, plain);
    await Promise.all([holder.close(), waiting.close()]);
  });

  test('writers wait for the same lock in parallel, not one after the other', async () => {
    const [holder, waiting] = [await openSqlite(path), await openSqlite(path, { patience: 300 })];
    await holder.write(async () => {
      const refused = Array.from({ length: 10 }, () => refusalMessage(put(waiting, plain)));
      const first = await Promise.race([Promise.all(refused), Bun.sleep(2700)]);
      expect(first).toEqual(Array(10).fill(expect.stringContaining('is locked by another program')));
    });
    await put(waiting, plain);
    await Promise.all([holder.close(), waiting.close()]);
  });

  test('waiting for a lock never blocks the thread', async () => {
    const writer = await connectWriter(path, { patience: 100, creates: true });
    const reader = await connectReader(path, 100);
    for (const { db, files } of [writer, reader]) {
      expect(db.query('PRAGMA busy_timeout').get()).toEqual({ timeout: 0 });
      files.close(db);
    }
  });

  // A write version above 2 makes SQLite treat the file as read-only, for the superuser too.
  test('read-only', async () => {
    const db = new Database(path);
    db.run('PRAGMA user_version = 0; VACUUM');
    db.close();
    const bytes = bytesOf(path);
    bytes[18] = 3;
    overwrite(path, bytes);
    expect(await refusalMessage(openSqlite(path))).toContain('is read-only');
  });

  test('damaged', async () => {
    const store = await openSqlite(path);
    await put(store, ...Array.from({ length: 100 }, (_, index) => ({ ...plain, id: `n${index}` })));
    await store.close();
    overwrite(path, bytesOf(path).fill(0xff, 4096));
    const damaged = openSqlite(path).then((opened) => everything(opened).finally(() => opened.close()));
    expect(await refusalMessage(damaged)).toContain('is damaged; restore it from a backup');
  });
});

function spawn(fixture: string, ...args: readonly string[]) {
  return Bun.spawn([process.execPath, fixture, ...args], { stdout: 'pipe', stderr: 'inherit' });
}
