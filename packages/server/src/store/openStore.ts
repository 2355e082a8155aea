import { stat } from 'node:fs/promises';
import { type Chained, defaultVersions, type FoundSchema, type OnMigration, type Store } from './Store.ts';
import { StoreError } from './StoreError.ts';
import { readSqliteSchema } from './sqlite/connect.ts';
import { openSqlite, openTemporary } from './sqlite/openSqlite.ts';

/**
 * `keptVersions`: how many past versions of a record to keep; 0 for none. `patience`: how many milliseconds to wait for
 * other writers, and for a server that does not respond. `creates`: creates the store if there is none, rather than
 * throwing a `NoStoreError`. `pageBytes`: how much of a file is kept in memory for writing. `onMigration`: told before an
 * older store is migrated, in place of a line on standard error.
 */
export type StoreOptions = {
  readonly keptVersions?: number;
  readonly patience?: number;
  readonly creates?: boolean;
  readonly pageBytes?: number;
  readonly onMigration?: OnMigration;
};

/** Opens the store that a URL names: `postgres://…`, `sqlite:<path>`, or `sqlite::memory:` for one that is deleted when closed. */
export async function openStore(
  url: string,
  {
    keptVersions = defaultVersions,
    patience,
    creates = true,
    pageBytes,
    onMigration = noteMigration,
  }: StoreOptions = {},
): Promise<Store> {
  const options = { keptVersions, creates, onMigration, ...(patience !== undefined && { patience }) };
  if (url === 'sqlite::memory:') return openTemporary({ ...options, creates: true });
  if (url.startsWith('sqlite:'))
    return openSqlite(sqlitePath(url), { ...options, ...(pageBytes !== undefined && { pageBytes }) });
  if (/^postgres(ql)?:/.test(url)) {
    // Most services never need it, and every command would load it.
    const { openPostgres } = await import('./postgres/openPostgres.ts');
    return await openPostgres(url, {
      ...options,
      ...(patience !== undefined && { timeouts: { slow: patience } }),
    });
  }
  // The message does not repeat the URL: it may hold a password.
  throw new StoreError(
    'the store must be given as sqlite:<path>, as in sqlite:data/newsstand.db, or postgres://user:password@host/database',
  );
}

/** Looks at the schema of a store, and leaves it as it is. */
export async function readSchema(url: string): Promise<FoundSchema> {
  if (url.startsWith('sqlite:')) return await readSqliteSchema(sqlitePath(url));
  const { readPostgresSchema } = await import('./postgres/openPostgres.ts');
  return await readPostgresSchema(url);
}

function noteMigration(from: number, to: number, chained?: Chained): void {
  console.error(
    chained === undefined
      ? `newsstand: migrating the store from schema ${from} to ${to}`
      : `newsstand: ${chained.entries} of ${chained.of} entries of the audit log are chained`,
  );
}

function sqlitePath(url: string): string {
  const path = url.slice('sqlite:'.length);
  const isHost = /^\/\/[^/]/.test(path);
  if (path === '' || isHost || path.includes('\0')) {
    throw new StoreError(
      'the path of the store must be given as sqlite:<path>, as in sqlite:data/newsstand.db',
    );
  }
  return path;
}

/** Whether a path is a file of a store, even under another name. Only SQLite may open or replace these. */
export async function isStoreFile(databaseUrl: string, path: string): Promise<boolean> {
  const id = await fileId(path);
  if (id === undefined || !databaseUrl.startsWith('sqlite:')) return false;
  const database = databaseUrl.slice('sqlite:'.length);
  const own = await Promise.all(['', '-wal', '-shm'].map((ending) => fileId(database + ending)));
  return own.includes(id);
}

async function fileId(path: string): Promise<string | undefined> {
  const found = await stat(path, { bigint: true }).catch(() => undefined);
  return found && `${found.dev}:${found.ino}`;
}

/** Opens a resource on first use; after a failure the next use tries again. */
export function openLazily<T extends { close(): Promise<void> }>(open: () => Promise<T>) {
  let opened: Promise<T> | undefined;
  let isClosed = false;
  return {
    get(): Promise<T> {
      if (isClosed) return Promise.reject(new StoreError('the store is closed'));
      opened ??= open().catch((error: unknown) => {
        opened = undefined;
        throw error;
      });
      return opened;
    },
    /** Closes it if it was opened. */
    async close(): Promise<void> {
      isClosed = true;
      await (await opened?.catch(() => undefined))?.close();
    },
  };
}

/**
 * Opens the store for a piece of work and closes it afterwards, however the work ends. It is created only on request:
 * a typo in the path must not look like an empty store.
 */
export async function withStore<T>(
  databaseUrl: string,
  work: (store: Store) => Promise<T>,
  { creates = false, ...options }: StoreOptions = {},
): Promise<T> {
  const store = await openStore(databaseUrl, { ...options, creates });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}
