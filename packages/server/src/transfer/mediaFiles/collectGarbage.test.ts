import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { engines, openFresh } from '../../../../../tests/engines.ts';
import { sharedS3 } from '../../../../../tests/startS3.ts';
import { isFull, runs } from '../../../../../tests/testing/runs.ts';
import { openFolderOriginals } from '../../media/originals/folder/openFolderOriginals.ts';
import type { Originals } from '../../media/originals/Originals.ts';
import { openS3Originals } from '../../media/originals/s3/openS3Originals.ts';
import { s3LocationOf } from '../../media/originals/s3/testing/s3Location.ts';
import { defaultTimeouts } from '../../media/originals/s3/timeouts.ts';
import { drawing, writePackage } from '../../media/testing/realFiles.ts';
import type { Store } from '../../store/Store.ts';
import { openSqlite } from '../../store/sqlite/openSqlite.ts';
import { filesOf, mediaRecords } from '../copy/copyMediaFiles.ts';
import { importRecords } from '../ndjson/importRecords.ts';
import { pruneRemoved, removePlace } from '../places/movePlace.ts';
import { source } from '../testing/importing.ts';
import { collectGarbage, SharedPlace } from './collectGarbage.ts';

const day = 24 * 60 * 60 * 1000;
const grace = 30 * day;
const scope = { projectId: 'p', spaceId: 's' };
const key = (id: string) => ({ kind: 'media', ...scope, id }) as const;

let s3: Awaited<ReturnType<typeof sharedS3>>;
let folder: string;
let store: Store;
beforeAll(async () => {
  s3 = await sharedS3();
});
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'newsstand-test-'));
  store = await openSqlite(join(folder, 'store.db'));
  for (const seed of [1, 2, 3])
    writeFileSync(join(folder, `${seed}.png`), await drawing(8, 8, seed).png().toBuffer());
  writePackage(join(folder, 'banner'));
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

/** Imports files as media named after them. */
async function add(originals: Originals, ...files: readonly string[]): Promise<void> {
  const lines = files.map((file) => {
    const mediaId = file.replace(/\..*/, '');
    const meta = { ext: 'zip', mimetype: 'application/zip', asset: 'VendorAnimate_cjs_1_0_0' };
    const isPackage = mediaId === 'banner';
    return { kind: 'media', ...scope, mediaId, name: file, type: 'image', file, ...(isPackage && { meta }) };
  });
  await importRecords({ store, originals, now: Date.now, sources: [source(lines, folder)] });
}

const remove = (...ids: readonly string[]) =>
  store.write(async (writer) => {
    for (const id of ids) await writer.removeRecord(key(id));
  });

/** The files that records refer to. */
function named(): Promise<readonly string[]> {
  return store.read(async (reader) => (await Array.fromAsync(mediaRecords(reader))).flat().flatMap(filesOf));
}

/** The names of all stored files. */
async function kept(originals: Originals): Promise<readonly string[]> {
  return (await Array.fromAsync(originals.gc().files())).flat().map(({ name }) => name);
}

const places = {
  'a folder': () => openFolderOriginals(join(folder, 'originals')),
  S3: () => {
    const location = s3LocationOf(s3, `${crypto.randomUUID()}/`);
    // A busy machine may take longer than the usual timeouts.
    const timeouts = { ...defaultTimeouts, response: 60_000, retryFor: 60_000 };
    return openS3Originals({ location, folder: join(folder, 'sources'), maxBytes: 1e9, timeouts });
  },
} as const;

for (const [where, open] of Object.entries(places)) {
  describe(`in ${where}`, () => {
    let originals: Originals;
    beforeEach(() => {
      originals = open();
    });
    const collect = (later = 0, more = {}) =>
      collectGarbage({ store, originals, grace, pause: 0, now: (told) => told + later, ...more });

    test('removes only unreferenced files, after the grace period', async () => {
      await add(originals, '1.png', '2.png', 'banner');
      const all = await named();
      await remove('1', 'banner');
      const [stays = ''] = await named();
      // The age of a file does not count, only how long it has been unreferenced.
      expect(await collect(10 * grace)).toMatchObject({ named: 1, kept: 2, removed: 0 });
      expect(await collect(grace - day)).toMatchObject({ named: 1, kept: 2, removed: 0 });
      expect(await collect(grace + day, { isDryRun: true })).toMatchObject({ named: 1, kept: 0, removed: 2 });
      expect(await kept(originals)).toHaveLength(3);
      const done = await collect(grace + day);
      expect(done).toMatchObject({ named: 1, kept: 0, removed: 2 });
      expect(done.removedBytes).toBeGreaterThan(0);
      expect(await kept(originals)).toEqual([stays]);
      expect(await originals.gc().marks()).toEqual(new Map());
      expect(await originals.findMissing(all)).toEqual(all.filter((name) => name !== stays));
      // The next import stores it again.
      await add(originals, '1.png', 'banner');
      expect(await originals.findMissing(await named())).toEqual([]);
      expect(await collect(2 * grace)).toMatchObject({ named: 3, kept: 0, removed: 0 });
    });

    test('the grace period of a file that is referenced again starts over', async () => {
      await add(originals, '1.png', 'banner');
      const records = await store.read((reader) => reader.findAll([key('1'), key('banner')]));
      await remove('1', 'banner');
      await collect();
      await store.write(async (writer) => {
        for (const record of records) if (record !== undefined) await writer.putRecord(record);
      });
      expect(await collect(2 * grace)).toMatchObject({ named: 2, removed: 0 });
      expect(await originals.gc().marks()).toEqual(new Map());
      await remove('1', 'banner');
      expect(await collect(2 * grace)).toMatchObject({ kept: 2, removed: 0 });
    });

    test('keeps the files of removed places, until these are deleted for good', async () => {
      await add(originals, '1.png', 'banner');
      const removed = { removalId: 'gone', by: { name: 'boss', at: 9 } };
      await store.write((writer) => removePlace(writer, scope, removed));
      await collect();
      expect(await collect(2 * grace)).toMatchObject({ named: 2, kept: 0, removed: 0 });
      expect(await pruneRemoved(store, Date.now())).toBe(1);
      await collect();
      expect(await collect(2 * grace)).toMatchObject({ named: 0, removed: 2 });
    });

    test('tolerates missing marked files and foreign files', async () => {
      await add(originals, '1.png');
      const [name = ''] = await named();
      await remove('1');
      await collect();
      await originals.gc().remove(name);
      expect(await collect(grace + day)).toMatchObject({ named: 0, kept: 0, removed: 0 });
      expect(await originals.gc().marks()).toEqual(new Map());
    });

    test('collects nothing in storage that another store uses', async () => {
      await add(originals, '1.png');
      await remove('1');
      await collect();
      const other = await openSqlite(join(folder, 'other.db'));
      const options = { originals, grace, now: (told: number) => told + 2 * grace };
      await expect(collectGarbage({ ...options, store: other })).rejects.toThrow(SharedPlace);
      // The other store has now claimed the storage: neither removes anything.
      await expect(collectGarbage({ ...options, store })).rejects.toThrow(SharedPlace);
      expect(await kept(originals)).toHaveLength(1);
      await other.close();
    });
  });
}

test('references are checked again while no one can write, on PostgreSQL too', async () => {
  await store.close();
  store = await openPostgres();
  const originals = places['a folder']();
  await add(originals, '1.png', '2.png');
  await remove('1', '2');
  await collectGarbage({ store, originals, grace });
  // A record refers to one of them after the first check, before it is removed.
  const gc = originals.gc();
  let isNamed = false;
  const files = async function* () {
    yield* gc.files();
    await add(originals, '1.png');
    isNamed = true;
  };
  const slow = { ...originals, gc: () => ({ ...gc, files }) };
  const later = (told: number) => told + 3 * grace;
  expect(await collectGarbage({ store, originals: slow, grace, now: later })).toMatchObject({ removed: 1 });
  expect(isNamed).toBe(true);
  expect(await originals.findMissing(await named())).toEqual([]);
});

/** An empty store on PostgreSQL. */
async function openPostgres(): Promise<Store> {
  const engine = engines.find(({ name }) => name === 'PostgreSQL');
  if (engine === undefined) throw new Error('PostgreSQL is no engine any more');
  return await openFresh(engine);
}

if (isFull)
  test('a large bundle is removed in steps; a concurrent import gets all of it or an error', async () => {
    const originals = places.S3();
    const pictures = Array.from({ length: 70 }, (_, number) => `pictures/${number}.txt`);
    for (const path of pictures) await Bun.write(join(folder, 'banner', path), path);
    await add(originals, 'banner');
    const [id = ''] = await named();
    await remove('banner');
    const gc = originals.gc();
    await gc.mark(id);
    expect(await gc.remove(id)).toBe(false);
    expect(await originals.findMissing([id])).toEqual([id]);
    // The remaining parts are reused, but not relied on.
    await add(originals, 'banner');
    expect(await originals.findMissing([id])).toEqual([]);
    for (const path of pictures) {
      const file = await originals.openPart(id, path);
      const body = await file?.read(0, file.fileSize);
      expect(new TextDecoder().decode(await body?.read())).toBe(path);
      body?.close();
    }
  });

/** Concurrent operations. */
const deed = fc.oneof(
  fc.record({
    type: fc.constantFrom('add' as const, 'delete' as const, 'restore' as const),
    file: fc.constantFrom('1', '2'),
  }),
  fc.record({ type: fc.constant('collect' as const), later: fc.constantFrom(0, 2 * grace, 2 * grace) }),
);

/** Originals whose operations are ordered by the scheduler. */
function inTurn(originals: Originals, turn: (label: string) => Promise<unknown>): Originals {
  const wait =
    <Args extends readonly unknown[], T>(label: string, work: (...args: Args) => Promise<T>) =>
    async (...args: Args) => {
      await turn(label);
      return await work(...args);
    };
  return {
    ...originals,
    beginIngest() {
      const ingest = originals.beginIngest();
      return {
        add: wait('take', (path) => ingest.add(path)),
        addBundle: (id, make) => ingest.addBundle(id, make),
        commit: wait('keep', () => ingest.commit()),
        [Symbol.asyncDispose]: () => ingest[Symbol.asyncDispose](),
      };
    },
    findMissing: wait('findMissing', (names) => originals.findMissing(names)),
    gc() {
      const gc = originals.gc();
      return {
        ...gc,
        claim: wait('claim', (name) => gc.claim(name)),
        marks: wait('marks', () => gc.marks()),
        markedAt: wait('markedAt', (name) => gc.markedAt(name)),
        mark: wait('mark', (name) => gc.mark(name)),
        unmark: wait('unmark', (name) => gc.unmark(name)),
        remove: wait('remove', (name) => gc.remove(name)),
      };
    },
  };
}

/** Restores a past version, like the write interface. */
async function restore(originals: Originals, id: string): Promise<void> {
  await store.write(async (writer) => {
    const [version] = await writer.versions(key(id), 1);
    if (version === undefined) return;
    if ((await originals.findMissing(filesOf(version.record))).length > 0) throw new Error('is gone');
    await writer.putRecord(version.record);
  });
}

test.each([
  ['a folder', 30],
  ['S3', 12],
] as const)('no record is left without its file, in any order of events, in %s', async (where, full) => {
  const plain = places[where]();
  let collected = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.array(deed, { minLength: 2, maxLength: 5 }),
      async (scheduler, deeds) => {
        // Both exist and are marked: a later collection may remove them.
        await add(plain, '1.png', '2.png');
        await remove('1', '2');
        await collectGarbage({ store, originals: plain, grace });
        const originals = inTurn(plain, (label) => scheduler.schedule(Promise.resolve(), label));
        const work = deeds.map(async (each) => {
          if (each.type === 'add') await add(originals, `${each.file}.png`);
          if (each.type === 'delete') await remove(each.file);
          if (each.type === 'restore') await restore(originals, each.file);
          if (each.type !== 'collect') return;
          const now = (told: number) => told + each.later;
          collected += (await collectGarbage({ store, originals, grace, now, pause: 0 })).removed;
        });
        const outcomes = await scheduler.waitFor(Promise.allSettled(work));
        for (const outcome of outcomes)
          if (outcome.status === 'rejected') expect(String(outcome.reason)).toMatch(/is gone/);
        expect(await plain.findMissing(await named())).toEqual([]);
      },
    ),
    { numRuns: runs(full) },
  );
  if (isFull) expect(collected).toBeGreaterThan(0);
});

test('processes killed at any moment leave no record without its file', async () => {
  const program = join(import.meta.dir, '../testing/restlessProcess.ts');
  const start = (role: 'import' | 'collect') =>
    Bun.spawn([process.execPath, program, folder, role], { stdout: 'pipe', stderr: 'inherit' });
  const originals = openFolderOriginals(join(folder, 'originals'));
  for (let turn = 0; turn < (isFull ? 3 : 1); turn++) {
    const [importer, collector] = [start('import'), start('collect')];
    // Kill it at a random moment after the first import.
    await importer.stdout.getReader().read();
    await Bun.sleep(Math.random() * 150);
    for (const child of turn % 2 === 0 ? [importer, collector] : [collector, importer]) {
      expect([child.exitCode, child.signalCode]).toEqual([null, null]);
      child.kill('SIGKILL');
      await child.exited;
    }
    expect(await originals.findMissing(await named())).toEqual([]);
  }
});
