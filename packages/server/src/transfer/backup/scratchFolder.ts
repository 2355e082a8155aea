import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lockFile } from '../../store/sqlite/lockFile.ts';

const prefix = 'newsstand-backup-';

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

/** The system releases the lock of a process that ends, however it ends. */
async function removeAbandoned(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(prefix)) continue;
    const path = join(tmpdir(), name);
    const isOurs = (await stat(path).catch(() => undefined))?.uid === process.getuid?.();
    // Without a lock it may have been created just now.
    const hasLock = (await stat(join(path, 'lock')).catch(() => undefined)) !== undefined;
    const lock = isOurs && hasLock ? lockFile(join(path, 'lock'), 0) : undefined;
    if (lock === undefined) continue;
    lock.close();
    await rm(path, { recursive: true, force: true });
  }
}
