import type { Version, VersionsQuery } from '../Admin.ts';
import type { RecordKey, Scope } from '../Store.ts';
import { encodeNext } from '../StoredRecord.ts';
import { findShelf } from './postgresReader.ts';
import {
  encodeLink,
  type RecordRow,
  type Shelf,
  shelfColumns,
  shelfKey,
  storedRecord,
} from './recordRows.ts';
import { type Ask, arrayLiteral } from './Session.ts';

/** How many versions are fetched at once. */
const batchSize = 200;

type VersionRow = RecordRow & {
  readonly number: number;
  readonly replacedAt: number;
  readonly replacedBy: string;
  readonly wasRemoved: boolean;
};

const columns = `id, number, alias, document, links, next, replaced_at::float8 AS "replacedAt",
  replaced_by AS "replacedBy", was_removed AS "wasRemoved"`;

/** All versions of a record before a number, the newest first. */
export async function versionsOf(
  ask: Ask,
  key: RecordKey,
  most?: number,
  before?: number,
): Promise<readonly Version[]> {
  const shelf = (await findShelf(ask, key))?.shelf;
  if (shelf === undefined) return [];
  const rows = await ask<VersionRow>(
    `SELECT ${columns} FROM newsstand.versions
     WHERE shelf = $1 AND id = $2 AND ($4::int IS NULL OR number < $4::int) ORDER BY number DESC LIMIT $3::int`,
    [shelf, key.id, most ?? null, before ?? null],
  );
  return rows.map((row) => version(key, row));
}

/**
 * The last versions of removed records, by an index of their own, until enough are found. Each may be
 * large, so they are read one by one.
 */
export async function* removedVersions(ask: Ask, scope: Scope, most: number): AsyncGenerator<Version> {
  const removals = await ask<Shelf & { readonly id: string; readonly number: number }>(
    `SELECT own.*, went.id, went.number FROM (
       SELECT shelf, id, number, replaced_at FROM newsstand.versions WHERE was_removed
       ORDER BY replaced_at DESC, shelf, id OFFSET 0
     ) AS went
     CROSS JOIN LATERAL (
       SELECT ${shelfColumns} FROM newsstand.shelves WHERE shelves.shelf = went.shelf
         AND project_id = coalesce($1, project_id) AND space_id = coalesce($2, space_id)
         AND instance_id = coalesce($3, instance_id) LIMIT 1
     ) AS own
     LEFT JOIN LATERAL (
       SELECT true AS is_there FROM newsstand.records
       WHERE records.shelf = went.shelf AND records.id = went.id LIMIT 1
     ) AS record ON true
     LEFT JOIN LATERAL (
       SELECT true AS is_there FROM newsstand.versions
       WHERE versions.shelf = went.shelf AND versions.id = went.id AND versions.number > went.number LIMIT 1
     ) AS newer ON true
     WHERE record.is_there IS NULL AND newer.is_there IS NULL
     ORDER BY went.replaced_at DESC, went.shelf, went.id LIMIT $4`,
    [scope.projectId ?? null, scope.spaceId ?? null, scope.instanceId ?? null, most],
  );
  for (const removal of removals) {
    const [row] = await ask<VersionRow>(
      `SELECT ${columns} FROM newsstand.versions WHERE shelf = $1 AND id = $2 AND number = $3`,
      [removal.shelf, removal.id, removal.number],
    );
    if (row !== undefined) yield version(shelfKey(removal), row);
  }
}

/** Where something is embedded by a link, or mentioned as a media of a space; a media names itself, which is no use. */
const isUse = `links @> ARRAY[$1] OR newsstand.mentioned_media(document, next) @> ARRAY[$2] AND shelf IN (
  SELECT shelf FROM newsstand.shelves WHERE project_id = $3 AND space_id = $4 AND kind IN ('news', 'banner'))`;

/** How many records embed or mention another one, and the first of them. */
export async function recordUses(ask: Ask, target: RecordKey, most: number) {
  const shelf = (await findShelf(ask, target))?.shelf;
  if (shelf === undefined) return { total: 0, keys: [] };
  const { kind, projectId, spaceId, id } = target;
  // Only media are mentioned; an empty ID is none.
  const place = [encodeLink(shelf, target), kind === 'media' ? id : '', projectId, spaceId];
  const [counted] = await ask<{ total: number }>(
    `SELECT count(*)::float8 AS total FROM newsstand.records WHERE ${isUse}`,
    place,
  );
  // The index comes first, then the order: the other way round may read most of the table to find a few.
  const rows = await ask<Shelf & { id: string }>(
    `SELECT ${shelfColumns}, id FROM (
       SELECT record, shelf, id FROM newsstand.records WHERE ${isUse} OFFSET 0
     ) AS pointing JOIN newsstand.shelves USING (shelf) ORDER BY record LIMIT $5`,
    [...place, most],
  );
  return {
    total: counted?.total ?? 0,
    keys: rows.map((row): RecordKey => ({ ...shelfKey(row), id: row.id })),
  };
}

/** Every version, by the names of shelves and records; only of one kind or scope if one is given. */
export async function* allVersions(
  ask: Ask,
  { kind, scope = {} }: VersionsQuery = {},
): AsyncGenerator<readonly Version[]> {
  const shelves = await ask<Shelf>(
    `SELECT ${shelfColumns} FROM newsstand.shelves
     WHERE kind = coalesce($1, kind) AND project_id = coalesce($2, project_id)
       AND space_id = coalesce($3, space_id) AND instance_id = coalesce($4, instance_id)
       AND EXISTS (SELECT FROM newsstand.versions WHERE versions.shelf = shelves.shelf)
     ORDER BY project_id, space_id, instance_id, kind`,
    [kind ?? null, scope.projectId ?? null, scope.spaceId ?? null, scope.instanceId ?? null],
  );
  for (const shelf of shelves) {
    for (let [id, number] = ['', 0]; ; ) {
      const rows = await ask<VersionRow>(
        `SELECT ${columns} FROM newsstand.versions WHERE shelf = $1 AND (id, number) > ($2, $3)
         ORDER BY id, number LIMIT ${batchSize}`,
        [shelf.shelf, id, number],
      );
      const last = rows.at(-1);
      if (last === undefined) break;
      yield rows.map((row) => version(shelfKey(shelf), row));
      [id, number] = [last.id, last.number];
    }
  }
}

/** Copies versions of another store; `shelfOf` returns the number of a shelf, which it creates if needed. */
export async function putVersions(
  ask: Ask,
  versions: readonly Version[],
  shelfOf: (key: Omit<RecordKey, 'id'>) => Promise<number>,
): Promise<void> {
  const rows = [];
  for (const each of versions) {
    const { projectId, spaceId } = each.record;
    const links = [];
    for (const link of [...each.record.links, ...(each.record.next?.links ?? [])]) {
      links.push(encodeLink(await shelfOf({ kind: link.kind, projectId, spaceId }), link));
    }
    rows.push({ ...each, ...each.record, shelf: await shelfOf(each.record), links: arrayLiteral(links) });
  }
  await ask(
    `INSERT INTO newsstand.versions
       (shelf, id, number, alias, document, links, next, replaced_at, replaced_by, was_removed, start)
     SELECT shelf, id, number, alias, document, links::text[], next, replaced_at, replaced_by, was_removed = 1, -1
     FROM unnest($1::int[], $2::text[], $3::int[], $4::text[], $5::text[], $6::text[], $7::text[], $8::bigint[],
         $9::text[], $10::int[])
       AS given (shelf, id, number, alias, document, links, next, replaced_at, replaced_by, was_removed)`,
    [
      arrayLiteral(rows.map(({ shelf }) => shelf)),
      arrayLiteral(rows.map(({ id }) => id)),
      arrayLiteral(rows.map(({ number }) => number)),
      arrayLiteral(rows.map(({ alias }) => alias ?? null)),
      arrayLiteral(rows.map(({ document }) => document)),
      arrayLiteral(rows.map(({ links }) => links)),
      arrayLiteral(rows.map(({ record }) => encodeNext(record.next))),
      arrayLiteral(rows.map(({ replacedAt }) => replacedAt)),
      arrayLiteral(rows.map(({ replacedBy }) => replacedBy)),
      arrayLiteral(rows.map(({ wasRemoved }) => (wasRemoved ? 1 : 0))),
    ],
  );
}

function version(key: Omit<RecordKey, 'id'>, row: VersionRow): Version {
  const { number, replacedAt, replacedBy, wasRemoved } = row;
  return { number, record: storedRecord(key, row), replacedAt, replacedBy, wasRemoved };
}
