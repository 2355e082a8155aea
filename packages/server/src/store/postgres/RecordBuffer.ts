import type { VersionRetention } from '../Store.ts';
import { arrayLiteral, query, type Session } from './Session.ts';

/** A record to write, or, without a document, to remove. */
export type Pending = {
  readonly shelf: number;
  readonly id: string;
  readonly alias: string | null;
  readonly document: string | null;
  /** As an array of PostgreSQL; those of the next version come last. */
  readonly links: string;
  readonly next: string | null;
  readonly nextAlias: string | null;
  readonly takesOverAt: number | null;
  /** Whether the next version that it replaces is not kept. */
  readonly forgetsNext: boolean;
};

/** How many records, or characters of them, are written at once. */
const mostRecords = 1000;
const mostCharacters = 4_000_000;

/** When a next version takes over, when it is published and live, and its alias; null if there is none, or not all of it. */
function nextState(record: string, time: string): string {
  return `CASE WHEN ${time}.published_from IS NOT NULL THEN json_build_array(${record}.takes_over_at,
    ${time}.published_from, ${time}.live_from, ${time}.live_until, ${record}.next_alias)::text END`;
}

/**
 * Unchanged records are left alone. What has changed is logged, in the order of putting, from the number `$6` on.
 * What existed before the transaction, which began at `$7`, becomes a version; the oldest are dropped. What the
 * transaction changes again is already a version, or its own; only whether it is removed in the end may be new.
 * A next version that has taken over by now is what is replaced; what was there until then is a version before that.
 * One that is only begun replaces nothing, so after it the record is not a version yet.
 * Each change is also recorded as an event. Nobody else writes in the meantime, so what existed a moment ago still does.
 */
const writeAll = `
  WITH given AS (
    SELECT * FROM unnest($1::int[], $2::text[], $3::text[], $4::text[], $5::text[], $12::text[], $13::text[],
        $14::bigint[], $15::int[])
      WITH ORDINALITY AS given (shelf, id, alias, document, links, next, next_alias, takes_over_at, forgets, place)
  ), changed AS MATERIALIZED (
    SELECT given.shelf, given.id, given.alias, given.document, given.links::text[] AS links,
      given.next, given.next_alias, given.takes_over_at, place, old.record,
      coalesce(took_over, false) AS took_over,
      (old.document = given.document AND old.alias IS NOT DISTINCT FROM given.alias
        AND old.next IS DISTINCT FROM given.next) IS TRUE AS is_same,
      old.next IS NOT NULL AND forgets = 0 AS replaces_next,
      CASE WHEN old.record IS NULL AND NOT $11 THEN false ELSE EXISTS (
        SELECT FROM newsstand.changes
        WHERE changes.shelf = given.shelf AND changes.id = given.id AND changes.revision > $7
      ) END AND NOT (old.next IS NOT NULL AND NOT EXISTS (
        SELECT FROM newsstand.versions WHERE versions.shelf = given.shelf AND versions.id = given.id AND start = $7
      ) AND NOT EXISTS (
        SELECT FROM newsstand.events
        WHERE revision > $7 AND events.shelf = given.shelf AND events.id = given.id AND was_published IS NULL
      )) AS is_again
    FROM given LEFT JOIN LATERAL (
      SELECT record, took_over, CASE WHEN took_over THEN NULL ELSE next END AS next,
        CASE WHEN took_over THEN next_alias ELSE alias END AS alias,
        CASE WHEN took_over THEN next::json ->> 'document' ELSE document END AS document,
        CASE WHEN took_over THEN links[cardinality(links) - json_array_length(next::json -> 'links') + 1 :]
          ELSE links END AS links
      FROM newsstand.records
      CROSS JOIN LATERAL (SELECT coalesce(takes_over_at <= $9, false) AS took_over) AS clock
      WHERE records.shelf = given.shelf AND records.id = given.id LIMIT 1
    ) AS old ON true
    WHERE (given.document IS NULL AND old.record IS NOT NULL)
      OR (given.document IS NOT NULL AND (old.record IS NULL OR old.document <> given.document
        OR old.alias IS DISTINCT FROM given.alias OR old.links <> given.links::text[]
        OR old.next IS DISTINCT FROM given.next))
  ), replaced AS MATERIALIZED (
    SELECT changed.shelf, changed.id, record, changed.document IS NULL AS is_removed, took_over,
      coalesce(number, 0) + 1 + took_over::int AS latest
    FROM changed LEFT JOIN LATERAL (
      SELECT number FROM newsstand.versions
      WHERE versions.shelf = changed.shelf AND versions.id = changed.id ORDER BY number DESC LIMIT 1
    ) AS newest ON true
    WHERE record IS NOT NULL AND NOT is_again AND (NOT is_same OR replaces_next OR took_over)
  ), kept AS (
    INSERT INTO newsstand.versions
      (shelf, id, number, alias, document, links, next, replaced_at, replaced_by, was_removed, start)
    SELECT old.shelf, old.id, replaced.latest, old.alias, old.document, old.links, old.next, $9, $10, is_removed, $7
    FROM replaced CROSS JOIN LATERAL (
      SELECT * FROM newsstand.records WHERE records.record = replaced.record LIMIT 1
    ) AS old
    WHERE $8 > 0 AND NOT took_over
    UNION ALL
    SELECT old.shelf, old.id, version.number, version.alias, version.document, version.links, version.next,
      version.replaced_at, version.replaced_by, version.was_removed, version.start
    FROM replaced CROSS JOIN LATERAL (
      SELECT *, next::json AS following, cardinality(links) - json_array_length(next::json -> 'links') AS own
      FROM newsstand.records WHERE records.record = replaced.record LIMIT 1
    ) AS old
    CROSS JOIN LATERAL (VALUES
      (replaced.latest - 1, old.alias, old.document, old.links, old.next, old.takes_over_at,
        following ->> 'changedBy', false, -1::bigint),
      (replaced.latest, old.next_alias, following ->> 'document', old.links[own + 1 :], NULL, $9::bigint, $10::text,
        is_removed, $7::bigint)
    ) AS version (number, alias, document, links, next, replaced_at, replaced_by, was_removed, start)
    WHERE took_over AND version.number > replaced.latest - $8
  ), pruned AS (
    DELETE FROM newsstand.versions WHERE ctid = ANY (ARRAY(
      SELECT old.place FROM replaced CROSS JOIN LATERAL (
        SELECT ctid AS place FROM newsstand.versions
        WHERE versions.shelf = replaced.shelf AND versions.id = replaced.id AND number <= latest - $8 OFFSET 0
      ) AS old
      WHERE latest > $8
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
    INSERT INTO newsstand.records
      (shelf, id, alias, document, links, next, next_alias, takes_over_at, changed_at, changed_by)
    SELECT shelf, id, alias, document, links, next, next_alias, takes_over_at, $9, $10
    FROM changed WHERE document IS NOT NULL ORDER BY place
    ON CONFLICT (shelf, id) DO UPDATE
    SET alias = excluded.alias, document = excluded.document, links = excluded.links, next = excluded.next,
      next_alias = excluded.next_alias, takes_over_at = excluded.takes_over_at,
      changed_at = excluded.changed_at, changed_by = excluded.changed_by
  ), removed AS (
    DELETE FROM newsstand.records USING changed WHERE changed.document IS NULL AND records.record = changed.record
  ), numbered AS MATERIALIZED (
    SELECT *, $6::bigint + row_number() OVER (ORDER BY place) AS revision FROM changed
  ), told AS (
    INSERT INTO newsstand.events (revision, at, start, shelf, id, is_hidden,
      was_alias, was_published, was_from, was_until, was_next, is_alias, is_published, is_from, is_until, is_next)
    SELECT revision, $9, $7, numbered.shelf, numbered.id, is_same AND NOT took_over,
      old.alias, was.published_from, was.live_from, was.live_until, ${nextState('old', 'was_next')},
      numbered.alias, now.published_from, now.live_from, now.live_until, ${nextState('numbered', 'is_next')}
    FROM numbered LEFT JOIN LATERAL (
      SELECT * FROM newsstand.records WHERE records.record = numbered.record LIMIT 1
    ) AS old ON true
    LEFT JOIN LATERAL newsstand.live_time(old.document) AS was ON true
    LEFT JOIN LATERAL newsstand.live_time(old.next::json ->> 'document') AS was_next ON true
    LEFT JOIN LATERAL newsstand.live_time(numbered.document) AS now ON true
    LEFT JOIN LATERAL newsstand.live_time(numbered.next::json ->> 'document') AS is_next ON true
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
    this.#characters += (pending.document?.length ?? 0) + pending.links.length + (pending.next?.length ?? 0);
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
      arrayLiteral(all.map(({ next }) => next)),
      arrayLiteral(all.map(({ nextAlias }) => nextAlias)),
      arrayLiteral(all.map(({ takesOverAt }) => takesOverAt)),
      arrayLiteral(all.map(({ forgetsNext }) => (forgetsNext ? 1 : 0))),
    ]);
    return revision + count;
  }
}
