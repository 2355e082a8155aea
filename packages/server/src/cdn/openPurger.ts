import { openTarget, type Patience, type PurgeCounts, type Target } from './openTarget.ts';

/** What purging needs. */
export type PurgerOptions = {
  /** The addresses of the caches; if there are none, nothing is done. */
  readonly targets: readonly string[];
  /** What the calls prove themselves with. */
  readonly header?: { readonly name: string; readonly value: string } | undefined;
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
  /** A clock that never goes back, in milliseconds. */
  readonly now?: () => number;
  readonly random?: () => number;
  /** Called for each failed call, and for what was left at the end. Its message holds no secret. */
  readonly onError: (error: unknown) => void;
  readonly patience?: Partial<Patience>;
  readonly mostPending?: number;
};

/** Tells the caches in front what has changed. */
export type Purger = {
  purge(keys: Iterable<string>): void;
  /** How many keys are still to be purged at some cache. */
  pending(): number;
  /** What was done so far, by the host of each cache. */
  counts(): readonly (PurgeCounts & { readonly target: string; readonly pending: number })[];
  /** Waits shortly for what is left, and reports to `onError` what could not be sent. */
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
  // What it says is not read: only whether it was done.
  await response.body?.cancel();
  if (!response.ok) throw new Error(`purging at ${host} failed: it answered ${response.status}`);
}

/** The kind of a failure. Its message may hold the address, and so a secret. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'no answer';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
