import type { Command } from 'commander';
import { Failure } from './Failure.ts';
import { textOption } from './options.ts';
import { parseMoment } from './parseMoment.ts';

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
