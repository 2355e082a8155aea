/** Reads a store directly: with the store's own code and with SQLite, never its files. */
import { Database } from 'bun:sqlite';
import { openStore } from '../../packages/server/src/store/openStore.ts';
import type { Bookmark } from '../../packages/server/src/store/Store.ts';
import { everyRecord } from '../faults/agreement.ts';
import type { Fault } from './judge.ts';

/** The contents of the store. */
export type StoreView = {
  readonly bookmark: Bookmark;
  /** The names of all records by key. */
  readonly names: ReadonlyMap<string, string>;
  readonly faults: readonly Fault[];
};

/** `last`: the bookmark at the previous check. */
export async function lookAtStore(databaseUrl: string, last: Bookmark | undefined): Promise<StoreView> {
  const store = await openStore(databaseUrl);
  try {
    const faults = last === undefined ? [] : [...(await historyFaults(store, last))];
    const [bookmark, records] = await store.read(async (reader) => [
      await reader.bookmark(),
      await everyRecord(reader),
    ]);
    const names = records.map(({ kind, id, document }): [string, string] => [
      `${kind}/${id}`,
      nameOf(document),
    ]);
    return { bookmark, names: new Map(names), faults };
  } finally {
    await store.close();
  }
}

/** History only grows: the log still knows the previous bookmark, and has continued from there. */
async function historyFaults(
  store: Awaited<ReturnType<typeof openStore>>,
  last: Bookmark,
): Promise<readonly Fault[]> {
  const now = await store.bookmark();
  const following = await store.changesAfter(last, async ({ batches }) => {
    for await (const _ of batches);
  });
  const isFine = now.revision >= last.revision && (following === 'taken' || following === 'same');
  const text = `the history between ${last.revision} and ${now.revision} has changed (${following})`;
  return isFine ? [] : [{ type: 'integrity', text }];
}

function nameOf(document: string): string {
  const value: unknown = JSON.parse(document);
  return typeof value === 'object' && value !== null && 'name' in value ? `${value.name}` : '';
}

/** The problems that SQLite finds in a database. The connection is read-only, and is closed again. */
export function integrityFaults(path: string): readonly Fault[] {
  const problem = (text: string): Fault => ({ type: 'integrity', text: `${path}: ${text}` });
  try {
    using db = new Database(path, { readonly: true });
    db.run('PRAGMA busy_timeout = 30000');
    const told = db.query<{ integrity_check: string }, []>('PRAGMA integrity_check').all();
    const broken = told.flatMap(({ integrity_check: text }) => (text === 'ok' ? [] : [text]));
    const foreign = db
      .query('PRAGMA foreign_key_check')
      .all()
      .map((row) => `a foreign key: ${JSON.stringify(row)}`);
    return [...broken, ...foreign, ...danglingLinks(db)].map(problem);
  } catch (error) {
    return [problem(`can't be read: ${error}`)];
  }
}

/** Part of a transaction would leave dangling links, which no constraint of SQLite prevents. */
function danglingLinks(db: Database): readonly string[] {
  return db
    .query<{ id: string }, []>(
      `SELECT l.id FROM links l WHERE NOT EXISTS (SELECT 1 FROM records r WHERE r.shelf = l.shelf AND r.id = l.id)`,
    )
    .all()
    .map(({ id }) => `a dangling link to ${id}`);
}
