import type { Imported } from '../Admin.ts';
import type { RecordKey, Scope } from '../Store.ts';
import { asked, keyColumns } from './postgresLastChanges.ts';
import { type Shelf, shelfColumns, shelfKey } from './recordRows.ts';
import { type Ask, arrayLiteral } from './Session.ts';

/** How many are fetched at once. */
const batchSize = 1000;

/** What the last import has brought of each of some records. */
export async function imported(
  ask: Ask,
  keys: readonly RecordKey[],
): Promise<readonly (string | undefined)[]> {
  const found: (string | undefined)[] = keys.map(() => undefined);
  if (keys.length === 0) return found;
  const rows = await ask<{ place: number; digest: string }>(
    `SELECT (place - 1)::float8 AS place, digest FROM ${asked}
     CROSS JOIN LATERAL (
       SELECT digest FROM newsstand.imported
       WHERE imported.shelf = shelf.shelf AND imported.id = asked.id LIMIT 1
     ) AS known`,
    keyColumns(keys),
  );
  for (const { place, digest } of rows) found[place] = digest;
  return found;
}

/** All of it in a scope, by the names of shelves and records. */
export async function* allImported(ask: Ask, scope: Scope = {}): AsyncGenerator<readonly Imported[]> {
  const shelves = await ask<Shelf>(
    `SELECT ${shelfColumns} FROM newsstand.shelves
     WHERE project_id = coalesce($1, project_id) AND space_id = coalesce($2, space_id)
       AND instance_id = coalesce($3, instance_id)
       AND EXISTS (SELECT FROM newsstand.imported WHERE imported.shelf = shelves.shelf)
     ORDER BY project_id, space_id, instance_id, kind`,
    [scope.projectId ?? null, scope.spaceId ?? null, scope.instanceId ?? null],
  );
  for (const shelf of shelves) {
    for (let after = ''; ; ) {
      const rows = await ask<{ id: string; digest: string }>(
        `SELECT id, digest FROM newsstand.imported WHERE shelf = $1 AND id > $2 ORDER BY id LIMIT ${batchSize}`,
        [shelf.shelf, after],
      );
      const last = rows.at(-1);
      if (last === undefined) break;
      yield rows.map(({ id, digest }) => ({ key: { ...shelfKey(shelf), id }, digest }));
      after = last.id;
    }
  }
}

/** Replaces what is known of some records; `shelfOf` returns the number of a shelf, which it creates if needed. */
export async function putImported(
  ask: Ask,
  all: readonly Imported[],
  shelfOf: (key: Omit<RecordKey, 'id'>) => Promise<number>,
): Promise<void> {
  if (all.length === 0) return;
  // One statement must not change a row twice: the last one counts.
  const rows = new Map<string, { shelf: number; id: string; digest: string }>();
  for (const { key, digest } of all) {
    const shelf = await shelfOf(key);
    rows.set(`${shelf} ${key.id}`, { shelf, id: key.id, digest });
  }
  const given = [...rows.values()];
  await ask(
    `INSERT INTO newsstand.imported SELECT * FROM unnest($1::int[], $2::text[], $3::text[])
     ON CONFLICT (shelf, id) DO UPDATE SET digest = excluded.digest`,
    [
      arrayLiteral(given.map(({ shelf }) => shelf)),
      arrayLiteral(given.map(({ id }) => id)),
      arrayLiteral(given.map(({ digest }) => digest)),
    ],
  );
}
