import { readdir, stat } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { broken } from '@newsstand/contract';
import { FileError, quote } from '../FileError.ts';
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

/** The most files in a package, and the longest path. */
const maxFiles = 2000;
const maxPathLength = 1000;

/**
 * Sorts the files of a package by path. Leaves out the metadata files of macOS, and a single folder around everything.
 * Throws `FileError` for unsafe or colliding paths.
 */
function arrangeEntries(entries: readonly PackageEntry[]): PackageEntry[] {
  const files = entries.filter(({ path }) => !isMacMetadata(path));
  if (files.length > maxFiles) throw new FileError(broken('more_files', { most: maxFiles }));
  for (const { path } of files) checkPath(path);
  checkCollisions(files.map(({ path }) => path));
  const top = `${files[0]?.path.split('/')[0]}/`;
  const strip = files.every(({ path }) => path.startsWith(top)) ? top.length : 0;
  return files
    .map(({ path, read }) => ({ path: path.slice(strip), read }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** The start page of a package: `index.html` at its top level, or its only page. */
function entryPage(paths: readonly string[]): string {
  if (paths.includes('index.html')) return 'index.html';
  const [only, another] = paths.filter((path) => path.toLowerCase().endsWith('.html'));
  if (only === undefined) throw new FileError(broken('no_page'));
  if (another === undefined) return only;
  throw new FileError(broken('several_pages', { page: quote(only), other: quote(another) }));
}

function isMacMetadata(path: string): boolean {
  return path.startsWith('__MACOSX/') || path === '.DS_Store' || path.endsWith('/.DS_Store');
}

/** Rejects paths that would lead elsewhere on some system. */
function checkPath(path: string): void {
  const fault = (what: string) => unusable(path, what);
  if (path.length > maxPathLength) throw fault(`a path of more than ${maxPathLength} characters`);
  if (path.startsWith('/') || /^[a-z]:/i.test(path)) throw fault('an absolute path');
  if (path.includes('\\')) throw fault('a path with a backslash');
  if (/[\x00-\x1f\x7f\uFFFD]/.test(path)) throw fault('a path with invalid characters');
  const steps = path.split('/');
  if (steps.includes('..')) throw fault('a path that leads out of a folder');
  if (steps.includes('') || steps.includes('.')) throw fault('a path with an empty segment');
}

/** Rejects paths that are equal on some systems: duplicates, or differing only in case or Unicode composition. */
function checkCollisions(paths: readonly string[]): void {
  const taken = new Map<string, string>();
  for (const path of paths) {
    const key = path.normalize('NFC').toLowerCase();
    const other = taken.get(key);
    if (other !== undefined)
      throw new FileError(broken('colliding_files', { path: quote(other), other: quote(path) }));
    taken.set(key, path);
  }
  for (const [key, path] of taken) {
    for (let folder = posix.dirname(key); folder !== '.'; folder = posix.dirname(folder)) {
      const file = taken.get(folder);
      if (file === undefined) continue;
      throw new FileError(broken('file_as_folder', { path: quote(path), other: quote(file) }));
    }
  }
}
