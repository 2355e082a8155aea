import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import type { Catalogue } from '../../catalogue/Catalogue.ts';
import type { Shown } from '../../catalogue/followStore.ts';
import type { Config } from '../../config.ts';
import { keysOfChange, keysOfSpace } from '../../delivery/surrogateKeys.ts';
import type { Logger } from '../../log.ts';
import { openPurger, type Purger } from '../../purge/openPurger.ts';
import { type Bookmark, beginning, type Followed } from '../../store/Store.ts';
import { tellNowAndThen } from './tellNowAndThen.ts';

/** Tells the caches in front of what this process has begun to show. */
export type Purging = {
  readonly counts: Purger['counts'];
  onShown(shown: Shown): void;
  /** Makes up for what was missed; to be called when everything is loaded. */
  begin(): Promise<void>;
  stop(): Promise<void>;
};

/** What purging needs. */
export type PurgingOptions = {
  readonly config: Config;
  readonly catalogue: Catalogue;
  readonly store: Followed;
  readonly log: Logger;
  /** Which worker this is: each tells for itself. */
  readonly worker: number;
};

const bookmark = z.object({ revision: z.number(), mark: z.string() });
const savingMilliseconds = 1000;

/**
 * Every process tells of a change after it shows it: only then can no cache fetch anew what is old. Up to where all was
 * told is kept in the data folder, so that a process that died in between is made up for by the next one.
 */
export function openPurging({ config, catalogue, store, log, worker }: PurgingOptions): Purging | undefined {
  if (config.purgeUrls.length === 0) return undefined;
  const path = join(config.dataFolder, `purged-${worker}.json`);
  const onError = tellNowAndThen(log, 'a cache in front could not be told what changed; it is tried again');
  const purger = openPurger({ targets: config.purgeUrls, header: config.purgeHeader, onError });
  let saved: Bookmark | undefined;
  let hasBegun = false;

  /** Tells of what changed since this worker last told of anything. */
  async function makeUp(): Promise<void> {
    const told = await readBookmark(path);
    const keys = new Set<string>();
    const outcome = await store.changesAfter(told ?? beginning, async ({ batches }) => {
      for await (const batch of batches) for (const key of batch.flatMap(keysOfChange)) keys.add(key);
    });
    const isKnown = told !== undefined && (outcome === 'taken' || outcome === 'same');
    purger.purge(isKnown ? keys : [...catalogue.servedSpaces()].flatMap(keysOfSpace));
    hasBegun = true;
  }

  async function save(): Promise<void> {
    if (!hasBegun) await makeUp();
    const shown = catalogue.bookmark;
    if (purger.pending() > 0 || shown === undefined || Bun.deepEquals(shown, saved)) return;
    saved = shown;
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await writeFile(`${path}.${process.pid}`, JSON.stringify(shown), { mode: 0o600 });
    await rename(`${path}.${process.pid}`, path);
  }

  const timer = setInterval(() => void (catalogue.bookmark && save().catch(onError)), savingMilliseconds);
  return {
    counts: purger.counts,
    onShown(shown) {
      if (shown.type === 'everything') purger.purge(shown.spaces.flatMap(keysOfSpace));
      else purger.purge(shown.changes.flatMap(keysOfChange));
    },
    begin: () => save().catch(onError),
    async stop() {
      clearInterval(timer);
      await purger.stop();
      if (hasBegun) await save().catch(onError);
    },
  };
}

async function readBookmark(path: string): Promise<Bookmark | undefined> {
  const text = await Bun.file(path)
    .json()
    .catch(() => undefined);
  return bookmark.safeParse(text).data;
}
