import { Database } from 'bun:sqlite';
import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { isBusy } from './explain.ts';
import { migrate, needsMigration } from './migrations.ts';

/** Opens the connection that writes, and makes file, folder and schema where they are missing. */
export async function connectWriter(path: string, patience: number): Promise<Database> {
  makeFile(path);
  const db = connect(path);
  try {
    await prepare(db, patience);
    // Whoever waits for a lock sleeps between tries; in a try, SQLite would put the whole thread to sleep.
    db.run('PRAGMA busy_timeout = 0');
  } catch (error) {
    db.close();
    throw error;
  }
  return db;
}

/** Opens a connection that can only read. */
export function connectReader(path: string): Database {
  const db = connect(path);
  db.run('PRAGMA query_only = ON');
  return db;
}

/** Tries again while another process holds the lock. Sleeps in between: a blocked thread could not serve. */
export async function patiently<T>(patience: number, attempt: () => T): Promise<T> {
  const deadline = performance.now() + patience;
  for (;;) {
    try {
      return attempt();
    } catch (error) {
      if (!isBusy(error) || performance.now() >= deadline) throw error;
    }
    await Bun.sleep(10 + Math.random() * 20);
  }
}

function connect(path: string): Database {
  const db = new Database(path, { readwrite: true, create: false });
  db.run('PRAGMA busy_timeout = 50');
  return db;
}

/** SQLite gives its side files the mode of the main one, so it is enough to set that. */
function makeFile(path: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  closeSync(openSync(path, 'a', 0o600));
}

async function prepare(db: Database, patience: number): Promise<void> {
  // In a transaction: another process may be making the schema between one question and the next.
  const isOld = await patiently(
    patience,
    db.transaction(() => needsMigration(db)),
  );
  await patiently(patience, () => db.run('PRAGMA journal_mode = WAL'));
  db.run('PRAGMA synchronous = FULL');
  db.run('PRAGMA foreign_keys = ON');
  db.run('PRAGMA temp_store = MEMORY');
  db.run('PRAGMA cache_size = -65536');
  // After a large import the log shrinks again.
  db.run('PRAGMA journal_size_limit = 67108864');
  if (isOld) await patiently(patience, () => db.transaction(() => migrate(db)).immediate());
  db.run('CREATE TEMP TABLE touched (record INTEGER PRIMARY KEY)');
  db.run('CREATE TEMP TABLE removed (shelf INTEGER, id TEXT, PRIMARY KEY (shelf, id)) WITHOUT ROWID');
}
