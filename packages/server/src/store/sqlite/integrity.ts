import type { Database } from 'bun:sqlite';
import { isAppKind, type Kind } from '@newsstand/contract/plain';
import { type Instance, IntegrityError, type IntegrityFault, type Link, type RecordKey } from '../Store.ts';

/** How many faults are reported at most. */
const mostFaults = 1000;
/** Fetches one more, to know whether there are more. */
const sought = mostFaults + 1;

type ShelfRow = {
  readonly kind: Kind;
  readonly projectId: string;
  readonly spaceId: string;
  readonly instanceId: string;
};

/** The running transaction: the revision at which it began, its time, and whether it copies another store. */
type Checked = { readonly start: number; readonly now: number; readonly isCopy?: boolean | undefined };

/**
 * Throws if the running transaction would break integrity. Checks only what it has touched: CROSS JOIN preserves the order
 * of the tables, which SQLite would otherwise reverse to scan all records.
 */
export function checkIntegrity(db: Database, { start, now, isCopy = false }: Checked): void {
  const faults = [
    ...danglingLinks(db),
    ...doubleAliases(db, now),
    ...removedInstances(db),
    ...(isCopy ? [] : [...aliasesThatAreIds(db, start, now), ...sharedInstanceIds(db, start)]),
  ];
  if (faults.length === 0) return;
  const isCut = faults.some((fault) => fault.type === 'alias' && fault.keys.length > mostFaults);
  throw new IntegrityError(faults.slice(0, mostFaults), !isCut && faults.length <= mostFaults);
}

/** Forgets what the transaction before has touched. */
export function forgetTouched(db: Database): void {
  db.run('DELETE FROM touched');
  db.run('DELETE FROM removed');
}

/** Dangling links: links of touched records, and links to removed ones, whose target does not exist. */
function danglingLinks(db: Database): readonly IntegrityFault[] {
  const rows = db
    .query<ShelfRow & { id: string; targetKind: Link['kind']; targetId: string }, [number]>(
      `WITH dangling AS (
         SELECT links.source, links.shelf, links.id
         FROM touched CROSS JOIN links ON links.source = touched.record
         WHERE NOT EXISTS (SELECT 1 FROM records WHERE shelf = links.shelf AND id = links.id)
         UNION
         SELECT links.source, links.shelf, links.id
         FROM removed CROSS JOIN links ON links.shelf = removed.shelf AND links.id = removed.id
         WHERE NOT EXISTS (SELECT 1 FROM records WHERE shelf = links.shelf AND id = links.id)
         LIMIT ?
       )
       SELECT own.kind, own.project_id AS projectId, own.space_id AS spaceId, own.instance_id AS instanceId,
         records.id, target.kind AS targetKind, dangling.id AS targetId
       FROM dangling
       CROSS JOIN records ON records.record = dangling.source
       CROSS JOIN shelves AS own ON own.shelf = records.shelf
       CROSS JOIN shelves AS target ON target.shelf = dangling.shelf`,
    )
    .all(sought);
  return rows.map((row) => ({
    type: 'dangling',
    source: recordKey(row, row.id),
    target: { kind: row.targetKind, id: row.targetId },
  }));
}

/** The aliases of a record: its own, unless its next version has taken over, and that of its next version. */
const aliases = ['alias', 'next_alias'] as const;

/** Whether one of the aliases of a record counts at the time `?1`. */
function counts(record: string, alias: (typeof aliases)[number]): string {
  return alias === 'alias' ? `ifnull(${record}.takes_over_at > ?1, 1)` : '1';
}

function doubleAliases(db: Database, now: number): readonly IntegrityFault[] {
  const pairs = aliases.flatMap((mine) =>
    aliases.map(
      (other) => `SELECT own.shelf, own.${mine} AS alias
         FROM touched
         CROSS JOIN records AS own ON own.record = touched.record
         CROSS JOIN records AS other ON other.shelf = own.shelf AND other.${other} = own.${mine}
         WHERE other.record <> own.record AND ${counts('own', mine)} AND ${counts('other', other)}`,
    ),
  );
  const rows = db
    .query<ShelfRow & { shelf: number; alias: string }, [number, number]>(
      `WITH doubles AS (${pairs.join(' UNION ')} LIMIT ?2)
       SELECT doubles.shelf, doubles.alias, shelves.kind, project_id AS projectId, space_id AS spaceId,
         instance_id AS instanceId
       FROM doubles JOIN shelves ON shelves.shelf = doubles.shelf`,
    )
    .all(now, sought);
  const holders = db.query<{ id: string }, [number, number, string, number]>(
    `SELECT id FROM (${aliases
      .map(
        (alias) =>
          `SELECT record, id FROM records AS own WHERE shelf = ?2 AND ${alias} = ?3 AND ${counts('own', alias)}`,
      )
      .join(' UNION ')}) ORDER BY record LIMIT ?4`,
  );
  return rows.map((row) => ({
    type: 'alias',
    alias: row.alias,
    keys: holders.all(now, row.shelf, row.alias, sought).map(({ id }) => recordKey(row, id)),
  }));
}

/**
 * Aliases that are the ID of another record of their shelf. Stores may hold some that are older than this rule: a pair
 * that was there before the transaction is left alone, as its versions tell.
 */
function aliasesThatAreIds(db: Database, start: number, now: number): readonly IntegrityFault[] {
  const wasThere = (record: string, also: string) =>
    `(NOT EXISTS (SELECT 1 FROM touched WHERE record = ${record}.record) OR EXISTS (
       SELECT 1 FROM versions WHERE shelf = ${record}.shelf AND id = ${record}.id AND start = ?3 ${also}))`;
  const pairs = aliases.flatMap((alias) => [
    `SELECT own.record AS holder, other.record AS item
     FROM touched
     CROSS JOIN records AS own ON own.record = touched.record
     CROSS JOIN records AS other ON other.shelf = own.shelf AND other.id = own.${alias}
     WHERE other.record <> own.record AND ${counts('own', alias)}`,
    `SELECT other.record, own.record
     FROM touched
     CROSS JOIN records AS own ON own.record = touched.record
     CROSS JOIN records AS other ON other.shelf = own.shelf AND other.${alias} = own.id
     WHERE other.record <> own.record AND ${counts('other', alias)}`,
  ]);
  const rows = db
    .query<ShelfRow & { id: string; alias: string }, [number, number, number]>(
      `WITH pairs AS (${pairs.join(' UNION ')})
       SELECT holder.id, item.id AS alias, kind, project_id AS projectId, space_id AS spaceId, instance_id AS instanceId
       FROM pairs
       CROSS JOIN records AS holder ON holder.record = pairs.holder
       CROSS JOIN records AS item ON item.record = pairs.item
       CROSS JOIN shelves ON shelves.shelf = holder.shelf
       WHERE NOT (${wasThere('holder', 'AND alias = item.id')} AND ${wasThere('item', '')})
       LIMIT ?2`,
    )
    .all(now, sought, start);
  return rows.map((row) => ({ type: 'aliasIsId', alias: row.alias, holder: recordKey(row, row.id) }));
}

/** Instances that came into being, by the change log, while another app has one with their ID. */
function sharedInstanceIds(db: Database, start: number): readonly IntegrityFault[] {
  const rows = db
    .query<Instance & { other: Instance['app'] }, [number, number]>(
      `SELECT own.kind AS app, own.project_id AS projectId, own.space_id AS spaceId, own.instance_id AS instanceId,
         other.kind AS other
       FROM changes
       CROSS JOIN shelves AS own ON own.project_id = thing ->> 2 AND own.space_id = thing ->> 3
         AND own.kind = thing ->> 1 AND own.instance_id = thing ->> 4
       CROSS JOIN shelves AS other ON other.project_id = own.project_id AND other.space_id = own.space_id
         AND other.kind IN ('news', 'banner') AND other.instance_id = own.instance_id
       WHERE revision > ?1 AND thing LIKE '["instance",%' AND own.present AND other.present AND other.kind <> own.kind
       LIMIT ?2`,
    )
    .all(start, sought);
  return rows.map(({ other, ...instance }) => ({
    type: 'instanceId',
    instance,
    other: { ...instance, app: other },
  }));
}

/** Removed instances are few and have an index of their own, so all of them are checked. */
function removedInstances(db: Database): readonly IntegrityFault[] {
  const rows = db
    .query<Instance & { items: number }, [number]>(
      `SELECT kind AS app, project_id AS projectId, space_id AS spaceId, instance_id AS instanceId,
         (SELECT count(*) FROM records WHERE records.shelf = shelves.shelf) AS items
       FROM shelves WHERE NOT present AND items > 0 LIMIT ?`,
    )
    .all(sought);
  return rows.map(({ items, ...instance }) => ({ type: 'instance', instance, items }));
}

function recordKey({ kind, projectId, spaceId, instanceId }: ShelfRow, id: string): RecordKey {
  return isAppKind(kind) ? { kind, projectId, spaceId, instanceId, id } : { kind, projectId, spaceId, id };
}
