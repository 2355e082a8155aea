import type { RecordKey } from './StoredRecord.ts';

/** The interval in which an item is live: `liveFrom <= now < liveUntil`. */
export type LiveTime = { readonly liveFrom: number; readonly liveUntil: number };

/** A record, as far as events need it. It may be published before it is live. */
export type EventState = LiveTime & {
  readonly publishedFrom: number;
  readonly alias?: string | undefined;
};

/** A change of a record: what it was before, and what it is since. */
export type RecordEvent = {
  /** Its number in the change log. */
  readonly revision: number;
  /** When it was written. */
  readonly at: number;
  /** The revision at which its transaction began: those of one transaction are seen at once. */
  readonly start: number;
  readonly key: RecordKey;
  /** Undefined if there was no record before. */
  readonly before: EventState | undefined;
  /** Undefined if there is none any more. */
  readonly after: EventState | undefined;
};

/** Stands for a time that never comes in a database, which has no infinite integers; its negative for "always". */
export const never = Number.MAX_SAFE_INTEGER;

/** An event as databases store it, without its shelf. */
export type EventRow = {
  readonly revision: number;
  readonly at: number;
  readonly start: number;
  readonly id: string;
  readonly wasAlias: string | null;
  readonly wasPublished: number | null;
  readonly wasFrom: number | null;
  readonly wasUntil: number | null;
  readonly isAlias: string | null;
  readonly isPublished: number | null;
  readonly isFrom: number | null;
  readonly isUntil: number | null;
};

/** Reads a stored event; `shelf` is the key of its record, but for the ID. */
export function decodeEvent(shelf: Omit<RecordKey, 'id'>, row: EventRow): RecordEvent {
  return {
    revision: row.revision,
    at: row.at,
    start: row.start,
    key: { ...shelf, id: row.id },
    before: decodeState(row.wasAlias, row.wasPublished, row.wasFrom, row.wasUntil),
    after: decodeState(row.isAlias, row.isPublished, row.isFrom, row.isUntil),
  };
}

/** An event as databases store it. */
export function encodeEvent({ revision, at, start, key, before, after }: RecordEvent): EventRow {
  const [was, is] = [encodeState(before), encodeState(after)];
  return {
    ...{ revision, at, start, id: key.id },
    ...{ wasAlias: was.alias, wasPublished: was.published, wasFrom: was.from, wasUntil: was.until },
    ...{ isAlias: is.alias, isPublished: is.published, isFrom: is.from, isUntil: is.until },
  };
}

function decodeState(
  alias: string | null,
  published: number | null,
  from: number | null,
  until: number | null,
): EventState | undefined {
  if (published === null || from === null || until === null) return undefined;
  const publishedFrom = withInfinity(published);
  return {
    alias: alias ?? undefined,
    publishedFrom,
    liveFrom: withInfinity(from),
    liveUntil: withInfinity(until),
  };
}

function withInfinity(stored: number): number {
  return Math.abs(stored) === never ? Math.sign(stored) * Infinity : stored;
}

function encodeState(state: EventState | undefined) {
  if (state === undefined) return { alias: null, published: null, from: null, until: null };
  const { alias = null, publishedFrom, liveFrom, liveUntil } = state;
  const finite = (at: number) => Math.max(-never, Math.min(never, at));
  return { alias, published: finite(publishedFrom), from: finite(liveFrom), until: finite(liveUntil) };
}
