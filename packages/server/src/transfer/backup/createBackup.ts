import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hashFile } from '../../files/fileStreams.ts';
import type { Originals } from '../../media/originals/Originals.ts';
import { openStore } from '../../store/openStore.ts';
import type { Store } from '../../store/Store.ts';
import { migrations } from '../../store/sqlite/migrations.ts';
import { filesOf, keptMedia, listed } from '../copy/copyMediaFiles.ts';
import { copyStore } from '../copy/copyStore.ts';
import { recordsIn, type StoreDigest } from '../copy/digestStore.ts';
import { readReferencedFiles, storeNameOf } from '../mediaFiles/collectGarbage.ts';
import {
  type BackupProgress,
  type BackupTarget,
  fileKey,
  type LockOptions,
  markerKey,
  type TargetLock,
} from './BackupTarget.ts';
import { copyToTarget, listOriginals, type TakenOriginals } from './copyToTarget.ts';
import {
  BackupError,
  backupFiles,
  bytesIn,
  createManifest,
  encodeEntry,
  encodeManifest,
  type FileDigest,
  type Manifest,
  nameAfter,
  type OriginalEntry,
} from './Manifest.ts';
import { messageOf, type Pruned, pruneBackups, removeLeftovers } from './pruneBackups.ts';
import { encodeMarker, type Owner, readBackups, readEntries, readMarker, verifyFile } from './readBackups.ts';

/** Options of a backup. */
export type BackupOptions = {
  readonly store: Store;
  readonly originals: Originals;
  readonly target: BackupTarget;
  /** The version of this program. */
  readonly program: string;
  /** Whether originals are only listed. */
  readonly isListOnly?: boolean;
  /** Whether originals may be missing. */
  readonly allowMissing?: boolean;
  /** How many backups to keep; all of them if it is undefined. */
  readonly keep?: number | undefined;
  readonly now?: () => number;
  readonly onProgress?: (progress: BackupProgress) => void;
  /** Ends the work, which leaves nothing behind. */
  readonly signal?: AbortSignal | undefined;
} & Partial<Pick<LockOptions, 'patience' | 'onWait'>>;

/** What was done. */
export type BackupReport = {
  readonly manifest: Manifest;
  readonly copied: number;
  readonly skipped: number;
  readonly missing: readonly string[];
  readonly removed: Pruned;
};

/** How long to wait for another backup to the same target, in milliseconds. */
const defaultPatience = 3_600_000;

/** Something may be taken down while it is being copied; then everything is read anew, so many times. */
const maxSnapshots = 5;

/**
 * Makes a backup: a snapshot of the store, as a SQLite store, and every original that it refers to. Everything is read back
 * and compared before the manifest is written, which makes the backup exist.
 */
export async function createBackup(options: BackupOptions): Promise<BackupReport> {
  return await makeBackup(options).catch((error: unknown) => {
    throw explain(error, options.target.title);
  });
}

async function makeBackup(given: BackupOptions): Promise<BackupReport> {
  const { store, target, signal, keep, patience = defaultPatience, onWait } = given;
  const options: BackupOptions = {
    ...given,
    onProgress(progress) {
      signal?.throwIfAborted();
      given.onProgress?.(progress);
    },
  };
  const owner = await store.read(async (reader) => ({
    store: storeNameOf(await reader.mediaKey()),
    generation: await reader.generation(),
  }));
  await checkOwner(target, owner);
  await using lock = await target.lock({ patience, onWait, signal });
  await claimTarget(target, lock, owner);
  await removeLeftovers(target);
  const { source, taken, at } = await takeSnapshot(options, lock);
  const last = (await readBackups(target)).at(-1);
  const manifest = createManifest({
    name: nameAfter(last?.name, at),
    createdAt: at,
    program: options.program,
    schema: migrations.length,
    engine: store.engine,
    originals: options.isListOnly ? 'listed' : 'copied',
    counts: countsOf(source, taken.entries),
    files: {
      'store.db': await digestOf(join(lock.spoolFolder, 'store.db')),
      'originals.ndjson': await writeList(lock, taken.entries),
    },
  });
  await putFiles(target, lock, manifest);
  if (!options.isListOnly) await checkAllThere(target, taken.entries);
  await lock.check();
  signal?.throwIfAborted();
  await putText(target, lock, fileKey(manifest.name, 'manifest.json'), encodeManifest(manifest));
  const removed = await prune(target, keep);
  const missing = taken.entries.flatMap((entry) => ('isMissing' in entry ? [entry.name] : []));
  return { manifest, copied: taken.copied, skipped: taken.skipped, missing, removed };
}

/** From here on the backup exists; whoever made it may not be allowed to remove anything. */
async function prune(target: BackupTarget, keep: number | undefined): Promise<Pruned> {
  try {
    return await pruneBackups(target, await readBackups(target), keep);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { backups: [], originals: 0, faults: [`old backups can't be removed: ${reason}`] };
  }
}

/**
 * A folder with other things in it is not taken over, and no backup of another store pushes out ours; nor does one of a
 * store that was copied elsewhere since.
 */
async function checkOwner(target: BackupTarget, { store, generation }: Owner): Promise<void> {
  const owner = await readMarker(target);
  if (owner !== undefined && owner.store !== store)
    throw new BackupError(`${target.title} holds backups of another store; choose another place`);
  if (owner !== undefined && owner.generation > generation)
    throw new BackupError(
      `${target.title} holds backups of a store that this one was copied or restored to; if this one is still in use, choose another place`,
    );
  const own: readonly string[] = ['lock', 'lock-journal', 'locks', 'incoming'];
  const others = owner === undefined ? (await target.topNames()).filter((name) => !own.includes(name)) : [];
  if (others.length > 0)
    throw new BackupError(
      `${target.title} is not empty (${listed(others)}); choose an empty place, or one that already holds backups of this store`,
    );
}

/** Again, now that no one else writes. */
async function claimTarget(target: BackupTarget, lock: TargetLock, owner: Owner): Promise<void> {
  await checkOwner(target, owner);
  if ((await readMarker(target))?.generation !== owner.generation)
    await putText(target, lock, markerKey, encodeMarker(owner));
}

/** A snapshot of the store, the originals that it refers to, and when it was taken. */
type Snapshot = { readonly source: StoreDigest; readonly taken: TakenOriginals; readonly at: number };

/**
 * Copies the store to `store.db` in the spool folder, and its originals to the target. The snapshot ends with the copy of
 * the store: originals may take hours. If one of them is gone by then because no record refers to it any more, a new
 * snapshot is taken.
 */
async function takeSnapshot(options: BackupOptions, lock: TargetLock): Promise<Snapshot> {
  const { store, originals, target, isListOnly, allowMissing, now = Date.now } = options;
  const { onProgress = () => {} } = options;
  const path = join(lock.spoolFolder, 'store.db');
  const known = isListOnly ? new Map<string, OriginalEntry>() : await knownEntries(target);
  for (let attempt = 1; ; attempt++) {
    for (const ending of ['', '-wal', '-shm']) await rm(path + ending, { force: true });
    const at = now();
    const { source, names } = await copyTo(path, options);
    const taken = isListOnly
      ? await listOriginals(originals, names)
      : await copyToTarget({ from: originals, target, names, known, ...lock, onProgress });
    const missing = taken.entries.flatMap((entry) => ('isMissing' in entry ? [entry.name] : []));
    if (missing.length === 0) return { source, taken, at };
    const current = await readReferencedFiles(store);
    if (missing.some((name) => !current.has(name)) && attempt < maxSnapshots) continue;
    if (allowMissing) return { source, taken, at };
    throw new BackupError(
      `originals that records refer to are missing or damaged: ${listed(missing)}; no backup was made: restore them, or make a backup without them with --allow-missing`,
    );
  }
}

async function copyTo(path: string, { store, onProgress }: BackupOptions) {
  const copy = await openStore(`sqlite:${path}`);
  try {
    const { source, differences } = await copyStore({
      from: store,
      to: copy,
      keepsWebhooks: true,
      isBackup: true,
      ...(onProgress && { onProgress }),
    });
    if (differences.length > 0)
      throw new BackupError(`the backup differs from the store: ${listed(differences)}; no backup was made`);
    const names = await copy.read(async (reader) => {
      const found = new Set<string>();
      for await (const records of keptMedia(reader))
        for (const record of records) for (const name of filesOf(record)) found.add(name);
      return found;
    });
    return { source, names };
  } finally {
    await copy.close();
  }
}

/** What earlier backups say about the originals in the target. Those that can't be read say nothing. */
async function knownEntries(target: BackupTarget): Promise<Map<string, OriginalEntry>> {
  const known = new Map<string, OriginalEntry>();
  for (const { manifest } of await readBackups(target)) {
    if (manifest?.originals !== 'copied') continue;
    const entries = await readEntries(target, manifest).catch(messageOf);
    if (typeof entries !== 'string') for (const entry of entries) known.set(entry.name, entry);
  }
  return known;
}

function countsOf(source: StoreDigest, entries: readonly OriginalEntry[]): Manifest['counts'] {
  const { versions, spaces, instances, credentials, operators, webhooks, audit } = source;
  const missing = entries.filter((entry) => 'isMissing' in entry).length;
  return {
    ...{ records: recordsIn(source), versions: versions.count, spaces: spaces.count },
    ...{ instances: instances.count, keys: credentials.count, operators: operators.count },
    ...{ webhooks: webhooks.count, auditEntries: audit.count },
    ...{ originals: entries.length - missing, originalBytes: bytesIn(entries), missing },
  };
}

async function writeList(lock: TargetLock, entries: readonly OriginalEntry[]): Promise<FileDigest> {
  const path = join(lock.spoolFolder, 'originals.ndjson');
  await writeFile(path, entries.map(encodeEntry), { mode: 0o600 });
  return await digestOf(path);
}

async function digestOf(path: string): Promise<FileDigest> {
  let bytes = 0;
  const sha256 = await hashFile(path, async (chunk) => {
    bytes += chunk.length;
  });
  return { bytes, sha256 };
}

/** Stores the files of a backup, and reads them back. */
async function putFiles(target: BackupTarget, lock: TargetLock, { name, files }: Manifest): Promise<void> {
  for (const file of backupFiles) {
    await target.put(fileKey(name, file), join(lock.spoolFolder, file));
    await verifyFile(target, fileKey(name, file), files[file]);
  }
}

async function putText(target: BackupTarget, lock: TargetLock, key: string, text: string): Promise<void> {
  const path = join(lock.spoolFolder, crypto.randomUUID());
  await writeFile(path, text, { mode: 0o600 });
  await target.put(key, path);
}

/** Nobody else removes originals from the target; should it happen nevertheless, the backup is not confirmed. */
async function checkAllThere(target: BackupTarget, entries: readonly OriginalEntry[]): Promise<void> {
  const missing = new Set(entries.flatMap((entry) => ('bytes' in entry ? [entry.name] : [])));
  for await (const files of target.originals.gc().files()) for (const { name } of files) missing.delete(name);
  if (missing.size > 0)
    throw new BackupError(
      `originals disappeared from ${target.title} during the backup: ${listed([...missing])}; no backup was made`,
    );
}

const reasons: readonly (readonly [code: RegExp, reason: string])[] = [
  [/^(ENOSPC|EDQUOT|EFBIG|SQLITE_FULL)/, 'it does not fit on the disk'],
  [/^(EACCES|EPERM|EROFS|SQLITE_(READONLY|PERM|AUTH|CANTOPEN))/, 'this user cannot write there'],
  [/^(ENOTDIR|EEXIST)/, 'it is not a folder'],
];

/** Explains an error of the file system, or of the file that is locked. */
function explain(error: unknown, title: string): unknown {
  const code = error instanceof Error && 'code' in error ? `${error.code}` : '';
  const reason = reasons.find(([pattern]) => pattern.test(code))?.[1];
  return reason === undefined
    ? error
    : new BackupError(`no backup was made in ${title}: ${reason} (${code})`, { cause: error });
}
