import { posix } from 'node:path';
import { broken } from '@newsstand/contract';
import { FileError } from '../FileError.ts';
import { quote } from '../quote.ts';
import { type PackageEntry, unusable } from './listZip.ts';

/** The most files in a package, and the longest path. */
const maxFiles = 2000;
const maxPathLength = 1000;

/**
 * Sorts the files of a package by path. Leaves out the metadata files of macOS, and a single folder around everything.
 * Throws `FileError` for unsafe or colliding paths.
 */
export function arrangeEntries(entries: readonly PackageEntry[]): PackageEntry[] {
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
export function entryPage(paths: readonly string[]): string {
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
