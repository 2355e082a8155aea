import { limits } from '@newsstand/contract';
import { parseDuration } from './parseDuration.ts';

const isoDateTime = /^(\d{4}-\d\d-\d\d)(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)?)?$/;

/**
 * Reads a moment: an ISO date or date-time, or a duration from now on; undefined where it is neither.
 * Without an offset it is UTC, so that the same command means the same on every machine.
 */
export function parseMoment(text: string, now: number): number | undefined {
  const duration = parseDuration(text);
  if (duration !== undefined) return withinTime(now + duration);
  const match = isoDateTime.exec(text);
  if (match === null || !isDay(match[1] ?? '')) return undefined;
  return withinTime(Date.parse(match[2] === undefined || match[5] !== undefined ? text : `${text}Z`));
}

/** The engine would roll 30 February over into March. */
function isDay(date: string): boolean {
  const time = Date.parse(date);
  return Number.isFinite(time) && new Date(time).toISOString().startsWith(date);
}

function withinTime(moment: number): number | undefined {
  return moment >= limits.timestamp.min && moment <= limits.timestamp.max ? moment : undefined;
}
