import { constants, type Database } from 'bun:sqlite';
import { fstatSync, readdirSync, statSync } from 'node:fs';
import { StoreReplacedError } from '../StoreError.ts';
import { explainOpening } from './explain.ts';

/*
 * SQLite finds its files by name when it opens them, and never again. If one of them is replaced or removed later, it
 * continues with a file that nobody else can see, and what it writes there is lost in the end. So the files that this
 * process has open are compared with those on disk.
 *
 * They are never opened for that: when a process closes any descriptor of a file, POSIX drops all locks that the process
 * holds on it, SQLite's too. Others then take a database that is in use for one that is not, and remove its WAL.
 */

/** The database, its write-ahead log, and the shared memory of those who use it; the latter two only in WAL mode. */
type Files = { readonly database: FileState; readonly wal: FileState; readonly shm: FileState };
type Names = { readonly [Part in keyof Files]: string };

/** The file that a path refers to now: another `id` is another file. */
type FileState = { readonly id: string; readonly size: bigint; readonly changedAt: bigint } | undefined;

/** What this process has open, by the ID of the database: as in SQLite, all connections to a file share one entry. */
const opened = new Map<string, DatabaseFiles>();

/** Connections that got hold of the wrong files. They are never closed. */
const doubtful = new Set<Database>();

/** The files of a database, as this process has them open. */
export class DatabaseFiles {
  readonly #names: Names;
  readonly #own: Files;
  readonly #connections = new Set<Database>();
  /** How the files were when they were last seen in their places. */
  #seen: Files;
  #replaced: StoreReplacedError | undefined;
  #isWalEmptied = false;

  private constructor(names: Names, own: Files) {
    this.#names = names;
    this.#own = own;
    this.#seen = own;
  }

  /** A connection to a WAL other than the one in use would do harm even if it only reads. */
  static checkBeforeOpening(path: string): void {
    opened.get(fileAt(path)?.id ?? '')?.check();
  }

  /**
   * Registers a connection that has read something: only then has SQLite opened the WAL. If this throws a
   * `StoreReplacedError`, the connection must not be closed.
   */
  static register(db: Database, path: string): DatabaseFiles {
    try {
      const names = namesOf(db, path);
      const found = filesAt(names);
      if (found.database === undefined || hasMoved(db)) throw replacedError('database', names, found);
      const { id } = found.database;
      const files = opened.get(id) ?? new DatabaseFiles(names, openFiles(db, names, found));
      files.check();
      files.#connections.add(db);
      opened.set(id, files);
      return files;
    } catch (error) {
      if (error instanceof StoreReplacedError) doubtful.add(db);
      throw error;
    }
  }

  /** The size of the write-ahead log when the files were last seen. */
  get logBytes(): number {
    return Number(this.#seen.wal?.size ?? 0n);
  }

  /** Throws if the open files are not those on disk, or if that cannot be determined. Takes microseconds. */
  check(): void {
    const error = this.#inspect();
    if (error !== undefined) throw error;
  }

  /** The same after a commit, which the files on disk may or may not contain. */
  checkCommitted(): void {
    const error = this.#inspect();
    if (error !== undefined) throw new StoreReplacedError(error.what, true);
  }

  /** What was found to be replaced or removed. */
  replaced(): StoreReplacedError | undefined {
    try {
      return this.#inspect();
    } catch {
      return undefined;
    }
  }

  /** Closes a connection, unless that would damage what others have written since. */
  close(db: Database): void {
    if (!this.mayClose()) return;
    this.#connections.delete(db);
    if (this.#connections.size === 0) opened.delete(this.#own.database?.id ?? '');
    db.close();
  }

  /**
   * When the last connection closes, SQLite copies the WAL into the database and removes it. If the WAL was merely removed
   * before, that saves its contents. But if others have continued with another WAL since, it would mix the two, and
   * remove theirs. If the database itself is another file, SQLite notices and leaves everything as it is.
   */
  mayClose(): boolean {
    const [db] = this.#connections;
    if (this.replaced() === undefined || db === undefined || hasMoved(db)) return true;
    try {
      const { database, wal } = filesAt(this.#names);
      const isWalUnused = wal === undefined || wal.size === 0n || isUnchanged(wal, this.#seen.wal);
      return isWalUnused && isUnchanged(database, this.#seen.database);
    } catch {
      return false;
    }
  }

  #inspect(): StoreReplacedError | undefined {
    this.#replaced ??= this.#compare();
    if (this.#replaced !== undefined) this.#emptyWal();
    return this.#replaced;
  }

  #compare(): StoreReplacedError | undefined {
    const found = filesAt(this.#names);
    for (const part of ['database', 'wal', 'shm'] as const) {
      const own = this.#own[part];
      if (own !== undefined && own.id !== found[part]?.id) return replacedError(part, this.#names, found);
    }
    this.#seen = found;
    return undefined;
  }

  /**
   * If the database is another file now, the next process to open that one would apply our WAL to it. So its contents
   * are moved to where they belong: the file that we have open, whatever its name is by now.
   */
  #emptyWal(): void {
    const db = [...this.#connections].find((each) => !each.inTransaction);
    if (this.#isWalEmptied || this.#own.wal === undefined || db === undefined || !hasMoved(db)) return;
    try {
      const result = db.query<{ busy: number }, []>('PRAGMA wal_checkpoint(TRUNCATE)').get();
      this.#isWalEmptied = result?.busy === 0;
    } catch {
      // Another process is using it; the next check tries again.
    }
  }
}

// At exit the runtime closes what is still open, regardless of the files.
process.on('exit', (code) => {
  if ([...doubtful].every(hasMoved) && [...opened.values()].every((files) => files.mayClose())) return;
  try {
    // Another program takes the place of this one, so nothing of it is closed.
    process.execve?.('/bin/sh', ['sh', '-c', `exit ${code}`]);
  } catch {
    // Without a shell, the exit code is lost.
  }
  process.kill(process.pid, 'SIGKILL');
});

function replacedError(part: keyof Files, names: Names, found: Files): StoreReplacedError {
  const title = part === 'database' ? 'the store' : 'the write-ahead log of the store';
  const fate = found[part] === undefined ? 'removed' : 'replaced by another file';
  return new StoreReplacedError(`${title} (${names[part]}) was ${fate}`);
}

/** The side files are named after the database itself, even if it is opened through a symbolic link. */
function namesOf(db: Database, path: string): Names {
  const file = db.query<{ file: string }, []>('PRAGMA database_list').get()?.file ?? path;
  return { database: path, wal: `${file}-wal`, shm: `${file}-shm` };
}

function filesAt(names: Names): Files {
  return { database: fileAt(names.database), wal: fileAt(names.wal), shm: fileAt(names.shm) };
}

function fileAt(path: string): FileState {
  try {
    const { dev, ino, size, mtimeNs } = statSync(path, { bigint: true });
    return { id: `${dev}:${ino}`, size, changedAt: mtimeNs };
  } catch (error) {
    if (error instanceof Error && 'code' in error && /^(ENOENT|ENOTDIR)$/.test(`${error.code}`))
      return undefined;
    throw explainOpening(error, path);
  }
}

function isUnchanged(file: FileState, before: FileState): boolean {
  return file?.id === before?.id && file?.size === before?.size && file?.changedAt === before?.changedAt;
}

/** Whether SQLite itself reports that the open file is no longer found under its name. */
function hasMoved(db: Database): boolean {
  const hasMoved = new Int32Array(2);
  db.fileControl(constants.SQLITE_FCNTL_HAS_MOVED, hasMoved);
  return hasMoved[0] !== 0;
}

/** What the first connection has opened. These are the files under those names, unless they were replaced at that moment. */
function openFiles(db: Database, names: Names, found: Files): Files {
  const mode = db.query<{ journal_mode: string }, []>('PRAGMA journal_mode').get()?.journal_mode;
  if (mode !== 'wal') return { ...found, wal: undefined, shm: undefined };
  const held = heldFiles();
  // If not even the database is found among the open files, this system does not list them.
  const isKnown = held.has(found.database?.id ?? '');
  for (const part of ['wal', 'shm'] as const) {
    const id = found[part]?.id;
    if (id === undefined || (isKnown && !held.has(id))) throw replacedError(part, names, found);
  }
  if (!isWalComplete(db, names.wal)) throw replacedError('wal', names, found);
  return found;
}

/** The IDs of all files that this process has open. */
function heldFiles(): ReadonlySet<string> {
  const held = new Set<string>();
  for (const descriptor of descriptors()) {
    try {
      const { dev, ino } = fstatSync(descriptor, { bigint: true });
      held.add(`${dev}:${ino}`);
    } catch {
      // Closed by now, such as the one by which they were listed.
    }
  }
  return held;
}

function descriptors(): readonly number[] {
  try {
    return readdirSync('/dev/fd').map(Number);
  } catch {
    return [];
  }
}

const walHeaderBytes = 32n;
const frameHeaderBytes = 24n;

/** A WAL that was removed while in use is recreated by the next process, without the frames that the shared memory names. */
function isWalComplete(db: Database, path: string): boolean {
  const pageBytes = db.query<{ page_size: number }, []>('PRAGMA page_size').get()?.page_size ?? 0;
  for (;;) {
    const frames = framesIn(db);
    const { size } = fileAt(path) ?? { size: 0n };
    if (frames <= 0 || size >= walHeaderBytes + BigInt(frames) * (frameHeaderBytes + BigInt(pageBytes)))
      return true;
    // Others may have restarted the WAL in between.
    if (framesIn(db) === frames) return false;
  }
}

function framesIn(db: Database): number {
  return db.query<{ log: number }, []>('PRAGMA wal_checkpoint(NOOP)').get()?.log ?? 0;
}
