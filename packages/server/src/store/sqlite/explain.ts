import { SQLiteError } from 'bun:sqlite';
import { roomAt } from '../../files/fileErrors.ts';
import { StoreError, StoreFullError } from '../StoreError.ts';

const sentences: readonly (readonly [code: RegExp, sentence: string])[] = [
  [/^SQLITE_NOTADB/, 'is not a database; choose another path for the store'],
  [/^SQLITE_CORRUPT/, 'is damaged; restore it from a backup'],
  [/^SQLITE_(BUSY|LOCKED)/, 'is locked by another program; stop that program, or try again later'],
  [/^SQLITE_(READONLY|PERM|AUTH)/, 'is read-only; make the file and its folder writable for this user'],
  [/^SQLITE_IOERR/, 'could not be read or written; check the disk'],
  [/^SQLITE_CANTOPEN|^ENOENT/, 'could not be opened; check the path and the rights on its folder'],
  [/^(EACCES|EPERM|EROFS)/, 'cannot be written; make the file and its folder writable for this user'],
  [/^(EEXIST|ENOTDIR)/, 'is inside something that is not a folder; choose another path for the store'],
  [/^ENAMETOOLONG/, 'has a name that is too long; choose another path for the store'],
];

/** Explains an error of SQLite to an operator; any other error is returned unchanged. */
export function explain(error: unknown, path: string): unknown {
  return error instanceof SQLiteError ? inPlainWords(error, error.code, path) : error;
}

/** The same for an error while opening the store, which may come from the file system. */
export function explainOpening(error: unknown, path: string): unknown {
  const isCoded = error instanceof Error && 'code' in error && typeof error.code === 'string';
  return isCoded ? inPlainWords(error, `${error.code}`, path) : error;
}

/** Whether another connection holds a lock that will go away. */
export function isBusy(error: unknown): boolean {
  return error instanceof SQLiteError && /^SQLITE_(BUSY|LOCKED)/.test(error.code ?? '');
}

const mayBeFull = /^SQLITE_(IOERR|CANTOPEN)/;

function inPlainWords(cause: unknown, code: string | undefined, path: string): StoreError {
  const room = roomAt(path);
  // SQLite can't always tell that it is the disk.
  if (/^(SQLITE_FULL|ENOSPC|EDQUOT)/.test(code ?? '') || (room.isScarce && mayBeFull.test(code ?? ''))) {
    const message = `the store ${path} does not fit on the disk (${room.text}); free some space`;
    return new StoreFullError(message, room.text, { cause });
  }
  const sentence = sentences.find(([pattern]) => pattern.test(code ?? ''))?.[1];
  return new StoreError(`the store ${path} ${sentence ?? `can't be used (${code})`}`, { cause });
}
