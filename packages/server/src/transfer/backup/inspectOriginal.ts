import { readdir, rm } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { forEachConcurrently } from '../../concurrency/forEachConcurrently.ts';
import { hashFile } from '../../files/fileStreams.ts';
import { hashOf } from '../../media/mediaDocument.ts';
import { isBundleId, isCorrupt, type Originals } from '../../media/originals/Originals.ts';
import type { BundlePart, OriginalEntry } from './Manifest.ts';

/** An entry whose file is there. */
export type StoredEntry = Extract<OriginalEntry, { bytes: number }>;

/** What reading a whole original or bundle shows: its entry, or what is wrong with it. */
export type Inspected = StoredEntry | 'missing' | 'damaged';

/** Reads an original or a bundle to its end. Remote files are copied to `scratchFolder` for that. */
export async function inspectOriginal(
  originals: Originals,
  name: string,
  scratchFolder: string,
): Promise<Inspected> {
  const copy = join(scratchFolder, crypto.randomUUID());
  try {
    const path = await originals.download(name, copy);
    if (path === undefined) return 'missing';
    if (isBundleId(name)) return { name, ...(await inspectBundle(path)) };
    let bytes = 0;
    const sha256 = await hashFile(path, async (chunk) => {
      bytes += chunk.length;
    });
    return sha256 === hashOf(name) ? { name, bytes } : 'damaged';
  } catch (error) {
    if (isCorrupt(error)) return 'damaged';
    throw error;
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}

/** The files of a bundle in a local folder, by path. */
async function inspectBundle(folder: string) {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  const files: BundlePart[] = [];
  let sum = 0;
  for (const entry of found.filter((each) => each.isFile())) {
    const path = join(entry.parentPath, entry.name);
    let bytes = 0;
    const sha256 = await hashFile(path, async (chunk) => {
      bytes += chunk.length;
    });
    files.push({ path: relative(folder, path).replaceAll(sep, '/'), bytes, sha256 });
    sum += bytes;
  }
  return { bytes: sum, files: files.toSorted((one, other) => (one.path < other.path ? -1 : 1)) };
}

/** Whether a local folder holds exactly the bundle of an entry. */
export async function isSameBundle(entry: OriginalEntry | undefined, folder: string): Promise<boolean> {
  if (entry === undefined || !('files' in entry)) return true;
  return JSON.stringify((await inspectBundle(folder)).files) === JSON.stringify(entry.files);
}

/** Remote files are copied to the local disk to be read. */
const atOnce = 2;

/** Reads the originals of a backup, and returns those that are not as listed, with what is wrong. */
export async function findFaults(
  originals: Originals,
  entries: readonly OriginalEntry[],
  scratchFolder: string,
  onProgress: (done: number) => void,
): Promise<readonly string[]> {
  const faults: string[] = [];
  let done = 0;
  const stored = entries.filter((entry): entry is StoredEntry => 'bytes' in entry);
  await forEachConcurrently(
    stored,
    async (entry) => {
      const found = await inspectOriginal(originals, entry.name, scratchFolder);
      if (found === 'missing' || found === 'damaged') faults.push(`${placeOf(entry.name)} is ${found}`);
      else if (JSON.stringify(found) !== JSON.stringify(entry))
        faults.push(`${placeOf(entry.name)} is damaged`);
      onProgress(++done);
    },
    atOnce,
  );
  return faults.toSorted();
}

/** Where an original or a bundle is in a target. */
export function placeOf(name: string): string {
  return `originals/${isBundleId(name) ? `bundles/${name}` : `${name.slice(0, 2)}/${name}`}`;
}
