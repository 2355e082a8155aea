import type { VersionRetention } from '../Store.ts';
import { arrayLiteral, query, type Session } from './Session.ts';

/** A record to write, or, without a document, to remove. */
export type Pending = {
  readonly shelf: number;
  readonly id: string;
  readonly alias: string | null;
  readonly document: string | null;
  /** As an array of PostgreSQL. */
  readonly links: string;
};

/** How many records, or characters of them, are written at once. */
const mostRecords = 1000;
const mostCharacters = 4_000_000;

/**
 * Unchanged records are left alone. What has changed is logged, in the order of putting, from the number `$6` on.
 * What existed before the transaction, which began at `$7`, becomes a version; the oldest are dropped. What the
 * transaction changes again is already a version, or its own; only whether it is removed in the end may be new.
 * Each change is told as an event too. Nobody else writes in the meantime, so what existed a moment ago still does.
 */
const writeAll = `
  WITH given AS (
    SELECT * FROM unnest($1::int[], $2::text[], $3::text[], $4::text[], $5::text[])
      WITH ORDINALITY AS given (shelf, id, alias, document, links, place)
  ), changed AS MATERIALIZED (
    SELECT given.shelf, given.id, given.alias, given.document, given.links::text[] AS links, place, old.record,
      CASE WHEN old.record IS NULL AND NOT $11 THEN false ELSE EXISTS (
        SELECT FROM newsstand.changes
        WHERE changes.shelf = given.shelf AND changes.id = given.id AND changes.revision > $7
      ) END AS is_again
    FROM given LEFT JOIN LATERAL (
      SELECT * FROM newsstand.records WHERE records.shelf = given.shelf AND records.id = given.id LIMIT 1
    ) AS old ON true
    WHERE (given.document IS NULL AND old.record IS NOT NULL)
      OR (given.document IS NOT NULL AND (old.record IS NULL OR old.document <> given.document
        OR old.alias IS DISTINCT FROM given.alias OR old.links <> given.links::text[]))
  ), replaced AS MATERIALIZED (
    SELECT changed.shelf, changed.id, record, changed.document IS NULL AS is_removed, coalesce(number, 0) + 1 AS next
    FROM changed LEFT JOIN LATERAL (
      SELECT number FROM newsstand.versions
      WHERE versions.shelf = changed.shelf AND versions.id = changed.id ORDER BY number DESC LIMIT 1
    ) AS newest ON true
    WHERE record IS NOT NULL AND NOT is_again
  ), kept AS (
    INSERT INTO newsstand.versions
      (shelf, id, number, alias, document, links, replaced_at, replaced_by, was_removed, start)
    SELECT old.shelf, old.id, next, old.alias, old.document, old.links, $9, $10, is_removed, $7
    FROM replaced CROSS JOIN LATERAL (
      SELECT * FROM newsstand.records WHERE records.record = replaced.record LIMIT 1
    ) AS old
    WHERE $8 > 0
  ), pruned AS (
    DELETE FROM newsstand.versions WHERE ctid = ANY (ARRAY(
      SELECT old.place FROM replaced CROSS JOIN LATERAL (
        SELECT ctid AS place FROM newsstand.versions
        WHERE versions.shelf = replaced.shelf AND versions.id = replaced.id AND number <= next - $8 OFFSET 0
      ) AS old
      WHERE next > $8
    ))
  ), ended AS (
    UPDATE newsstand.versions SET was_removed = NOT was_removed WHERE ctid = ANY (ARRAY(
      SELECT own.place FROM changed CROSS JOIN LATERAL (
        SELECT ctid AS place, was_removed FROM newsstand.versions
        WHERE versions.shelf = changed.shelf AND versions.id = changed.id AND start = $7 OFFSET 0
      ) AS own
      WHERE is_again AND was_removed <> (changed.document IS NULL)
    ))
  ), written AS (
    INSERT INTO newsstand.records (shelf, id, alias, document, links)
    SELECT shelf, id, alias, document, links FROM changed WHERE document IS NOT NULL ORDER BY place
    ON CONFLICT (shelf, id) DO UPDATE
    SET alias = excluded.alias, document = excluded.document, links = excluded.links
  ), removed AS (
    DELETE FROM newsstand.records USING changed WHERE changed.document IS NULL AND records.record = changed.record
  ), numbered AS MATERIALIZED (
    SELECT shelf, id, $6::bigint + row_number() OVER (ORDER BY place) AS revision, record, alias, document FROM changed
  ), told AS (
    INSERT INTO newsstand.events (revision, at, start, shelf, id,
      was_alias, was_published, was_from, was_until, is_alias, is_published, is_from, is_until)
    SELECT revision, $9, $7, numbered.shelf, numbered.id,
      old.alias, was.published_from, was.live_from, was.live_until,
      numbered.alias, now.published_from, now.live_from, now.live_until
    FROM numbered LEFT JOIN LATERAL (
      SELECT * FROM newsstand.records WHERE records.record = numbered.record LIMIT 1
    ) AS old ON true
    LEFT JOIN LATERAL newsstand.live_time(old.document) AS was ON true
    LEFT JOIN LATERAL newsstand.live_time(numbered.document) AS now ON true
  )
  INSERT INTO newsstand.changes (shelf, id, revision) SELECT shelf, id, revision FROM numbered
  ON CONFLICT (shelf, id) DO UPDATE SET revision = excluded.revision`;

/** Buffers records and writes many at once, to save a network round trip for each. */
export class RecordBuffer {
  readonly #session: Session;
  readonly #retention: VersionRetention;
  readonly #pending = new Map<string, Pending>();
  #characters = 0;
  #hasRemoved = false;

  constructor(session: Session, retention: VersionRetention) {
    this.#session = session;
    this.#retention = retention;
  }

  /** Whether a record waits to be written or removed. */
  has(shelf: number, id: string): boolean {
    return this.#pending.has(`${shelf}/${id}`);
  }

  /** Adds a record. The caller must flush first if the same record is already buffered. */
  add(pending: Pending): void {
    this.#pending.set(`${pending.shelf}/${pending.id}`, pending);
    this.#hasRemoved ||= pending.document === null;
    this.#characters += (pending.document?.length ?? 0) + pending.links.length;
  }

  get isFull(): boolean {
    return this.#pending.size >= mostRecords || this.#characters >= mostCharacters;
  }

  /** Writes what has gathered; the number of the newest change before, and what it is then. */
  async flush(revision: number): Promise<number> {
    if (this.#pending.size === 0) return revision;
    const all = [...this.#pending.values()];
    this.#pending.clear();
    this.#characters = 0;
    const { most, by, start } = this.#retention;
    const { count } = await query(this.#session, writeAll, [
      arrayLiteral(all.map(({ shelf }) => shelf)),
      arrayLiteral(all.map(({ id }) => id)),
      arrayLiteral(all.map(({ alias }) => alias)),
      arrayLiteral(all.map(({ document }) => document)),
      arrayLiteral(all.map(({ links }) => links)),
      revision,
      ...[start, most, by.at, by.name, this.#hasRemoved],
    ]);
    return revision + count;
  }
}
