import { createSleeper } from '../concurrency/createSleeper.ts';
import { PendingKeys } from './PendingKeys.ts';

/** The options of a purger. */
export type PurgerOptions = {
  /** The addresses of the caches; if there are none, nothing is done. */
  readonly targets: readonly string[];
  /** The header that authenticates the calls. */
  readonly header?: { readonly name: string; readonly value: string } | undefined;
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
  /** A clock that never goes back, in milliseconds. */
  readonly now?: () => number;
  readonly random?: () => number;
  /** Called for each failed call, and for the keys left at the end. The message holds no secret. */
  readonly onError: (error: unknown) => void;
  readonly patience?: Partial<Patience>;
  readonly mostPending?: number;
};

/** Purges the caches in front. */
export type Purger = {
  purge(keys: Iterable<string>): void;
  /** How many keys are still to be purged, over all caches. */
  pending(): number;
  /** Counts of each cache, by its host. */
  counts(): readonly (PurgeCounts & { readonly target: string; readonly pending: number })[];
  /** Waits briefly for the keys that are left, and reports to `onError` those that could not be sent. */
  stop(): Promise<void>;
};

const usualPatience: Patience = {
  call: 5000,
  firstPause: 200,
  lastPause: 30_000,
  repeat: 1000,
  stop: 2000,
};

/** Opens the purger. Caches are independent: one that is down does not delay another. */
export function openPurger(options: PurgerOptions): Purger {
  const { now = () => performance.now(), random = Math.random, onError, mostPending = 10_000 } = options;
  const patience = { ...usualPatience, ...options.patience };
  const targets = options.targets.map((url): { host: string; target: Target } => {
    const call = (keys: readonly string[], signal: AbortSignal) => callTarget(url, options, keys, signal);
    return {
      host: new URL(url).host,
      target: openTarget({ call, now, random, onError, patience, mostPending }),
    };
  });

  async function stop(): Promise<void> {
    await Promise.all(targets.map(({ target }) => target.stop()));
    for (const { host, target } of targets) {
      const left = target.pending();
      if (left > 0) onError(new Error(`${left} keys were not purged at ${host}: purge there by hand`));
    }
  }

  return {
    purge(keys) {
      const all = [...keys];
      for (const { target } of targets) target.purge(all);
    },
    pending: () => targets.reduce((sum, { target }) => sum + target.pending(), 0),
    counts: () =>
      targets.map(({ host, target }) => ({ target: host, ...target.counts(), pending: target.pending() })),
    stop,
  };
}

/** One call, as Fastly takes it, and as a few lines of any proxy's configuration can. */
async function callTarget(
  url: string,
  { header, fetch: send = fetch }: PurgerOptions,
  keys: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  const headers: Record<string, string> = { 'surrogate-key': keys.join(' ') };
  if (header !== undefined) headers[header.name] = header.value;
  const { host } = new URL(url);
  const response = await send(url, { method: 'POST', headers, redirect: 'manual', signal }).catch((error) => {
    throw new Error(`purging at ${host} failed: ${reasonOf(error)}`);
  });
  // Only the status counts.
  await response.body?.cancel();
  if (!response.ok) throw new Error(`purging at ${host} failed with status ${response.status}`);
}

/** The kind of a failure. Its message may hold the address, and so a secret. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'no answer';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}

/** The timeouts of a purger, in milliseconds. */
export type Patience = {
  /** The timeout of a call. */
  readonly call: number;
  /** The pauses after a failure grow from the first to the last. */
  readonly firstPause: number;
  readonly lastPause: number;
  /** Keys are purged once more after this time. */
  readonly repeat: number;
  /** How long stopping waits for the keys that are left. */
  readonly stop: number;
};

/** What has been done so far. */
export type PurgeCounts = { readonly calls: number; readonly failures: number; readonly keys: number };

/** One cache to purge. */
type Target = {
  purge(keys: readonly string[]): void;
  pending(): number;
  counts(): PurgeCounts;
  /** Sends the keys that are left, if that can be done soon. */
  stop(): Promise<void>;
};

/** The options of one target. */
type TargetOptions = {
  /** Sends one call, or throws. */
  readonly call: (keys: readonly string[], signal: AbortSignal) => Promise<void>;
  readonly now: () => number;
  readonly random: () => number;
  readonly onError: (error: unknown) => void;
  readonly patience: Patience;
  readonly mostPending: number;
};

/** Purges a cache, one call at a time, with retries until it succeeds. */
function openTarget({ call, now, random, onError, patience, mostPending }: TargetOptions): Target {
  const pending = new PendingKeys(mostPending);
  const counts = { calls: 0, failures: 0, keys: 0 };
  const aborting = new AbortController();
  let onTheWay: readonly string[] = [];
  let failuresInARow = 0;
  let isStopping = false;
  const { sleep, wake } = createSleeper();

  async function work(): Promise<void> {
    while (!aborting.signal.aborted) {
      const batch = pending.take(now());
      if (batch !== undefined) await send(batch.keys, batch.isRepeat);
      else if (isStopping && pending.size === 0) return;
      else await sleep((pending.dueAt ?? Infinity) - now());
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
    // A response that was on its way to the cache during the purge may arrive after it.
    if (!isRepeat) pending.repeat(keys, now() + patience.repeat);
  }

  async function fail(error: unknown): Promise<void> {
    if (aborting.signal.aborted) return;
    counts.failures++;
    onError(error);
    const wasStopping = isStopping;
    const growing = Math.min(patience.lastPause, patience.firstPause * 2 ** failuresInARow++);
    const until = now() + (wasStopping ? patience.firstPause : growing) * (0.5 + random() / 2);
    // Stopping must not wait for half a minute first.
    while (now() < until && isStopping === wasStopping && !aborting.signal.aborted)
      await sleep(until - now());
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
