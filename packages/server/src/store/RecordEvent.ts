import type { RecordKey } from './StoredRecord.ts';

/** The interval in which an item is live: `liveFrom <= now < liveUntil`. */
export type LiveTime = { readonly liveFrom: number; readonly liveUntil: number };

/** A record, as far as events need it. */
export type EventState = LiveTime & { readonly alias?: string | undefined };

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
  readonly wasFrom: number | null;
  readonly wasUntil: number | null;
  readonly isAlias: string | null;
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
    before: decodeState(row.wasAlias, row.wasFrom, row.wasUntil),
    after: decodeState(row.isAlias, row.isFrom, row.isUntil),
  };
}

/** An event as databases store it. */
export function encodeEvent({ revision, at, start, key, before, after }: RecordEvent): EventRow {
  const [wasAlias, wasFrom, wasUntil] = encodeState(before);
  const [isAlias, isFrom, isUntil] = encodeState(after);
  return { revision, at, start, id: key.id, wasAlias, wasFrom, wasUntil, isAlias, isFrom, isUntil };
}

function decodeState(
  alias: string | null,
  from: number | null,
  until: number | null,
): EventState | undefined {
  if (from === null || until === null) return undefined;
  return { alias: alias ?? undefined, liveFrom: withInfinity(from), liveUntil: withInfinity(until) };
}

function withInfinity(stored: number): number {
  return Math.abs(stored) === never ? Math.sign(stored) * Infinity : stored;
}

function encodeState(state: EventState | undefined): [string | null, number | null, number | null] {
  if (state === undefined) return [null, null, null];
  const finite = (at: number) => Math.max(-never, Math.min(never, at));
  return [state.alias ?? null, finite(state.liveFrom), finite(state.liveUntil)];
}
