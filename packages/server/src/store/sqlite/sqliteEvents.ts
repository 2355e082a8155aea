import type { Database } from 'bun:sqlite';
import {
  decodeEvent,
  type EventRow,
  type EventState,
  encodeEvent,
  never,
  type RecordEvent,
} from '../RecordEvent.ts';
import type { VersionRetention } from '../Store.ts';
import { database, type Session } from './Session.ts';
import { type Shelf, shelfKey } from './sqliteReader.ts';

/** How many events are read in one go. */
const batchSize = 500;

/** When a document is published, and from when until when it is live. */
function timesOf(document: string): readonly [string, string, string] {
  const published = `ifnull(${document} ->> 'reservedAt', iif(${document} ->> 'status' = 'draft', ${never}, -${never}))`;
  return [
    published,
    `max(${published}, ifnull(${document} ->> 'openingAt', -${never}))`,
    `ifnull(${document} ->> 'closingAt', ${never})`,
  ];
}

const [publishedFrom, liveFrom, liveUntil] = timesOf('document');
const nextTimes = timesOf(`(next ->> 'document')`).join(', ');

/** Nobody hears of an incomplete draft: for events, there is none. */
const isTold = "document ->> 'missing' IS NULL";

/** What a record is, as far as events need it. */
const state = `
  alias,
  ${publishedFrom} AS publishedFrom,
  ${liveFrom} AS liveFrom,
  ${liveUntil} AS liveUntil,
  iif(next IS NULL OR (next ->> 'document') ->> 'missing' IS NOT NULL, NULL, json_array(takes_over_at, ${nextTimes}, next_alias)) AS next`;

const stateColumns = `
  was_alias, was_published, was_from, was_until, was_next, is_alias, is_published, is_from, is_until, is_next`;

/** What a record is before it is changed or removed. */
export type Previous = Omit<EventState, 'alias' | 'next'> & {
  readonly alias: string | null;
  readonly next: string | null;
};

/** Reads it, since it will be gone when its event is written. */
export function previousOf(session: Session, record: number): Previous | undefined {
  return (
    database(session)
      .query<Previous, [number]>(`SELECT ${state} FROM records WHERE record = ? AND ${isTold}`)
      .get(record) ?? undefined
  );
}

/** The event of a record; hidden if only its next version was changed. */
type NewEvent = Pick<RecordEvent, 'revision' | 'isHidden'> & { readonly shelf: number; readonly id: string };

/** Writes the event of a record that was just put or, without a `record`, removed. */
export function addEvent(
  session: Session,
  event: NewEvent,
  { by, start }: VersionRetention,
  before: Previous | undefined,
  record: number | undefined,
): void {
  database(session)
    .query(
      `INSERT INTO events (revision, at, start, shelf, id, is_hidden, ${stateColumns})
       SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, alias, publishedFrom, liveFrom, liveUntil, next
       FROM (SELECT 1) LEFT JOIN (SELECT ${state} FROM records WHERE record = ?12 AND ${isTold})`,
    )
    .run(
      ...[event.revision, by.at, start, event.shelf, event.id, event.isHidden ? 1 : 0],
      ...[before?.alias ?? null, before?.publishedFrom ?? null],
      ...[before?.liveFrom ?? null, before?.liveUntil ?? null, before?.next ?? null, record ?? null],
    );
}

/** The events after a revision, the oldest first; undefined if they are not all known. */
export function eventsSince(
  session: Session,
  revision: number,
): AsyncIterable<readonly RecordEvent[]> | undefined {
  const floor = database(session)
    .query<{ revision: number }, []>('SELECT revision FROM events_floor')
    .get()?.revision;
  return floor === undefined || revision < floor ? undefined : eventBatches(session, revision);
}

async function* eventBatches(session: Session, revision: number): AsyncGenerator<readonly RecordEvent[]> {
  for (let after = revision; ; ) {
    const rows = database(session)
      .query<Shelf & EventRow, number[]>(
        `SELECT revision, at, start, id, is_hidden AS isHidden,
           was_alias AS wasAlias, was_published AS wasPublished, was_from AS wasFrom, was_until AS wasUntil,
           was_next AS wasNext, is_alias AS isAlias, is_published AS isPublished, is_from AS isFrom,
           is_until AS isUntil, is_next AS isNext,
           shelf, kind, project_id, space_id, instance_id
         FROM (SELECT * FROM events WHERE revision > ? ORDER BY revision LIMIT ?) CROSS JOIN shelves USING (shelf)
         ORDER BY revision`,
      )
      .all(after, batchSize);
    if (rows.length > 0) yield rows.map((row) => decodeEvent(shelfKey(row), row));
    if (rows.length < batchSize) return;
    after = rows.at(-1)?.revision ?? after;
  }
}

/** Copies an event of another store; `shelf` is the number of its shelf here. */
export function putEvent(db: Database, shelf: number, event: RecordEvent): void {
  const row = encodeEvent(event);
  db.query(
    `INSERT OR REPLACE INTO events (revision, at, start, shelf, id, is_hidden, ${stateColumns})
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  ).run(
    ...[row.revision, row.at, row.start, shelf, row.id, row.isHidden],
    ...[row.wasAlias, row.wasPublished, row.wasFrom, row.wasUntil, row.wasNext],
    ...[row.isAlias, row.isPublished, row.isFrom, row.isUntil, row.isNext],
  );
}

/** Forgets all events: those up to a revision are not known any more. */
export function resetEvents(db: Database, revision: number): void {
  db.run('DELETE FROM events');
  db.query('UPDATE events_floor SET revision = ?').run(revision);
}
