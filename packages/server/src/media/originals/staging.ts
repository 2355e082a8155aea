import { exists, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { AddedBundle } from './Originals.ts';

/** No ingest takes longer than this; older files were left by a process that was killed. */
const maxAge = 24 * 60 * 60 * 1000;

/** Removes what killed processes left in a staging folder. */
export async function removeStale(stagingFolder: string): Promise<void> {
  for (const name of await readdir(stagingFolder).catch(() => [])) {
    const path = join(stagingFolder, name);
    // Another process may be cleaning up at the same time.
    const changedAt = (await stat(path).catch(() => undefined))?.mtimeMs ?? Infinity;
    if (changedAt < Date.now() - maxAge) await rm(path, { recursive: true, force: true });
  }
}

/** A bundle in a local folder. */
export function bundleIn(folder: string): AddedBundle {
  return {
    localPart: async (path) => ((await exists(join(folder, path))) ? join(folder, path) : undefined),
  };
}
