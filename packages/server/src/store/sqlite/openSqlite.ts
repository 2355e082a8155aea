import type { Database } from 'bun:sqlite';
import { resolve } from 'node:path';
import type { Reader, Store, WriteOptions, Writer } from '../Store.ts';
import { StoreError } from '../StoreError.ts';
import { connectReader, connectWriter, patiently } from './connect.ts';
import { explain, explainOpening } from './explain.ts';
import { checkIntegrity, forgetTouched } from './integrity.ts';
import { pruneChanges } from './pruneChanges.ts';
import type { Session } from './Session.ts';
import { currentRevision, sqliteReader } from './sqliteReader.ts';
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

class SqliteStore implements Store {
  readonly engine = 'SQLite';
  readonly #path: string;
  readonly #writer: Database;
  readonly #patience: number;
  readonly #keptChanges: number;
  /** Connections that wait for the next reading; each reading has one to itself. */
  readonly #idle: Database[] = [];
  readonly #readings = new Set<Promise<unknown>>();
  #lastWrite: Promise<unknown> = Promise.resolve();
  #isClosed = false;

  constructor(path: string, writer: Database, patience: number, keptChanges: number) {
    this.#path = path;
    this.#writer = writer;
    this.#patience = patience;
    this.#keptChanges = keptChanges;
  }

  async revision(): Promise<number> {
    this.#mustBeOpen();
    const db = this.#borrow();
    try {
      return await patiently(this.#patience, () => currentRevision({ db, isOver: false }));
    } catch (error) {
      throw explain(error, this.#path);
    } finally {
      this.#giveBack(db);
    }
  }

  async read<T>(work: (reader: Reader) => Promise<T>): Promise<T> {
    this.#mustBeOpen();
    const reading = this.#read(work);
    const settled = reading.catch(() => {});
    this.#readings.add(settled);
    try {
      return await reading;
    } finally {
      this.#readings.delete(settled);
    }
  }

  async write<T>(work: (writer: Writer) => Promise<T>, options: WriteOptions = {}): Promise<T> {
    this.#mustBeOpen();
    const turn = this.#lastWrite.then(() => this.#write(work, options));
    this.#lastWrite = turn.catch(() => {});
    return turn;
  }

  /** Waits for what is under way. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    await Promise.all([this.#lastWrite, ...this.#readings]);
    for (const db of this.#idle.splice(0)) db.close();
    this.#writer.close();
  }

  async #read<T>(work: (reader: Reader) => Promise<T>): Promise<T> {
    const session: Session = { db: this.#borrow(), isOver: false };
    try {
      await patiently(this.#patience, () => beginReading(session));
      return await work(sqliteReader(session));
    } catch (error) {
      throw explain(error, this.#path);
    } finally {
      end(session);
      this.#giveBack(session.db);
    }
  }

  async #write<T>(work: (writer: Writer) => Promise<T>, options: WriteOptions): Promise<T> {
    const session: Session = { db: this.#writer, isOver: false };
    try {
      await patiently(this.#patience, () => this.#writer.run('BEGIN IMMEDIATE'));
      forgetTouched(this.#writer);
      const result = await work(sqliteWriter(session));
      session.isOver = true;
      checkIntegrity(this.#writer);
      pruneChanges(this.#writer, this.#keptChanges);
      if (options.dryRun) return result;
      await options.beforeCommit?.();
      this.#writer.run('COMMIT');
      return result;
    } catch (error) {
      throw explain(error, this.#path);
    } finally {
      end(session);
    }
  }

  #borrow(): Database {
    return this.#idle.pop() ?? connectReader(this.#path);
  }

  #giveBack(db: Database): void {
    if (this.#isClosed) db.close();
    else this.#idle.push(db);
  }

  #mustBeOpen(): void {
    if (this.#isClosed) throw new StoreError('the store is closed');
  }
}

/** The moment that a transaction sees is fixed by its first reading, not by BEGIN. */
function beginReading(session: Session): void {
  if (!session.db.inTransaction) session.db.run('BEGIN');
  currentRevision(session);
}

function end(session: Session): void {
  session.isOver = true;
  if (session.db.inTransaction) session.db.run('ROLLBACK');
}
