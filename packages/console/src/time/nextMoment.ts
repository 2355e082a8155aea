import { dayAfter, momentAt, wallClock } from './wallClock.ts';

/** The moment that a picker means. It knows minutes only: one that was not moved keeps its seconds and the rest. */
export function nextMoment(picked: string, before: number | undefined, timeZone: string): number {
  const wall = `${picked}:00:00`.slice(0, 19);
  const isSameMinute = before !== undefined && wallClock(before, timeZone).slice(0, 16) === wall.slice(0, 16);
  return isSameMinute ? before : momentAt(wall, timeZone);
}

/** Moments that are often meant, by what they are called. */
export type QuickMoments = Readonly<Partial<Record<QuickName, number>>>;

/** What moments that are often meant are called. */
export const quickNames = [
  ...(['tomorrow', 'monday', 'week'] as const),
  ...(['afterDay', 'afterWeek', 'afterMonth'] as const),
  ...(['month', 'quarter', 'year'] as const),
];
type QuickName = (typeof quickNames)[number];

/** When something begins: at nine tomorrow, on the next Monday, in a week. */
export function quickMoments(now: number, timeZone: string) {
  const today = wallClock(now, timeZone);
  const weekday = new Date(`${today.slice(0, 10)}T00:00:00Z`).getUTCDay();
  const at = (days: number) => momentAt(dayAfter(today, days, 9), timeZone);
  return { tomorrow: at(1), monday: at((8 - weekday) % 7 || 7), week: at(7) };
}

/** When something ends that begins at a moment: after some days, at the same time of day. */
export function quickEnds(from: number, timeZone: string) {
  const at = (days: number) => daysLater(from, days, timeZone);
  return { afterDay: at(1), afterWeek: at(7), afterMonth: at(30) };
}

/** When something ends that is meant to last. */
export function quickExpiries(now: number, timeZone: string) {
  const at = (days: number) => daysLater(now, days, timeZone);
  return { month: at(30), quarter: at(90), year: at(365) };
}

function daysLater(from: number, days: number, timeZone: string): number {
  const wall = wallClock(from, timeZone);
  return momentAt(`${dayAfter(wall, days, 0).slice(0, 10)} ${wall.slice(11, 16)}:00`, timeZone);
}
