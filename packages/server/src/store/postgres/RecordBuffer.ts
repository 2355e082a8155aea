import { arrayLiteral } from './arrayLiteral.ts';
import { query, type Session } from './Session.ts';

/** A record that is to be written, or, without a document, to be removed. */
export type Pending = {
  readonly shelf: number;
  readonly id: string;
  readonly alias: string | null;
  readonly document: string | null;
  /** As an array of PostgreSQL. */
  readonly links: string;
};

/** So many records, or so many characters of them, are written at once. */
const mostRecords = 1000;
const mostCharacters = 4_000_000;

/**
 * Unchanged records are left alone. What has changed is logged, in the order of putting, from the number `$6` on.
 * Nobody else writes meanwhile, so what was there a moment ago still is.
 */
const writeAll = `
  WITH given AS (
    SELECT * FROM unnest($1::int[], $2::text[], $3::text[], $4::text[], $5::text[])
      WITH ORDINALITY AS given (shelf, id, alias, document, links, place)
  ), written AS (
    INSERT INTO newsstand.records (shelf, id, alias, document, links)
    SELECT given.shelf, given.id, given.alias, given.document, given.links::text[]
    FROM given LEFT JOIN LATERAL (
      SELECT * FROM newsstand.records WHERE records.shelf = given.shelf AND records.id = given.id LIMIT 1
    ) AS old ON true
    WHERE given.document IS NOT NULL AND (old.record IS NULL OR old.document <> given.document
      OR old.alias IS DISTINCT FROM given.alias OR old.links <> given.links::text[])
    ORDER BY place
    ON CONFLICT (shelf, id) DO UPDATE
    SET alias = excluded.alias, document = excluded.document, links = excluded.links
    RETURNING shelf, id
  ), removed AS (
    DELETE FROM newsstand.records USING given
    WHERE given.document IS NULL AND records.shelf = given.shelf AND records.id = given.id
    RETURNING records.shelf, records.id
  )
  INSERT INTO newsstand.changes (shelf, id, revision)
  SELECT shelf, id, $6::bigint + row_number() OVER (ORDER BY place)
  FROM (SELECT * FROM written UNION ALL SELECT * FROM removed) AS changed JOIN given USING (shelf, id)
  ON CONFLICT (shelf, id) DO UPDATE SET revision = excluded.revision`;

/** Gathers records and writes many at once: one by one would take a journey over the network each. */
export class RecordBuffer {
  readonly #session: Session;
  readonly #pending = new Map<string, Pending>();
  #characters = 0;

  constructor(session: Session) {
    this.#session = session;
  }

  /** Whether a record waits to be written or removed. */
  has(shelf: number, id: string): boolean {
    return this.#pending.has(`${shelf}/${id}`);
  }

  /** Adds one after what was added before. The caller has flushed where the same record waits already. */
  add(pending: Pending): void {
    this.#pending.set(`${pending.shelf}/${pending.id}`, pending);
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
    const { count } = await query(this.#session, writeAll, [
      arrayLiteral(all.map(({ shelf }) => shelf)),
      arrayLiteral(all.map(({ id }) => id)),
      arrayLiteral(all.map(({ alias }) => alias)),
      arrayLiteral(all.map(({ document }) => document)),
      arrayLiteral(all.map(({ links }) => links)),
      revision,
    ]);
    return revision + count;
  }
}
