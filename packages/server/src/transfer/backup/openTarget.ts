import { lstat, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hashFile } from '../../files/fileStreams.ts';
import type { Originals } from '../../media/originals/Originals.ts';
import { type OriginalsLocation, openOriginals } from '../../media/originals/openOriginals.ts';
import { type Bucket, openBucket } from '../../media/originals/s3/openBucket.ts';
import { openS3Originals } from '../../media/originals/s3/openS3Originals.ts';
import { defaultTimeouts, type S3Timeouts } from '../../media/originals/s3/timeouts.ts';
import { lockFile } from '../../store/sqlite/lockFile.ts';
import type { BackupTarget, LockOptions, TargetLock } from './BackupTarget.ts';
import { isBusy, openFolderTarget } from './folderTarget.ts';
import { BackupError } from './Manifest.ts';

/** Opens the place where backups are for some work, which also gets a temporary folder. */
export async function withTarget<T>(
  location: OriginalsLocation,
  work: (target: BackupTarget, scratchFolder: string) => Promise<T>,
): Promise<T> {
  await using scratch = await openScratchFolder();
  const target =
    location.type === 'folder'
      ? openFolderTarget(location.folder)
      : openS3Target({ location: location.location, scratchFolder: scratch.path });
  return await work(target, scratch.path);
}

/** Opens the originals of a store for work that no reader waits for. */
export function openPatiently(location: OriginalsLocation): Originals {
  return openOriginals(location.type === 's3' ? { ...location, timeouts: patientTimeouts } : location);
}

/** No reader is waiting. */
const patientTimeouts: S3Timeouts = {
  ...defaultTimeouts,
  response: 30_000,
  retryFor: 60_000,
  uploadRetryFor: 120_000,
};

type S3Location = Extract<OriginalsLocation, { type: 's3' }>['location'];

/** `scratchFolder`: a temporary folder for small copies. `lockTimes`: for tests. */
type S3TargetOptions = {
  readonly location: S3Location;
  readonly scratchFolder: string;
  readonly lockTimes?: LockTimes;
};

/** Backups in S3. */
export function openS3Target({ location, scratchFolder, lockTimes }: S3TargetOptions): BackupTarget {
  const title = `s3://${location.bucket}/${location.prefix}`.replace(/\/$/, '');
  const bucket = openBucket(location, patientTimeouts, () => {});
  return {
    title,
    originals: openS3Originals({
      location: { ...location, prefix: `${location.prefix}originals/` },
      folder: join(scratchFolder, 'sources'),
      maxBytes: 64_000_000,
      timeouts: patientTimeouts,
    }),
    async topNames() {
      for await (const page of bucket.list(''))
        return [...new Set(page.map(({ key }) => key.split('/')[0] ?? ''))];
      return [];
    },
    async list(start) {
      const keys: string[] = [];
      for await (const page of bucket.list(start)) keys.push(...page.map(({ key }) => key));
      return keys;
    },
    async open(key) {
      const fileSize = await bucket.size(key);
      return fileSize === undefined ? undefined : await bucket.read({ key, fileSize }, 0, fileSize);
    },
    async put(key, path) {
      const { size: fileSize } = await stat(path);
      if (fileSize === 0) return await bucket.put(key, '');
      await bucket.write(key, { type: 'application/octet-stream', fileSize }, async (write) => {
        await hashFile(path, write);
      });
    },
    remove: (key) => bucket.remove(key),
    lock: (options) => lockBucket(bucket, title, options, lockTimes),
  };
}

/** Milliseconds: how often a lock is renewed, when one that is not counts as abandoned, and between two attempts. */
type LockTimes = { readonly renew: number; readonly abandoned: number; readonly pause: number };

const defaultLockTimes: LockTimes = { renew: 20_000, abandoned: 120_000, pause: 1000 };

/**
 * S3 has no locks that all servers support. So each writer puts an object of its own, looks, and withdraws if there is
 * another one: of two that come at the same time, both see each other. The times are those of the server.
 */
async function lockBucket(
  bucket: Bucket,
  title: string,
  { patience, onWait, signal }: LockOptions,
  { renew, abandoned, pause }: LockTimes = defaultLockTimes,
): Promise<TargetLock> {
  const key = `locks/${crypto.randomUUID()}`;
  for (const start = performance.now(); ; await Bun.sleep(pause * (1 + Math.random()))) {
    signal?.throwIfAborted();
    await bucket.put(key, 'locked');
    if (!(await isAnyoneElseThere(bucket, key, abandoned))) break;
    await bucket.remove(key);
    if (performance.now() - start >= patience) throw isBusy(title);
    onWait?.();
  }
  let isLost = false;
  let renewal = Promise.resolve();
  /** One after the other, so that none comes after the removal. */
  const renewLock = () => {
    renewal = renewal.then(async () => {
      // Others remove a lock that was not renewed for long.
      isLost ||= (await bucket.size(key)) === undefined;
      if (!isLost) await bucket.put(key, 'locked');
    });
    const result = renewal;
    renewal = renewal.catch(() => {});
    return result;
  };
  const timer = setInterval(() => void renewLock().catch(() => {}), renew);
  const release = async () => {
    clearInterval(timer);
    await renewal;
    await bucket.remove(key).catch(() => {});
  };
  const scratch = await openScratchFolder().catch(async (error: unknown) => {
    await release();
    throw error;
  });
  return {
    spoolFolder: scratch.path,
    async check() {
      await renewLock();
      if (isLost)
        throw new BackupError(
          `another backup to ${title} started while this one was paused; run this one again`,
        );
    },
    async [Symbol.asyncDispose]() {
      await scratch[Symbol.asyncDispose]();
      await release();
    },
  };
}

async function isAnyoneElseThere(bucket: Bucket, own: string, abandoned: number): Promise<boolean> {
  for await (const page of bucket.list('locks/')) {
    const now = page.find(({ key }) => key === own)?.changedAt ?? Date.now();
    const others = page.filter(({ key }) => key !== own);
    for (const { key, changedAt } of others) {
      if (now - changedAt < abandoned) return true;
      await bucket.remove(key);
    }
  }
  return false;
}

const prefix = 'newsstand-backup-';
const youngMilliseconds = 60_000;

/** A temporary folder for its owner only; removed when disposed, or by the next one if this process is killed. */
export async function openScratchFolder(): Promise<AsyncDisposable & { readonly path: string }> {
  await removeAbandoned();
  const path = await mkdtemp(join(tmpdir(), prefix));
  const lock = lockFile(join(path, 'lock'), 0);
  return {
    path,
    async [Symbol.asyncDispose]() {
      lock?.close();
      await rm(path, { recursive: true, force: true });
    },
  };
}

async function removeAbandoned(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    // Another process may be removing it as well.
    if (name.startsWith(prefix)) await removeIfAbandoned(join(tmpdir(), name)).catch(() => {});
  }
}

/** The system releases the lock of a process that ends, however it ends. */
async function removeIfAbandoned(path: string): Promise<void> {
  const found = await lstat(path);
  if (!found.isDirectory() || found.uid !== process.getuid?.()) return;
  // Its owner may not have locked it yet.
  if (Date.now() - found.mtimeMs < youngMilliseconds) return;
  const lock = lockFile(join(path, 'lock'), 0);
  if (lock === undefined) return;
  lock.close();
  await rm(path, { recursive: true, force: true });
}
