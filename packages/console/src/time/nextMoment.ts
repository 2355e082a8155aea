import { dayAfter, momentAt, wallClock } from './wallClock.ts';

/** The moment that a picker means. It knows minutes only: one that was not moved keeps its seconds and the rest. */
export function nextMoment(picked: string, before: number | undefined, timeZone: string): number {
  const wall = `${picked}:00:00`.slice(0, 19);
  const isSameMinute = before !== undefined && wallClock(before, timeZone).slice(0, 16) === wall.slice(0, 16);
  return isSameMinute ? before : momentAt(wall, timeZone);
}

/** Moments that are often meant: at nine tomorrow, on the next Monday, in a week. */
export function quickMoments(now: number, timeZone: string) {
  const today = wallClock(now, timeZone);
  const weekday = new Date(`${today.slice(0, 10)}T00:00:00Z`).getUTCDay();
  const at = (days: number) => momentAt(dayAfter(today, days, 9), timeZone);
  return { tomorrow: at(1), monday: at((8 - weekday) % 7 || 7), week: at(7) };
}
