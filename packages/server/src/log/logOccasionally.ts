import { StoreReplacedError } from '../store/StoreError.ts';
import type { Logger } from './createLog.ts';

const pauseMilliseconds = 10_000;

/**
 * Tells of a failure that comes again and again: an outage must not fill the log. That the store was replaced is left out:
 * the watch of the store logs it once, whatever fails because of it.
 */
export function logOccasionally(log: Logger, what: string): (error: unknown) => void {
  let loggedAt = -Infinity;
  return (error) => {
    if (error instanceof StoreReplacedError || Date.now() - loggedAt < pauseMilliseconds) return;
    loggedAt = Date.now();
    log.error({ err: error }, what);
  };
}
