import { isAppKind } from '@newsstand/contract/plain';
import type { ChangedRecord, LastChange, LastChangesQuery } from '../Admin.ts';
import type { RecordKey } from '../Store.ts';
import { database, type Session, yieldToEventLoop } from './Session.ts';
import { shelfKey, shelfNumber, shelvesOf } from './sqliteReader.ts';

type ChangeRow = { readonly id: string; readonly changedAt: number; readonly changedBy: string };

const columns = 'id, changed_at AS changedAt, changed_by AS changedBy';

/** Who changed each of some records last, and when. */
export function lastChanges(
  session: Session,
  keys: readonly RecordKey[],
): readonly (LastChange | undefined)[] {
  const find = database(session).query<ChangeRow, [number, string]>(
    `SELECT ${columns} FROM records WHERE shelf = ? AND id = ? AND changed_at IS NOT NULL`,
  );
  return keys.map((key) => {
    const shelf = shelfNumber(session, key);
    const row = shelf === undefined ? null : find.get(shelf, key.id);
    return row === null ? undefined : { changedAt: row.changedAt, changedBy: row.changedBy };
  });
}

/** The news and banners of a scope that were changed last, the latest first. */
export function changedLast(
  session: Session,
  { scope, by, most }: LastChangesQuery,
): readonly ChangedRecord[] {
  const db = database(session);
  const all = db.query<ChangeRow, [number, number]>(
    `SELECT ${columns} FROM records INDEXED BY records_by_change
     WHERE shelf = ? AND changed_at IS NOT NULL ORDER BY changed_at DESC LIMIT ?`,
  );
  const own = db.query<ChangeRow, [number, string, number]>(
    `SELECT ${columns} FROM records INDEXED BY records_by_author
     WHERE shelf = ? AND changed_by = ? ORDER BY changed_at DESC LIMIT ?`,
  );
  return shelvesOf(session, scope)
    .filter(({ kind }) => isAppKind(kind))
    .flatMap((shelf) => {
      const rows = by === undefined ? all.all(shelf.shelf, most) : own.all(shelf.shelf, by, most);
      return rows.map(({ id, ...change }) => ({ key: { ...shelfKey(shelf), id }, ...change }));
    })
    .sort((one, other) => other.changedAt - one.changedAt)
    .slice(0, most);
}

/** How many IDs are read before yielding. */
const turnSize = 2000;

/** The IDs of all records of a shelf that somebody changed last. */
export async function idsChangedBy(
  session: Session,
  shelf: Omit<RecordKey, 'id'>,
  by: string,
): Promise<readonly string[]> {
  const number = shelfNumber(session, shelf);
  if (number === undefined) return [];
  const ids: string[] = [];
  for (let last = { at: -Infinity, id: '' }; ; await yieldToEventLoop()) {
    const rows = database(session)
      .query<typeof last, [number, string, number, string, number]>(
        `SELECT changed_at AS at, id FROM records INDEXED BY records_by_author
         WHERE shelf = ? AND changed_by = ? AND (changed_at, id) > (?, ?) ORDER BY changed_at, id LIMIT ?`,
      )
      .all(number, by, last.at, last.id, turnSize);
    for (const { id } of rows) ids.push(id);
    if (rows.length < turnSize) return ids;
    last = rows.at(-1) ?? last;
  }
}

/** Copies who changed records last from another store. */
export function putLastChanges(session: Session, changes: readonly ChangedRecord[]): void {
  const update = database(session).query(
    'UPDATE records SET changed_at = ?, changed_by = ? WHERE shelf = ? AND id = ?',
  );
  for (const { key, changedAt, changedBy } of changes) {
    const shelf = shelfNumber(session, key);
    if (shelf !== undefined) update.run(changedAt, changedBy, shelf, key.id);
  }
}
