import { join } from 'node:path';
import type { Config } from '../config/readConfig.ts';
import { DiskCache } from '../media/DiskCache.ts';

/** Sweeps the caches of this machine. */
export type CacheSweeper = {
  /** Schedules a sweep: to be called when files may no longer be referenced. */
  schedule(): void;
  stop(): Promise<void>;
};

/** The first sweep waits briefly, to handle many deletions at once; the last until no outdated picture is being generated. */
const pauses = { first: 1000, last: 45_000 } as const;

/**
 * Removes from this machine what belongs to files that no record refers to: pictures generated from them, and
 * local copies of remote originals. They are not served any more, but may have to be deleted.
 */
export function startCacheSweeper(
  config: Config,
  isNamed: (hash: string) => boolean,
  onError: (error: unknown) => void,
): CacheSweeper {
  const caches = cachesOf(config);
  const timers = new Map<keyof typeof pauses, Timer>();
  let sweeping: Promise<void> = Promise.resolve();
  let isStopped = false;

  async function sweep(): Promise<void> {
    for (const cache of caches) await cache.sweep((hash) => isStopped || isNamed(hash)).catch(onError);
  }

  function plan(name: keyof typeof pauses): void {
    const timer = setTimeout(() => {
      timers.delete(name);
      sweeping = sweeping.then(sweep);
    }, pauses[name]);
    timer.unref();
    timers.set(name, timer);
  }

  return {
    schedule() {
      if (isStopped) return;
      if (!timers.has('first')) plan('first');
      clearTimeout(timers.get('last'));
      plan('last');
    },
    async stop() {
      isStopped = true;
      for (const timer of timers.values()) clearTimeout(timer);
      await sweeping;
    },
  };
}

/** The caches of this machine: generated pictures, and copies of originals in S3. */
export function cachesOf(config: Config): readonly [DiskCache, DiskCache] {
  const { dataFolder, mediaCacheBytes, mediaSourcesBytes } = config;
  return [
    new DiskCache(join(dataFolder, 'pictures'), mediaCacheBytes),
    new DiskCache(join(dataFolder, 'sources'), mediaSourcesBytes),
  ];
}
