import type { Overview } from '@newsstand/contract/manage';
import { addDays, wallClock } from '../../time/wallClock.ts';

/** Something that opens or closes. */
export type Moment = Overview['moments'][number];

/** A calendar day such as `2027-05-03`, and what happens on it. */
export type Day = { readonly date: string; readonly moments: readonly Moment[] };

/** How far the overview looks ahead. */
const horizon = 30 * 86_400_000;
/** The maximum number of days in that period, if the clocks go forward. */
const maxDays = 32;

/** The calendar days from a time on in a time zone, with what opens and closes. */
export function daysOf(moments: readonly Moment[], from: number, timeZone: string): readonly Day[] {
  const today = wallClock(from, timeZone);
  const last = wallClock(from + horizon, timeZone).slice(0, 10);
  const dated = moments.map((moment) => ({ moment, date: wallClock(moment.at, timeZone).slice(0, 10) }));
  const dates = Array.from({ length: maxDays }, (_, days) => addDays(today, days, 0).slice(0, 10));
  return dates
    .filter((date) => date <= last)
    .map((date) => ({
      date,
      moments: dated.filter((each) => each.date === date).map(({ moment }) => moment),
    }));
}

/** The days with the first few changes. */
export function firstOf(days: readonly Day[], most: number): readonly Day[] {
  let left = most;
  return days.flatMap(({ date, moments }) => {
    const taken = moments.slice(0, Math.max(0, left));
    left -= moments.length;
    return taken.length === 0 ? [] : [{ date, moments: taken }];
  });
}
