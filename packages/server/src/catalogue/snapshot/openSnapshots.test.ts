import { expect, test } from 'bun:test';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Followed, Store, StoredRecord } from '../../store/Store.ts';
import { openTemporary } from '../../store/sqlite/openSqlite.ts';
import { Catalogue } from '../Catalogue.ts';
import { followStore } from '../followStore.ts';
import { openSnapshots, type SnapshotOptions } from './openSnapshots.ts';

const scope = { projectId: 'p', spaceId: 's' };

function tag(id: string, name = id): StoredRecord {
  const document = JSON.stringify({ tagId: id, name, ...scope, createdAt: 1, updatedAt: 1 });
  return { kind: 'tag', ...scope, id, document, links: [] };
}

async function put(store: Store, ...records: readonly StoredRecord[]): Promise<void> {
  await store.write(async (writer) => {
    for (const record of records) await writer.putRecord(record);
  });
}

/** A store with 50 tags, and a file for the snapshot. */
async function inFolder(work: (store: Store, path: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'newsstand-snapshot-'));
  const store = await openTemporary({});
  await put(store, ...Array.from({ length: 50 }, (_, n) => tag(`t${n}`)));
  try {
    await work(store, join(folder, 'catalogue.snapshot'));
  } finally {
    await store.close();
    rmSync(folder, { recursive: true });
  }
}

/** Follows a store until its snapshot has been taken, if it is; returns what was read and shown. */
async function follow(store: Store, path: string, options: Partial<SnapshotOptions> = {}) {
  const catalogue = new Catalogue({ media: { url: 'http://media.test', key: 'k' } });
  const errors: unknown[] = [];
  const onError = (error: unknown) => void errors.push(error);
  let records = 0;
  const counting: Followed = {
    bookmark: () => store.bookmark(),
    changesAfter: (bookmark, take) => store.changesAfter(bookmark, take),
    read: (work) =>
      store.read((reader) =>
        work({
          ...reader,
          async *records() {
            for await (const batch of reader.records()) {
              records += batch.length;
              yield batch;
            }
          },
        }),
      ),
  };
  const snapshots = openSnapshots({
    ...{ path, fingerprint: 'one', isTaken: true, onError, fewItems: 10 },
    ...options,
  });
  const follower = await followStore({ store: counting, catalogue, onError, snapshots, pollMilliseconds: 5 });
  const tags = catalogue.space('p', 's')?.tags;
  const shown = Array.from(tags?.slots() ?? [], (slot) => tags?.items.textIn(slot, 'name'));
  for (let tries = 0; !existsSync(path) && errors.length === 0 && tries < 100; tries++) await Bun.sleep(5);
  await follower.stop();
  return { records, shown: shown.sort(), errors };
}

test('the next start loads the snapshot, and reads only what has changed since', async () => {
  await inFolder(async (store, path) => {
    const first = await follow(store, path);
    expect([first.records, first.shown.length, first.errors]).toEqual([50, 50, []]);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    await put(store, tag('t7', 'renamed'), tag('t50', 'new'));
    await store.write((writer) => writer.removeRecord(tag('t8')));
    const again = await follow(store, path);
    expect([again.records, again.errors]).toEqual([0, []]);
    const expected = first.shown.filter((name) => name !== 't7' && name !== 't8');
    expect(again.shown).toEqual([...expected, 'new', 'renamed'].sort());
  });
});

test('a snapshot of other settings or of another store is not used', async () => {
  await inFolder(async (store, path) => {
    await follow(store, path);
    expect((await follow(store, path, { fingerprint: 'two' })).records).toBe(50);
    await inFolder(async (other) => {
      await put(other, tag('other'));
      const { records, shown } = await follow(other, path);
      expect([records, shown.includes('other')]).toEqual([51, true]);
    });
  });
});

test('a damaged snapshot is reported, and everything is read from the store', async () => {
  await inFolder(async (store, path) => {
    await follow(store, path);
    const bytes = readFileSync(path);
    for (const damaged of [bytes.subarray(0, bytes.length - 100), Buffer.from('x'), Buffer.alloc(9999)]) {
      writeFileSync(path, damaged);
      const { records, shown, errors } = await follow(store, path);
      expect([records, shown.length, errors.length]).toEqual([50, 50, 1]);
    }
  });
});

test('where no snapshot can be written, everything goes on without one', async () => {
  await inFolder(async (store, path) => {
    const { shown, errors } = await follow(store, join(path, 'nowhere'));
    expect([shown.length, errors.length]).toEqual([50, 1]);
    const other = await follow(store, path, { isTaken: false });
    expect([other.shown.length, other.errors, existsSync(path)]).toEqual([50, [], false]);
    const full = await follow(store, path, { freeBytes: async () => 1000 });
    expect(String(full.errors)).toMatch(/it needs \d+ MB free, and there are 0 MB/);
    await follow(store, path, { fewItems: 1000 });
    expect(existsSync(path)).toBe(false);
  });
});
