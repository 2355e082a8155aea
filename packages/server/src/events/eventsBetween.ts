import type { EventType } from '@newsstand/contract';
import { isLive } from '../catalogue/items/visibility.ts';
import type { EventState, RecordEvent } from '../store/RecordEvent.ts';
import type { RecordKey } from '../store/Store.ts';

/** Something that happened to an item. */
export type ContentEvent = {
  readonly type: EventType;
  readonly key: RecordKey;
  readonly alias?: string | undefined;
  /** When it was written, or when the clock did it: the same moment for everybody, whenever they hear of it. */
  readonly at: number;
  /** Whether those hear of it who see only what is live. */
  readonly isPublic: boolean;
};

/** An item, as far as events need it. */
export type TimedItem = EventState & { readonly key: RecordKey };

/**
 * What happened after one time and up to another, in order: by writes, and by the clock.
 * `changes` are all changes of records since, the oldest first; `timed` are the items that the clock may have opened or
 * closed, as they are now.
 */
export function eventsBetween(
  changes: readonly RecordEvent[],
  timed: readonly TimedItem[],
  after: number,
  upTo: number,
): readonly ContentEvent[] {
  const changed = Map.groupBy(changes, ({ key }) => recordName(key));
  const events = [...changed.values()].flatMap((rows) => eventsOfRecord(rows, after, upTo));
  for (const item of timed) {
    if (!changed.has(recordName(item.key))) events.push(...byClock(item.key, item, after, upTo).map(atOnce));
  }
  // What happens to one item stays in order, since sorting is stable.
  return events.sort((one, other) => one.shownAt - other.shownAt).map(({ event }) => event);
}

/** An event, and when it could be seen here first: a write is shown some time after its moment. */
type ShownEvent = { readonly shownAt: number; readonly event: ContentEvent };

function atOnce(event: ContentEvent): ShownEvent {
  return { shownAt: event.at, event };
}

/** What happened to one record that was changed. */
function eventsOfRecord(rows: readonly RecordEvent[], after: number, upTo: number): ShownEvent[] {
  const events: ShownEvent[] = [];
  let at = after;
  let state = rows[0]?.before;
  let isHidden = true;
  for (const [index, { key, at: writtenAt, start, after: next, ...row }] of rows.entries()) {
    isHidden &&= row.isHidden;
    // A transaction may change a record several times; nobody sees what it was in between.
    if (rows[index + 1]?.start === start) continue;
    // Clocks differ between machines, and a commit may take long.
    const shownAt = Math.min(upTo, Math.max(at, writtenAt));
    if (state !== undefined) events.push(...byClock(key, state, at, shownAt).map(atOnce));
    const event = isHidden ? byHiddenWrite(key, next, shownAt) : byWrite(key, state, next, shownAt);
    if (event !== undefined)
      events.push({ shownAt, event: { ...event, at: sinceWhen(next, writtenAt, shownAt) } });
    [at, state, isHidden] = [shownAt, next, true];
  }
  const last = rows.at(-1);
  if (state !== undefined && last !== undefined)
    events.push(...byClock(last.key, state, at, upTo).map(atOnce));
  return events;
}

/** Since when a record is what it is: since it was written, or since the clock did something to it before that was shown. */
function sinceWhen(state: EventState | undefined, writtenAt: number, shownAt: number): number {
  if (state === undefined) return writtenAt;
  const { liveFrom, liveUntil } = versionAt(state, shownAt);
  const moments = [liveFrom, liveUntil, state.next?.takesOverAt ?? Infinity];
  return Math.max(writtenAt, ...moments.filter((moment) => moment <= shownAt));
}

/** The version of an item that counts at a given time. */
function versionAt(state: EventState, at: number): Omit<EventState, 'next'> {
  return state.next !== undefined && state.next.takesOverAt <= at ? state.next : state;
}

function byWrite(
  key: RecordKey,
  stateBefore: EventState | undefined,
  stateAfter: EventState | undefined,
  at: number,
): ContentEvent | undefined {
  const before = stateBefore && versionAt(stateBefore, at);
  const after = stateAfter && versionAt(stateAfter, at);
  const wasLive = before !== undefined && isLive(before, at);
  const isLiveNow = after !== undefined && isLive(after, at);
  const isPublic = wasLive || isLiveNow;
  // The alias that whoever hears of it can know.
  const { alias } = (isLiveNow ? after : wasLive ? before : (after ?? before)) ?? {};
  const told = { key, alias, at, isPublic };
  if (after === undefined) return before && { type: 'removed', ...told };
  if (wasLive === isLiveNow) return { type: 'changed', ...told };
  return { type: isLiveNow ? 'opened' : 'closed', ...told };
}

/** Only the next version was changed, which only previews show. */
function byHiddenWrite(key: RecordKey, after: EventState | undefined, at: number): ContentEvent {
  return { type: 'changed', key, alias: (after?.next ?? after)?.alias, at, isPublic: false };
}

/** What happens to an item after one time and up to another if nobody changes it. */
function byClock(key: RecordKey, state: EventState, after: number, upTo: number): readonly ContentEvent[] {
  const { next } = state;
  if (next === undefined) return byClockOf(key, state, after, upTo, true);
  const { takesOverAt } = next;
  const until = { ...state, liveUntil: Math.min(state.liveUntil, takesOverAt) };
  const from = { ...next, liveFrom: Math.max(next.liveFrom, takesOverAt) };
  const events = byClockOf(key, until, after, upTo, false);
  const more = byClockOf(key, from, after, upTo, true);
  const [last, first] = [events.at(-1), more.find(({ type }) => type === 'opened')];
  // One version closes and the other opens at once.
  if (last === undefined || last.type !== 'closed' || last.at !== first?.at)
    return [...events, ...more].sort((one, other) => one.at - other.at);
  const others = more.filter((event) => event !== first);
  const taken: ContentEvent = { ...first, type: 'changed' };
  return [...events.slice(0, -1), taken, ...others].sort((one, other) => one.at - other.at);
}

/** What happens to one version of an item; `isPreviewed`: whether it is what previews show. */
function byClockOf(
  key: RecordKey,
  { alias, publishedFrom, liveFrom, liveUntil }: Omit<EventState, 'next'>,
  after: number,
  upTo: number,
  isPreviewed: boolean,
): readonly ContentEvent[] {
  const events: ContentEvent[] = [];
  const add = (type: EventType, at: number, isPublic: boolean) => {
    if (after < at && at <= upTo) events.push({ type, key, alias, at, isPublic });
  };
  const isEverLive = liveFrom < liveUntil;
  // In a preview its status changes then, though it opens later or never.
  if (isPreviewed && (publishedFrom !== liveFrom || !isEverLive)) add('changed', publishedFrom, false);
  if (isEverLive) {
    add('opened', liveFrom, true);
    add('closed', liveUntil, true);
  }
  return events;
}

/** The name of a record among all; unique, since IDs hold no slash. */
export function recordName({ kind, projectId, spaceId, instanceId = '', id }: RecordKey): string {
  return `${projectId}/${spaceId}/${kind}/${instanceId}/${id}`;
}
