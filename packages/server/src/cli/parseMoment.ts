import { limits } from '@newsstand/contract';
import type { Command } from 'commander';
import { Failure } from './Failure.ts';
import { textOption } from './options.ts';

const isoDateTime = /^(\d{4}-\d\d-\d\d)(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)?)?$/;

/**
 * Reads a point in time: an ISO date or date-time, or a duration from now; undefined if it is neither.
 * Without an offset it is UTC, so that a command means the same on every machine.
 */
export function parseMoment(text: string, now: number): number | undefined {
  const duration = parseDuration(text);
  if (duration !== undefined) return withinTime(now + duration);
  const match = isoDateTime.exec(text);
  if (match === null || !isDay(match[1] ?? '')) return undefined;
  return withinTime(Date.parse(match[2] === undefined || match[5] !== undefined ? text : `${text}Z`));
}

/** The runtime would turn 30 February into March. */
function isDay(date: string): boolean {
  const time = Date.parse(date);
  return Number.isFinite(time) && new Date(time).toISOString().startsWith(date);
}

function withinTime(moment: number): number | undefined {
  return moment >= limits.timestamp.min && moment <= limits.timestamp.max ? moment : undefined;
}

const unitMilliseconds: Readonly<Record<string, number>> = {
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
};

/** Reads a duration such as `90d`, `12h` or `1h30m` as milliseconds; undefined if it is not one. */
export function parseDuration(text: string): number | undefined {
  if (!/^(\d{1,9}[smhdw])+$/.test(text)) return undefined;
  let total = 0;
  for (const [, count, unit] of text.matchAll(/(\d+)([smhdw])/g)) {
    total += Number(count) * (unitMilliseconds[unit ?? ''] ?? 0);
  }
  return total;
}

/** The expiry that `--expires` gives. */
export function expiryOf(command: Command, now: number): number | undefined {
  const text = textOption(command, 'expires');
  if (text === undefined) return undefined;
  const moment = parseMoment(text, now);
  if (moment === undefined) {
    throw new Failure('--expires must be an ISO date or date-time, or a duration such as 90d or 12h', 2);
  }
  if (moment <= now) throw new Failure('--expires must be in the future', 2);
  return moment;
}
