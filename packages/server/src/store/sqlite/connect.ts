import { Database } from 'bun:sqlite';
import { mkdirSync, readdirSync, readlinkSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { FoundSchema, OnMigration } from '../Store.ts';
import { NoStoreError, StoreError, StoreReplacedError } from '../StoreError.ts';
import { DatabaseFiles } from './DatabaseFiles.ts';
import { isBusy } from './explain.ts';
import { migrate, migrations, schemaVersion } from './migrations.ts';

/** An open connection, and the files that it is a connection to. */
export type Connection = { readonly db: Database; readonly files: DatabaseFiles };

/**
 * `patience`: how many milliseconds to wait for others. `creates`: creates missing files, folders and tables. `pageBytes`:
 * how much of the file is kept in memory. `isAlone`: an older file is migrated only while nobody else has it open.
 * `onMigration`: told before that. `afterMigration`: what else belongs to the transaction of a migration.
 */
export type ConnectOptions = {
  readonly patience: number;
  readonly creates: boolean;
  readonly pageBytes?: number | undefined;
  readonly isAlone?: boolean;
  readonly onMigration?: OnMigration | undefined;
  readonly afterMigration?: (db: Database) => void;
};

/** The write-ahead log may keep this size. */
export const usualLogBytes = 64 * 1024 ** 2;

/** Opens the connection that writes, and brings the schema up to date. */
export async function connectWriter(path: string, options: ConnectOptions): Promise<Connection> {
  let db = options.creates ? createDatabase(path) : openDatabase(path);
  try {
    const version = await versionOf(db, options.patience);
    if (version === 0 && !options.creates) throw noStore(path, 'empty');
    if (version > 0 && version < migrations.length && options.isAlone) {
      db.close();
      await migrateAlone(path, options, version);
      db = connect(path, false);
    }
    await prepare(db, options);
    waitNowhere(db);
    return await register(db, path, options.patience);
  } catch (error) {
    throw closed(db, error);
  }
}

/** Looks at the schema of a store, and leaves it as it is. */
export async function readSqliteSchema(path: string): Promise<FoundSchema> {
  const db = openDatabase(path);
  try {
    const schema = await versionOf(db, longestWait);
    if (schema === 0) throw noStore(path, 'empty');
    return { engine: 'SQLite', schema, supported: migrations.length, isInUse: isOpenElsewhere(path) };
  } finally {
    db.close();
  }
}

/** In a transaction: another process may create the schema between two queries. */
function versionOf(db: Database, patience: number): Promise<number> {
  return retryWhileBusy(
    patience,
    db.transaction(() => schemaVersion(db)),
  );
}

/** How long to wait for others to close an older file. */
const longestWait = 10_000;

/**
 * Programs of the version before, such as a service that was not stopped, do not look at the schema before they write:
 * what they wrote after the migration would break its rules. So nobody else may have the file open.
 */
async function migrateAlone(
  path: string,
  { patience, onMigration }: ConnectOptions,
  version: number,
): Promise<void> {
  const db = connect(path, false);
  try {
    // Set before the first access, it excludes all others, even those that only read.
    db.run('PRAGMA locking_mode = EXCLUSIVE');
    db.run('PRAGMA synchronous = FULL');
    const deadline = performance.now() + Math.min(patience, longestWait);
    for (; isOpenElsewhere(path); await Bun.sleep(50)) {
      if (performance.now() > deadline) throw inUse(path, version);
    }
    await migrateInside(db, deadline - performance.now(), onMigration);
  } catch (error) {
    throw isBusy(error) ? inUse(path, version) : error;
  } finally {
    db.close();
  }
}

/** In one transaction, in small steps: meanwhile the process can say that it is alive, and what it does. */
async function migrateInside(
  db: Database,
  patience: number,
  onMigration?: OnMigration,
  afterMigration?: (db: Database) => void,
): Promise<void> {
  await retryWhileBusy(patience, () => db.run('BEGIN IMMEDIATE'));
  try {
    await migrate(db, onMigration);
    afterMigration?.(db);
    db.run('COMMIT');
  } finally {
    if (db.inTransaction) db.run('ROLLBACK');
  }
}

function inUse(path: string, version: number): StoreError {
  return new StoreError(
    `the store ${path} has to be migrated from schema ${version} to ${migrations.length}, but another program is using it; stop that program first, such as the service of the version before`,
  );
}

/** Version 1.0.0 may have lost its locks, so on Linux the open files of all processes are looked at too. */
function isOpenElsewhere(path: string): boolean {
  const file = realpathSync(path);
  const others = namesIn('/proc').filter((name) => /^\d+$/.test(name) && name !== `${process.pid}`);
  return others.some((pid) =>
    namesIn(`/proc/${pid}/fd`).some((fd) => targetOf(`/proc/${pid}/fd/${fd}`) === file),
  );
}

/** Processes and files come and go, and those of other users are not shown. */
function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function targetOf(link: string): string | undefined {
  try {
    return readlinkSync(link);
  } catch {
    return undefined;
  }
}

/** Opens a connection that can only read. */
export async function connectReader(path: string, patience: number): Promise<Connection> {
  const db = connect(path, false);
  try {
    db.run('PRAGMA query_only = ON');
    waitNowhere(db);
    await retryWhileBusy(patience, () => db.query('PRAGMA schema_version').get());
    return await register(db, path, patience);
  } catch (error) {
    throw closed(db, error);
  }
}

/** We sleep between attempts instead: SQLite would block the whole thread, and its readers, while it waits for a lock. */
function waitNowhere(db: Database): void {
  db.run('PRAGMA busy_timeout = 0');
}

async function register(db: Database, path: string, patience: number): Promise<Connection> {
  return { db, files: await retryWhileBusy(patience, () => DatabaseFiles.register(db, path)) };
}

/** Closes an unusable connection, and returns the reason. */
function closed(db: Database, error: unknown): unknown {
  // To close one on the wrong files would do harm.
  if (!(error instanceof StoreReplacedError)) db.close();
  return error;
}

/** Tries again while another process holds the lock. Sleeps in between: a blocked thread could not serve. */
export async function retryWhileBusy<T>(patience: number, attempt: () => T): Promise<T> {
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

function connect(path: string, create: boolean): Database {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory())
    throw new StoreError(`the store ${path} is a folder; name a file as the store`);
  DatabaseFiles.checkBeforeOpening(path);
  const db = new Database(path, { readwrite: true, create });
  db.run('PRAGMA busy_timeout = 50');
  return db;
}

function openDatabase(path: string): Database {
  if (statSync(path, { throwIfNoEntry: false }) === undefined) throw noStore(path, 'missing');
  return connect(path, false);
}

/**
 * For its owner only: SQLite gives its side files the mode of the main one. The file is made by SQLite itself, since to
 * open and close it here would drop the locks of this process on it.
 */
function createDatabase(path: string): Database {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const umask = process.umask(0o077);
  try {
    return connect(path, true);
  } finally {
    process.umask(umask);
  }
}

function noStore(path: string, fault: 'missing' | 'empty'): NoStoreError {
  return new NoStoreError(`${dirname(path)} (${basename(path)} is ${fault})`);
}

async function prepare(db: Database, options: ConnectOptions): Promise<void> {
  const { patience, pageBytes = 64_000_000, afterMigration } = options;
  await retryWhileBusy(patience, () => db.run('PRAGMA journal_mode = WAL'));
  db.run('PRAGMA synchronous = FULL');
  db.run('PRAGMA foreign_keys = ON');
  db.run('PRAGMA temp_store = MEMORY');
  // Negative: in kilobytes, not in pages.
  db.run(`PRAGMA cache_size = ${-Math.ceil(pageBytes / 1024)}`);
  // After a large import the log shrinks again.
  db.run(`PRAGMA journal_size_limit = ${usualLogBytes}`);
  if ((await versionOf(db, patience)) < migrations.length)
    await migrateInside(db, patience, undefined, afterMigration);
  db.run('CREATE TEMP TABLE touched (record INTEGER PRIMARY KEY, kept INTEGER NOT NULL)');
  db.run('CREATE TEMP TABLE removed (shelf INTEGER, id TEXT, PRIMARY KEY (shelf, id)) WITHOUT ROWID');
}
