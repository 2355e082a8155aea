import { isAppKind } from '@newsstand/contract/plain';
import { z } from 'zod';
import { decodeCredential } from '../Credential.ts';
import { decodeEvent, type EventRow, type RecordEvent } from '../RecordEvent.ts';
import type { Bookmark, Change, Following, LoggedChange } from '../Store.ts';
import { batchSize } from './postgresReader.ts';
import { type RecordRow, type Shelf, shelfColumns, shelfKey, storedRecord } from './recordRows.ts';
import type { Ask } from './Session.ts';

/** How many transaction ends are reported at most. */
const mostBookmarks = 1000;

/** The state of the store relative to a bookmark, with the changes since if they are few. */
export type FollowingState = {
  readonly following: Following;
  /** The ends of the transactions since, oldest first; the last is the current bookmark. */
  readonly bookmarks: readonly [...(readonly Bookmark[]), Bookmark];
  readonly isStandby: boolean;
  /** Undefined if it is more than a batch. */
  readonly changes: readonly LoggedChange[] | undefined;
  /** Whether all events since are known. */
  readonly hasEvents: boolean;
};

/** A changed thing as it is now. Without a record, the columns of a record are null; for a credential, also those of a shelf. */
type ChangeRow = Shelf &
  Omit<RecordRow, 'document' | 'links'> & {
    readonly revision: number;
    readonly present: boolean;
    readonly document: string | null;
    readonly links: readonly string[] | null;
  };

/** Forces one lookup each: joining the whole tables, as the planner might, would take seconds. */
const changeRows = `
  SELECT changes.revision::float8 AS revision, changes.shelf, changes.id,
    kind, project_id AS "projectId", space_id AS "spaceId", instance_id AS "instanceId", present,
    record.alias, coalesce(record.document, credential.document) AS document, record.links, record.next
  FROM newsstand.changes
  LEFT JOIN LATERAL (SELECT * FROM newsstand.shelves WHERE shelves.shelf = changes.shelf LIMIT 1) AS shelf ON true
  LEFT JOIN LATERAL (
    SELECT * FROM newsstand.records WHERE records.shelf = changes.shelf AND records.id = changes.id LIMIT 1
  ) AS record ON true
  LEFT JOIN LATERAL (
    SELECT * FROM newsstand.credentials WHERE changes.shelf = 0 AND credentials.key = changes.id LIMIT 1
  ) AS credential ON true
  WHERE changes.revision > $1`;

/** One statement, and so one snapshot without a transaction. The first row has the current bookmark. */
const standingRows = `
  WITH standing AS MATERIALIZED (
    SELECT newest.revision, newest.mark, pg_is_in_recovery() AS standby,
      EXISTS (SELECT FROM newsstand.commits WHERE revision = $1 AND mark = $2) AS known,
      (SELECT count(*) FROM (
        SELECT FROM newsstand.changes WHERE revision > $1 ORDER BY revision LIMIT ${batchSize + 1}
      ) AS newer) <= ${batchSize} AS few
    FROM (SELECT revision, mark FROM newsstand.commits ORDER BY revision DESC LIMIT 1) AS newest
  )
  SELECT -1 AS revision, NULL::int AS shelf, NULL AS id, NULL AS kind, NULL AS "projectId", NULL AS "spaceId",
    NULL AS "instanceId", NULL::boolean AS present, NULL AS alias,
    json_build_object('revision', revision, 'mark', mark, 'standby', standby, 'known', known, 'few', few,
      'floor', (SELECT revision FROM newsstand.events_floor), 'bookmarks', (
      SELECT json_agg(json_build_object('revision', revision, 'mark', mark) ORDER BY revision) FROM (
        SELECT revision, mark FROM newsstand.commits WHERE known AND revision > $1
        ORDER BY revision DESC LIMIT ${mostBookmarks}
      ) AS ends
    ))::text AS document,
    NULL::text[] AS links, NULL AS next
  FROM standing
  UNION ALL
  SELECT * FROM (
    ${changeRows} AND (SELECT known AND few FROM standing) ORDER BY changes.revision LIMIT ${batchSize}
  ) AS changed
  ORDER BY revision`;

const bookmarkSchema = z.object({ revision: z.number(), mark: z.string() });
const standingSchema = bookmarkSchema.extend({
  standby: z.boolean(),
  known: z.boolean(),
  few: z.boolean(),
  floor: z.number(),
  bookmarks: z.array(bookmarkSchema).nullable(),
});

/** Compares the store with a bookmark, in one statement. */
export async function followingAfter(ask: Ask, bookmark: Bookmark): Promise<FollowingState> {
  const [head, ...rows] = await ask<ChangeRow>(standingRows, [bookmark.revision, bookmark.mark]);
  const { standby, few, floor, ...found } = standingSchema.parse(JSON.parse(head?.document ?? ''));
  const newest = { revision: found.revision, mark: found.mark };
  return {
    following: followingOf(bookmark, newest, found.known, standby),
    bookmarks: [...(found.bookmarks ?? []).slice(0, -1), newest],
    isStandby: standby,
    changes: few ? rows.map(asItIsNow) : undefined,
    hasEvents: bookmark.revision >= floor,
  };
}

function followingOf(bookmark: Bookmark, newest: Bookmark, isKnown: boolean, isStandby: boolean): Following {
  if (newest.revision === bookmark.revision && newest.mark === bookmark.mark) return 'same';
  if (newest.revision < bookmark.revision && isStandby) return 'behind';
  return isKnown ? 'taken' : 'unknown';
}

/** What changed after a revision, each thing once, as it is now. */
export async function* changesSince(ask: Ask, revision: number): AsyncGenerator<readonly LoggedChange[]> {
  for (let after = revision; ; ) {
    const rows = await ask<ChangeRow>(`${changeRows} ORDER BY changes.revision LIMIT ${batchSize}`, [after]);
    if (rows.length > 0) yield rows.map(asItIsNow);
    if (rows.length < batchSize) return;
    after = rows.at(-1)?.revision ?? after;
  }
}

/** Every single change of a record after a revision and up to another one. */
export async function* eventsBetween(
  ask: Ask,
  revision: number,
  last: number,
): AsyncGenerator<readonly RecordEvent[]> {
  for (let after = revision; ; ) {
    const rows = await ask<Shelf & EventRow>(
      `SELECT revision::float8 AS revision, at::float8 AS at, start::float8 AS start, id, is_hidden::int AS "isHidden",
         was_alias AS "wasAlias", was_published::float8 AS "wasPublished", was_from::float8 AS "wasFrom",
         was_until::float8 AS "wasUntil", was_next AS "wasNext",
         is_alias AS "isAlias", is_published::float8 AS "isPublished", is_from::float8 AS "isFrom",
         is_until::float8 AS "isUntil", is_next AS "isNext", ${shelfColumns}
       FROM (
         SELECT * FROM newsstand.events WHERE revision > $1 AND revision <= $2 ORDER BY revision LIMIT ${batchSize}
       ) AS told JOIN newsstand.shelves USING (shelf) ORDER BY told.revision`,
      [after, last],
    );
    if (rows.length > 0) yield rows.map((row) => decodeEvent(shelfKey(row), row));
    if (rows.length < batchSize) return;
    after = rows.at(-1)?.revision ?? after;
  }
}

function asItIsNow(row: ChangeRow): LoggedChange {
  return { ...changeOf(row), revision: row.revision };
}

function changeOf(row: ChangeRow): Change {
  const { shelf, id, kind, projectId, spaceId, instanceId, present, alias, document, links, next } = row;
  if (shelf === 0) {
    const credential = document === null ? undefined : decodeCredential(document);
    return { type: 'credential', key: id, credential };
  }
  if (id === '' && isAppKind(kind)) {
    return { type: 'instance', instance: { app: kind, projectId, spaceId, instanceId }, present };
  }
  if (id === '') return { type: 'space', space: { projectId, spaceId }, present };
  const key = shelfKey(row);
  const record =
    document === null ? undefined : storedRecord(key, { id, alias, document, links: links ?? [], next });
  return { type: 'record', key: { ...key, id }, record };
}
