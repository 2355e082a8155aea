import type { ItemState } from '@newsstand/contract/manage';
import { type Language, wordsOf } from '../words/languages.ts';
import { formatDateTime, formatDistance, formatRelative } from './formatDateTime.ts';
import { liveTime, stateAt, type Times } from './liveTime.ts';

/** The schedule of an item in words. */
type TimesInWords = {
  readonly state: ItemState;
  readonly sentence: string;
  /** Shown if the times make no sense. */
  readonly warning?: string;
};

/** Describes in one sentence when readers see an item; `liveSince` says since when they do, if that is known otherwise. */
export function describeTimes(
  item: Times,
  now: number,
  language: Language,
  timeZone: string,
  liveSince?: number,
): TimesInWords {
  const texts = wordsOf(language).time;
  const state = stateAt(item, now);
  const { from, until } = liveTime(item);
  const on = (at: number) => formatDateTime(at, language, timeZone);
  const away = (at: number) => formatDistance(at, now, language, timeZone);
  if (state === 'draft') return { state, sentence: texts.draft };
  if (state === 'scheduled') {
    if (until === Infinity) return { state, sentence: texts.opens(on(from), away(from)) };
    return { state, sentence: texts.opensAndCloses(on(from), away(from), on(until), away(until)) };
  }
  if (state === 'live') {
    const since = liveSince ?? (from === -Infinity ? undefined : from);
    if (until === Infinity)
      return { state, sentence: since === undefined ? texts.live : texts.liveSince(on(since)) };
    if (liveSince === undefined) return { state, sentence: texts.liveUntil(on(until), away(until)) };
    return { state, sentence: texts.liveSinceUntil(on(liveSince), on(until), away(until)) };
  }
  if (from >= until)
    return { state, sentence: texts.never, warning: texts.neverWarning(on(from), on(until)) };
  return { state, sentence: texts.closed(on(until), away(until)), warning: texts.overWarning };
}

/** Describes in a few words what happens to an item next, or happened last; undefined if nothing does. */
export function describeNext(
  item: Times,
  now: number,
  language: Language,
  timeZone: string,
): string | undefined {
  const { next } = wordsOf(language).time;
  const state = stateAt(item, now);
  const { from, until } = liveTime(item);
  const near = (at: number) => formatRelative(at, now, language, timeZone);
  if (state === 'scheduled') return next.opens(near(from));
  if (state === 'live') return until === Infinity ? undefined : next.closes(near(until));
  if (state === 'closed') return from >= until ? next.never : next.closed(near(until));
  return undefined;
}

/** Says that a change hides what readers see now, or will see when it takes over, and until when. */
export function describeHiding(
  until: number,
  from: number | undefined,
  language: Language,
  timeZone: string,
): string {
  const texts = wordsOf(language).time.hides;
  const on = (at: number) => formatDateTime(at, language, timeZone);
  if (from === undefined) return until === Infinity ? texts.forGood : texts.until(on(until));
  return until === Infinity ? texts.laterForGood(on(from)) : texts.laterUntil(on(from), on(until));
}
