import { lstat, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lockFile } from '../../store/sqlite/lockFile.ts';

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
