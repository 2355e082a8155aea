import type { Database } from 'bun:sqlite';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import {
  commandLine,
  defaultVersions,
  type OnMigration,
  type Store,
  type WriteOptions,
  type Writer,
} from '../Store.ts';
import type { StoreReplacedError } from '../StoreError.ts';
import { type Connection, connectWriter, retryWhileBusy, usualLogBytes } from './connect.ts';
import type { DatabaseFiles } from './DatabaseFiles.ts';
import { explain, explainOpening } from './explain.ts';
import { checkIntegrity, forgetTouched } from './integrity.ts';
import { checkSchema, migrations } from './migrations.ts';
import { end, type Session } from './Session.ts';
import { SqliteFollowed } from './SqliteFollowed.ts';
import { pruneChanges } from './sqliteChanges.ts';
import { currentBookmark } from './sqliteReader.ts';
import { sqliteWriter } from './sqliteWriter.ts';

/**
 * `patience`: how many milliseconds to wait for the locks of others. `keptChanges`: how far the log reaches back.
 * `keptVersions`: how many past versions of a record are kept. `creates`: creates the store if there is none.
 * `pageBytes`: how much of the file is kept in memory for writing. `onMigration`: told before an older store is migrated.
 */
export type SqliteOptions = {
  readonly patience?: number;
  readonly keptChanges?: number;
  readonly keptVersions?: number;
  readonly creates?: boolean;
  readonly pageBytes?: number;
  readonly onMigration?: OnMigration;
};

/** Opens a SQLite file as a store. */
export async function openSqlite(path: string, options: SqliteOptions = {}): Promise<Store> {
  const {
    patience = 60_000,
    keptChanges = 1_000_000,
    keptVersions = defaultVersions,
    creates = true,
    pageBytes,
    onMigration,
  } = options;
  const file = resolve(path);
  try {
    const connection = await connectWriter(file, {
      patience,
      creates,
      pageBytes,
      isAlone: true,
      onMigration,
    });
    return new SqliteStore(file, connection, { patience, keptChanges, keptVersions });
  } catch (error) {
    throw explainOpening(error, file);
  }
}

type Kept = Required<Pick<SqliteOptions, 'patience' | 'keptChanges' | 'keptVersions'>>;

/**
 * After a large change the log shrinks again, step by step: file systems take more than a millisecond for each megabyte,
 * and a commit takes that long.
 */
const shrunkBytes = 8 * 1024 ** 2;

/** How many pages a commit may have to copy: those of 4 MB, as SQLite does by default. */
const leftToOthers = 1000;
/** How many milliseconds to wait for readers of what is older. */
const longestCopying = 5000;

class SqliteStore extends SqliteFollowed implements Store {
  readonly engine = 'SQLite';
  readonly schema = migrations.length;
  readonly #writer: Database;
  readonly #files: DatabaseFiles;
  readonly #options: Kept;
  #lastWrite: Promise<unknown> = Promise.resolve();

  constructor(path: string, { db, files }: Connection, options: Kept) {
    super(path, { patience: options.patience, mayLag: false }, files);
    this.#writer = db;
    this.#files = files;
    this.#options = options;
  }

  replaced(): StoreReplacedError | undefined {
    return this.#files.replaced();
  }

  async write<T>(work: (writer: Writer) => Promise<T>, options: WriteOptions = {}): Promise<T> {
    this.mustBeOpen();
    // Counted from here: time spent queueing for the same lock counts as well.
    const deadline = performance.now() + this.patience;
    const turn = this.#lastWrite.then(() => this.#write(work, options, deadline));
    this.#lastWrite = turn.catch(() => {});
    return turn;
  }

  override async close(): Promise<void> {
    await super.close();
    await this.#lastWrite;
    await this.#emptyLog();
    this.#files.close(this.#writer);
  }

  /**
   * Copies what is left in the write-ahead log into the database. A commit does that, but not past what somebody is reading
   * at that moment; then it would be left to the next one to write, who may be answering operators.
   */
  async #emptyLog(): Promise<void> {
    const deadline = performance.now() + longestCopying;
    while (this.replaced() === undefined && this.#copyLog() > leftToOthers && performance.now() < deadline)
      await Bun.sleep(20);
  }

  /** Returns how many pages are left. */
  #copyLog(): number {
    try {
      const state = this.#writer
        .query<{ log: number; checkpointed: number }, []>('PRAGMA wal_checkpoint(PASSIVE)')
        .get();
      return state === null ? 0 : state.log - state.checkpointed;
    } catch {
      // On a full disk, they stay where they are.
      return 0;
    }
  }

  async #write<T>(work: (writer: Writer) => Promise<T>, options: WriteOptions, deadline: number): Promise<T> {
    const session: Session = { db: this.#writer, isOver: false };
    try {
      this.#files.check();
      const logBytes = Math.max(usualLogBytes, this.#files.logBytes - shrunkBytes);
      this.#writer.run(`PRAGMA journal_size_limit = ${logBytes}`);
      await retryWhileBusy(deadline - performance.now(), () => this.#writer.run('BEGIN IMMEDIATE'));
      checkSchema(this.#writer);
      forgetTouched(this.#writer);
      const { by = commandLine(), dryRun, beforeCommit, isCopy } = options;
      const { revision: start } = currentBookmark(session);
      const retention = { most: this.#options.keptVersions, by, start };
      const result = await work(sqliteWriter(session, retention));
      session.isOver = true;
      checkIntegrity(this.#writer, { start, now: by.at, isCopy });
      markCommit(this.#writer);
      pruneChanges(this.#writer, this.#options.keptChanges);
      if (dryRun) return result;
      await beforeCommit?.();
      this.#files.check();
      this.#writer.run('COMMIT');
      this.#files.checkCommitted();
      return result;
    } catch (error) {
      throw explain(error, this.path);
    } finally {
      end(session);
    }
  }
}

/** Marks the end of a transaction if it changed something. Reads the last row, which is cheaper than a maximum. */
function markCommit(db: Database): void {
  db.run(`
    INSERT OR IGNORE INTO commits
    SELECT revision, lower(hex(randomblob(16))) FROM changes ORDER BY revision DESC LIMIT 1`);
}

/**
 * A store that is deleted when closed. It is in a temporary folder:
 * SQLite in memory has no snapshots for readers while another connection writes.
 */
export async function openTemporary(options: SqliteOptions = {}): Promise<Store> {
  const folder = await mkdtemp(join(tmpdir(), 'newsstand-'));
  const store = await openSqlite(join(folder, 'store.db'), options);
  const close = store.close.bind(store);
  store.close = async () => {
    await close();
    await rm(folder, { recursive: true, force: true });
  };
  return store;
}
