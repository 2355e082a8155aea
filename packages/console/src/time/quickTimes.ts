import { addDays, fromWallClock, wallClock } from './wallClock.ts';

/**
 * The time that a picker returns. It knows only minutes: a time that was not moved keeps its seconds and
 * milliseconds.
 */
export function pickedTime(picked: string, before: number | undefined, timeZone: string): number {
  const wall = `${picked}:00:00`.slice(0, 19);
  const isSameMinute = before !== undefined && wallClock(before, timeZone).slice(0, 16) === wall.slice(0, 16);
  return isSameMinute ? before : fromWallClock(wall, timeZone);
}

/** Commonly used times by name. */
export type QuickTimes = Readonly<Partial<Record<QuickName, number>>>;

/** The names of commonly used times. */
export const quickNames = [
  ...(['tomorrow', 'monday', 'week'] as const),
  ...(['afterDay', 'afterWeek', 'afterMonth'] as const),
  ...(['month', 'quarter', 'year'] as const),
];
type QuickName = (typeof quickNames)[number];

/** Common starts: at nine tomorrow, on the next Monday, in a week. */
export function quickStarts(now: number, timeZone: string) {
  const today = wallClock(now, timeZone);
  const weekday = new Date(`${today.slice(0, 10)}T00:00:00Z`).getUTCDay();
  const at = (days: number) => fromWallClock(addDays(today, days, 9), timeZone);
  return { tomorrow: at(1), monday: at((8 - weekday) % 7 || 7), week: at(7) };
}

/** Common ends: some days after the start, at the same time of day. */
export function quickEnds(from: number, timeZone: string) {
  const at = (days: number) => daysLater(from, days, timeZone);
  return { afterDay: at(1), afterWeek: at(7), afterMonth: at(30) };
}

/** Common expiry dates. */
export function quickExpiries(now: number, timeZone: string) {
  const at = (days: number) => daysLater(now, days, timeZone);
  return { month: at(30), quarter: at(90), year: at(365) };
}

function daysLater(from: number, days: number, timeZone: string): number {
  const wall = wallClock(from, timeZone);
  return fromWallClock(`${addDays(wall, days, 0).slice(0, 10)} ${wall.slice(11, 16)}:00`, timeZone);
}
