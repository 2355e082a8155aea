import { kindNames } from '@newsstand/contract/plain';
import { decodeCredential } from '../Credential.ts';
import {
  type Bookmark,
  beginning,
  type Instance,
  type Reader,
  type RecordKey,
  type Scope,
  type Space,
  type StoredRecord,
} from '../Store.ts';
import { type RecordRow, type Shelf, shelfColumns, shelfKey, storedRecord } from './recordRows.ts';
import { type Ask, arrayLiteral } from './Session.ts';

/** How many records or changes are fetched at once: they are decoded in one go, and a thousand would keep readers waiting. */
export const batchSize = 100;

/** The end of the newest transaction; its row is never pruned. */
export const newestBookmark = `
  SELECT revision::float8 AS revision, mark FROM newsstand.commits ORDER BY commits.revision DESC LIMIT 1`;

/** The store as one transaction sees it. */
export function postgresReader(ask: Ask): Reader {
  return {
    bookmark: () => currentBookmark(ask),
    spaces: () =>
      ask<Space>(`SELECT project_id AS "projectId", space_id AS "spaceId" FROM newsstand.shelves WHERE kind = 'category' AND present
         ORDER BY project_id, space_id`).then((rows) => [...rows]),
    instances: () =>
      ask<Instance>(`SELECT kind AS app, project_id AS "projectId", space_id AS "spaceId", instance_id AS "instanceId"
         FROM newsstand.shelves WHERE instance_id <> '' AND present
         ORDER BY project_id, space_id, kind, instance_id`).then((rows) => [...rows]),
    credentials: async () =>
      (await ask<{ document: string }>('SELECT document FROM newsstand.credentials ORDER BY key')).map(
        (row) => decodeCredential(row.document),
      ),
    records: (scope = {}) => prefetched(recordsOf(ask, scope)),
    find: async (key) => (await findAll(ask, [key]))[0],
    findAll: (keys) => findAll(ask, keys),
    mediaKey: async () =>
      (await ask<{ key: string }>('SELECT media_key AS key FROM newsstand.about'))[0]?.key ?? '',
  };
}

/** The current bookmark. */
export async function currentBookmark(ask: Ask): Promise<Bookmark> {
  return (await ask<Bookmark>(newestBookmark))[0] ?? beginning;
}

/** The number of the shelf that holds, or would hold, a record; undefined if it was never created. */
export async function findShelf(
  ask: Ask,
  { projectId, spaceId, kind, instanceId = '' }: Omit<RecordKey, 'id'>,
): Promise<{ readonly shelf: number; readonly present: boolean } | undefined> {
  const rows = await ask<{ shelf: number; present: boolean }>(
    `SELECT shelf, present FROM newsstand.shelves
     WHERE project_id = $1 AND space_id = $2 AND kind = $3 AND instance_id = $4`,
    [projectId, spaceId, kind, instanceId],
  );
  return rows[0];
}

/** Forces one lookup each: with LIMIT the planner can't join whole tables instead. */
async function findAll(ask: Ask, keys: readonly RecordKey[]): Promise<readonly (StoredRecord | undefined)[]> {
  const found: (StoredRecord | undefined)[] = keys.map(() => undefined);
  if (keys.length === 0) return found;
  const rows = await ask<RecordRow & { place: number }>(
    `SELECT (place - 1)::float8 AS place, record.id, alias, document, links, next
     FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[])
       WITH ORDINALITY AS asked (project_id, space_id, kind, instance_id, id, place)
     CROSS JOIN LATERAL (
       SELECT shelf FROM newsstand.shelves WHERE shelves.project_id = asked.project_id
         AND shelves.space_id = asked.space_id AND shelves.kind = asked.kind
         AND shelves.instance_id = asked.instance_id LIMIT 1
     ) AS shelf
     CROSS JOIN LATERAL (
       SELECT * FROM newsstand.records WHERE records.shelf = shelf.shelf AND records.id = asked.id LIMIT 1
     ) AS record`,
    [
      arrayLiteral(keys.map(({ projectId }) => projectId)),
      arrayLiteral(keys.map(({ spaceId }) => spaceId)),
      arrayLiteral(keys.map(({ kind }) => kind)),
      arrayLiteral(keys.map(({ instanceId }) => instanceId ?? '')),
      arrayLiteral(keys.map(({ id }) => id)),
    ],
  );
  for (const row of rows) {
    const key = keys[row.place];
    if (key !== undefined) found[row.place] = storedRecord(key, row);
  }
  return found;
}

/** All records of a scope, batch by batch. */
export async function* recordsOf(ask: Ask, scope: Scope): AsyncGenerator<readonly StoredRecord[]> {
  const shelves = await shelvesOf(ask, scope);
  for (const kind of kindNames) {
    for (const shelf of shelves) {
      if (shelf.kind === kind) yield* shelfRecords(ask, shelf);
    }
  }
}

/** Only shelves with records: most spaces lack some kind, and each shelf takes a query of its own. */
function shelvesOf(ask: Ask, scope: Scope): Promise<readonly Shelf[]> {
  return ask<Shelf>(
    `SELECT ${shelfColumns} FROM newsstand.shelves
     WHERE project_id = coalesce($1, project_id) AND space_id = coalesce($2, space_id)
       AND instance_id = coalesce($3, instance_id)
       AND EXISTS (SELECT FROM newsstand.records WHERE records.shelf = shelves.shelf)
     ORDER BY project_id, space_id, instance_id`,
    [scope.projectId ?? null, scope.spaceId ?? null, scope.instanceId ?? null],
  );
}

async function* shelfRecords(ask: Ask, shelf: Shelf): AsyncGenerator<readonly StoredRecord[]> {
  const key = shelfKey(shelf);
  for (let after = 0; ; ) {
    const rows = await ask<RecordRow & { record: number }>(
      `SELECT record::float8 AS record, id, alias, document, links, next FROM newsstand.records
       WHERE shelf = $1 AND record > $2 ORDER BY records.record LIMIT ${batchSize}`,
      [shelf.shelf, after],
    );
    if (rows.length > 0) yield rows.map((row) => storedRecord(key, row));
    if (rows.length < batchSize) return;
    after = rows.at(-1)?.record ?? after;
  }
}

/** Fetches the next batch while the current one is processed. */
export async function* prefetched<T>(batches: AsyncGenerator<T>): AsyncGenerator<T> {
  let next = batches.next();
  try {
    for (;;) {
      const { done, value } = await next;
      if (done) return;
      next = batches.next();
      // If the reader stops early, nobody handles a failure.
      next.catch(() => {});
      yield value;
    }
  } finally {
    await next.catch(() => {});
  }
}
