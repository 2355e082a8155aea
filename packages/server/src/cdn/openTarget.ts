import { PendingKeys } from './PendingKeys.ts';

/** How patient a purger is, in milliseconds. */
export type Patience = {
  /** An answer to a call may take so long. */
  readonly call: number;
  /** The pauses after a failure grow from the first to the last. */
  readonly firstPause: number;
  readonly lastPause: number;
  /** What was purged is purged once more after this. */
  readonly repeat: number;
  /** How long stopping waits for what is left. */
  readonly stop: number;
};

/** What was done so far. */
export type PurgeCounts = { readonly calls: number; readonly failures: number; readonly keys: number };

/** One cache to purge. */
export type Target = {
  purge(keys: readonly string[]): void;
  pending(): number;
  counts(): PurgeCounts;
  /** Sends what is left if that can be done soon. */
  stop(): Promise<void>;
};

/** What telling one cache needs. */
export type TargetOptions = {
  /** Sends one call, or throws. */
  readonly call: (keys: readonly string[], signal: AbortSignal) => Promise<void>;
  readonly now: () => number;
  readonly random: () => number;
  readonly onError: (error: unknown) => void;
  readonly patience: Patience;
  readonly mostPending: number;
};

/** Purges a cache, one call at a time, with retries until it succeeds. */
export function openTarget({ call, now, random, onError, patience, mostPending }: TargetOptions): Target {
  const pending = new PendingKeys(mostPending);
  const counts = { calls: 0, failures: 0, keys: 0 };
  const aborting = new AbortController();
  let onTheWay: readonly string[] = [];
  let failuresInARow = 0;
  let isStopping = false;
  let wake = () => {};

  async function work(): Promise<void> {
    while (!aborting.signal.aborted) {
      const batch = pending.take(now());
      if (batch !== undefined) await send(batch.keys, batch.isRepeat);
      else if (isStopping && pending.size === 0) return;
      else await rest((pending.dueAt ?? Infinity) - now());
    }
  }

  async function send(keys: readonly string[], isRepeat: boolean): Promise<void> {
    onTheWay = keys;
    const signal = AbortSignal.any([aborting.signal, AbortSignal.timeout(patience.call)]);
    try {
      await call(keys, signal);
    } catch (error) {
      onTheWay = [];
      pending.add(keys);
      await fail(error);
      return;
    }
    onTheWay = [];
    failuresInARow = 0;
    counts.calls++;
    counts.keys += keys.length;
    // An answer that was on its way to the cache when this was purged may come in after it.
    if (!isRepeat) pending.repeat(keys, now() + patience.repeat);
  }

  async function fail(error: unknown): Promise<void> {
    if (aborting.signal.aborted) return;
    counts.failures++;
    onError(error);
    const wasStopping = isStopping;
    const growing = Math.min(patience.lastPause, patience.firstPause * 2 ** failuresInARow++);
    const until = now() + (wasStopping ? patience.firstPause : growing) * (0.5 + random() / 2);
    // Whoever waits for the end does not wait for half a minute first.
    while (now() < until && isStopping === wasStopping && !aborting.signal.aborted) await rest(until - now());
  }

  /** Sleeps until something is new, or for a time at most. */
  function rest(milliseconds: number): Promise<void> {
    const longest = 60_000;
    return new Promise((resolve) => {
      const timer = setTimeout(() => wake(), Math.min(longest, Math.max(1, milliseconds)));
      // Nobody stays alive for what is not due yet.
      timer.unref();
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  const working = work();
  return {
    purge(keys) {
      pending.add(keys);
      wake();
    },
    pending: () => pending.size + onTheWay.length,
    counts: () => ({ ...counts }),
    async stop() {
      isStopping = true;
      wake();
      const timer = setTimeout(() => {
        aborting.abort();
        wake();
      }, patience.stop);
      await working;
      clearTimeout(timer);
    },
  };
}
