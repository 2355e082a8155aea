import type { RecordKey } from './StoredRecord.ts';

/** The interval in which an item is live: `liveFrom <= now < liveUntil`. */
export type LiveTime = { readonly liveFrom: number; readonly liveUntil: number };

/** What a transaction did to a record: when it was live before, and when it is live since. */
export type RecordEvent = {
  /** Its number in the change log. */
  readonly revision: number;
  /** When it was written. */
  readonly at: number;
  readonly key: RecordKey;
  /** The alias that it has since; of a removed record, the one that it had. */
  readonly alias?: string | undefined;
  /** Undefined if there was no record before. */
  readonly before: LiveTime | undefined;
  /** Undefined if there is none any more. */
  readonly after: LiveTime | undefined;
};

/** Stands for a time that never comes in a database, which has no infinite integers; its negative for "always". */
export const never = Number.MAX_SAFE_INTEGER;

/** An event as databases store it, without its key. */
export type EventRow = {
  readonly revision: number;
  readonly at: number;
  readonly id: string;
  readonly alias: string | null;
  readonly wasFrom: number | null;
  readonly wasUntil: number | null;
  readonly isFrom: number | null;
  readonly isUntil: number | null;
};

/** Reads a stored event; `key` is that of its record, but for the ID. */
export function decodeEvent(key: Omit<RecordKey, 'id'>, row: EventRow): RecordEvent {
  return {
    revision: row.revision,
    at: row.at,
    key: { ...key, id: row.id },
    alias: row.alias ?? undefined,
    before: decodeTime(row.wasFrom, row.wasUntil),
    after: decodeTime(row.isFrom, row.isUntil),
  };
}

/** An event as databases store it. */
export function encodeEvent({ revision, at, key, alias, before, after }: RecordEvent): EventRow {
  const [was, is] = [encodeTime(before), encodeTime(after)];
  const times = { wasFrom: was.from, wasUntil: was.until, isFrom: is.from, isUntil: is.until };
  return { revision, at, id: key.id, alias: alias ?? null, ...times };
}

function decodeTime(from: number | null, until: number | null): LiveTime | undefined {
  if (from === null || until === null) return undefined;
  return { liveFrom: withInfinity(from), liveUntil: withInfinity(until) };
}

function withInfinity(stored: number): number {
  return Math.abs(stored) === never ? Math.sign(stored) * Infinity : stored;
}

function encodeTime(time: LiveTime | undefined): {
  readonly from: number | null;
  readonly until: number | null;
} {
  if (time === undefined) return { from: null, until: null };
  const finite = (at: number) => Math.max(-never, Math.min(never, at));
  return { from: finite(time.liveFrom), until: finite(time.liveUntil) };
}
