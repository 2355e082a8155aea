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
  /** Told of each failure to reach the store; readers are served what is known meanwhile. */
  readonly onError: (error: unknown) => void;
  readonly now?: () => number;
  readonly pollMilliseconds?: number;
};

/** Loads everything, then follows the store's change log until stopped. */
export async function followStore(options: FollowOptions): Promise<Follower> {
  const { store, catalogue, onError, now = Date.now, pollMilliseconds = 100 } = options;
  await store.read((reader) => catalogue.load(reader));
  let equalAt = now();
  let stopped = false;
  let tidying = catalogue.tidy();

  async function follow(): Promise<void> {
    while (!stopped) {
      await Bun.sleep(pollMilliseconds);
      try {
        const askedAt = now();
        if (!stopped && (await catchUp(store, catalogue))) tidying = tidying.then(() => catalogue.tidy());
        equalAt = askedAt;
      } catch (error) {
        onError(error);
      }
    }
    await tidying;
  }

  const following = follow();
  return {
    lagSeconds: (at) => Math.max(0, at - equalAt) / 1000,
    stop: () => {
      stopped = true;
      return following;
    },
  };
}

/** Brings the catalogue to the store's newest revision; true where something had changed. */
export async function catchUp(store: Followed, catalogue: Catalogue): Promise<boolean> {
  if ((await store.revision()) === catalogue.revision) return false;
  await store.read(async (reader) => {
    const changes = await reader.changesAfter(catalogue.revision);
    if (changes === undefined) await catalogue.load(reader);
    else await catalogue.apply(changes, await reader.revision());
  });
  return true;
}
