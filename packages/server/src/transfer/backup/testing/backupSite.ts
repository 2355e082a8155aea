import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openFolderOriginals } from '../../../media/originals/folder/openFolderOriginals.ts';
import { drawing, writePackage } from '../../../media/testing/realFiles.ts';
import type { Store } from '../../../store/Store.ts';
import { openSqlite } from '../../../store/sqlite/openSqlite.ts';
import { credential } from '../../../store/testing/suite/samples.ts';
import { digestStore, type StoreDigest } from '../../copy/digestStore.ts';
import { importRecords } from '../../ndjson/importRecords.ts';
import { lines, source } from '../../testing/importing.ts';
import { type BackupOptions, createBackup } from '../createBackup.ts';
import { openFolderTarget } from '../folderTarget.ts';
import { chooseBackup } from '../readBackups.ts';
import { type RestoreOptions, restoreBackup } from '../restoreBackup.ts';

const scope = { projectId: 'acme', spaceId: 'web' };

/** The pictures that there are to import, and a package. */
const files = ['1.png', '2.png', '3.png', 'banner'];

/** A store with something of everything, its originals, and a folder for backups. */
export async function openBackupSite() {
  const folder = mkdtempSync(join(tmpdir(), 'newsstand-test-'));
  const store = await openSqlite(join(folder, 'store.db'));
  const originals = openFolderOriginals(join(folder, 'originals'));
  const target = openFolderTarget(join(folder, 'target'));
  for (const seed of [1, 2, 3])
    writeFileSync(join(folder, `${seed}.png`), await drawing(8, 8, seed).png().toBuffer());
  writePackage(join(folder, 'banner'));
  const opened: Store[] = [];
  const site = {
    folder,
    store,
    originals,
    target,
    /** Imports files as media that are named after them. */
    async add(...names: readonly string[]): Promise<void> {
      await importRecords({
        store,
        originals,
        now: Date.now,
        sources: [source(names.map(mediaLine), folder)],
      });
    },
    remove: (id: string) =>
      store.write(async (writer) => void (await writer.removeRecord({ kind: 'media', ...scope, id }))),
    backup: (options: Partial<BackupOptions> = {}) =>
      createBackup({ store, originals, target, program: '1.0.0', ...options }),
    digest: (of: Store = store): Promise<StoreDigest> => of.read((reader) => digestStore(reader, {})),
    /** Restores into a new store, and returns it with its originals. */
    async restore(options: Partial<RestoreOptions> & { readonly backup?: string } = {}) {
      const place = join(folder, `restored-${opened.length}`);
      const to = options.store ?? (await openSqlite(join(place, 'store.db')));
      opened.push(to);
      const files = options.originals ?? openFolderOriginals(join(place, 'originals'));
      const from = options.source ?? target;
      const report = await restoreBackup({
        source: from,
        manifest: await chooseBackup(from, options.backup),
        store: to,
        originals: files,
        spoolFolder: join(place, 'restoring'),
        ...options,
      });
      return { store: to, originals: files, report, place };
    },
    /** The files of a folder below the target, with their paths. */
    filesIn: (start = ''): readonly string[] =>
      readdirSync(join(folder, 'target', start), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name }) => join(parentPath, name))
        .toSorted(),
    async [Symbol.asyncDispose]() {
      await Promise.all([store, ...opened].map((each) => each.close()));
      rmSync(folder, { recursive: true });
    },
  };
  await site.add(...files);
  const { instance, category, tag, media, news, banner } = lines;
  await importRecords({
    store,
    originals,
    now: Date.now,
    sources: [source([instance, category, tag, media, news, banner], folder)],
  });
  await store.write(fillOffice);
  return site;
}

function mediaLine(file: string): object {
  const mediaId = file.replace(/\..*/, '');
  const meta = { ext: 'zip', mimetype: 'application/zip', asset: 'VendorAnimate_cjs_1_0_0' };
  const about = { kind: 'media', ...scope, mediaId, name: file, type: 'image', file };
  return file === 'banner' ? { ...about, meta } : about;
}

async function fillOffice(writer: Parameters<Parameters<Store['write']>[0]>[0]): Promise<void> {
  await writer.putCredential(credential);
  await writer.addKeyUsage([{ key: 'k1', day: 20_000, requests: 7, lastUsedAt: 5 }]);
  const roles = [{ projectId: '*', role: 'owner' }] as const;
  await writer.putOperator({ operatorId: 'ken', name: 'Ken', roles, passwordHash: 'hash', createdAt: 1 });
  for (const type of ['token', 'session'] as const)
    await writer.putAuthToken({ sha256: type, type, operatorId: 'ken', id: type, createdAt: 1 });
  const hook = { ...scope, url: 'https://example.com', build: false, drafts: false, createdAt: 1 };
  const secrets = [{ secret: 'whsec_c2VjcmV0' }];
  await writer.putWebhook({ ...hook, webhookId: 'on', secrets });
  await writer.putWebhook({ ...hook, webhookId: 'off', secrets, disabledAt: 3, disabledBecause: 'ken did' });
  await writer.addAudit({ at: 1, by: 'ken', action: 'key.create', target: 'k1' });
  // A past version.
  const [tag] = await writer.findAll([{ kind: 'tag', ...scope, id: 't1' }]);
  if (tag !== undefined) await writer.putRecord({ ...tag, alias: 'renamed' });
}
