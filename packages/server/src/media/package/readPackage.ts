import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { broken } from '@newsstand/contract';
import { FileError } from '../FileError.ts';
import { arrangeEntries, entryPage } from './arrangeEntries.ts';
import { listZip, maxEntries, type PackageEntry, unusable } from './listZip.ts';

/** The largest size of a file, and of all files together. */
export type PackageLimits = {
  readonly maxFileBytes: number;
  readonly maxBytes: number;
};

/** An asset package: a page with everything it needs. */
export type Package = {
  /** The path of the start page. */
  readonly entryPage: string;
  /** The paths of all files, sorted. */
  readonly paths: readonly string[];
  /** Reads one file after another. May still throw `FileError`, since a zip is checked only as it is unpacked. */
  readonly files: () => AsyncGenerator<PackageFile>;
};

/** A file of a package. */
export type PackageFile = { readonly path: string; readonly bytes: Uint8Array };

/** Reads an asset package from a folder or a zip. Throws `FileError` if it can't be used. */
export async function readPackage(path: string, limits: PackageLimits): Promise<Package> {
  const entries = arrangeEntries(await listEntries(path).catch(explainUnreadable));
  const paths = entries.map((entry) => entry.path);
  return { entryPage: entryPage(paths), paths, files: () => readFiles(entries, limits) };
}

async function listEntries(path: string): Promise<PackageEntry[]> {
  const stats = await stat(path);
  if (stats.isDirectory()) return listFolder(path);
  // Checked before opening: opening a pipe would block forever.
  if (stats.isFile()) return listZip(Bun.file(path));
  throw new FileError(broken('not_zip'));
}

/** Lists all files in a folder, recursively. */
async function listFolder(root: string): Promise<PackageEntry[]> {
  const entries: PackageEntry[] = [];
  const folders = [''];
  let seen = 0;
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of await readdir(join(root, folder), { withFileTypes: true })) {
      const path = `${folder}${entry.name}`;
      if (++seen > maxEntries) throw new FileError(broken('more_entries', { most: maxEntries }));
      if (entry.isSymbolicLink()) throw unusable(path, 'a link; put a file in its place');
      if (entry.isDirectory()) folders.push(`${path}/`);
      else if (entry.isFile())
        entries.push({ path, read: (maxBytes) => readFile(join(root, path), maxBytes) });
      else throw unusable(path, 'which is neither a file nor a folder');
    }
  }
  return entries;
}

async function readFile(path: string, maxBytes: number): Promise<Uint8Array | undefined> {
  const bytes = await Bun.file(path)
    .slice(0, maxBytes + 1)
    .bytes();
  return bytes.length > maxBytes ? undefined : bytes;
}

async function* readFiles(
  entries: readonly PackageEntry[],
  limits: PackageLimits,
): AsyncGenerator<PackageFile> {
  let bytesLeft = limits.maxBytes;
  for (const { path, read } of entries) {
    const bytes = await read(Math.min(bytesLeft, limits.maxFileBytes)).catch(explainUnreadable);
    if (bytes === undefined) throw tooLarge(path, limits, bytesLeft);
    bytesLeft -= bytes.length;
    yield { path, bytes };
  }
}

function tooLarge(path: string, { maxFileBytes, maxBytes }: PackageLimits, bytesLeft: number): FileError {
  return bytesLeft < maxFileBytes
    ? new FileError(broken('too_large_package', { most: maxBytes }))
    : unusable(path, `which is larger than ${maxFileBytes} bytes`);
}

function explainUnreadable(error: NodeJS.ErrnoException): never {
  if (error.code === undefined) throw error;
  throw new FileError(broken('unreadable_file', { code: `${error.code}` }), { cause: error });
}
