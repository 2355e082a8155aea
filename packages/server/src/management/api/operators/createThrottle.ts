import { LruCache } from '../../../concurrency/LruCache.ts';

/** Slows down repeated failures, by a name such as that of a device. */
export type Throttle = {
  /** How many milliseconds the next attempt has to wait; 0 for none. */
  wait(name: string): number;
  /** An attempt begins. Until it ends it counts as failed, so that parallel ones gain nothing. */
  begin(name: string): void;
  end(name: string, hasFailed: boolean): void;
  clear(name: string): void;
};

type Failures = { readonly count: number; readonly last: number; readonly pending: number };

const freeTries = 5;
const leastMilliseconds = 1000;
const mostMilliseconds = 15 * 60_000;
const keptBytes = 4_000_000;
const none: Failures = { count: 0, last: Number.NEGATIVE_INFINITY, pending: 0 };

/** After five failures each further one doubles the wait, from a second up to 15 minutes, after which they are forgotten. */
export function createThrottle(now: () => number): Throttle {
  const known = new LruCache<Failures>(
    () => keptBytes,
    () => 48,
  );
  const failuresOf = (name: string): Failures => {
    const failures = known.get(name) ?? none;
    const isOld = now() >= endOf(failures) + mostMilliseconds;
    return isOld ? { ...none, pending: failures.pending } : failures;
  };
  return {
    wait: (name) => {
      const failures = failuresOf(name);
      const { count, pending } = failures;
      const least = pending > 0 && count + pending >= freeTries ? leastMilliseconds : 0;
      return Math.max(least, endOf(failures) - now());
    },
    begin: (name) => {
      const failures = failuresOf(name);
      known.set(name, { ...failures, pending: failures.pending + 1 });
    },
    end: (name, hasFailed) => {
      const failures = failuresOf(name);
      const pending = Math.max(0, failures.pending - 1);
      if (hasFailed) known.set(name, { count: failures.count + 1, last: now(), pending });
      else if (failures.count + pending > 0) known.set(name, { ...failures, pending });
      else known.delete(name);
    },
    clear: (name) => known.delete(name),
  };
}

function endOf({ count, last }: Failures): number {
  if (count < freeTries) return last;
  return last + Math.min(mostMilliseconds, leastMilliseconds * 2 ** Math.min(count - freeTries, 20));
}
