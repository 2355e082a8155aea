import { z } from 'zod';
import type { RecordKey } from './StoredRecord.ts';

/** The interval in which an item is live: `liveFrom <= now < liveUntil`. */
export type LiveTime = { readonly liveFrom: number; readonly liveUntil: number };

/** A version of a record, as far as events need it. It may be published before it is live. */
type VersionState = LiveTime & {
  readonly publishedFrom: number;
  readonly alias?: string | undefined;
};

/** A record, as far as events need it, with its next version; infinity if nobody has decided when that takes over. */
export type EventState = VersionState & {
  readonly next?: (VersionState & { readonly takesOverAt: number }) | undefined;
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
  /** Whether readers see no difference: only the next version was changed. */
  readonly isHidden: boolean;
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
  readonly isHidden: number;
  readonly wasAlias: string | null;
  readonly wasPublished: number | null;
  readonly wasFrom: number | null;
  readonly wasUntil: number | null;
  readonly wasNext: string | null;
  readonly isAlias: string | null;
  readonly isPublished: number | null;
  readonly isFrom: number | null;
  readonly isUntil: number | null;
  readonly isNext: string | null;
};

/** Reads a stored event; `shelf` is the key of its record, but for the ID. */
export function decodeEvent(shelf: Omit<RecordKey, 'id'>, row: EventRow): RecordEvent {
  return {
    revision: row.revision,
    at: row.at,
    start: row.start,
    key: { ...shelf, id: row.id },
    isHidden: row.isHidden === 1,
    before: decodeState(row.wasAlias, row.wasPublished, row.wasFrom, row.wasUntil, row.wasNext),
    after: decodeState(row.isAlias, row.isPublished, row.isFrom, row.isUntil, row.isNext),
  };
}

/** An event as databases store it. */
export function encodeEvent(event: RecordEvent): EventRow {
  const { revision, at, start, key, isHidden, before, after } = event;
  const [was, is] = [encodeState(before), encodeState(after)];
  return {
    ...{ revision, at, start, id: key.id, isHidden: isHidden ? 1 : 0 },
    ...{ wasAlias: was.alias, wasPublished: was.published, wasFrom: was.from, wasUntil: was.until },
    ...{ isAlias: is.alias, isPublished: is.published, isFrom: is.from, isUntil: is.until },
    ...{ wasNext: encodeNextState(before?.next), isNext: encodeNextState(after?.next) },
  };
}

function decodeState(
  alias: string | null,
  published: number | null,
  from: number | null,
  until: number | null,
  next: string | null,
): EventState | undefined {
  if (published === null || from === null || until === null) return undefined;
  const state = versionState(alias, published, from, until);
  return next === null ? state : { ...state, next: decodeNextState(next) };
}

function versionState(alias: string | null, published: number, from: number, until: number): VersionState {
  return {
    alias: alias ?? undefined,
    publishedFrom: withInfinity(published),
    liveFrom: withInfinity(from),
    liveUntil: withInfinity(until),
  };
}

/** When it takes over, when it is published and live, and its alias. */
const nextSchema = z.tuple([
  z.number().nullable(),
  z.number(),
  z.number(),
  z.number(),
  z.string().nullable(),
]);

function decodeNextState(text: string): EventState['next'] {
  const [takesOverAt, published, from, until, alias] = nextSchema.parse(JSON.parse(text));
  return { ...versionState(alias, published, from, until), takesOverAt: takesOverAt ?? Infinity };
}

function encodeNextState(next: EventState['next']): string | null {
  if (next === undefined) return null;
  const { alias, published, from, until } = encodeState(next);
  const takesOverAt = Number.isFinite(next.takesOverAt) ? next.takesOverAt : null;
  return JSON.stringify([takesOverAt, published, from, until, alias]);
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
