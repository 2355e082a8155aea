import { join } from 'node:path';
import type { Config } from '../config/readConfig.ts';
import { DiskCache } from '../media/DiskCache.ts';

/** Sweeps the caches of this machine. */
export type CacheSweeper = {
  /** Schedules a sweep: to be called when files may no longer be referenced. */
  schedule(): void;
  stop(): Promise<void>;
};

/** How long to wait, so that much that is deleted is swept at once; and until no picture of before is being made any more. */
const pauses = { first: 1000, last: 45_000 } as const;

/**
 * Throws away what this machine keeps of files that no record names any more: pictures that were made from them, and
 * copies of originals that are elsewhere. Nobody is served them, but they may have to be gone.
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

/** Where this machine keeps pictures that were made, and copies of originals that are in S3. */
export function cachesOf(config: Config): readonly [DiskCache, DiskCache] {
  const { dataFolder, mediaCacheBytes, mediaSourcesBytes } = config;
  return [
    new DiskCache(join(dataFolder, 'pictures'), mediaCacheBytes),
    new DiskCache(join(dataFolder, 'sources'), mediaSourcesBytes),
  ];
}
