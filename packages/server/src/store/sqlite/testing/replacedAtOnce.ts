import { Database } from 'bun:sqlite';
import { renameSync } from 'node:fs';
import { DatabaseFiles } from '../DatabaseFiles.ts';

/**
 * A process whose log is replaced after SQLite has opened it, and before anybody could note which one that was: the
 * moment between the two is too short to be hit by chance.
 */
const [path = '', otherLog = ''] = process.argv.slice(2);
const db = new Database(path);
db.query('SELECT * FROM records').all();
renameSync(otherLog, `${path}-wal`);
try {
  DatabaseFiles.register(db, path);
} catch (error) {
  console.log(error instanceof Error ? error.message : error);
  process.exitCode = 3;
}
