import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { copyOriginals } from '../../media/originals/copyOriginals.ts';
import { isBundleId, type Originals } from '../../media/originals/Originals.ts';
import { withStore } from '../../store/openStore.ts';
import { commandLine, type Store } from '../../store/Store.ts';
import { migrations } from '../../store/sqlite/migrations.ts';
import { listed } from '../copy/copyMediaFiles.ts';
import { copyStore, isEmpty } from '../copy/copyStore.ts';
import { type BackupProgress, type BackupTarget, fileKey } from './BackupTarget.ts';
import { sizesIn } from './copyToTarget.ts';
import { findFaults, isSameBundle, placeOf, type StoredEntry } from './inspectOriginal.ts';
import { BackupError, type Manifest, type OriginalEntry } from './Manifest.ts';
import { fetchFile, readEntries, readMarker, verifyFile } from './readBackups.ts';

/** Throws unless every file of a backup is there with the right hash. Nothing is written, except to `scratchFolder`. */
export async function verifyBackup(
  source: BackupTarget,
  manifest: Manifest,
  scratchFolder: string,
  onProgress: (progress: BackupProgress) => void = () => {},
): Promise<void> {
  await verifyFile(source, fileKey(manifest.name, 'store.db'), manifest.files['store.db']);
  const entries = await readEntries(source, manifest);
  if (manifest.originals === 'listed') return;
  const report = (done: number) => onProgress({ step: 'verifying', done, total: entries.length });
  const faults = await findFaults(source.originals, entries, scratchFolder, report);
  if (faults.length > 0) throw damaged(source, manifest, faults);
}

/** Throws if this program can't restore a backup because it is older than the one that made it. */
export function checkSchema({ name, program, schema }: Manifest, ownProgram: string): void {
  if (schema <= migrations.length) return;
  throw new BackupError(
    `the backup ${name} was made by version ${program}, which is newer than this one (${ownProgram}); install that version to restore it`,
  );
}

/** Options of a restore. */
export type RestoreOptions = {
  readonly source: BackupTarget;
  readonly manifest: Manifest;
  readonly store: Store;
  readonly originals: Originals;
  /** A folder for what is being restored; it is removed before and afterwards. */
  readonly spoolFolder: string;
  /** Whether webhooks stay as they were, rather than being switched off. */
  readonly keepsWebhooks?: boolean;
  /** Called before the first record is written. */
  readonly beforeRecords?: () => Promise<void>;
  readonly onProgress?: (progress: BackupProgress) => void;
};

/** What was done. */
export type RestoreReport = {
  readonly copied: number;
  readonly skipped: number;
  /** How many webhooks were switched off. */
  readonly webhooksOff: number;
};

/**
 * Restores a backup into an empty store: first the originals, then all records in one transaction. Everything is verified
 * before the first record is written, and the store is read back afterwards.
 */
export async function restoreBackup(options: RestoreOptions): Promise<RestoreReport> {
  const { source, manifest, store, spoolFolder, onProgress = () => {} } = options;
  if (!(await store.read(isEmpty)))
    throw new BackupError(
      'the store is not empty; nothing was restored: choose an empty store with NEWSSTAND_DATA or NEWSSTAND_DATABASE_URL',
    );
  await rm(spoolFolder, { recursive: true, force: true });
  await mkdir(spoolFolder, { recursive: true, mode: 0o700 });
  try {
    const path = join(spoolFolder, 'store.db');
    await fetchFile(source, fileKey(manifest.name, 'store.db'), manifest.files['store.db'], path);
    const entries = await readEntries(source, manifest);
    const files =
      manifest.originals === 'copied'
        ? await restoreOriginals(options, entries)
        : await findOriginals(options, entries);
    await options.beforeRecords?.();
    return await withStore(`sqlite:${path}`, async (copy) => {
      const webhooksOff = await prepare(copy, options);
      const { differences } = await copyStore({ from: copy, to: store, keepsWebhooks: true, onProgress });
      if (differences.length > 0)
        throw new BackupError(
          `the restored store differs from the backup: ${listed(differences)}; do not use it: restore into another empty store`,
        );
      return { ...files, webhooksOff };
    });
  } finally {
    await rm(spoolFolder, { recursive: true, force: true });
  }
}

/** Changes the copy of the store that is about to be restored, so that everything is restored in one transaction. */
async function prepare(copy: Store, { source, manifest, keepsWebhooks }: RestoreOptions): Promise<number> {
  const { name: by, at } = commandLine();
  // Whichever backup this is, what it is restored to follows on the store that was backed up last.
  const last = (await readMarker(source))?.generation ?? 1;
  const off = { disabledAt: at, disabledBecause: 'it was restored from a backup' };
  return await copy.write(async (writer) => {
    const details = { createdAt: manifest.createdAt, program: manifest.program };
    await writer.addAudit({ at, by, action: 'store.restore', target: manifest.name, details });
    await writer.putGeneration(Math.max(last, await writer.generation()));
    const webhooks = keepsWebhooks ? [] : (await writer.webhooks()).filter(isOn);
    // The service that they belonged to may still be running.
    for (const webhook of webhooks) await writer.putWebhook({ ...webhook, ...off });
    return webhooks.length;
  });
}

function isOn({ disabledAt }: { readonly disabledAt?: number | undefined }): boolean {
  return disabledAt === undefined;
}

type Restored = Pick<RestoreReport, 'copied' | 'skipped'>;

async function restoreOriginals(
  { source, manifest, originals, spoolFolder, onProgress }: RestoreOptions,
  entries: readonly OriginalEntry[],
): Promise<Restored> {
  const stored = new Map(entries.filter(isStored).map((entry) => [entry.name, entry]));
  // Before hours are spent on the others.
  const there = await sizesIn(source.originals);
  const faults = [...stored.values()].filter(({ name, bytes }) => !isThere(there, name, bytes));
  if (faults.length > 0)
    throw damaged(
      source,
      manifest,
      faults.map(({ name }) => `${placeOf(name)} is ${there.has(name) ? 'damaged' : 'missing'}`),
    );
  const { copied, skipped, ...failed } = await copyOriginals(
    source.originals,
    originals,
    stored.keys(),
    (done) => onProgress?.({ step: 'originals', done: done.copied + done.skipped, total: stored.size }),
    spoolFolder,
    (id, folder) => isSameBundle(stored.get(id), folder),
  );
  const lost = [
    ...failed.missing.map((name) => `${placeOf(name)} is missing`),
    ...failed.damaged.map((name) => `${placeOf(name)} is damaged`),
  ];
  if (lost.length > 0) throw damaged(source, manifest, lost);
  return { copied, skipped };
}

/** Of originals that were only listed, each must be where this store looks for it. */
async function findOriginals(
  { manifest, originals }: RestoreOptions,
  entries: readonly OriginalEntry[],
): Promise<Restored> {
  const there = await sizesIn(originals);
  const stored = entries.filter(isStored);
  const lost = stored.filter(({ name, bytes }) => !isThere(there, name, bytes)).map(({ name }) => name);
  if (lost.length > 0)
    throw new BackupError(
      `the backup ${manifest.name} only lists its originals, and some are not in the media store: ${listed(lost)}; nothing was restored: set NEWSSTAND_MEDIA_STORE to where they are`,
    );
  return { copied: 0, skipped: stored.length };
}

function isStored(entry: OriginalEntry): entry is StoredEntry {
  return 'bytes' in entry;
}

/** The size of a bundle is counted differently in every kind of storage. */
function isThere(sizes: ReadonlyMap<string, number>, name: string, bytes: number): boolean {
  const size = sizes.get(name);
  return isBundleId(name) ? size !== undefined : size === bytes;
}

function damaged({ title }: BackupTarget, { name }: Manifest, faults: readonly string[]): BackupError {
  return new BackupError(`the backup ${name} in ${title} can't be used: ${listed(faults)}`);
}
