import { Database } from 'bun:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyFiles, overwrite } from '../../../../../tests/databaseBytes.ts';
import { followMirror } from '../mirror/openMirror.ts';
import type { Store } from '../Store.ts';
import { StoreReplacedError } from '../StoreError.ts';
import { everything, put, tag } from '../testing/suite/samples.ts';
import { openSqlite } from './openSqlite.ts';

let folder: string;
let path: string;
let store: Store;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'newsstand-test-'));
  path = join(folder, 'data', 'store.db');
  store = await openSqlite(path);
  await put(store, numbered(0));
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

const numbered = (number: number) => ({ ...tag, id: `t${number}` });

/** Another store, with other content. */
async function makeOther(at: string): Promise<void> {
  const other = await openSqlite(at);
  await put(other, numbered(7));
  await other.close();
}

async function idsIn(file: string): Promise<readonly string[]> {
  using db = new Database(file);
  expect(db.query('PRAGMA integrity_check').all()).toEqual([{ integrity_check: 'ok' }]);
  return db
    .query<{ id: string }, []>('SELECT id FROM records ORDER BY id')
    .all()
    .map(({ id }) => id);
}

function replaceBy(ending: string, bytes: string): void {
  overwrite(`${path}.new`, bytes);
  renameSync(`${path}.new`, path + ending);
}

type Case = readonly [what: string, message: string, replace: () => void | Promise<void>];
const cases: readonly Case[] = [
  ['the database is removed', 'store.db) was removed', () => rmSync(path)],
  [
    'the database is moved away',
    'store.db) was removed',
    () => renameSync(path, join(folder, 'data', 'aside.db')),
  ],
  [
    'another database is moved over it',
    'store.db) was replaced by another file',
    async () => {
      await makeOther(join(folder, 'other.db'));
      renameSync(join(folder, 'other.db'), path);
    },
  ],
  [
    'a copy of it is moved over it',
    'store.db) was replaced by another file',
    () => {
      copyFiles(path, join(folder, 'copy.db'));
      renameSync(join(folder, 'copy.db'), path);
    },
  ],
  [
    'another folder takes the place of its own',
    'store.db) was replaced by another file',
    async () => {
      await makeOther(join(folder, 'other', 'store.db'));
      renameSync(join(folder, 'data'), join(folder, 'aside'));
      renameSync(join(folder, 'other'), join(folder, 'data'));
    },
  ],
  ['its log is removed', 'store.db-wal) was removed', () => rmSync(`${path}-wal`)],
  ['its log is replaced', 'store.db-wal) was replaced by another file', () => replaceBy('-wal', '')],
  ['the index of its log is removed', 'store.db-shm) was removed', () => rmSync(`${path}-shm`)],
  ['the index of its log is replaced', 'store.db-shm) was replaced', () => replaceBy('-shm', '')],
  [
    'its log and the index of it are removed',
    'store.db-wal) was removed',
    () => {
      for (const ending of ['-wal', '-shm']) rmSync(path + ending);
    },
  ],
];

describe.each(cases)('where %s', (_, message, replace) => {
  test('nothing more is written or read', async () => {
    const follower = followMirror(path);
    await follower.bookmark();
    const otherStore = await openSqlite(path);
    expect(store.replaced()).toBeUndefined();
    await replace();
    const writing = put(store, numbered(1));
    await expect(writing).rejects.toThrow(StoreReplacedError);
    await expect(writing).rejects.toThrow(message);
    await expect(writing).rejects.toMatchObject({ isUncertain: false });
    await expect(put(otherStore, numbered(2))).rejects.toThrow(message);
    await expect(everything(store)).rejects.toThrow(message);
    await expect(follower.bookmark()).rejects.toThrow(message);
    expect(store.replaced()?.message).toContain(message);
    await otherStore.close();
    await follower.close();
  });

  test('an open transaction is not stored', async () => {
    const writing = store.write(async (writer) => {
      await writer.putRecord(numbered(1));
      await replace();
    });
    await expect(writing).rejects.toThrow(message);
    await expect(writing).rejects.toMatchObject({ isUncertain: false });
  });
});

test('the contents of a removed write-ahead log are saved when the store is closed', async () => {
  await put(store, numbered(1));
  for (const ending of ['-wal', '-shm']) rmSync(path + ending);
  await expect(put(store, numbered(2))).rejects.toThrow('was removed');
  await store.close();
  expect(await idsIn(path)).toEqual(['t0', 't1']);
});

test('no log is left to be applied to another database that was moved over it', async () => {
  await makeOther(join(folder, 'other.db'));
  const follower = followMirror(path);
  await follower.read(async () => {
    // Somebody reads just now, so it cannot be emptied at once.
    renameSync(join(folder, 'other.db'), path);
    expect(store.replaced()).toBeDefined();
  });
  expect(statSync(`${path}-wal`).size).toBeGreaterThan(0);
  expect(store.replaced()).toBeDefined();
  expect(statSync(`${path}-wal`).size).toBe(0);
  expect(await idsIn(path)).toEqual(['t7']);
  await follower.close();
});

test('a database that was moved away is complete there', async () => {
  const aside = join(folder, 'aside.db');
  renameSync(path, aside);
  expect(store.replaced()).toBeDefined();
  await store.close();
  expect(await idsIn(aside)).toEqual(['t0']);
});

test('a symbolic link is followed, and a change of its target is noticed', async () => {
  await makeOther(join(folder, 'other.db'));
  const link = join(folder, 'link.db');
  symlinkSync(path, link);
  const linked = await openSqlite(link);
  await put(linked, numbered(1));
  expect(linked.replaced()).toBeUndefined();
  await linked.close();
  await store.close();
  store = await openSqlite(link);
  rmSync(link);
  symlinkSync(join(folder, 'other.db'), link);
  await expect(put(store, numbered(2))).rejects.toThrow('link.db) was replaced by another file');
  await store.close();
  expect(await idsIn(path)).toEqual(['t0', 't1']);
  expect(await idsIn(join(folder, 'other.db'))).toEqual(['t7']);
});

test('files that are created and removed as usual do not count as replaced', async () => {
  const second = await openSqlite(path);
  await store.close();
  await put(second, numbered(1));
  await second.close();
  expect(existsSync(`${path}-wal`)).toBe(false);
  store = await openSqlite(path);
  const other = new Database(path);
  for (const mode of ['PASSIVE', 'FULL', 'RESTART', 'TRUNCATE']) {
    await put(store, numbered(2));
    other.query(`PRAGMA wal_checkpoint(${mode})`).all();
    expect(store.replaced()).toBeUndefined();
  }
  other.run('VACUUM');
  other.close();
  await put(store, numbered(3));
  expect(await idsIn(path)).toEqual(['t0', 't1', 't2', 't3']);
});

test('a folder that cannot be read is reported, and is not fatal', async () => {
  const loop = join(folder, 'loop');
  symlinkSync(loop, loop);
  renameSync(join(folder, 'data'), join(folder, 'aside'));
  symlinkSync(loop, join(folder, 'data'));
  await expect(put(store, numbered(1))).rejects.toThrow("can't be used (ELOOP)");
  expect(store.replaced()).toBeUndefined();
  rmSync(join(folder, 'data'));
  renameSync(join(folder, 'aside'), join(folder, 'data'));
  await put(store, numbered(1));
  expect(await idsIn(path)).toEqual(['t0', 't1']);
});

test('a WAL that is replaced during opening is noticed, and left untouched', async () => {
  await store.close();
  // The log of a process that was killed, with a change in it.
  const killed = join(folder, 'killed.db');
  const writer = new Database(path);
  writer.run(`INSERT INTO records (shelf, id, document) SELECT shelf, 't1', '{}' FROM records`);
  for (const ending of ['', '-wal']) copyFiles(path + ending, killed + ending);
  writer.close();
  const fixture = join(import.meta.dir, 'testing', 'replacedAtOnce.ts');
  const { exitCode, stdout } = Bun.spawnSync([process.execPath, fixture, path, `${killed}-wal`]);
  expect(stdout.toString()).toContain('store.db-wal) was replaced by another file while it was in use');
  expect(exitCode).toBe(3);
  expect(statSync(`${path}-wal`).size).toBeGreaterThan(0);
  rmSync(`${path}-wal`);
  store = await openSqlite(path);
});

test('a commit during which the WAL disappears is reported as uncertain', async () => {
  const large = JSON.stringify({ text: 'x'.repeat(20_000_000) });
  for (let attempt = 1; ; attempt++) {
    await using opened = new AsyncDisposableStack();
    const file = join(folder, `${attempt}`, 'store.db');
    mkdirSync(join(folder, `${attempt}`));
    const own = opened.adopt(await openSqlite(file), (it) => it.close());
    const remover = opened.adopt(removeGrowing(`${file}-wal`), (it) => it.terminate());
    await remover.ready;
    const error: unknown = await put(own, { ...tag, document: large }).catch((reason) => reason);
    // Otherwise the log went away after all was over.
    if (error instanceof StoreReplacedError && error.isUncertain) {
      expect(error.message).toContain('The last change may be lost');
      return;
    }
    expect(attempt).toBeLessThan(20);
  }
});

/** Removes a file as soon as it has grown, from another thread: what is to be disturbed keeps this one busy. */
function removeGrowing(file: string) {
  const code = `
    const { rmSync, statSync } = require('node:fs');
    postMessage('ready');
    while (statSync(${JSON.stringify(file)}).size < 1_000_000);
    rmSync(${JSON.stringify(file)});`;
  const worker = new Worker(URL.createObjectURL(new Blob([code])));
  const ready = new Promise((resolve) => worker.addEventListener('message', resolve, { once: true }));
  return { ready, terminate: () => worker.terminate() };
}
