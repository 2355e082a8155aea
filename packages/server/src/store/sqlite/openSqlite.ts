import type { Database } from 'bun:sqlite';
import { resolve } from 'node:path';
import type { Store, WriteOptions, Writer } from '../Store.ts';
import { connectWriter, patiently } from './connect.ts';
import { explain, explainOpening } from './explain.ts';
import { checkIntegrity, forgetTouched } from './integrity.ts';
import { pruneChanges } from './pruneChanges.ts';
import { end, type Session } from './Session.ts';
import { SqliteFollowed } from './SqliteFollowed.ts';
import { sqliteWriter } from './sqliteWriter.ts';

/** `patience`: how many milliseconds to wait for the locks of others. `keptChanges`: how far the log reaches back. */
export type SqliteOptions = { readonly patience?: number; readonly keptChanges?: number };

/** Opens a SQLite file as a store, and makes it where there is none. */
export async function openSqlite(path: string, options: SqliteOptions = {}): Promise<Store> {
  const { patience = 60_000, keptChanges = 1_000_000 } = options;
  const file = resolve(path);
  try {
    const db = await connectWriter(file, patience);
    return new SqliteStore(file, db, patience, keptChanges);
  } catch (error) {
    throw explainOpening(error, file);
  }
}

class SqliteStore extends SqliteFollowed implements Store {
  readonly engine = 'SQLite';
  readonly #writer: Database;
  readonly #keptChanges: number;
  #lastWrite: Promise<unknown> = Promise.resolve();

  constructor(path: string, writer: Database, patience: number, keptChanges: number) {
    super(path, { patience, mayLag: false });
    this.#writer = writer;
    this.#keptChanges = keptChanges;
  }

  async write<T>(work: (writer: Writer) => Promise<T>, options: WriteOptions = {}): Promise<T> {
    this.mustBeOpen();
    const turn = this.#lastWrite.then(() => this.#write(work, options));
    this.#lastWrite = turn.catch(() => {});
    return turn;
  }

  override async close(): Promise<void> {
    await super.close();
    await this.#lastWrite;
    this.#writer.close();
  }

  async #write<T>(work: (writer: Writer) => Promise<T>, options: WriteOptions): Promise<T> {
    const session: Session = { db: this.#writer, isOver: false };
    try {
      await patiently(this.patience, () => this.#writer.run('BEGIN IMMEDIATE'));
      forgetTouched(this.#writer);
      const result = await work(sqliteWriter(session));
      session.isOver = true;
      checkIntegrity(this.#writer);
      markCommit(this.#writer);
      pruneChanges(this.#writer, this.#keptChanges);
      if (options.dryRun) return result;
      await options.beforeCommit?.();
      this.#writer.run('COMMIT');
      return result;
    } catch (error) {
      throw explain(error, this.path);
    } finally {
      end(session);
    }
  }
}

/** Gives the end of a transaction its mark, where it has changed something. */
function markCommit(db: Database): void {
  db.run(`
    INSERT OR IGNORE INTO commits
    SELECT max(revision), lower(hex(randomblob(16))) FROM changes HAVING max(revision) IS NOT NULL`);
}
