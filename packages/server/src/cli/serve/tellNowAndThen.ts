import type { Logger } from '../../log.ts';

const pauseMilliseconds = 10_000;

/** Tells of a failure that comes again and again: an outage must not fill the log. */
export function tellNowAndThen(log: Logger, what: string): (error: unknown) => void {
  let toldAt = -Infinity;
  return (error) => {
    if (Date.now() - toldAt < pauseMilliseconds) return;
    toldAt = Date.now();
    log.error({ err: error }, what);
  };
}
