import type { Overview } from '@newsstand/contract/manage';
import { dayAfter, wallClock } from '../../time/wallClock.ts';

/** Something that opens or closes. */
export type Moment = Overview['moments'][number];

/** A day of the calendar, as in `2027-05-03`, and what happens on it. */
export type Day = { readonly date: string; readonly moments: readonly Moment[] };

/** How far the overview looks ahead. */
const stretch = 30 * 86_400_000;
/** As many days as that touches at most, where clocks are put forward in between. */
const mostDays = 32;

/** The days from a moment on, as calendars in a time zone have them, with what opens and closes. */
export function daysOf(moments: readonly Moment[], from: number, timeZone: string): readonly Day[] {
  const today = wallClock(from, timeZone);
  const last = wallClock(from + stretch, timeZone).slice(0, 10);
  const dated = moments.map((moment) => ({ moment, date: wallClock(moment.at, timeZone).slice(0, 10) }));
  const dates = Array.from({ length: mostDays }, (_, days) => dayAfter(today, days, 0).slice(0, 10));
  return dates
    .filter((date) => date <= last)
    .map((date) => ({
      date,
      moments: dated.filter((each) => each.date === date).map(({ moment }) => moment),
    }));
}

/** The first so many moments; days that nothing is left on are left out. */
export function firstOf(days: readonly Day[], most: number): readonly Day[] {
  let left = most;
  return days.flatMap(({ date, moments }) => {
    const taken = moments.slice(0, Math.max(0, left));
    left -= moments.length;
    return taken.length === 0 ? [] : [{ date, moments: taken }];
  });
}
