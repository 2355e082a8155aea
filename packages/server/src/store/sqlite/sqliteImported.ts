import type { Imported } from '../Admin.ts';
import type { RecordKey, Scope } from '../Store.ts';
import { database, type Session, yieldToEventLoop } from './Session.ts';
import { shelfKey, shelfNumber, shelvesOf } from './sqliteReader.ts';
import { shelfEvenIfRemoved } from './sqliteVersions.ts';

/** How many are read before yielding. */
const batchSize = 1000;

type Row = { readonly id: string; readonly digest: string };

/** What the last import has brought of each of some records. */
export function imported(session: Session, keys: readonly RecordKey[]): readonly (string | undefined)[] {
  const find = database(session).query<Pick<Row, 'digest'>, [number, string]>(
    'SELECT digest FROM imported WHERE shelf = ? AND id = ?',
  );
  return keys.map((key) => {
    const shelf = shelfNumber(session, key);
    return shelf === undefined ? undefined : find.get(shelf, key.id)?.digest;
  });
}

/** All of it in a scope, by the names of shelves and records. */
export async function* allImported(session: Session, scope: Scope = {}): AsyncGenerator<readonly Imported[]> {
  for (const shelf of shelvesOf(session, scope)) {
    for (let after = ''; ; await yieldToEventLoop()) {
      const rows = database(session)
        .query<Row, [number, string, number]>(
          'SELECT id, digest FROM imported WHERE shelf = ? AND id > ? ORDER BY id LIMIT ?',
        )
        .all(shelf.shelf, after, batchSize);
      const last = rows.at(-1);
      if (last === undefined) break;
      yield rows.map(({ id, digest }) => ({ key: { ...shelfKey(shelf), id }, digest }));
      after = last.id;
    }
  }
}

/** Replaces what is known of some records. */
export function putImported(session: Session, all: readonly Imported[]): void {
  const insert = database(session).query('INSERT OR REPLACE INTO imported VALUES (?, ?, ?)');
  for (const { key, digest } of all) insert.run(shelfEvenIfRemoved(session, key), key.id, digest);
}
