import { Database } from 'bun:sqlite';
import { beforeAll, describe, expect, test } from 'bun:test';
import {
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { bytesOf, overwrite } from '../../../../../tests/databaseBytes.ts';
import { engines, openFresh } from '../../../../../tests/engines.ts';
import { sharedS3 } from '../../../../../tests/startS3.ts';
import { isFull, runs } from '../../../../../tests/testing/runs.ts';
import { mountFullDisk } from '../../files/testing/fullDisk.ts';
import type { Originals } from '../../media/originals/Originals.ts';
import { s3LocationOf } from '../../media/originals/s3/testing/s3Location.ts';
import type { Store } from '../../store/Store.ts';
import { migrations } from '../../store/sqlite/migrations.ts';
import { openSqlite } from '../../store/sqlite/openSqlite.ts';
import { filesOf, mediaRecords } from '../copy/copyMediaFiles.ts';
import { copyStore } from '../copy/copyStore.ts';
import { differences } from '../copy/digestStore.ts';
import { removePlace, restorePlace } from '../places/movePlace.ts';
import type { BackupTarget } from './BackupTarget.ts';
import { openFolderTarget } from './folderTarget.ts';
import { encodeManifest } from './Manifest.ts';
import { openS3Target } from './openTarget.ts';
import { chooseBackup, readBackups } from './readBackups.ts';
import { checkSchema, verifyBackup } from './restoreBackup.ts';
import { openBackupSite } from './testing/backupSite.ts';

type Site = Awaited<ReturnType<typeof openBackupSite>>;

let s3: Awaited<ReturnType<typeof sharedS3>>;
beforeAll(async () => {
  s3 = await sharedS3();
});

/** Backups in S3, under a prefix of their own unless one is given. */
function inS3(
  site: Site,
  prefix = `${crypto.randomUUID()}/`,
  lockTimes?: Parameters<typeof openS3Target>[0]['lockTimes'],
) {
  const options = { location: s3LocationOf(s3, prefix), scratchFolder: join(site.folder, 'scratch') };
  return openS3Target({ ...options, ...(lockTimes && { lockTimes }) });
}

const targets: readonly (readonly [string, (site: Site) => BackupTarget])[] = [
  ['a folder', (site) => site.target],
  ['S3', (site) => inS3(site)],
];

const verify = async (site: Site, target = site.target, name?: string) =>
  verifyBackup(target, await chooseBackup(target, name), join(site.folder, 'scratch'));

/** What differs in a restored store: only the entry about the restore. */
const onlyAudit = ['the audit log'];

async function missingIn(store: Store, originals: Originals): Promise<readonly string[]> {
  const records = await store.read(async (reader) => (await Array.fromAsync(mediaRecords(reader))).flat());
  const names = records.flatMap(filesOf);
  expect(names).toHaveLength(4);
  return await originals.findMissing(names);
}

/** What the audit log says, the oldest first. */
async function auditOf(store: Store) {
  const entries = await store.read((reader) => reader.audit({ most: 1000 }));
  return entries.toReversed().map(({ by, action, target }) => ({ by, action, target }));
}

describe.each(targets)('in %s', (where, targetOf) => {
  // Most of it is the same in S3.
  const isTested = isFull || where === 'a folder';

  test('a backup restores everything, whatever the engine', async () => {
    await using site = await openBackupSite();
    const target = targetOf(site);
    const { manifest, copied, skipped } = await site.backup({ target });
    expect({ copied, skipped }).toEqual({ copied: 4, skipped: 0 });
    expect(manifest.counts).toMatchObject({ keys: 1, operators: 1, webhooks: 2, originals: 4, missing: 0 });
    await verify(site, target);
    for (const engine of engines) {
      const to = await openFresh(engine);
      const { store, originals } = await site.restore({ source: target, store: to });
      expect(differences(await site.digest(), await site.digest(store))).toEqual(onlyAudit);
      expect(await missingIn(store, originals)).toEqual([]);
      expect(await auditOf(store)).toEqual([
        ...(await auditOf(site.store)),
        { by: 'command line', action: 'store.restore', target: manifest.name },
      ]);
      // Those who followed the old store must read everything anew.
      expect(await store.changesAfter(await site.store.bookmark(), async () => {})).toBe('unknown');
    }
  });

  if (isTested)
    test('a backup has the files of removed places, which can be restored from it', async () => {
      await using site = await openBackupSite();
      const target = targetOf(site);
      const place = { projectId: 'acme', spaceId: 'web' };
      const removed = await site.store.write((writer) =>
        removePlace(writer, place, { removalId: 'gone', by: { name: 'boss', at: 9 } }),
      );
      expect(await site.backup({ target })).toMatchObject({ copied: 4, skipped: 0 });
      const { store, originals } = await site.restore({ source: target });
      await store.write((writer) => restorePlace(writer, removed));
      expect(await missingIn(store, originals)).toEqual([]);
    });

  if (isTested)
    test('a backup of PostgreSQL is one as well', async () => {
      await using site = await openBackupSite();
      const target = targetOf(site);
      const postgres = await openFresh(engines[1] ?? fail());
      await site.backup({ target });
      await site.restore({ source: target, store: postgres, keepsWebhooks: true });
      const { manifest } = await site.backup({ target, store: postgres });
      expect(manifest.engine).toBe('PostgreSQL');
      const { store } = await site.restore({ source: target });
      expect(differences(await site.digest(postgres), await site.digest(store))).toEqual(onlyAudit);
    });

  if (isTested)
    test('the second one copies only what is new, and shares the rest', async () => {
      await using site = await openBackupSite();
      const target = targetOf(site);
      await site.remove('3');
      expect(await site.backup({ target })).toMatchObject({ copied: 3, skipped: 0 });
      expect(await site.backup({ target })).toMatchObject({ copied: 0, skipped: 3 });
      await site.add('3.png');
      expect(await site.backup({ target })).toMatchObject({ copied: 1, skipped: 3 });
      const all = await readBackups(target);
      expect(all).toHaveLength(3);
      for (const { name } of all) await verify(site, target, name);
    });

  if (isTested)
    test('what a killed run left is used or removed by the next', async () => {
      await using site = await openBackupSite();
      const target = targetOf(site);
      await site.backup({ target });
      const [first] = await readBackups(target);
      const lost = 'backups/2026-01-01T00-00-00.000Z';
      for (const file of ['store.db', 'originals.ndjson']) {
        writeFileSync(join(site.folder, 'left'), 'half');
        await target.put(`${lost}/${file}`, join(site.folder, 'left'));
      }
      expect((await readBackups(target)).map(({ name }) => name)).toEqual([first?.name ?? '']);
      await site.backup({ target });
      expect(await target.list(`${lost}/`)).toEqual([]);
    });

  if (isFull)
    test('two at the same time wait for each other', async () => {
      await using site = await openBackupSite();
      const target = targetOf(site);
      const made = await Promise.all(
        [300, 0, 100].map((delay) =>
          site.backup({ target, keep: 2, originals: slowed(site.originals, delay) }),
        ),
      );
      expect(new Set(made.map(({ manifest }) => manifest.name)).size).toBe(3);
      expect(await readBackups(target)).toHaveLength(2);
      for (const { name } of await readBackups(target)) await verify(site, target, name);
    });

  if (isTested)
    test('is not made where other things are, or backups of another store', async () => {
      await using site = await openBackupSite();
      const target = targetOf(site);
      writeFileSync(join(site.folder, 'note'), 'mine');
      await target.put('notes/note.txt', join(site.folder, 'note'));
      expect(await failureOf(site.backup({ target }))).toContain('is not empty (notes)');
      await target.remove('notes/note.txt');
      await site.backup({ target });
      const other = await openSqlite(join(site.folder, 'other.db'));
      expect(await failureOf(site.backup({ target, store: other }))).toContain(
        'holds backups of another store',
      );
      await other.close();
    });
});

/** The message of work that fails. The `rejects` of the test runner takes seconds for work that yields often. */
async function failureOf(work: Promise<unknown>): Promise<string> {
  return await work.then(
    () => fail(),
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
}

function fail(): never {
  throw new Error('there is no such thing');
}

/** Originals that take a while to find. */
function slowed(originals: Originals, milliseconds: number): Originals {
  return {
    ...originals,
    async find(name) {
      await Bun.sleep(milliseconds);
      return await originals.find(name);
    },
  };
}

test('after a failure at any step, what has a manifest is whole', async () => {
  await using site = await openBackupSite();
  const { target } = site;
  await site.backup();
  let steps = 0;
  for (let isDone = false; !isDone; steps++) {
    // Something new to copy, and something old to remove.
    const file = `${(steps % 3) + 1}`;
    await (steps % 2 === 0 ? site.remove(file) : site.add('1.png', '2.png', '3.png'));
    // Without the right to remove something, a backup is made nevertheless.
    await site.backup({ target: failingAfter(target, steps), keep: 1 }).then(
      ({ removed }) => {
        isDone = removed.faults.length === 0;
      },
      (error: unknown) => expect(`${error}`).toContain('no further'),
    );
    const backups = await readBackups(target);
    expect(backups.length).toBeGreaterThan(0);
    for (const { name } of backups) await verify(site, target, name);
  }
  expect(steps).toBeGreaterThan(5);
  expect(await readBackups(target)).toHaveLength(1);
});

/** A target that changes nothing more after so many steps. */
function failingAfter(target: BackupTarget, steps: number): BackupTarget {
  let left = steps;
  const step =
    <Args extends readonly unknown[], T>(work: (...args: Args) => Promise<T>) =>
    async (...args: Args) => {
      if (left-- <= 0) throw new Error('no further');
      return await work(...args);
    };
  const { originals } = target;
  const gc = () => ({ ...originals.gc(), remove: step((name: string) => originals.gc().remove(name)) });
  return { ...target, put: step(target.put), remove: step(target.remove), originals: { ...originals, gc } };
}

describe('while others write', () => {
  test('something that is taken down during a backup is not in it', async () => {
    await using site = await openBackupSite();
    const gone = await nameOf(site, '1');
    let isDown = false;
    const originals: Originals = {
      ...site.originals,
      async find(name) {
        if (!isDown && name.endsWith('.png')) {
          isDown = true;
          await site.remove('1');
          await site.originals.gc().remove(gone);
        }
        return await site.originals.find(name);
      },
    };
    const { manifest, missing } = await site.backup({ originals });
    expect({ isDown, missing, originals: manifest.counts.originals }).toEqual({
      ...{ isDown: true, missing: [], originals: 3 },
    });
    expect(site.filesIn('originals').join()).not.toContain(gone);
    const { store } = await site.restore();
    expect(differences(await site.digest(), await site.digest(store))).toEqual(onlyAudit);
  });

  test('an original that is lost is named, and may be left out', async () => {
    await using site = await openBackupSite();
    const name = await nameOf(site, '2');
    await site.originals.gc().remove(name);
    for (const isListOnly of [false, true])
      expect(await failureOf(site.backup({ isListOnly }))).toContain(
        `missing or damaged: ${name}; no backup was made`,
      );
    expect(await readBackups(site.target)).toEqual([]);
    expect(await site.backup({ allowMissing: true })).toMatchObject({ missing: [name] });
    await verify(site);
    const { store, originals } = await site.restore();
    expect(await missingIn(store, originals)).toEqual([name]);
    // Once in a backup, it need not be read again.
    await site.add('2.png');
    await site.backup();
    await site.originals.gc().remove(name);
    expect(await site.backup()).toMatchObject({ missing: [], skipped: 4 });
  });
});

/** The name of the original of a media. */
async function nameOf(site: Site, id: string): Promise<string> {
  const key = { kind: 'media', projectId: 'acme', spaceId: 'web', id } as const;
  const record = await site.store.read((reader) => reader.find(key));
  return record === undefined ? fail() : (filesOf(record)[0] ?? fail());
}

describe('damage', () => {
  test('any changed byte is found, and nothing is restored', async () => {
    await using site = await openBackupSite();
    await site.backup();
    const to = await openSqlite(join(site.folder, 'to.db'));
    const files = [...site.filesIn('backups'), ...site.filesIn('originals')];
    const bytes = files.map((file) => bytesOf(file));
    await fc.assert(
      fc.asyncProperty(
        fc.nat(files.length - 1),
        fc.nat(),
        fc.integer({ min: 1, max: 255 }),
        async (at, place, flip) => {
          const [file = '', whole = Buffer.from('')] = [files[at], bytes[at]];
          const changed = Buffer.from(whole);
          const position = place % whole.length;
          changed[position] = (changed[position] ?? 0) ^ flip;
          overwrite(file, changed);
          const title = file.includes('bundles/') ? file.slice(0, file.indexOf('bundles/') + 72) : file;
          const named = title.slice(site.target.title.length + 1);
          const isHarmless = isSameJson(changed, whole) && file.endsWith('.json');
          const checks = [verify(site), site.restore({ store: to })];
          for (const check of await Promise.allSettled(isHarmless ? [] : checks)) {
            expect(check.status).toBe('rejected');
            if (check.status === 'rejected') expect(`${check.reason}`).toContain(named);
          }
          overwrite(file, whole);
        },
      ),
      { numRuns: runs(25) },
    );
    await verify(site);
    expect((await site.digest(to)).shelves).toEqual([]);
    await site.restore({ store: to });
  });

  if (isFull)
    test('is found in S3 as well', async () => {
      await using site = await openBackupSite();
      const prefix = crypto.randomUUID();
      const target = inS3(site, `${prefix}/`);
      await site.backup({ target });
      const folder = join(s3.folder, s3.bucket, prefix);
      const objects = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
        (name) => !name.startsWith('locks') && name.includes('/') && name.endsWith('_object'),
      );
      expect(objects.length).toBeGreaterThan(8);
      for (const name of objects) {
        const path = join(folder, name);
        const whole = bytesOf(path);
        overwrite(path, whole.with(whole.length >> 1, (whole[whole.length >> 1] ?? 0) ^ 1));
        // Opened anew: originals never change, so what was read is remembered.
        const again = inS3(site, `${prefix}/`);
        await rm(join(site.folder, 'scratch'), { recursive: true, force: true });
        expect([name, await failureOf(verify(site, again))]).toEqual([
          name,
          expect.stringMatching(/damaged|corrupt/),
        ]);
        const failure = await failureOf(site.restore({ source: inS3(site, `${prefix}/`) }));
        expect([name, failure]).toEqual([name, expect.stringMatching(/damaged|corrupt/)]);
        overwrite(path, whole);
      }
      await verify(site, inS3(site, `${prefix}/`));
    });

  test('a missing or truncated file is named', async () => {
    await using site = await openBackupSite();
    const { manifest } = await site.backup();
    const own = site.filesIn(`backups/${manifest.name}`).filter((file) => !file.endsWith('manifest.json'));
    for (const file of [...own, ...site.filesIn('originals')]) {
      const whole = bytesOf(file);
      const title = file.includes('bundles/') ? file.slice(0, file.indexOf('bundles/') + 72) : file;
      const named = title.slice(site.target.title.length + 1);
      truncateSync(file, whole.length - 1);
      expect(await failureOf(verify(site))).toContain(`${named} is damaged`);
      expect(await failureOf(site.restore())).toContain(`${named} is damaged`);
      rmSync(file);
      expect(await failureOf(verify(site))).toContain(named);
      expect(await failureOf(site.restore())).toContain(named);
      overwrite(file, whole);
    }
    await verify(site);
  });

  test('a damaged manifest is named, and never passed over for an older one', async () => {
    await using site = await openBackupSite();
    const { manifest: old } = await site.backup();
    const { manifest } = await site.backup();
    const path = join(site.folder, 'target/backups', manifest.name, 'manifest.json');
    truncateSync(path, 100);
    expect(await failureOf(site.restore())).toMatch(
      /manifest.json is damaged; choose another one with --backup$/,
    );
    await site.restore({ backup: old.name });
    // What it needs is not known, so nothing is removed.
    await site.remove('1');
    const { removed } = await site.backup({ keep: 1 });
    expect(removed).toMatchObject({
      backups: [old.name],
      originals: 0,
      faults: [expect.stringContaining(`${path} is damaged; originals`)],
    });
    rmSync(path);
    expect((await site.backup()).removed).toEqual({ backups: [], originals: 1, faults: [] });
  });

  test('an original of the wrong size in the target is copied again', async () => {
    await using site = await openBackupSite();
    await site.backup();
    const [file = ''] = site.filesIn('originals').filter((path) => path.endsWith('.png'));
    truncateSync(file, 3);
    expect(await site.backup()).toMatchObject({ copied: 1, skipped: 3 });
    await verify(site);
  });

  test('a manifest of a newer format or schema is refused in one sentence', async () => {
    await using site = await openBackupSite();
    const { manifest } = await site.backup();
    const path = join(site.folder, 'target/backups', manifest.name, 'manifest.json');
    expect(() =>
      checkSchema({ ...manifest, program: '1.9.0', schema: migrations.length + 1 }, '1.0.0'),
    ).toThrow(
      `the backup ${manifest.name} was made by version 1.9.0, which is newer than this one (1.0.0); install that version to restore it`,
    );
    writeFileSync(path, readFileSync(path, 'utf8').replace('"format": 1', '"format": 2'));
    expect(await failureOf(site.restore())).toContain(
      'has format 2, but this version supports formats up to 1',
    );
  });

  test('a full disk leaves no backup, and the next run works', async () => {
    using disk = mountFullDisk('no room');
    if (disk === undefined) return;
    await using site = await openBackupSite();
    const target = openFolderTarget(join(disk.folder, 'target'));
    expect(await failureOf(site.backup({ target }))).toContain('does not fit on the disk');
    disk.mend();
    await site.backup({ target });
    disk.spoil();
    await site.store.write(async (writer) => {
      for (let at = 0; at < 500; at++)
        await writer.putRecord({
          kind: 'tag',
          projectId: 'acme',
          spaceId: 'web',
          id: `x${at}`,
          document: `"${'x'.repeat(9000)}"`,
          links: [],
        });
    });
    expect(await failureOf(site.backup({ target }))).toContain('does not fit on the disk');
    expect(await readBackups(target)).toHaveLength(1);
    await verify(site, target);
  });
});

function isSameJson(one: Buffer, other: Buffer): boolean {
  try {
    return JSON.stringify(JSON.parse(`${one}`)) === JSON.stringify(JSON.parse(`${other}`));
  } catch {
    return false;
  }
}

test('pruning removes exactly what no kept backup refers to', async () => {
  const step = fc.oneof(
    fc.record({
      type: fc.constantFrom('add' as const, 'remove' as const),
      file: fc.constantFrom('1.png', '2.png', '3.png', 'banner'),
    }),
    fc.record({
      type: fc.constant('backup' as const),
      keep: fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined }),
    }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 10 }), async (steps) => {
      await using site = await openBackupSite();
      let made: { readonly name: string; readonly names: readonly string[] }[] = [];
      const current = async () =>
        site.store.read(async (reader) =>
          (await Array.fromAsync(mediaRecords(reader))).flat().flatMap(filesOf),
        );
      for (const each of [...steps, { type: 'backup', keep: undefined } as const]) {
        if (each.type === 'add') await site.add(each.file);
        else if (each.type === 'remove') await site.remove(each.file.replace(/\..*/, ''));
        else {
          const keep = 'keep' in each ? each.keep : undefined;
          const { manifest } = await site.backup({ keep });
          made.push({ name: manifest.name, names: await current() });
          if (keep !== undefined) made = made.slice(-keep);
          expect((await readBackups(site.target)).map(({ name }) => name)).toEqual(
            made.map(({ name }) => name),
          );
          const kept = (await Array.fromAsync(site.target.originals.gc().files()))
            .flat()
            .map(({ name }) => name);
          expect(new Set(kept)).toEqual(new Set(made.flatMap(({ names }) => names)));
        }
      }
      for (const { name } of made) await verify(site, site.target, name);
    }),
    { numRuns: runs(5) },
  );
});

test('after the clock was set back, the last backup is still the newest', async () => {
  await using site = await openBackupSite();
  const day = 86_400_000;
  const ahead = Date.UTC(2040, 0, 1);
  const { manifest: before } = await site.backup({ now: () => ahead });
  const made = [];
  for (const at of [ahead - 9 * day, ahead - 8 * day, ahead - 7 * day])
    made.push((await site.backup({ now: () => at, keep: 2 })).manifest);
  expect(made.map(({ createdAt }) => createdAt)).toEqual([9, 8, 7].map((days) => ahead - days * day));
  expect(made.every(({ name }) => name > before.name)).toBe(true);
  expect((await readBackups(site.target)).map(({ name }) => name)).toEqual(
    made.slice(1).map(({ name }) => name),
  );
  expect([await chooseBackup(site.target, undefined)]).toEqual(made.slice(-1));
});

test.each(targets)('a newer backup without its manifest is not passed over silently: %s', async (_, open) => {
  await using site = await openBackupSite();
  const target = open(site);
  const { manifest: first } = await site.backup({ target });
  const { manifest: second } = await site.backup({ target });
  await target.remove(`backups/${second.name}/manifest.json`);
  await expect(chooseBackup(target, undefined)).rejects.toThrow(
    `backups/${second.name} has no manifest: it is being made, was interrupted, or is damaged; to restore the one before it, add --backup ${first.name}`,
  );
  expect(await chooseBackup(target, first.name)).toEqual(first);
  const told: string[] = [];
  expect(await chooseBackup(target, undefined, (fault) => told.push(fault))).toEqual(first);
  expect(told).toHaveLength(1);
  // An older one without is what a removal left that was interrupted.
  const { manifest: third } = await site.backup({ target });
  await target.remove(`backups/${first.name}/manifest.json`);
  expect(await chooseBackup(target, undefined)).toEqual(third);
});

describe('a restore', () => {
  test('never touches a store with content', async () => {
    await using site = await openBackupSite();
    await site.backup();
    const to = await openSqlite(join(site.folder, 'to.db'));
    await to.write((writer) => writer.putSpace({ projectId: 'x', spaceId: 'y' }));
    const before = await site.digest(to);
    expect(await failureOf(site.restore({ store: to }))).toContain(
      'the store is not empty; nothing was restored',
    );
    expect(await site.digest(to)).toEqual(before);
  });

  test('switches webhooks off, unless the old store is gone', async () => {
    await using site = await openBackupSite();
    await site.backup();
    const hooksOf = async (store: Store) => {
      const all = await store.read((reader) => reader.webhooks());
      return Object.fromEntries(all.map(({ webhookId, disabledBecause }) => [webhookId, disabledBecause]));
    };
    const { store, report } = await site.restore();
    expect(report.webhooksOff).toBe(1);
    expect(await hooksOf(store)).toEqual({ on: 'it was restored from a backup', off: 'ken did' });
    const kept = await site.restore({ keepsWebhooks: true });
    expect(await hooksOf(kept.store)).toEqual({ on: undefined, off: 'ken did' });
  });

  test('of an older schema migrates it', async () => {
    await using site = await openBackupSite();
    const { manifest } = await site.backup();
    const folder = join(site.folder, 'target/backups', manifest.name);
    const path = join(folder, 'store.db');
    rmSync(path);
    {
      using db = new Database(path);
      for (const step of migrations.slice(0, 3)) if (typeof step === 'string') db.run(step);
      db.run(`PRAGMA application_id = ${0x4e657773}`);
      db.run('PRAGMA user_version = 3');
      db.run("INSERT INTO operators VALUES ('mia', ?)", [
        JSON.stringify({ operatorId: 'mia', name: 'Mia', roles: [], createdAt: 1 }),
      ]);
    }
    const bytes = bytesOf(path);
    const sha256 = new Bun.CryptoHasher('sha256').update(bytes).digest('hex');
    const files = { ...manifest.files, 'store.db': { bytes: bytes.length, sha256 } };
    writeFileSync(join(folder, 'manifest.json'), encodeManifest({ ...manifest, schema: 3, files }));
    const { store } = await site.restore();
    expect((await store.read((reader) => reader.operators())).map(({ operatorId }) => operatorId)).toEqual([
      'mia',
    ]);
    // The backup itself stays as it is.
    expect(bytesOf(path)).toEqual(bytes);
  });

  test('of listed originals finds them where they are', async () => {
    await using site = await openBackupSite();
    const { manifest } = await site.backup({ isListOnly: true });
    expect(manifest).toMatchObject({ originals: 'listed', counts: { originals: 4 } });
    expect(existsSync(join(site.folder, 'target/originals'))).toBe(false);
    await verify(site);
    expect(await failureOf(site.restore())).toContain('set NEWSSTAND_MEDIA_STORE to where they are');
    const { store } = await site.restore({ originals: site.originals });
    expect(await missingIn(store, site.originals)).toEqual([]);
  });
});

test('a store that was copied or restored elsewhere no longer backs up to the same place', async () => {
  await using site = await openBackupSite();
  const first = await site.backup();
  const copy = await openSqlite(join(site.folder, 'copy.db'));
  await copyStore({ from: site.store, to: copy });
  // Until the copy makes its first backup, the place is the old one's.
  await site.backup();
  const { manifest } = await site.backup({ store: copy });
  expect(await failureOf(site.backup())).toContain('that this one was copied or restored to');
  await site.backup({ store: copy });
  // However old the backup is that was restored.
  let last = copy;
  for (const backup of [first.manifest.name, manifest.name]) {
    const { store: restored } = await site.restore({ backup });
    await site.backup({ store: restored });
    expect(await failureOf(site.backup({ store: last }))).toContain('copied or restored to');
    last = restored;
  }
  await copy.close();
});

test('only its owner can read a backup', async () => {
  await using site = await openBackupSite();
  await site.backup();
  expect(statSync(join(site.folder, 'target')).mode & 0o77).toBe(0);
  for (const file of site.filesIn('backups')) expect([file, statSync(file).mode & 0o77]).toEqual([file, 0]);
});

describe('the lock of S3', () => {
  const lockTimes = { renew: 200, abandoned: 3000, pause: 200 };

  if (isFull)
    test('is taken over if it was abandoned, and its holder notices', async () => {
      await using site = await openBackupSite();
      const prefix = `${crypto.randomUUID()}/`;
      // It does not renew its lock.
      const frozen = inS3(site, prefix, { ...lockTimes, renew: 3_600_000 });
      const target = inS3(site, prefix, lockTimes);
      const lost = await frozen.lock({ patience: 0 });
      expect(await failureOf(target.lock({ patience: 0 }))).toContain('is still running');
      let waits = 0;
      const lock = await target.lock({ patience: 60_000, onWait: () => waits++ });
      expect(waits).toBeGreaterThan(0);
      expect(await failureOf(lost.check())).toContain('started while this one was paused');
      await lock.check();
      await lost[Symbol.asyncDispose]();
      await lock[Symbol.asyncDispose]();
      expect(await target.list('locks/')).toEqual([]);
    });

  if (isFull)
    test('is renewed for as long as the work takes', async () => {
      await using site = await openBackupSite();
      const prefix = `${crypto.randomUUID()}/`;
      const [one, other] = [inS3(site, prefix, lockTimes), inS3(site, prefix, lockTimes)];
      await using lock = await one.lock({ patience: 0 });
      expect(await failureOf(other.lock({ patience: 4000 }))).toContain('is still running');
      await lock.check();
    });
});
