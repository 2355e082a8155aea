import type { Overview } from '@newsstand/contract/manage';
import { dayAfter, wallClock } from '../../time/wallClock.ts';

/** Something that opens or closes. */
export type Moment = Overview['moments'][number];

/** A day of the calendar, as in `2027-05-03`, and what happens on it. */
export type Day = { readonly date: string; readonly moments: readonly Moment[] };

/** So many days hold 30 times 24 hours, whenever these begin. */
const shownDays = 31;

/** The days from a moment on, as calendars in a time zone have them, with what opens and closes. */
export function daysOf(moments: readonly Moment[], from: number, timeZone: string): readonly Day[] {
  const today = wallClock(from, timeZone);
  const dated = moments.map((moment) => ({ moment, date: wallClock(moment.at, timeZone).slice(0, 10) }));
  return Array.from({ length: shownDays }, (_, days) => {
    const date = dayAfter(today, days, 0).slice(0, 10);
    return { date, moments: dated.filter((each) => each.date === date).map(({ moment }) => moment) };
  });
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
