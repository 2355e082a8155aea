import type { Database } from 'bun:sqlite';
import { openTaskThread } from '../../concurrency/openTaskThread.ts';
import { ownFile } from '../../ownFile.ts';
import type { Bookmark, Changes, Followed, Following, StoreReader } from '../Store.ts';
import { StoreError, StoreReplacedError } from '../StoreError.ts';
import { connectReader, retryWhileBusy } from './connect.ts';
import type { DatabaseFiles } from './DatabaseFiles.ts';
import { explain } from './explain.ts';
import type { RecordTasks } from './recordThread.ts';
import { end, type Session } from './Session.ts';
import { sqliteAdminReader } from './sqliteAdmin.ts';
import { bookmarksAfter, changesSince, isLogged } from './sqliteChanges.ts';
import { eventsSince } from './sqliteEvents.ts';
import { currentBookmark, type ReadElsewhere, sqliteReader } from './sqliteReader.ts';

/** How a SQLite file is followed. `mayLag`: it is a copy of another store, and will catch up if it is behind. */
export type FollowedOptions = { readonly patience: number; readonly mayLag: boolean };

/** A SQLite file as something to follow. */
export class SqliteFollowed implements Followed {
  protected readonly path: string;
  protected readonly patience: number;
  readonly #mayLag: boolean;
  /** Connections that wait for the next reading; each reading has one to itself. */
  readonly #idle: Database[] = [];
  readonly #readings = new Set<Promise<unknown>>();
  readonly #thread = openTaskThread<RecordTasks>(ownFile('recordThread.js'));
  #files: DatabaseFiles | undefined;
  #isClosed = false;

  /** `files`: what is open already, if anything is. */
  constructor(path: string, { patience, mayLag }: FollowedOptions, files?: DatabaseFiles) {
    this.path = path;
    this.patience = patience;
    this.#mayLag = mayLag;
    this.#files = files;
  }

  bookmark(): Promise<Bookmark> {
    return this.#reading(async (session) => currentBookmark(session));
  }

  read<T>(work: (reader: StoreReader) => Promise<T>): Promise<T> {
    return this.#reading((session) =>
      work({ ...sqliteReader(session, this.#readElsewhere), ...sqliteAdminReader(session) }),
    );
  }

  changesAfter(bookmark: Bookmark, take: (changes: Changes) => Promise<void>): Promise<Following> {
    return this.#reading(async (session) => {
      const newest = currentBookmark(session);
      if (newest.revision === bookmark.revision && newest.mark === bookmark.mark) return 'same';
      if (newest.revision < bookmark.revision && this.#mayLag) return 'behind';
      if (!isLogged(session, bookmark)) return 'unknown';
      const bookmarks = [...bookmarksAfter(session, bookmark).slice(0, -1), newest] as const;
      const { revision } = bookmark;
      await take({
        bookmarks,
        batches: changesSince(session, revision, this.#readElsewhere),
        events: eventsSince(session, revision),
      });
      return 'taken';
    });
  }

  /** Waits for what is under way. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all(this.#readings);
    await this.#thread.close();
    for (const db of this.#idle.splice(0)) this.#files?.close(db);
  }

  /** Told instead of what went wrong. */
  protected explain(error: unknown): unknown {
    return explain(error, this.path);
  }

  protected mustBeOpen(): void {
    if (this.#isClosed) throw new StoreError('the store is closed');
  }

  readonly #readElsewhere: ReadElsewhere = async (key, bookmark) => {
    const read = await this.#thread.call('read', { path: this.path, key, bookmark }).catch(() => undefined);
    // It may have opened other files.
    this.#files?.check();
    return read;
  };

  async #reading<T>(work: (session: Session) => Promise<T>): Promise<T> {
    this.mustBeOpen();
    const reading = this.#readOnce(work);
    const settled = reading.catch(() => {});
    this.#readings.add(settled);
    try {
      return await reading;
    } finally {
      this.#readings.delete(settled);
    }
  }

  async #readOnce<T>(work: (session: Session) => Promise<T>): Promise<T> {
    let session: Session | undefined;
    try {
      // Followers must fail too, rather than show stale content forever.
      this.#files?.check();
      const begun: Session = { db: this.#idle.pop() ?? (await this.#connect()), isOver: false };
      session = begun;
      await retryWhileBusy(this.patience, () => beginReading(begun));
      return await work(begun);
    } catch (error) {
      throw this.explain(error);
    } finally {
      if (session !== undefined) {
        end(session);
        this.#giveBack(session.db);
      }
    }
  }

  async #connect(): Promise<Database> {
    const { db, files } = await connectReader(this.path, this.patience);
    this.#files ??= files;
    if (files === this.#files) return db;
    files.close(db);
    throw (
      this.#files.replaced() ??
      new StoreReplacedError(`the store (${this.path}) was replaced by another file`)
    );
  }

  #giveBack(db: Database): void {
    if (this.#isClosed) this.#files?.close(db);
    else this.#idle.push(db);
  }
}

/** The moment that a transaction sees is fixed by its first reading, not by BEGIN. */
function beginReading(session: Session): void {
  if (!session.db.inTransaction) session.db.run('BEGIN');
  currentBookmark(session);
}
