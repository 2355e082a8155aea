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
