import type { Database } from 'bun:sqlite';
import { resolve } from 'node:path';
import { commandLine, type Store, usualVersions, type WriteOptions, type Writer } from '../Store.ts';
import { connectWriter, patiently } from './connect.ts';
import { explain, explainOpening } from './explain.ts';
import { checkIntegrity, forgetTouched } from './integrity.ts';
import { pruneChanges } from './pruneChanges.ts';
import { end, type Session } from './Session.ts';
import { SqliteFollowed } from './SqliteFollowed.ts';
import { currentBookmark } from './sqliteReader.ts';
import { sqliteWriter } from './sqliteWriter.ts';

/**
 * `patience`: how many milliseconds to wait for the locks of others. `keptChanges`: how far the log reaches back.
 * `keptVersions`: how many past versions of a record are kept.
 */
export type SqliteOptions = {
  readonly patience?: number;
  readonly keptChanges?: number;
  readonly keptVersions?: number;
};

/** Opens a SQLite file as a store, and makes it where there is none. */
export async function openSqlite(path: string, options: SqliteOptions = {}): Promise<Store> {
  const { patience = 60_000, keptChanges = 1_000_000, keptVersions = usualVersions } = options;
  const file = resolve(path);
  try {
    const db = await connectWriter(file, patience);
    return new SqliteStore(file, db, { patience, keptChanges, keptVersions });
  } catch (error) {
    throw explainOpening(error, file);
  }
}

class SqliteStore extends SqliteFollowed implements Store {
  readonly engine = 'SQLite';
  readonly #writer: Database;
  readonly #options: Required<SqliteOptions>;
  #lastWrite: Promise<unknown> = Promise.resolve();

  constructor(path: string, writer: Database, options: Required<SqliteOptions>) {
    super(path, { patience: options.patience, mayLag: false });
    this.#writer = writer;
    this.#options = options;
  }

  async write<T>(work: (writer: Writer) => Promise<T>, options: WriteOptions = {}): Promise<T> {
    this.mustBeOpen();
    // Counted from now on: who comes after others that wait for the same lock does not wait anew.
    const deadline = performance.now() + this.patience;
    const turn = this.#lastWrite.then(() => this.#write(work, options, deadline));
    this.#lastWrite = turn.catch(() => {});
    return turn;
  }

  override async close(): Promise<void> {
    await super.close();
    await this.#lastWrite;
    this.#writer.close();
  }

  async #write<T>(work: (writer: Writer) => Promise<T>, options: WriteOptions, deadline: number): Promise<T> {
    const session: Session = { db: this.#writer, isOver: false };
    try {
      await patiently(deadline - performance.now(), () => this.#writer.run('BEGIN IMMEDIATE'));
      forgetTouched(this.#writer);
      const { by = commandLine(), dryRun, beforeCommit } = options;
      const keeping = { most: this.#options.keptVersions, by, start: currentBookmark(session).revision };
      const result = await work(sqliteWriter(session, keeping));
      session.isOver = true;
      checkIntegrity(this.#writer);
      markCommit(this.#writer);
      pruneChanges(this.#writer, this.#options.keptChanges);
      if (dryRun) return result;
      await beforeCommit?.();
      this.#writer.run('COMMIT');
      return result;
    } catch (error) {
      throw explain(error, this.path);
    } finally {
      end(session);
    }
  }
}

/** Gives the end of a transaction its mark, where it has changed something. By the last row: a maximum would be looked for. */
function markCommit(db: Database): void {
  db.run(`
    INSERT OR IGNORE INTO commits
    SELECT revision, lower(hex(randomblob(16))) FROM changes ORDER BY revision DESC LIMIT 1`);
}
