import { mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ignoreMissing } from '../../../files/fileErrors.ts';
import {
  type GarbageCollection,
  gcFolders,
  isBundleId,
  isStoreName,
  parseOriginalName,
  type StorageEntry,
} from '../Originals.ts';
import { bundleFolder, originalPath } from './findOriginal.ts';

/** Garbage collection in a folder of originals. A mark is a file; its modification time is the time of the mark. */
export function folderGarbageCollection(folder: string): GarbageCollection {
  const marks = join(folder, gcFolders.marks);
  const claims = join(folder, gcFolders.claims);
  const isName = (name: string) => isBundleId(name) || parseOriginalName(name) !== undefined;

  return {
    async claim(store) {
      await touch(claims, store);
      const all = await timesIn(claims, isStoreName);
      const others = [...all].filter(([name]) => name !== store);
      return { now: all.get(store) ?? Date.now(), others: others.map(([name, at]) => ({ store: name, at })) };
    },
    async *files() {
      for (const subfolder of await namesIn(folder)) {
        if (/^[0-9a-f]{2}$/.test(subfolder)) yield await originalEntries(join(folder, subfolder));
      }
      for (const id of (await namesIn(join(folder, 'bundles'))).filter(isBundleId)) {
        const bundle = await bundleEntry(folder, id);
        if (bundle !== undefined) yield [bundle];
      }
    },
    marks: () => timesIn(marks, isName),
    markedAt: async (name) => (await stat(join(marks, name)).catch(ignoreMissing))?.mtimeMs,
    mark: (name) => touch(marks, name),
    unmark: (name) => rm(join(marks, name), { force: true }),
    async remove(name) {
      if (!isBundleId(name)) await rm(originalPath(folder, name), { force: true });
      else await removeBundle(folder, name);
      return true;
    },
  };
}

/** Restarts the grace period of a file that is marked. */
export async function renewMark(folder: string, name: string): Promise<void> {
  const mark = await open(join(folder, gcFolders.marks, name), 'r+').catch(ignoreMissing);
  await mark?.write(content, 0);
  await mark?.close();
}

/** Not empty: truncating an empty file again may leave its modification time as it was. */
const content = '-';

/** Renamed first, so that a bundle of any size goes in one step; what a killed process leaves is removed later. */
async function removeBundle(folder: string, id: string): Promise<void> {
  const removed = join(folder, 'incoming', crypto.randomUUID());
  await mkdir(removed, { recursive: true, mode: 0o700 });
  await rename(bundleFolder(folder, id), join(removed, id)).catch(ignoreMissing);
  await rm(removed, { recursive: true, force: true });
}

async function touch(folder: string, name: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFile(join(folder, name), content, { mode: 0o600 });
}

async function originalEntries(subfolder: string): Promise<readonly StorageEntry[]> {
  const files: StorageEntry[] = [];
  for (const name of await namesIn(subfolder)) {
    const found = await stat(join(subfolder, name)).catch(ignoreMissing);
    if (parseOriginalName(name) === undefined || !found?.isFile()) continue;
    files.push({ name, bytes: found.size, changedAt: found.mtimeMs });
  }
  return files;
}

async function bundleEntry(folder: string, id: string): Promise<StorageEntry | undefined> {
  const path = bundleFolder(folder, id);
  const found = await stat(path).catch(ignoreMissing);
  if (!found?.isDirectory()) return undefined;
  let bytes = 0;
  for (const entry of (await readdir(path, { recursive: true, withFileTypes: true }).catch(ignoreMissing)) ??
    [])
    if (entry.isFile())
      bytes += (await stat(join(entry.parentPath, entry.name)).catch(ignoreMissing))?.size ?? 0;
  return { name: id, bytes, changedAt: found.mtimeMs };
}

async function timesIn(folder: string, isWanted: (name: string) => boolean) {
  const times = new Map<string, number>();
  for (const name of (await namesIn(folder)).filter(isWanted)) {
    const found = await stat(join(folder, name)).catch(ignoreMissing);
    if (found !== undefined) times.set(name, found.mtimeMs);
  }
  return times;
}

async function namesIn(folder: string): Promise<readonly string[]> {
  return (await readdir(folder).catch(ignoreMissing)) ?? [];
}
