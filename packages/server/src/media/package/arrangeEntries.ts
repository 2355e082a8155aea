import { posix } from 'node:path';
import { quote } from '../quote.ts';
import type { PackageEntry } from './PackageEntry.ts';
import { PackageError } from './PackageError.ts';

/** How many files a package may have. */
const mostFiles = 2000;
const longestPath = 1000;

/**
 * Puts the files of a package in the order of their paths: without what macOS leaves behind, and without the one folder
 * that all may lie in. Throws `PackageError` where two of them, or their paths, can't be kept.
 */
export function arrangeEntries(entries: readonly PackageEntry[]): PackageEntry[] {
  const files = entries.filter(({ path }) => !isLeftOver(path));
  if (files.length > mostFiles) throw new PackageError(`holds more than ${mostFiles} files`);
  for (const { path } of files) checkPath(path);
  checkCollisions(files.map(({ path }) => path));
  const top = `${files[0]?.path.split('/')[0]}/`;
  const strip = files.every(({ path }) => path.startsWith(top)) ? top.length : 0;
  return files
    .map(({ path, read }) => ({ path: path.slice(strip), read }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** The page that a package begins with: `index.html` at its top, or the only page that there is. */
export function entryPage(paths: readonly string[]): string {
  if (paths.includes('index.html')) return 'index.html';
  const [only, another] = paths.filter((path) => path.toLowerCase().endsWith('.html'));
  if (only === undefined) throw new PackageError('holds no page (.html)');
  if (another === undefined) return only;
  throw new PackageError(
    `holds several pages, such as ${quote(only)} and ${quote(another)}, but no index.html at its top`,
  );
}

function isLeftOver(path: string): boolean {
  return path.startsWith('__MACOSX/') || path === '.DS_Store' || path.endsWith('/.DS_Store');
}

/** Refuses what would be another place on some system. */
function checkPath(path: string): void {
  const fault = (what: string) => new PackageError(`holds ${quote(path)}, ${what}`);
  if (path.length > longestPath) throw fault(`a path of more than ${longestPath} characters`);
  if (path.startsWith('/') || /^[a-z]:/i.test(path)) throw fault('a path that does not begin in the package');
  if (path.includes('\\')) throw fault('a path with a backslash');
  if (/[\x00-\x1f\x7f\uFFFD]/.test(path)) throw fault('a path with characters that no name should have');
  const steps = path.split('/');
  if (steps.includes('..')) throw fault('a path that leads out of a folder');
  if (steps.includes('') || steps.includes('.')) throw fault('a path with an empty step');
}

/** Refuses names that are one name on some systems: twice the same, or different only in case or composition. */
function checkCollisions(paths: readonly string[]): void {
  const taken = new Map<string, string>();
  for (const path of paths) {
    const key = path.normalize('NFC').toLowerCase();
    const other = taken.get(key);
    if (other !== undefined)
      throw new PackageError(`holds ${quote(other)} and ${quote(path)}, which collide`);
    taken.set(key, path);
  }
  for (const [key, path] of taken) {
    for (let folder = posix.dirname(key); folder !== '.'; folder = posix.dirname(folder)) {
      const file = taken.get(folder);
      if (file === undefined) continue;
      throw new PackageError(`holds ${quote(path)}, but ${quote(file)} is a file, not a folder`);
    }
  }
}
