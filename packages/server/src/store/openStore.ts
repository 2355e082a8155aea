import { openPostgres } from './postgres/openPostgres.ts';
import { type Store, usualVersions } from './Store.ts';
import { StoreError } from './StoreError.ts';
import { openSqlite, openTemporary } from './sqlite/openSqlite.ts';

/**
 * `keptVersions`: how many past versions of a record are kept; 0 for none. `patience`: how many milliseconds to wait for
 * others that write, and for a server that does not answer. `creates`: makes the store where there is none, rather than
 * ending with a `NoStoreError`.
 */
export type StoreOptions = {
  readonly keptVersions?: number;
  readonly patience?: number;
  readonly creates?: boolean;
};

/** Opens the store that a URL names: `postgres://…`, `sqlite:<path>`, or `sqlite::memory:` for one that is gone when closed. */
export async function openStore(
  url: string,
  { keptVersions = usualVersions, patience, creates = true }: StoreOptions = {},
): Promise<Store> {
  const options = { keptVersions, creates, ...(patience !== undefined && { patience }) };
  if (url === 'sqlite::memory:') return openTemporary({ ...options, creates: true });
  if (url.startsWith('sqlite:')) return openSqlite(sqlitePath(url), options);
  if (/^postgres(ql)?:/.test(url)) {
    return openPostgres(url, { ...options, ...(patience !== undefined && { timeouts: { slow: patience } }) });
  }
  // The text itself is left out: a mistyped URL may hold a password.
  throw new StoreError(
    'the store must be written sqlite:<path>, as in sqlite:data/newsstand.db, or postgres://user:password@host/database',
  );
}

function sqlitePath(url: string): string {
  const path = url.slice('sqlite:'.length);
  const isHost = /^\/\/[^/]/.test(path);
  if (path === '' || isHost || path.includes('\0')) {
    throw new StoreError(
      'the path of the store must be written sqlite:<path>, as in sqlite:data/newsstand.db',
    );
  }
  return path;
}
