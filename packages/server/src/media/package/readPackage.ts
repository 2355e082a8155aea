import { stat } from 'node:fs/promises';
import { quote } from '../quote.ts';
import { arrangeEntries, entryPage } from './arrangeEntries.ts';
import { listFolder } from './listFolder.ts';
import { listZip } from './listZip.ts';
import type { PackageEntry } from './PackageEntry.ts';
import { PackageError } from './PackageError.ts';

/** How large a package may be. */
export type PackageLimits = {
  readonly mostFileBytes: number;
  readonly mostBytes: number;
};

/** An asset package: a page with all that it needs. */
export type Package = {
  /** The path of the page to begin with. */
  readonly entryPage: string;
  /** The paths of all files, in order. */
  readonly paths: readonly string[];
  /** Reads one file after another. May still throw `PackageError`: only then is it seen what a zip really holds. */
  readonly files: () => AsyncGenerator<PackageFile>;
};

/** A file of a package. */
export type PackageFile = { readonly path: string; readonly bytes: Uint8Array };

/** Reads an asset package, a folder or a zip. Throws `PackageError` where it can't be taken. */
export async function readPackage(path: string, limits: PackageLimits): Promise<Package> {
  const entries = arrangeEntries(await listEntries(path).catch(explainUnreadable));
  const paths = entries.map((entry) => entry.path);
  return { entryPage: entryPage(paths), paths, files: () => readFiles(entries, limits) };
}

async function listEntries(path: string): Promise<PackageEntry[]> {
  const stats = await stat(path);
  if (stats.isDirectory()) return listFolder(path);
  // Asked before it is opened: a pipe would keep us waiting for ever.
  if (stats.isFile()) return listZip(Bun.file(path));
  throw new PackageError('is neither a folder nor a zip');
}

async function* readFiles(
  entries: readonly PackageEntry[],
  limits: PackageLimits,
): AsyncGenerator<PackageFile> {
  let bytesLeft = limits.mostBytes;
  for (const { path, read } of entries) {
    const bytes = await read(Math.min(bytesLeft, limits.mostFileBytes)).catch(explainUnreadable);
    if (bytes === undefined) throw tooLarge(path, limits, bytesLeft);
    bytesLeft -= bytes.length;
    yield { path, bytes };
  }
}

function tooLarge(
  path: string,
  { mostFileBytes, mostBytes }: PackageLimits,
  bytesLeft: number,
): PackageError {
  return bytesLeft < mostFileBytes
    ? new PackageError(`holds more than ${mostBytes} bytes`)
    : new PackageError(`holds ${quote(path)}, which is larger than ${mostFileBytes} bytes`);
}

function explainUnreadable(error: NodeJS.ErrnoException): never {
  if (error.code === undefined) throw error;
  throw new PackageError(`can't be read (${error.code})`, { cause: error });
}
