import { appKinds } from '@newsstand/contract/plain';
import type { ChangedRecord, LastChange, LastChangesQuery } from '../Admin.ts';
import type { RecordKey } from '../Store.ts';
import { findShelf } from './postgresReader.ts';
import { type Shelf, shelfColumns, shelfKey } from './recordRows.ts';
import { type Ask, arrayLiteral } from './Session.ts';

type ChangeRow = { readonly id: string; readonly changedAt: number; readonly changedBy: string };

const columns = 'id, changed_at::float8 AS "changedAt", changed_by AS "changedBy"';

/** The keys of `keyColumns` by their place, each with its shelf. */
export const asked = `unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[])
  WITH ORDINALITY AS asked (project_id, space_id, kind, instance_id, id, place)
  CROSS JOIN LATERAL (
    SELECT shelf FROM newsstand.shelves WHERE shelves.project_id = asked.project_id
      AND shelves.space_id = asked.space_id AND shelves.kind = asked.kind
      AND shelves.instance_id = asked.instance_id LIMIT 1
  ) AS shelf`;

/** The columns of some keys, as parameters. */
export function keyColumns(keys: readonly RecordKey[]): readonly string[] {
  return [
    arrayLiteral(keys.map(({ projectId }) => projectId)),
    arrayLiteral(keys.map(({ spaceId }) => spaceId)),
    arrayLiteral(keys.map(({ kind }) => kind)),
    arrayLiteral(keys.map(({ instanceId }) => instanceId ?? '')),
    arrayLiteral(keys.map(({ id }) => id)),
  ];
}

/** Who changed each of some records last, and when. */
export async function lastChanges(
  ask: Ask,
  keys: readonly RecordKey[],
): Promise<readonly (LastChange | undefined)[]> {
  const found: (LastChange | undefined)[] = keys.map(() => undefined);
  if (keys.length === 0) return found;
  const rows = await ask<ChangeRow & { place: number }>(
    `SELECT (place - 1)::float8 AS place, record.* FROM ${asked}
     CROSS JOIN LATERAL (
       SELECT ${columns} FROM newsstand.records
       WHERE records.shelf = shelf.shelf AND records.id = asked.id AND changed_at IS NOT NULL LIMIT 1
     ) AS record`,
    keyColumns(keys),
  );
  for (const { place, changedAt, changedBy } of rows) found[place] = { changedAt, changedBy };
  return found;
}

/** The news and banners of a scope that were changed last, the latest first. */
export async function changedLast(
  ask: Ask,
  { scope, by, most }: LastChangesQuery,
): Promise<readonly ChangedRecord[]> {
  const rows = await ask<Shelf & ChangeRow>(
    `SELECT own.*, changed.* FROM (
       SELECT ${shelfColumns} FROM newsstand.shelves
       WHERE project_id = coalesce($1, project_id) AND space_id = coalesce($2, space_id)
         AND instance_id = coalesce($3, instance_id) AND kind = ANY ($4::text[])
     ) AS own CROSS JOIN LATERAL (
       SELECT ${columns} FROM newsstand.records
       WHERE records.shelf = own.shelf AND changed_at IS NOT NULL${by === undefined ? '' : ' AND changed_by = $6'}
       ORDER BY changed_at DESC LIMIT $5
     ) AS changed ORDER BY "changedAt" DESC LIMIT $5`,
    [
      ...[scope.projectId ?? null, scope.spaceId ?? null, scope.instanceId ?? null],
      ...[arrayLiteral(appKinds), most, ...(by === undefined ? [] : [by])],
    ],
  );
  return rows.map((row) => ({
    key: { ...shelfKey(row), id: row.id },
    changedAt: row.changedAt,
    changedBy: row.changedBy,
  }));
}

/** How many IDs are read at once. */
const turnSize = 2000;

/** The IDs of all records of a shelf that somebody changed last. */
export async function idsChangedBy(
  ask: Ask,
  key: Omit<RecordKey, 'id'>,
  by: string,
): Promise<readonly string[]> {
  const shelf = (await findShelf(ask, key))?.shelf;
  if (shelf === undefined) return [];
  const ids: string[] = [];
  for (let last = { at: -1, id: '' }; ; ) {
    const rows = await ask<typeof last>(
      `SELECT changed_at::float8 AS at, id FROM newsstand.records
       WHERE shelf = $1 AND changed_by = $2 AND (changed_at, id) > ($3, $4) ORDER BY changed_at, id LIMIT $5`,
      [shelf, by, last.at, last.id, turnSize],
    );
    for (const { id } of rows) ids.push(id);
    if (rows.length < turnSize) return ids;
    last = rows.at(-1) ?? last;
  }
}

/** Copies who changed records last from another store. */
export async function putLastChanges(ask: Ask, changes: readonly ChangedRecord[]): Promise<void> {
  if (changes.length === 0) return;
  await ask(
    `UPDATE newsstand.records SET changed_at = given.changed_at, changed_by = given.changed_by
     FROM (
       SELECT shelf.shelf, asked.id, ($6::bigint[])[place] AS changed_at, ($7::text[])[place] AS changed_by
       FROM ${asked}
     ) AS given WHERE records.shelf = given.shelf AND records.id = given.id`,
    [
      ...keyColumns(changes.map(({ key }) => key)),
      arrayLiteral(changes.map(({ changedAt }) => changedAt)),
      arrayLiteral(changes.map(({ changedBy }) => changedBy)),
    ],
  );
}
