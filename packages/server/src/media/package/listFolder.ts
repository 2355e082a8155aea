import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { quote } from '../quote.ts';
import { mostEntries, type PackageEntry } from './PackageEntry.ts';
import { PackageError } from './PackageError.ts';

/** The files of a folder and of all folders in it. */
export async function listFolder(root: string): Promise<PackageEntry[]> {
  const entries: PackageEntry[] = [];
  const folders = [''];
  let seen = 0;
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of await readdir(join(root, folder), { withFileTypes: true })) {
      const path = `${folder}${entry.name}`;
      if (++seen > mostEntries) throw new PackageError(`holds more than ${mostEntries} files and folders`);
      if (entry.isSymbolicLink())
        throw new PackageError(`holds ${quote(path)}, a link; put a file in its place`);
      if (entry.isDirectory()) folders.push(`${path}/`);
      else if (entry.isFile())
        entries.push({ path, read: (mostBytes) => readFile(join(root, path), mostBytes) });
      else throw new PackageError(`holds ${quote(path)}, which is neither a file nor a folder`);
    }
  }
  return entries;
}

async function readFile(path: string, mostBytes: number): Promise<Uint8Array | undefined> {
  const bytes = await Bun.file(path)
    .slice(0, mostBytes + 1)
    .bytes();
  return bytes.length > mostBytes ? undefined : bytes;
}
