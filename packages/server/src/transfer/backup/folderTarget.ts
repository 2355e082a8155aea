import { mkdir, open, readdir, rename, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { ignoreMissing } from '../../files/fileErrors.ts';
import { fileBody } from '../../files/fileStreams.ts';
import { openFolderOriginals } from '../../media/originals/folder/openFolderOriginals.ts';
import { type FileLock, lockFile } from '../../store/sqlite/lockFile.ts';
import type { BackupTarget, LockOptions, TargetLock } from './BackupTarget.ts';
import { BackupError } from './Manifest.ts';

/** What is being made; below the target, so that it can be moved into place. */
const spool = 'incoming';

/** Backups in a folder. */
export function openFolderTarget(path: string): BackupTarget {
  const folder = resolve(path);
  const originals = join(folder, 'originals');
  return {
    title: folder,
    originals: openFolderOriginals(originals),
    topNames: async () => (await readdir(folder).catch(ignoreMissing)) ?? [],
    async list(start) {
      const entries = await readdir(join(folder, start), { recursive: true, withFileTypes: true }).catch(
        ignoreMissing,
      );
      const files = (entries ?? []).filter((entry) => entry.isFile());
      return files.map(({ parentPath, name }) => join(parentPath, name).slice(join(folder, '/').length));
    },
    async open(key) {
      const path = join(folder, key);
      const found = await stat(path).catch(ignoreMissing);
      return found?.isFile() ? await fileBody(path, 0, found.size) : undefined;
    },
    async put(key, path) {
      const target = join(folder, key);
      await mkdir(dirname(target), { recursive: true, mode: 0o700 });
      await sync(path);
      await rename(path, target);
      for (let parent = dirname(target); parent !== folder; parent = dirname(parent)) await sync(parent);
      await sync(folder);
    },
    async remove(key) {
      await rm(join(folder, key), { force: true });
      // The folder of a backup goes with its last file.
      await rmdir(dirname(join(folder, key))).catch(() => {});
    },
    lock: (options) => lockFolder(folder, originals, options),
  };
}

async function lockFolder(folder: string, originals: string, options: LockOptions): Promise<TargetLock> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await sync(dirname(folder)).catch(() => {});
  const lock = await waitForLock(folder, options);
  const removeSpool = async () => {
    for (const path of [join(folder, spool), join(originals, spool)])
      await rm(path, { recursive: true, force: true });
  };
  // No one else is at work: what is there was left by a process that was killed.
  await removeSpool();
  const spoolFolder = join(folder, spool, crypto.randomUUID());
  await mkdir(spoolFolder, { recursive: true, mode: 0o700 });
  return {
    spoolFolder,
    check: async () => {},
    async [Symbol.asyncDispose]() {
      await removeSpool().catch(() => {});
      lock.close();
    },
  };
}

const pauseMilliseconds = 100;

async function waitForLock(folder: string, { patience, onWait, signal }: LockOptions): Promise<FileLock> {
  const path = join(folder, 'lock');
  for (const start = performance.now(); ; await Bun.sleep(pauseMilliseconds)) {
    signal?.throwIfAborted();
    const lock = lockFile(path, 0);
    if (lock !== undefined) return lock;
    if (performance.now() - start >= patience) throw isBusy(folder);
    onWait?.();
  }
}

/** Another backup has not finished in time. */
export function isBusy(title: string): BackupError {
  return new BackupError(`another backup to ${title} is still running; try again when it is done`);
}

async function sync(path: string): Promise<void> {
  await using entry = await open(path);
  await entry.sync();
}
