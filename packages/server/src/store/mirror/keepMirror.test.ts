import { Database } from 'bun:sqlite';
import { afterEach, beforeEach, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { overwrite } from '../../../../../tests/databaseBytes.ts';
import { isFull, runs } from '../../../../../tests/testing/runs.ts';
import { until } from '../../../../../tests/testing/until.ts';
import { limitTo } from '../limitTo.ts';
import {
  type Bookmark,
  beginning,
  type Followed,
  type Following,
  type Reader,
  type Store,
  type StoredRecord,
} from '../Store.ts';
import { StoreError } from '../StoreError.ts';
import { applicationId, migrations } from '../sqlite/migrations.ts';
import { openSqlite } from '../sqlite/openSqlite.ts';
import {
  category,
  changes,
  credential,
  events,
  everything,
  item,
  media,
  plain,
  press,
  put,
  tag,
} from '../testing/suite/samples.ts';
import { keepMirror, type MirrorState } from './keepMirror.ts';
import { followMirror, type Mirror, openMirror } from './openMirror.ts';

let folder: string;
let store: Store;
let mirror: Mirror;
let states: MirrorState[];
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'newsstand-test-'));
  store = await openSqlite(join(folder, 'store.db'), { keptChanges: 3000 });
  mirror = await openMirror(join(folder, 'mirror.db'), 50);
  states = [];
});
afterEach(async () => {
  await Promise.all([store.close(), mirror.close()]);
  rmSync(folder, { recursive: true });
});

function keeperOf(upstream: Followed | (() => Promise<Followed>)) {
  return keepMirror({
    mirror,
    upstream: typeof upstream === 'function' ? upstream : async () => upstream,
    onState: (state) => void states.push(state),
    now: () => 1,
  });
}

async function expectEqual(upstream: Followed = store, downstream: Followed = mirror): Promise<void> {
  const byId = (some: StoredRecord, other: StoredRecord) =>
    JSON.stringify([some.kind, some.spaceId, some.id]) < JSON.stringify([other.kind, other.spaceId, other.id])
      ? -1
      : 1;
  const [there, here] = [await everything(upstream), await everything(downstream)];
  expect({ ...here, records: here.records.toSorted(byId) }).toEqual({
    ...there,
    records: there.records.toSorted(byId),
  });
  expect(await mirror.bookmark()).toEqual(await store.bookmark());
  const keyOf = (source: Followed) => source.read((reader: Reader) => reader.mediaKey());
  expect(await keyOf(mirror)).toBe(await keyOf(store));
}

const many = (count: number, document = '{}') =>
  Array.from({ length: count }, (_, index) => ({ ...plain, id: `n${index}`, document }));

test('is filled first, and then follows', async () => {
  await put(store, item, media, tag, category);
  await store.write((writer) => writer.putCredential(credential));
  const keeper = keeperOf(store);
  await keeper.catchUp();
  await expectEqual();
  expect(states.map(({ isCurrent }) => isCurrent)).toEqual([false, true]);
  states = [];
  await put(store, { ...item, document: '{"n":2}', alias: 'other' });
  await store.write(async (writer) => {
    await writer.putCredential({ ...credential, revokedAt: 5 });
    await writer.putInstance({ app: 'banner', projectId: 'acme', spaceId: 'other', instanceId: 'top' });
  });
  await keeper.catchUp();
  await expectEqual();
  expect(states).toEqual([{ isCurrent: true, equalAt: 1 }]);
});

test('forgets removed credentials', async () => {
  await store.write((writer) => writer.putCredential(credential));
  const keeper = keeperOf(store);
  await keeper.catchUp();
  await store.write((writer) => writer.removeCredential(credential.key));
  await keeper.catchUp();
  await expectEqual();
  expect((await everything(mirror)).credentials).toEqual([]);
});

test('has no links of removed records', async () => {
  await put(store, item, media, tag, category);
  const keeper = keeperOf(store);
  await keeper.catchUp();
  await store.write((writer) => writer.removeRecord(item));
  await keeper.catchUp();
  await expectEqual();
  using db = new Database(join(folder, 'mirror.db'), { readonly: true });
  expect(db.query('SELECT * FROM links').all()).toEqual([]);
  expect(db.query('PRAGMA foreign_key_check').all()).toEqual([]);
});

test('holds no operators, tokens or past versions', async () => {
  await put(store, item, media, tag, category);
  await store.write(async (writer) => {
    await writer.putOperator({ operatorId: 'ken', name: 'Ken', roles: [], createdAt: 1 });
    await writer.putAuthToken({ sha256: 'aa', type: 'token', operatorId: 'ken', id: '1', createdAt: 1 });
    await writer.addAudit({ at: 1, by: 'ken', action: 'look', target: 'nothing' });
    await writer.addKeyUsage([{ key: 'k', day: 1, requests: 1, lastUsedAt: 1 }]);
    await writer.putRecord({ ...item, document: '{"n":2}' });
  });
  const keeper = keeperOf(store);
  await keeper.catchUp();
  await put(store, { ...item, document: '{"n":3}' }, { ...tag, document: '{}' }, plain);
  await store.write((writer) => writer.removeRecord({ ...plain, id: item.id }));
  await keeper.catchUp();
  await expectEqual();
  using db = new Database(join(folder, 'mirror.db'), { readonly: true });
  for (const table of ['operators', 'passes', 'versions', 'audit', 'key_usage']) {
    expect([table, db.query(`SELECT * FROM ${table}`).all()]).toEqual([table, []]);
  }
});

test('has the bookmarks of its store: a follower can switch between them', async () => {
  await put(store, tag);
  const keeper = keeperOf(store);
  await keeper.catchUp();
  const ends = [await store.bookmark()];
  for (const record of [category, media, plain]) {
    await put(store, record);
    ends.push(await store.bookmark());
  }
  await keeper.catchUp();
  for (const end of ends) expect(await changes(mirror, end)).toEqual(await changes(store, end));
  const later = { revision: (ends.at(-1)?.revision ?? 0) + 1, mark: 'x' };
  expect(await mirror.changesAfter(later, async () => {})).toBe('behind');
  expect(await store.changesAfter(later, async () => {})).toBe('unknown');
  expect(await changes(mirror, beginning)).toBeUndefined();
});

test('is not current during a very large change, and holds all of it or nothing', async () => {
  await put(store, tag);
  const keeper = keeperOf(store);
  await keeper.catchUp();
  states = [];
  await put(store, ...many(2500));
  await keeper.catchUp();
  expect(states.map(({ isCurrent }) => isCurrent)).toEqual([false, true]);
  await expectEqual();
});

test('is recreated if the change log does not reach back far enough', async () => {
  await put(store, tag);
  const keeper = keeperOf(store);
  await keeper.catchUp();
  for (let round = 0; round < 3; round++) await put(store, ...many(2000, `{"round":${round}}`));
  await store.write((writer) => writer.removeRecord(tag));
  await keeper.catchUp();
  await expectEqual();
});

test('of a store that was set back holds that one alone, and nothing that was revoked or removed', async () => {
  await put(store, tag);
  await keeperOf(store).catchUp();
  await put(store, item, media, category);
  await store.write(async (writer) => {
    await writer.putCredential(credential);
    await writer.putInstance({ ...press, instanceId: 'gone' });
  });
  await keeperOf(store).catchUp();
  const shown = await mirror.bookmark();
  await store.close();
  store = await openSqlite(join(folder, 'backup.db'));
  await put(store, tag);
  const keeper = keeperOf(store);
  await keeper.catchUp();
  await expectEqual();
  expect((await everything(mirror)).credentials).toEqual([]);
  using db = new Database(join(folder, 'mirror.db'), { readonly: true });
  expect(db.query('SELECT * FROM links').all()).toEqual([]);
  // Whoever followed the mirror before has to read everything, too, and hears of nothing twice.
  expect(await mirror.changesAfter(shown, async () => {})).not.toBe('same');
  const before = await mirror.bookmark();
  await put(store, ...many(9));
  await keeper.catchUp();
  expect(await changes(mirror, before)).toEqual(await changes(store, before));
});

test('that a version before has left is read anew: it may lack what that did not know of', async () => {
  await put(store, tag);
  const { revision, mark } = await store.bookmark();
  await mirror.close();
  const path = join(folder, 'older.db');
  using db = new Database(path, { create: true });
  for (const step of migrations.slice(0, -1)) {
    if (typeof step === 'string') db.run(step);
    else await step(db, () => {});
  }
  db.run(`PRAGMA application_id = ${applicationId}`);
  db.run(`PRAGMA user_version = ${migrations.length - 1}`);
  db.query('INSERT INTO commits (revision, mark) VALUES (?, ?)').run(revision, mark);
  db.close();
  mirror = await openMirror(path, 50);
  await keeperOf(store).catchUp();
  await expectEqual();
});

test('is not told to be equal to a database that lags behind it, as a standby may', async () => {
  await put(store, tag);
  const keeper = keeperOf({ ...passedOn(store), changesAfter: async () => 'behind' });
  await keeperOf(store).catchUp();
  states = [];
  await keeper.catchUp();
  expect(states).toEqual([{ isCurrent: true, equalAt: -Infinity }]);
});

function passedOn(followed: Followed): Followed {
  return {
    bookmark: () => followed.bookmark(),
    read: (work) => followed.read(work),
    changesAfter: (bookmark, take) => followed.changesAfter(bookmark, take),
  };
}

test('outlives its process, and stays unchanged while the database is unavailable', async () => {
  await put(store, tag);
  await keeperOf(store).catchUp();
  const before = await everything(mirror);
  await mirror.close();
  mirror = await openMirror(join(folder, 'mirror.db'), 50);
  states = [];
  const away = keeperOf(() => Promise.reject(new StoreError('gone')));
  await expect(away.catchUp()).rejects.toThrow('gone');
  expect(states).toEqual([{ isCurrent: true, equalAt: -Infinity }]);
  expect(await everything(mirror)).toEqual(before);
  const other = followMirror(join(folder, 'mirror.db'));
  expect(await everything(other)).toEqual(before);
  await other.close();
});

test('an empty one is never current while the database is away', async () => {
  const away = keeperOf(() => Promise.reject(new StoreError('gone')));
  await expect(away.catchUp()).rejects.toThrow('gone');
  expect(states).toEqual([{ isCurrent: false, equalAt: -Infinity }]);
});

test('a connection lost in the middle leaves it as it was, and the next attempt brings it there', async () => {
  await put(store, tag);
  await keeperOf(store).catchUp();
  await put(store, ...many(2500));
  const cut: Followed = {
    ...passedOn(store),
    changesAfter: (bookmark, take) =>
      store.changesAfter(bookmark, (changes) => take({ ...changes, batches: cutAfter(changes.batches, 2) })),
  };
  const before = await everything(mirror);
  states = [];
  await expect(keeperOf(cut).catchUp()).rejects.toThrow('cut');
  expect(await everything(mirror)).toEqual(before);
  // The mirror itself is fine, and the best there is.
  expect(states.at(-1)?.isCurrent).toBe(true);
  await keeperOf(store).catchUp();
  await expectEqual();
});

async function* cutAfter<T>(batches: AsyncIterable<T>, most: number): AsyncGenerator<T> {
  let count = 0;
  for await (const batch of batches) {
    if (++count > most) throw new Error('cut');
    yield batch;
  }
}

test('that cannot be written is not current until it can', async () => {
  await put(store, tag);
  const keeper = keeperOf(store);
  await keeper.catchUp();
  const other = new Database(join(folder, 'mirror.db'));
  other.run('BEGIN IMMEDIATE');
  await put(store, category);
  states = [];
  await expect(keeper.catchUp()).rejects.toThrow('is locked by another program');
  expect(states.at(-1)?.isCurrent).toBe(false);
  other.close();
  await keeper.catchUp();
  expect(states.at(-1)?.isCurrent).toBe(true);
  await expectEqual();
});

test('that is slow to be written is not current in the meantime', async () => {
  await mirror.close();
  mirror = await openMirror(join(folder, 'mirror.db'));
  await put(store, tag);
  const keeper = keeperOf(store);
  await keeper.catchUp();
  states = [];
  const other = new Database(join(folder, 'mirror.db'));
  other.run('BEGIN IMMEDIATE');
  await put(store, category);
  const caught = keeper.catchUp();
  await until('a state', () => states.length > 0);
  expect(states.map(({ isCurrent }) => isCurrent)).toEqual([false]);
  other.close();
  await caught;
  expect(states.map(({ isCurrent }) => isCurrent)).toEqual([false, true]);
  await expectEqual();
});

test('one that cannot be opened for now is left untouched', async () => {
  await put(store, tag);
  await keeperOf(store).catchUp();
  await mirror.close();
  const path = join(folder, 'mirror.db');
  const other = new Database(path);
  // Nobody else may even read it.
  other.run('PRAGMA locking_mode = EXCLUSIVE');
  other.run('BEGIN EXCLUSIVE');
  await expect(openMirror(path, 50)).rejects.toThrow('is locked by another program');
  other.close();
  mirror = await openMirror(path, 50);
  await expectEqual();
});

test('a damaged one is recreated', async () => {
  await put(store, tag);
  await keeperOf(store).catchUp();
  await mirror.close();
  overwrite(join(folder, 'mirror.db'), 'no database at all. '.repeat(1000));
  mirror = await openMirror(join(folder, 'mirror.db'));
  await keeperOf(store).catchUp();
  await expectEqual();
});

test.each(['', '-wal', '-shm'])(
  'one whose file%s is missing has to be recreated, and is not relied on',
  async (ending) => {
    const keeper = keeperOf(store);
    await put(store, tag);
    await keeper.catchUp();
    expect(states.at(-1)?.isCurrent).toBe(true);
    rmSync(join(folder, `mirror.db${ending}`));
    await expect(keeper.catchUp()).rejects.toMatchObject({ isDamaged: true });
    expect(states.at(-1)?.isCurrent).toBe(false);
  },
);

test('holds only the scopes that its node holds, and the media of all', async () => {
  const foreign = { ...media, spaceId: 'other', id: 'm1' };
  await put(store, tag, { ...tag, spaceId: 'other' }, { ...plain, projectId: 'beta' }, foreign);
  await put(store, { ...plain, spaceId: 'other', id: 'n9' });
  const scopes = [{ projectId: 'acme', spaceId: 'web' }, { projectId: 'beta' }];
  const limited = limitTo(scopes, store);
  const keeper = keeperOf(limited);
  await keeper.catchUp();
  await expectEqual(limited, limitTo(scopes, mirror));
  await put(store, { ...tag, spaceId: 'other', id: 't2' }, { ...tag, id: 't3' });
  await keeper.catchUp();
  await expectEqual(limited, limitTo(scopes, mirror));
  const held = async () => (await everything(mirror)).records.map(({ id }) => id).toSorted();
  expect(await held()).toEqual(['m1', 'n1', 't1', 't3']);
  await put(store, { ...foreign, id: 'm2' });
  await store.write((writer) => writer.removeRecord(foreign));
  await keeper.catchUp();
  expect(await held()).toEqual(['m2', 'n1', 't1', 't3']);
  const { spaces } = await everything(limitTo([{ projectId: 'acme', spaceId: 'web' }], mirror));
  expect(spaces).toEqual([{ projectId: 'acme', spaceId: 'web' }]);
});

/** What a follower holds that may follow either of two: records by their IDs. */
type View = { bookmark: Bookmark; records: Map<string, string> };

async function followEither(view: View, source: Followed): Promise<Following> {
  const records = new Map(view.records);
  let reached = view.bookmark;
  const outcome = await source.changesAfter(view.bookmark, async ({ bookmarks, batches }) => {
    for await (const batch of batches) {
      for (const change of batch) {
        if (change.type !== 'record') continue;
        records.delete(change.key.id);
        if (change.record !== undefined) records.set(change.key.id, change.record.document);
      }
    }
    reached = bookmarks.at(-1) ?? reached;
  });
  if (outcome === 'unknown') {
    await source.read(async (reader) => {
      records.clear();
      for await (const batch of reader.records())
        for (const each of batch) records.set(each.id, each.document);
      reached = await reader.bookmark();
    });
  }
  Object.assign(view, { bookmark: reached, records });
  return outcome;
}

async function expectView(view: View, source: Followed): Promise<void> {
  const { records } = await everything(source);
  expect(view.bookmark).toEqual(await source.bookmark());
  expect(new Map([...view.records].toSorted())).toEqual(
    new Map(records.map(({ id, document }): [string, string] => [id, document]).toSorted()),
  );
}

test('a follower that switches misses nothing: a thing that changed, and changed back', async () => {
  const write = (id: string, document: string) => put(store, { ...tag, id, document });
  await write('a', '1');
  await write('b', '1');
  const keeper = keeperOf(store);
  await keeper.catchUp();
  const view: View = { bookmark: beginning, records: new Map() };
  await write('a', '2');
  await followEither(view, store);
  await write('b', '2');
  await write('a', '1');
  await keeper.catchUp();
  expect(await followEither(view, mirror)).toBe('taken');
  await expectView(view, store);
});

test('a follower that switches at any time misses nothing', async () => {
  const id = fc.constantFrom('1', '2', '3');
  const step = fc.oneof(
    { weight: 3, arbitrary: fc.record({ id, document: fc.constantFrom('1', '2') }) },
    fc.record({ id, document: fc.constant(undefined) }),
    fc.constantFrom('catch up', 'follow the store', 'follow the mirror'),
  );
  const seen = { taken: 0, same: 0, behind: 0, unknown: 0 };
  const keeper = keeperOf(store);
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30, size: 'max' }), async (steps) => {
      const view: View = { bookmark: await store.bookmark(), records: new Map() };
      await followEither(view, store);
      view.records = new Map((await everything(store)).records.map((each) => [each.id, each.document]));
      for (const each of steps) {
        if (each === 'catch up') await keeper.catchUp();
        else if (each === 'follow the store') {
          await followEither(view, store);
          await expectView(view, store);
        } else if (each === 'follow the mirror') {
          const outcome = await followEither(view, mirror);
          seen[outcome]++;
          if (outcome !== 'behind') await expectView(view, mirror);
        } else if (each.document === undefined)
          await store.write((writer) => writer.removeRecord({ ...tag, id: each.id }));
        else await put(store, { ...tag, id: each.id, document: each.document });
      }
    }),
    { numRuns: runs(150) },
  );
  if (isFull) expect(Math.min(seen.taken, seen.same, seen.behind)).toBeGreaterThan(10);
});

test('catching up makes it equal, whatever happened before', async () => {
  const id = fc.constantFrom('1', '2', '3');
  const step = fc.oneof(
    fc.record({ type: fc.constant('put'), id, document: fc.json({ maxDepth: 0 }) }),
    fc.record({ type: fc.constant('remove'), id }),
    fc.record({ type: fc.constant('catchUp') }),
  );
  const steps = fc.array(step, { maxLength: 20 });
  const keeper = keeperOf(store);
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      for (const each of all) {
        if (each.type === 'catchUp') await keeper.catchUp();
        else if ('document' in each) await put(store, { ...tag, id: each.id, document: each.document });
        else if ('id' in each) await store.write((writer) => writer.removeRecord({ ...tag, id: each.id }));
      }
      await keeper.catchUp();
      await expectEqual();
    }),
    { numRuns: runs(60) },
  );
});

test('it has every event of the database, also of what was removed since', async () => {
  await put(store, tag);
  await keeperOf(store).catchUp();
  const bookmarks = [await store.bookmark()];
  for (const document of ['{"n":1}', '{"n":2}']) {
    await put(store, { ...plain, document });
    bookmarks.push(await store.bookmark());
  }
  await store.write((writer) => writer.removeRecord(plain));
  await store.write((writer) => writer.removeInstance(press));
  await keeperOf(store).catchUp();
  for (const bookmark of bookmarks) {
    const expected = await events(store, bookmark);
    expect(expected).not.toBeEmpty();
    expect(await events(mirror, bookmark)).toEqual(expected);
  }
});

test('events from before it was filled are not known', async () => {
  await put(store, tag);
  const start = await store.bookmark();
  await put(store, { ...tag, document: '{"t":2}' });
  await keeperOf(store).catchUp();
  await put(store, category);
  await keeperOf(store).catchUp();
  expect(await events(mirror, start)).toBeUndefined();
});
