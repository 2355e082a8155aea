import { mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bundleFolder, isBundleId, originalPath, readOriginalName } from './findOriginal.ts';
import { ignoreMissing } from './ignoreMissing.ts';
import { isStoreName, type PlacedFile, type Upkeep, upkeepNames } from './Upkeep.ts';

/** What clears up in a folder of originals. A mark is a file, as old as the mark. */
export function folderUpkeep(folder: string): Upkeep {
  const marks = join(folder, upkeepNames.marks);
  const claims = join(folder, upkeepNames.claims);
  const isName = (name: string) => isBundleId(name) || readOriginalName(name) !== undefined;

  return {
    async claim(store) {
      await touch(claims, store);
      const all = await timesIn(claims, isStoreName);
      const others = [...all].filter(([name]) => name !== store);
      return { now: all.get(store) ?? Date.now(), others: others.map(([name, at]) => ({ store: name, at })) };
    },
    async *files() {
      for (const shelf of await namesIn(folder)) {
        if (/^[0-9a-f]{2}$/.test(shelf)) yield await originalsIn(join(folder, shelf));
      }
      for (const id of (await namesIn(join(folder, 'bundles'))).filter(isBundleId)) {
        const bundle = await bundleIn(folder, id);
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

/** Begins the time of a mark anew, where there is one. */
export async function renewMark(folder: string, name: string): Promise<void> {
  const mark = await open(join(folder, upkeepNames.marks, name), 'r+').catch(ignoreMissing);
  await mark?.write(content, 0);
  await mark?.close();
}

/** Not empty: a file that is written tells the time of the file system, one that is emptied again may not. */
const content = '-';

/** It goes in one step, whatever its size; what a process that was killed leaves there is cleared away later. */
async function removeBundle(folder: string, id: string): Promise<void> {
  const leaving = join(folder, 'incoming', crypto.randomUUID());
  await mkdir(leaving, { recursive: true, mode: 0o700 });
  await rename(bundleFolder(folder, id), join(leaving, id)).catch(ignoreMissing);
  await rm(leaving, { recursive: true, force: true });
}

async function touch(folder: string, name: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFile(join(folder, name), content, { mode: 0o600 });
}

async function originalsIn(shelf: string): Promise<readonly PlacedFile[]> {
  const files: PlacedFile[] = [];
  for (const name of await namesIn(shelf)) {
    const found = await stat(join(shelf, name)).catch(ignoreMissing);
    if (readOriginalName(name) === undefined || !found?.isFile()) continue;
    files.push({ name, bytes: found.size, changedAt: found.mtimeMs });
  }
  return files;
}

async function bundleIn(folder: string, id: string): Promise<PlacedFile | undefined> {
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
