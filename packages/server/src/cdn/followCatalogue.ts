import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import type { Catalogue } from '../catalogue/Catalogue.ts';
import type { Shown } from '../catalogue/followStore.ts';
import { nextTransition } from '../catalogue/transitionsIn.ts';
import type { Config } from '../config/readConfig.ts';
import { type Logger, logOccasionally } from '../log/createLog.ts';
import { beginning, type Followed } from '../store/Store.ts';
import { openPurger, type Purger, type PurgerOptions } from './openPurger.ts';
import { keysOfChange, keysOfChanges, keysOfMoments, keysOfSpace } from './surrogateKeys.ts';

/** Purges the caches in front after this process shows a change. */
export type Purging = {
  readonly counts: Purger['counts'];
  onShown(shown: Shown): void;
  /** Purges what was missed; to be called when everything is loaded. */
  begin(): Promise<void>;
  stop(): Promise<void>;
};

/** The options of purging. */
export type PurgingOptions = {
  readonly config: Pick<Config, 'purgeUrls' | 'purgeHeader' | 'dataFolder'>;
  readonly catalogue: Catalogue;
  readonly store: Followed;
  readonly log: Logger;
  /** The number of this worker: each purges for itself. */
  readonly worker: number;
  readonly now?: () => number;
  readonly patience?: PurgerOptions['patience'];
};

/** How far caches have been purged: by bookmark for changes, by time for what opens and closes. */
const progress = z.object({ revision: z.number(), mark: z.string(), at: z.number() });
type Progress = z.infer<typeof progress>;

const savingMilliseconds = 1000;

/**
 * Every process purges a change after it shows it, and what opens or closes by its own clock: otherwise a cache could
 * refetch stale content. Progress is saved in the data folder, so that the next process makes up for one that died.
 */
export function openPurging(options: PurgingOptions): Purging | undefined {
  const { config, catalogue, store, log, worker, now = Date.now, patience = {} } = options;
  if (config.purgeUrls.length === 0) return undefined;
  const path = join(config.dataFolder, `purged-${worker}.json`);
  const onError = logOccasionally(log, 'a cache in front could not be purged; trying again');
  const purger = openPurger({ targets: config.purgeUrls, header: config.purgeHeader, onError, patience });
  let saved: Progress | undefined;
  /** The time up to which openings and closings were purged; undefined until missed purges are made up for. */
  let purgedAt: number | undefined;
  /** When something was last purged. */
  let lastPurgedAt = 0;
  let timer: Timer | undefined;
  let isStopped = false;

  /** Purges what changed, opened or closed since this worker's saved progress. */
  async function catchUp(): Promise<void> {
    const previous = await readProgress(path);
    const keys = new Set<string>();
    const outcome = await store.changesAfter(previous ?? beginning, async ({ batches }) => {
      for await (const batch of batches) for (const key of batch.flatMap(keysOfChange)) keys.add(key);
    });
    const isKnown = previous !== undefined && (outcome === 'taken' || outcome === 'same');
    purger.purge(isKnown ? keys : [...catalogue.servedSpaces()].flatMap(keysOfSpace));
    purgedAt = previous?.at ?? now();
    lastPurgedAt = purgedAt;
    watch();
  }

  /** Purges what opens and closes on time, and checks now and then because the clock may be set. */
  function watch(): void {
    if (purgedAt === undefined || isStopped) return;
    const at = now();
    const keys = [...keysOfMoments(catalogue.spaces(), purgedAt, at)];
    purgedAt = at;
    if (keys.length > 0) lastPurgedAt = at;
    purger.purge(keys);
    clearTimeout(timer);
    const wait = nextTransition(catalogue.spaces(), at) - at;
    timer = setTimeout(watch, Math.min(savingMilliseconds, Math.max(1, wait)));
  }

  async function save(): Promise<void> {
    if (purgedAt === undefined) await catchUp();
    const shown = catalogue.bookmark;
    if (purger.pending() > 0 || shown === undefined) return;
    const reached = { ...shown, at: lastPurgedAt };
    if (Bun.deepEquals(reached, saved)) return;
    saved = reached;
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await writeFile(`${path}.${process.pid}`, JSON.stringify(reached), { mode: 0o600 });
    await rename(`${path}.${process.pid}`, path);
  }

  const saving = setInterval(() => void (catalogue.bookmark && save().catch(onError)), savingMilliseconds);
  return {
    counts: purger.counts,
    onShown(shown) {
      if (shown.type === 'everything') purger.purge(shown.spaces.flatMap(keysOfSpace));
      else purger.purge(keysOfChanges(shown.changes));
      // Something may open sooner than anything before.
      watch();
    },
    begin: () => save().catch(onError),
    async stop() {
      isStopped = true;
      clearInterval(saving);
      clearTimeout(timer);
      await purger.stop();
      if (purgedAt !== undefined) await save().catch(onError);
    },
  };
}

async function readProgress(path: string): Promise<Progress | undefined> {
  const text = await Bun.file(path)
    .json()
    .catch(() => undefined);
  return progress.safeParse(text).data;
}
