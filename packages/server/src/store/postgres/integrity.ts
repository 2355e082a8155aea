import { type Instance, IntegrityError, type IntegrityFault, type Link, type RecordKey } from '../Store.ts';
import { type Shelf, shelfColumns, shelfKey } from './recordRows.ts';
import { query, type Session } from './Session.ts';

/** How many faults are reported at most. */
const mostFaults = 1000;
/** Fetches one more, to know whether there are more. */
const sought = mostFaults + 1;

/** The running transaction: what it has logged, its time, and whether it copies another store. */
type Checked = {
  readonly start: number;
  readonly end: number;
  readonly now: number;
  readonly isCopy?: boolean | undefined;
};

/** Throws if the running transaction would break integrity. Checks only what it has logged between two revisions. */
export async function checkIntegrity(session: Session, checked: Checked): Promise<void> {
  const { start, end, now, isCopy = false } = checked;
  const touched = touchedBetween(start, end);
  const faults = [
    ...(await danglingLinks(session, touched)),
    ...(await doubleAliases(session, touched, now)),
    ...(await removedInstances(session)),
    ...(isCopy ? [] : await aliasesThatAreIds(session, touched, start, now)),
    ...(isCopy ? [] : await sharedInstanceIds(session, start)),
  ];
  if (faults.length === 0) return;
  const isCut = faults.some((fault) => fault.type === 'alias' && fault.keys.length > mostFaults);
  throw new IntegrityError(faults.slice(0, mostFaults), !isCut && faults.length <= mostFaults);
}

/**
 * What a transaction has logged, with the current state. Here and below, things are looked up one by one: of what a
 * transaction has just written the planner knows nothing, and with LIMIT it can't join whole tables instead.
 */
function touchedBetween(start: number, end: number): string {
  return `touched AS MATERIALIZED (
    SELECT changed.*, record, alias, next_alias FROM (
      SELECT shelf, id FROM newsstand.changes WHERE revision > ${start} ORDER BY revision LIMIT ${end - start}
    ) AS changed LEFT JOIN LATERAL (
      SELECT record, alias, next_alias FROM newsstand.records
      WHERE records.shelf = changed.shelf AND records.id = changed.id LIMIT 1
    ) AS now ON true
  )`;
}

/** Dangling links: links of touched records, and links to removed ones, whose target does not exist. */
async function danglingLinks(session: Session, touched: string): Promise<readonly IntegrityFault[]> {
  const rows = await query<Shelf & { id: string; targetKind: Link['kind']; targetId: string }>(
    session,
    `WITH ${touched}, removed AS (
       SELECT touched.shelf || '/' || kind || '/' || touched.id AS link FROM touched
       CROSS JOIN LATERAL (SELECT kind, instance_id FROM newsstand.shelves WHERE shelves.shelf = touched.shelf LIMIT 1) AS shelf
       WHERE touched.record IS NULL AND touched.id <> '' AND instance_id = ''
     ), pointing AS (
       SELECT record FROM touched WHERE record IS NOT NULL
       UNION
       SELECT records.record FROM removed CROSS JOIN LATERAL (
         SELECT record FROM newsstand.records WHERE links @> ARRAY[link] OFFSET 0
       ) AS records
     )
     SELECT own.*, source.id, target.kind AS "targetKind", target.id AS "targetId"
     FROM pointing
     CROSS JOIN LATERAL (SELECT * FROM newsstand.records WHERE records.record = pointing.record LIMIT 1) AS source
     CROSS JOIN LATERAL unnest(source.links) WITH ORDINALITY AS link (text, place)
     CROSS JOIN LATERAL (SELECT split_part(text, '/', 1) AS shelf, split_part(text, '/', 2) AS kind) AS parts
     CROSS JOIN LATERAL (
       SELECT parts.shelf::int, parts.kind, substr(text, length(parts.shelf) + length(parts.kind) + 3) AS id
     ) AS target
     LEFT JOIN LATERAL (
       SELECT record FROM newsstand.records WHERE records.shelf = target.shelf AND records.id = target.id LIMIT 1
     ) AS found ON true
     CROSS JOIN LATERAL (
       SELECT ${shelfColumns} FROM newsstand.shelves WHERE shelves.shelf = source.shelf LIMIT 1
     ) AS own
     WHERE found.record IS NULL
     LIMIT ${sought}`,
  );
  return rows.map((row) => ({
    type: 'dangling',
    source: recordKey(row, row.id),
    target: { kind: row.targetKind, id: row.targetId },
  }));
}

/** Whether the alias of a record counts: not if its next version, which has another one or none, has taken over. */
function counts(record: string, now: number): string {
  return `coalesce(${record}.takes_over_at > ${now}, true)`;
}

/** Both aliases of what was touched: its own, and that of its next version. */
const names = 'LATERAL (VALUES (touched.alias), (touched.next_alias)) AS names (name)';

/** The records that have an alias, or whose next version has. */
function holdersOf(shelf: string, alias: string, now: number): string {
  return `(
    SELECT record, id FROM newsstand.records AS holder
    WHERE holder.shelf = ${shelf} AND holder.alias = ${alias} AND ${counts('holder', now)}
    UNION
    SELECT record, id FROM newsstand.records AS holder WHERE holder.shelf = ${shelf} AND holder.next_alias = ${alias}
  )`;
}

async function doubleAliases(
  session: Session,
  touched: string,
  now: number,
): Promise<readonly IntegrityFault[]> {
  const rows = await query<Shelf & { alias: string; ids: readonly string[] }>(
    session,
    `WITH ${touched}
     SELECT shelves.shelf, kind, project_id AS "projectId", space_id AS "spaceId", instance_id AS "instanceId", alias,
       ARRAY(SELECT id FROM ${holdersOf('doubles.shelf', 'doubles.alias', now)} AS holder
         ORDER BY record LIMIT ${sought}) AS ids
     FROM (
       SELECT DISTINCT shelf, name AS alias FROM touched CROSS JOIN ${names} CROSS JOIN LATERAL (
         SELECT FROM ${holdersOf('touched.shelf', 'names.name', now)} AS other
         WHERE other.record <> touched.record LIMIT 1
       ) AS other
       WHERE name IS NOT NULL
       LIMIT ${sought}
     ) AS doubles JOIN newsstand.shelves USING (shelf)`,
  );
  return rows.map((row) => ({
    type: 'alias',
    alias: row.alias,
    keys: row.ids.map((id) => recordKey(row, id)),
  }));
}

/**
 * Aliases that are the ID of another record of their shelf. Stores may hold some that are older than this rule: a pair
 * that was there before the transaction is left alone, as its versions tell.
 */
async function aliasesThatAreIds(
  session: Session,
  touched: string,
  start: number,
  now: number,
): Promise<readonly IntegrityFault[]> {
  const wasThere = (id: string, also: string) =>
    `(NOT EXISTS (SELECT FROM touched WHERE shelf = pairs.shelf AND id = ${id}) OR EXISTS (
       SELECT FROM newsstand.versions WHERE shelf = pairs.shelf AND id = ${id} AND start = ${start} ${also}))`;
  const rows = await query<Shelf & { id: string; alias: string }>(
    session,
    `WITH ${touched}, pairs AS MATERIALIZED (
       SELECT touched.shelf, touched.id AS holder, name AS item
       FROM touched CROSS JOIN ${names} CROSS JOIN LATERAL (
         SELECT FROM newsstand.records AS other
         WHERE other.shelf = touched.shelf AND other.id = name AND other.record <> touched.record LIMIT 1
       ) AS other
       WHERE name IS NOT NULL
       UNION
       SELECT touched.shelf, other.id, touched.id FROM touched CROSS JOIN LATERAL (
         SELECT id FROM ${holdersOf('touched.shelf', 'touched.id', now)} AS other
         WHERE other.record <> touched.record
         LIMIT ${sought}
       ) AS other
       WHERE touched.record IS NOT NULL
     )
     SELECT own.*, holder AS id, item AS alias FROM pairs
     CROSS JOIN LATERAL (
       SELECT ${shelfColumns} FROM newsstand.shelves WHERE shelves.shelf = pairs.shelf LIMIT 1
     ) AS own
     WHERE NOT (${wasThere('pairs.holder', 'AND alias = pairs.item')} AND ${wasThere('pairs.item', '')})
     LIMIT ${sought}`,
  );
  return rows.map((row) => ({ type: 'aliasIsId', alias: row.alias, holder: recordKey(row, row.id) }));
}

/** Instances that came into being while another app has one with their ID. */
async function sharedInstanceIds(session: Session, start: number): Promise<readonly IntegrityFault[]> {
  const rows = await query<Instance & { other: Instance['app'] }>(
    session,
    `SELECT own.kind AS app, own.project_id AS "projectId", own.space_id AS "spaceId",
       own.instance_id AS "instanceId", other.kind AS other
     FROM newsstand.changes
     CROSS JOIN LATERAL (SELECT * FROM newsstand.shelves WHERE shelves.shelf = changes.shelf LIMIT 1) AS own
     CROSS JOIN LATERAL (
       SELECT kind FROM newsstand.shelves AS other
       WHERE other.project_id = own.project_id AND other.space_id = own.space_id AND other.kind <> own.kind
         AND other.kind IN ('news', 'banner') AND other.instance_id = own.instance_id AND other.present LIMIT 1
     ) AS other
     WHERE changes.revision > ${start} AND changes.id = '' AND own.instance_id <> '' AND own.present
     LIMIT ${sought}`,
  );
  return rows.map(({ other, ...instance }) => ({
    type: 'instanceId',
    instance,
    other: { ...instance, app: other },
  }));
}

/** Removed instances are few and have an index of their own, so all of them are checked. */
async function removedInstances(session: Session): Promise<readonly IntegrityFault[]> {
  const rows = await query<Instance & { items: number }>(
    session,
    `SELECT kind AS app, project_id AS "projectId", space_id AS "spaceId", instance_id AS "instanceId", items
     FROM newsstand.shelves
     CROSS JOIN LATERAL (SELECT count(*)::float8 AS items FROM newsstand.records WHERE records.shelf = shelves.shelf) AS held
     WHERE NOT present AND items > 0 LIMIT ${sought}`,
  );
  return rows.map(({ items, ...instance }) => ({ type: 'instance', instance, items }));
}

function recordKey(shelf: Shelf, id: string): RecordKey {
  return { ...shelfKey(shelf), id };
}
