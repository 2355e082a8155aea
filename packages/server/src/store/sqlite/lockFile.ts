import { Database } from 'bun:sqlite';
import { isBusy } from './explain.ts';

/** A lock that this process holds until it is closed, or until the process ends, however it ends. */
export type FileLock = { close(): void };

/**
 * Locks a file, which is created if it is missing; undefined if another process has locked it. Throws if it cannot be
 * locked at all. SQLite takes the lock because no runtime function does; the file stays empty.
 */
export function lockFile(path: string, patienceMilliseconds: number): FileLock | undefined {
  // For its owner only: anybody who could read it could also lock it.
  const umask = process.umask(0o077);
  let db: Database;
  try {
    db = new Database(path);
  } finally {
    process.umask(umask);
  }
  try {
    db.run(`PRAGMA busy_timeout = ${patienceMilliseconds}`);
    db.run('BEGIN EXCLUSIVE');
    return db;
  } catch (error) {
    db.close();
    if (isBusy(error)) return undefined;
    throw error;
  }
}
