/** What a system says where nothing more can be written: no room, none left for this user, or only to be read. */
const codes: readonly unknown[] = ['ENOSPC', 'EDQUOT', 'EROFS'];

/** Whether something failed only because a disk takes no more: what was to be written is as good as before. */
export function isDiskFull(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'code' in error && codes.includes(error.code);
}
