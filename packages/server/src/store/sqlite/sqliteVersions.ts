import type { Version, VersionsQuery } from '../Admin.ts';
import type { RecordKey, Scope, VersionRetention } from '../Store.ts';
import { decodeLinks, decodeNext, encodeNext } from '../StoredRecord.ts';
import { database, type Session, yieldToEventLoop } from './Session.ts';
import { shelfKey, shelfNumber, shelvesOf, storedRecord } from './sqliteReader.ts';

/** How many versions are in memory at once. */
const batchSize = 200;

type VersionRow = {
  readonly id: string;
  readonly number: number;
  readonly alias: string | null;
  readonly document: string;
  readonly links: string;
  readonly next: string | null;
  readonly replacedAt: number;
  readonly replacedBy: string;
  readonly wasRemoved: number;
};

const columns = `id, number, alias, document, links, next, replaced_at AS replacedAt, replaced_by AS replacedBy,
  was_removed AS wasRemoved`;

/**
 * Keeps what a record is before it is changed or removed for the first time in a transaction. What the transaction has
 * touched already is a version since then, or its own. Never more than allowed: the oldest are dropped.
 */
export function keepVersion(
  session: Session,
  { most, by, start }: VersionRetention,
  record: number,
  wasRemoved: boolean,
): void {
  const db = database(session);
  const place = db
    .query<{ shelf: number; id: string; next: number }, [number]>(
      `SELECT shelf, id, ifnull((SELECT max(number) FROM versions AS old
         WHERE old.shelf = records.shelf AND old.id = records.id), 0) + 1 AS next
       FROM records WHERE record = ?1 AND NOT EXISTS (SELECT 1 FROM touched WHERE record = ?1 AND kept)`,
    )
    .get(record);
  if (place === null) return;
  const { shelf, id, next } = place;
  if (next > most) {
    db.query('DELETE FROM versions WHERE shelf = ? AND id = ? AND number <= ?').run(shelf, id, next - most);
  }
  if (most === 0) return;
  db.query(
    `INSERT INTO versions
       (shelf, id, number, alias, document, links, next, replaced_at, replaced_by, was_removed, start)
     SELECT shelf, id, ?2, alias, document,
       (SELECT json_group_array(json_object('kind', kind, 'id', links.id) ORDER BY position)
        FROM links JOIN shelves USING (shelf) WHERE source = ?1 AND position >= 0),
       next, ?3, ?4, ?5, ?6
     FROM records WHERE record = ?1`,
  ).run(record, next, by.at, by.name, wasRemoved ? 1 : 0, start);
}

/** A version that no transaction replaced: it was copied, or its next version took over. */
const noStart = -1;

/**
 * Before a record is written again, makes its next version the record if that has taken over: what it was until then
 * becomes a version, replaced at that time by whoever wrote the next one.
 */
export function settleNext(session: Session, { most, by }: VersionRetention, record: number): void {
  const db = database(session);
  const row = db
    .query<{ next: string }, [number, number]>(
      `SELECT next FROM records WHERE record = ? AND takes_over_at <= ?`,
    )
    .get(record, by.at);
  const next = row && decodeNext(row.next);
  if (!row || next?.takesOverAt === undefined) return;
  const replacement = { name: next.changedBy, at: next.takesOverAt };
  keepVersion(session, { most, by: replacement, start: noStart }, record, false);
  db.query(
    `UPDATE records SET alias = ?, document = ?, next = NULL, next_alias = NULL, takes_over_at = NULL
     WHERE record = ?`,
  ).run(next.alias ?? null, next.document, record);
  db.query('DELETE FROM links WHERE source = ? AND position >= 0').run(record);
  db.query('UPDATE links SET position = -1 - position WHERE source = ?').run(record);
}

/** The last thing that a transaction did to a record decides whether its version was removed. */
export function noteEnd(
  session: Session,
  { start }: VersionRetention,
  shelf: number,
  id: string,
  isRemoved: boolean,
): void {
  database(session)
    .query('UPDATE versions SET was_removed = ? WHERE shelf = ? AND id = ? AND start = ?')
    .run(isRemoved ? 1 : 0, shelf, id, start);
}

/** The versions of a record before a number, the newest first; -1: all of them. */
export function versionsOf(
  session: Session,
  key: RecordKey,
  most = -1,
  before = Number.MAX_SAFE_INTEGER,
): readonly Version[] {
  const shelf = shelfNumber(session, key);
  if (shelf === undefined) return [];
  return database(session)
    .query<VersionRow, [number, string, number, number]>(
      `SELECT ${columns} FROM versions WHERE shelf = ? AND id = ? AND number < ? ORDER BY number DESC LIMIT ?`,
    )
    .all(shelf, key.id, before, most)
    .map((row) => version(key, row));
}

/** The last versions of removed records. Each may be large, so they are read one by one. */
export async function* removedVersions(
  session: Session,
  scope: Scope,
  most: number,
): AsyncGenerator<Version> {
  const shelves = new Map(shelvesOf(session, scope).map((shelf) => [shelf.shelf, shelf]));
  const gone: Removal[] = [];
  for (const shelf of shelves.keys()) gone.push(...(await goneFrom(session, shelf, most)));
  const last = gone.sort((one, other) => other.replacedAt - one.replacedAt).slice(0, most);
  const find = database(session).query<VersionRow, [number]>(
    `SELECT ${columns} FROM versions WHERE version = ?`,
  );
  for (const removal of last) {
    const [shelf, row] = [shelves.get(removal.shelf), find.get(removal.version)];
    if (shelf !== undefined && row !== null) yield version(shelfKey(shelf), row);
  }
}

/** The removal of a record, and whether it is still removed. */
type Removal = {
  readonly version: number;
  readonly shelf: number;
  readonly replacedAt: number;
  readonly id: string;
  readonly number: number;
  readonly isGone: number;
};

/** How many removals are scanned before yielding. */
const turnSize = 300;

/** Scans a shelf from the latest removal until enough are found: many records may have been restored. */
async function goneFrom(session: Session, shelf: number, most: number): Promise<readonly Removal[]> {
  const look = database(session).query<Removal, [number, number, string, number, number]>(
    `SELECT version, shelf, replaced_at AS replacedAt, id, number,
       NOT EXISTS (SELECT 1 FROM records WHERE records.shelf = versions.shelf AND records.id = versions.id)
       AND NOT EXISTS (SELECT 1 FROM versions AS newer WHERE newer.shelf = versions.shelf
         AND newer.id = versions.id AND newer.number > versions.number) AS isGone
     FROM versions INDEXED BY versions_removed
     WHERE was_removed AND shelf = ? AND (replaced_at, id, number) < (?, ?, ?)
     ORDER BY replaced_at DESC, id DESC, number DESC LIMIT ?`,
  );
  const found: Removal[] = [];
  for (let [at, id, number] = [Number.MAX_SAFE_INTEGER, '', 0]; ; await yieldToEventLoop()) {
    const removals = look.all(shelf, at, id, number, turnSize);
    found.push(...removals.filter(({ isGone }) => isGone === 1));
    const last = removals.at(-1);
    if (last === undefined || removals.length < turnSize || found.length >= most) return found.slice(0, most);
    [at, id, number] = [last.replacedAt, last.id, last.number];
  }
}

/** Every version, by the names of shelves and records; only of one kind or scope if one is given. */
export async function* allVersions(
  session: Session,
  { kind, scope = {} }: VersionsQuery = {},
): AsyncGenerator<readonly Version[]> {
  for (const shelf of shelvesOf(session, scope)) {
    if (shelf.kind !== (kind ?? shelf.kind)) continue;
    for (let [id, number] = ['', 0]; ; ) {
      const rows = database(session)
        .query<VersionRow, [number, string, number, number]>(
          `SELECT ${columns} FROM versions WHERE shelf = ? AND (id, number) > (?, ?) ORDER BY id, number LIMIT ?`,
        )
        .all(shelf.shelf, id, number, batchSize);
      const last = rows.at(-1);
      if (last === undefined) break;
      yield rows.map((row) => version(shelfKey(shelf), row));
      [id, number] = [last.id, last.number];
    }
  }
}

/** The number of the shelf of a key. A removed space or instance gets its shelf, and stays removed. */
export function shelfEvenIfRemoved(session: Session, key: Omit<RecordKey, 'id'>): number {
  const known = shelfNumber(session, key);
  if (known !== undefined) return known;
  const { projectId, spaceId, kind, instanceId = '' } = key;
  const { lastInsertRowid } = database(session)
    .query('INSERT INTO shelves (project_id, space_id, kind, instance_id, present) VALUES (?, ?, ?, ?, 0)')
    .run(projectId, spaceId, kind, instanceId);
  return Number(lastInsertRowid);
}

/** Copies versions of another store. */
export function putVersions(session: Session, versions: readonly Version[]): void {
  const insert = database(session).query(
    `INSERT INTO versions
       (shelf, id, number, alias, document, links, next, replaced_at, replaced_by, was_removed, start)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ${noStart})`,
  );
  for (const { number, record, replacedAt, replacedBy, wasRemoved } of versions) {
    const { id, alias = null, document, links } = record;
    insert.run(
      ...[shelfEvenIfRemoved(session, record), id, number, alias, document, JSON.stringify(links)],
      ...[encodeNext(record.next), replacedAt, replacedBy, wasRemoved ? 1 : 0],
    );
  }
}

/** Deletes some versions of a record. */
export function removeVersions(session: Session, key: RecordKey, numbers: readonly number[]): void {
  const shelf = shelfNumber(session, key);
  if (shelf === undefined) return;
  const remove = database(session).query('DELETE FROM versions WHERE shelf = ? AND id = ? AND number = ?');
  for (const number of numbers) remove.run(shelf, key.id, number);
}

function version(key: Omit<RecordKey, 'id'>, row: VersionRow): Version {
  const { number, replacedAt, replacedBy, wasRemoved } = row;
  const record = storedRecord(key, row, decodeLinks(row.links));
  return { number, record, replacedAt, replacedBy, wasRemoved: wasRemoved === 1 };
}
