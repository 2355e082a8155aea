import { type Database, SQLiteError } from 'bun:sqlite';
import { rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { encodeThing } from '../changedThing.ts';
import type { Bookmark, Change, Changes, Followed, Reader, Writer } from '../Store.ts';
import { StoreError, StoreReplacedError } from '../StoreError.ts';
import { type Connection, connectWriter, retryWhileBusy } from '../sqlite/connect.ts';
import type { DatabaseFiles } from '../sqlite/DatabaseFiles.ts';
import { explain, explainOpening } from '../sqlite/explain.ts';
import { forgetTouched } from '../sqlite/integrity.ts';
import { end, type Session } from '../sqlite/Session.ts';
import { SqliteFollowed } from '../sqlite/SqliteFollowed.ts';
import { pruneChanges } from '../sqlite/sqliteChanges.ts';
import { putEvent, resetEvents } from '../sqlite/sqliteEvents.ts';
import { shelfEvenIfRemoved } from '../sqlite/sqliteVersions.ts';
import { sqliteWriter } from '../sqlite/sqliteWriter.ts';

/** A copy of another store on this machine, with the other's bookmarks. Recreated if damaged. */
export interface Mirror extends Followed {
  /** Takes in what the other store's `changesAfter` gave. */
  take(changes: Changes): Promise<void>;
  /** Holds what another store holds, and nothing else. */
  replace(reader: Reader): Promise<void>;
  close(): Promise<void>;
}

/** The mirror cannot be used, which says nothing about the other store. */
export class MirrorError extends StoreError {
  /** Whether it has to be recreated. */
  readonly isDamaged: boolean;

  constructor(cause: SQLiteError | StoreReplacedError, path: string) {
    const explained = explain(cause, path);
    super(explained instanceof Error ? explained.message : `the mirror ${path} can't be used`, { cause });
    this.isDamaged = cause instanceof StoreReplacedError || isDamage(cause);
  }
}

const usualPatience = 60_000;
const keptChanges = 100_000;

/** Opens the mirror for the one process that maintains it. */
export async function openMirror(path: string, patience = usualPatience): Promise<Mirror> {
  const file = resolve(path);
  const connect = () => connectWriter(file, { patience, creates: true, afterMigration: forgetBookmark });
  const connection = await connect()
    .catch((error: unknown) => {
      if (!isUseless(error)) throw error;
      removeMirror(file);
      return connect();
    })
    .catch((error: unknown) => {
      throw explainOpening(error, file);
    });
  const { db } = connection;
  // What a crash of the machine takes from its end comes again from the other store.
  db.run('PRAGMA synchronous = NORMAL');
  // Changes arrive in any order, and were checked by the other store.
  db.run('PRAGMA foreign_keys = OFF');
  return new SqliteMirror(file, connection, patience);
}

/**
 * A program of the version before has left out of the mirror what it did not know of. What there is stays, but everything
 * is read anew as soon as the other store can be reached, since that does not know this bookmark.
 */
function forgetBookmark(db: Database): void {
  db.run('UPDATE commits SET mark = lower(hex(randomblob(16)))');
}

/** Whether a file is permanently unusable as a mirror, rather than just now: a full disk must not cost its contents. */
function isUseless(error: unknown): boolean {
  return error instanceof SQLiteError ? isDamage(error) : error instanceof StoreError;
}

function isDamage({ code = '' }: SQLiteError): boolean {
  return /^SQLITE_(CORRUPT|NOTADB)/.test(code);
}

/** A mirror holds nothing that the other store does not have. */
export function removeMirror(path: string): void {
  for (const ending of ['', '-wal', '-shm']) rmSync(path + ending, { force: true });
}

/** Opens a mirror that another process maintains, to follow it. */
export function followMirror(path: string): Followed & { close(): Promise<void> } {
  return new SqliteFollowed(resolve(path), { patience: usualPatience, mayLag: true });
}

class SqliteMirror extends SqliteFollowed implements Mirror {
  readonly #db: Database;
  readonly #files: DatabaseFiles;

  constructor(path: string, { db, files }: Connection, patience: number) {
    super(path, { patience, mayLag: true }, files);
    this.#db = db;
    this.#files = files;
  }

  take({ bookmarks, batches, events }: Changes): Promise<void> {
    return this.#write(async (writer, session) => {
      const log = this.#db.query('INSERT OR REPLACE INTO changes (revision, thing) VALUES (?, ?)');
      for await (const changes of batches) {
        for (const change of changes) {
          await put(writer, change);
          // Also if it is unchanged here: a follower of the other store may have seen it differently in between.
          log.run(change.revision, encodeThing(change));
        }
      }
      await this.#takeEvents(session, bookmarks, events);
      this.#mark(bookmarks);
      pruneChanges(this.#db, keptChanges);
    });
  }

  /** The log is reset: a follower with another bookmark has to reread everything. */
  replace(reader: Reader): Promise<void> {
    return this.#write(async (writer) => {
      for (const table of ['links', 'records', 'shelves', 'credentials', 'changes', 'commits']) {
        this.#db.run(`DELETE FROM ${table}`);
      }
      await writer.putMediaKey(await reader.mediaKey());
      for (const space of await reader.spaces()) await writer.putSpace(space);
      for (const instance of await reader.instances()) await writer.putInstance(instance);
      for (const credential of await reader.credentials()) await writer.putCredential(credential);
      for await (const records of reader.records()) {
        for (const record of records) await writer.putRecord(record);
      }
      const bookmark = await reader.bookmark();
      this.#db.query('UPDATE pruned SET revision = ?').run(bookmark.revision);
      resetEvents(this.#db, bookmark.revision);
      this.#mark([bookmark]);
    });
  }

  async #takeEvents(
    session: Session,
    bookmarks: Changes['bookmarks'],
    events: Changes['events'],
  ): Promise<void> {
    if (events === undefined) {
      resetEvents(this.#db, bookmarks.at(-1)?.revision ?? 0);
      return;
    }
    for await (const batch of events) {
      for (const event of batch) {
        putEvent(this.#db, shelfEvenIfRemoved(session, event.key), event);
      }
    }
  }

  override async close(): Promise<void> {
    await super.close();
    this.#files.close(this.#db);
  }

  protected override explain(error: unknown): unknown {
    const isOurs = error instanceof SQLiteError || error instanceof StoreReplacedError;
    return isOurs ? new MirrorError(error, this.path) : error;
  }

  async #write(work: (writer: Writer, session: Session) => Promise<void>): Promise<void> {
    this.mustBeOpen();
    const session: Session = { db: this.#db, isOver: false };
    try {
      this.#files.check();
      await retryWhileBusy(this.patience, () => this.#db.run('BEGIN IMMEDIATE'));
      forgetTouched(this.#db);
      await work(sqliteWriter(session), session);
      this.#files.check();
      this.#db.run('COMMIT');
      this.#files.checkCommitted();
    } catch (error) {
      throw this.explain(error);
    } finally {
      end(session);
    }
  }

  #mark(bookmarks: readonly Bookmark[]): void {
    const add = this.#db.query('INSERT OR REPLACE INTO commits (revision, mark) VALUES (?, ?)');
    for (const { revision, mark } of bookmarks) add.run(revision, mark);
  }
}

async function put(writer: Writer, change: Change): Promise<void> {
  switch (change.type) {
    case 'record':
      if (change.record === undefined) await writer.removeRecord(change.key);
      else await writer.putRecord(change.record);
      return;
    case 'space':
      if (change.present) await writer.putSpace(change.space);
      else await writer.removeSpace(change.space);
      return;
    case 'instance':
      if (change.present) await writer.putInstance(change.instance);
      else await writer.removeInstance(change.instance);
      return;
    case 'credential':
      if (change.credential === undefined) await writer.removeCredential(change.key);
      else await writer.putCredential(change.credential);
      return;
  }
}
