import { statfsSync } from 'node:fs';
import { dirname } from 'node:path';

/** For `catch` on a file system promise: a missing file gives undefined, any other error is rethrown. */
export function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error;
}

/** No space left, quota exceeded, or read-only file system. */
const fullDiskCodes: readonly unknown[] = ['ENOSPC', 'EDQUOT', 'EROFS'];

/** Whether an operation failed only because the disk takes no more writes. */
export function isDiskFull(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'code' in error && fullDiskCodes.includes(error.code);
}

/** The disk of a folder takes no more writes: the message says how much room there is. */
export class DiskFullError extends Error {
  readonly code: string;

  constructor(folder: string, cause: NodeJS.ErrnoException, neededBytes?: number) {
    const needed = neededBytes === undefined ? '' : `, ${formatBytes(neededBytes)} needed`;
    super(
      cause.code === 'EROFS'
        ? `the disk of ${folder} is read-only; make it writable`
        : `the disk of ${folder} is full (${roomAt(folder).text}${needed}); free some space`,
      { cause },
    );
    this.name = 'DiskFullError';
    this.code = cause.code ?? '';
  }
}

/** Explains to an operator that a disk is full; any other error is returned unchanged. */
export function explainFullDisk(error: unknown, folder: string, neededBytes?: number): unknown {
  return isDiskFull(error) && !(error instanceof DiskFullError)
    ? new DiskFullError(folder, error, neededBytes)
    : error;
}

/** With less than this, many writes fail with errors that say nothing of the disk. */
const scarceBytes = 1_000_000;

/** How much room there is on the disk of a path, which need not exist yet. */
export function roomAt(path: string): { readonly isScarce: boolean; readonly text: string } {
  try {
    const { bavail, bsize, files, ffree } = statfsSync(path);
    const bytes = bavail * bsize;
    if (files > 0 && ffree === 0) return { isScarce: true, text: 'no room for another file' };
    return { isScarce: bytes < scarceBytes, text: `${formatBytes(bytes)} free` };
  } catch {
    const parent = dirname(path);
    return parent === path ? { isScarce: false, text: 'free space unknown' } : roomAt(parent);
  }
}

/** A number of bytes for people. */
function formatBytes(bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB'];
  const power = bytes < 1000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  return `${Number((bytes / 1000 ** power).toPrecision(3))} ${units[power]}`;
}
