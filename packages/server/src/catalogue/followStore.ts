import type { Followed } from '../store/Store.ts';
import type { Catalogue } from './Catalogue.ts';

/** Keeps a catalogue equal to its store. */
export type Follower = {
  /** For how long the catalogue may have been behind the store, in seconds. */
  lagSeconds(now: number): number;
  stop(): Promise<void>;
};

/** What following needs. */
export type FollowOptions = {
  readonly store: Followed;
  readonly catalogue: Catalogue;
  /** Told of each failure; readers are served what is known meanwhile. */
  readonly onError: (error: unknown) => void;
  readonly now?: () => number;
  readonly pollMilliseconds?: number;
};

/** Loads everything, then follows the store's change log until stopped. */
export async function followStore(options: FollowOptions): Promise<Follower> {
  const { store, catalogue, onError, now = Date.now, pollMilliseconds = 100 } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  let credentialsSeen = -1;
  await followCredentials();
  await store.read((reader) => catalogue.load(reader, signal));
  let equalAt = now();
  let tidying = tidy();

  /** Credentials are read on their own: a revocation must not wait until a large import has been taken in. */
  async function followCredentials(): Promise<void> {
    const revision = await store.revision();
    if (revision === credentialsSeen) return;
    catalogue.setCredentials(await store.read((reader) => reader.credentials()));
    credentialsSeen = revision;
  }

  async function followContent(): Promise<void> {
    const askedAt = now();
    if (await catchUp(store, catalogue, signal)) tidying = tidying.then(tidy);
    equalAt = askedAt;
  }

  async function tidy(): Promise<void> {
    await catalogue.tidy(signal).catch(tellUnlessStopped);
  }

  function tellUnlessStopped(error: unknown): void {
    if (!signal.aborted) onError(error);
  }

  async function repeatedly(work: () => Promise<void>): Promise<void> {
    while (!signal.aborted) {
      await Bun.sleep(pollMilliseconds);
      if (!signal.aborted) await work().catch(tellUnlessStopped);
    }
  }

  const following = [repeatedly(followCredentials), repeatedly(followContent)];
  return {
    lagSeconds: (at) => Math.max(0, at - equalAt) / 1000,
    async stop() {
      stopping.abort();
      await Promise.all([...following, tidying]);
    },
  };
}

/** Brings the catalogue to the store's newest revision; true where something had changed. */
async function catchUp(store: Followed, catalogue: Catalogue, signal: AbortSignal): Promise<boolean> {
  if ((await store.revision()) === catalogue.revision) return false;
  await store.read(async (reader) => {
    const changes = await reader.changesAfter(catalogue.revision);
    if (changes === undefined) await catalogue.load(reader, signal);
    else await catalogue.apply(changes, await reader.revision(), signal);
  });
  return true;
}
