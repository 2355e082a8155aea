import { FetchError, type RemoteFile } from './fetchFile.ts';

/** How many files are fetched at once, and when to give up; times in milliseconds. */
export type FetchPolicy = {
  readonly atOnce: number;
  readonly atOncePerHost: number;
  /** How often one file is tried. */
  readonly attempts: number;
  /** The delay before the second attempt; it doubles before each further one. */
  readonly initialDelay: number;
  /** The longest delay that a server may ask for. */
  readonly maxDelay: number;
  /** How often in a row a host may fail before the rest of its files are given up. */
  readonly hostFailures: number;
};

export const usualPolicy: FetchPolicy = {
  ...{ atOnce: 8, atOncePerHost: 4, attempts: 4, initialDelay: 1000, maxDelay: 120_000, hostFailures: 5 },
};

/** How many times more often a file is tried that the server sends to those who wait. */
const patientFactor = 5;

/** A file that is to be fetched. */
type Job = { readonly file: RemoteFile; attempts: number };

/** The files of one host. */
type Host = {
  /** The last one is next. */
  readonly waiting: Job[];
  running: number;
  /** How many may be under way at once. */
  places: number;
  /** How often in a row it has failed. */
  failures: number;
  pausedUntil: number;
  /** Why the rest is not tried any more. */
  givenUp: string | undefined;
};

/** Why files were not fetched. */
export type Failures = ReadonlyMap<RemoteFile, string>;

/**
 * Fetches files in parallel. A host that is slow or dead keeps only its share of the places, and whoever waits for another
 * attempt keeps none. `fetch` throws `FetchError` if a file cannot be fetched; any other error ends everything.
 */
export async function fetchFiles(
  files: readonly RemoteFile[],
  fetch: (file: RemoteFile) => Promise<void>,
  onDone: (failed: boolean) => void,
  policy: FetchPolicy = usualPolicy,
): Promise<Failures> {
  const hosts = hostsOf(files, policy.atOncePerHost);
  const failures = new Map<RemoteFile, string>();
  const timers = new Set<Timer>();
  let unfinished = files.length;
  let failure: { readonly error: unknown } | undefined;
  let wake = Promise.withResolvers<void>();

  const changed = () => {
    wake.resolve();
    wake = Promise.withResolvers();
  };
  const later = (delay: number, work: () => void) => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      work();
      changed();
    }, delay);
    timers.add(timer);
  };
  const end = ({ file }: Job, why?: string) => {
    unfinished -= 1;
    if (why !== undefined) failures.set(file, why);
    onDone(why !== undefined);
  };
  const giveUp = (host: Host, why: string) => {
    host.givenUp = why;
    for (const job of host.waiting.splice(0)) end(job, why);
  };
  const pause = (host: Host, delay: number) => {
    host.pausedUntil = performance.now() + delay;
    later(delay, () => {});
  };

  /** The next job of a host that has a free place; hosts take turns. */
  const next = (): readonly [Host, Job] | undefined => {
    for (const [name, host] of hosts) {
      if (host.running >= host.places || performance.now() < host.pausedUntil) continue;
      const job = host.waiting.pop();
      if (job === undefined) continue;
      hosts.delete(name);
      hosts.set(name, host);
      return [host, job];
    }
    return undefined;
  };

  const failed = (host: Host, job: Job, error: FetchError): void => {
    const { fate, message, retryAfter = 0 } = error;
    const isAskedToWait = error.retryAfter !== undefined;
    if (fate === 'down') {
      const isTooLong = retryAfter > policy.maxDelay;
      // Those that were under way at the same time fail for the same reason, and do not count again.
      if (!isTooLong && performance.now() >= host.pausedUntil) {
        host.failures += 1;
        pause(host, Math.max(retryAfter, policy.initialDelay * 2 ** (host.failures - 1)));
        if (isAskedToWait) host.places = Math.max(1, Math.floor(host.places / 2));
      }
      if (isTooLong || host.failures >= policy.hostFailures)
        giveUp(
          host,
          isTooLong ? `${message}, and asks to wait too long` : `${message}; the host was given up`,
        );
    } else host.failures = 0;
    const attempts = policy.attempts * (isAskedToWait ? patientFactor : 1);
    if (host.givenUp !== undefined || fate === 'final' || job.attempts >= attempts) {
      end(job, fate === 'final' ? message : (host.givenUp ?? message));
      return;
    }
    later(isAskedToWait ? retryAfter : policy.initialDelay * 2 ** (job.attempts - 1), () => {
      if (host.givenUp === undefined) host.waiting.push(job);
      else end(job, host.givenUp);
    });
  };

  const run = async (host: Host, job: Job): Promise<void> => {
    host.running += 1;
    job.attempts += 1;
    try {
      await fetch(job.file);
      host.failures = 0;
      end(job);
    } catch (error) {
      if (error instanceof FetchError) failed(host, job, error);
      else failure ??= { error };
    } finally {
      host.running -= 1;
      changed();
    }
  };

  const work = async (): Promise<void> => {
    while (unfinished > 0 && failure === undefined) {
      const found = next();
      await (found === undefined ? wake.promise : run(...found));
    }
  };
  await Promise.all(Array.from({ length: policy.atOnce }, work));
  for (const timer of timers) clearTimeout(timer);
  if (failure !== undefined) throw failure.error;
  return failures;
}

function hostsOf(files: readonly RemoteFile[], places: number): Map<string, Host> {
  const hosts = new Map<string, Host>();
  for (const file of files.toReversed()) {
    const { host: name } = new URL(file.url);
    const host = hosts.get(name) ?? newHost(places);
    host.waiting.push({ file, attempts: 0 });
    hosts.set(name, host);
  }
  return hosts;
}

function newHost(places: number): Host {
  return { waiting: [], running: 0, places, failures: 0, pausedUntil: 0, givenUp: undefined };
}
