import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Nothing waits longer than this to be kept; what is older was left by a process that was killed. */
const longestWait = 24 * 60 * 60 * 1000;

/** Clears away what killed processes left where files wait to be kept. */
export async function removeLeftOvers(incoming: string): Promise<void> {
  for (const name of await readdir(incoming).catch(() => [])) {
    const path = join(incoming, name);
    // Another process may be doing the same.
    const changedAt = (await stat(path).catch(() => undefined))?.mtimeMs ?? Infinity;
    if (changedAt < Date.now() - longestWait) await rm(path, { recursive: true, force: true });
  }
}
