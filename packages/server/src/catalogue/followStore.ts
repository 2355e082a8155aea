import {
  type Bookmark,
  beginning,
  type Change,
  type Followed,
  type Following,
  type Space,
} from '../store/Store.ts';
import type { Catalogue } from './Catalogue.ts';
import type { Snapshots } from './snapshot/openSnapshots.ts';

/** Keeps a catalogue equal to its store. */
export type Follower = {
  /** How far the catalogue may be behind the store, in seconds. */
  lagSeconds(now: number): number;
  /** The revision of the store up to which both content and credentials are in force. */
  revision(): number;
  /** Polls the store now, since somebody waits for a change. */
  hurry(): void;
  /** Resolves when the content of the time of the call is shown, or soon if the store can't be reached. */
  look(): Promise<void>;
  stop(): Promise<void>;
};

/** What readers may notice from now on; of records only the keys. */
export type Shown =
  /** The spaces that are shown, and those that were. */
  | { readonly type: 'everything'; readonly spaces: readonly Space[] }
  | { readonly type: 'changes'; readonly changes: readonly Change[] };

/** What following needs. */
export type FollowOptions = {
  readonly store: Followed;
  readonly catalogue: Catalogue;
  /** Called for each failure; until it is over, readers get what is known. */
  readonly onError: (error: unknown) => void;
  /** Called after each change, but not after the first load. */
  readonly onShown?: ((shown: Shown) => void) | undefined;
  readonly snapshots?: Snapshots | undefined;
  readonly now?: () => number;
  readonly pollMilliseconds?: number;
};

/** Loads everything, then follows the store's change log until stopped. */
export async function followStore(options: FollowOptions): Promise<Follower> {
  const { store, catalogue, onError, onShown, snapshots, now = Date.now, pollMilliseconds = 100 } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  const waiting = new Set<() => void>();
  /** Resolve functions of those who wait for the next poll. */
  const looking: (() => void)[] = [];
  let lookTimer: Timer | undefined;
  let credentialsAt: Bookmark | undefined;
  await followCredentials();
  if (await snapshots?.restore(catalogue, store, signal)) await catchUp(store, catalogue, signal, undefined);
  else await store.read((reader) => catalogue.load(reader, signal));
  let equalAt = now();
  let isTidying = false;
  let tidying = tidy();

  /** Credentials are read on their own: a revocation must not wait until a large import has been taken in. */
  async function followCredentials(): Promise<void> {
    const outcome = credentialsAt && (await store.changesAfter(credentialsAt, async () => {}));
    if (outcome === 'same' || outcome === 'behind') return;
    const [bookmark, credentials] = await store.read(
      async (reader) => [await reader.bookmark(), await reader.credentials()] as const,
    );
    // This may be an answer of a replica that lags: what was revoked stays revoked.
    if (outcome === 'taken' && bookmark.revision < (credentialsAt?.revision ?? 0)) return;
    const changed = catalogue.setCredentials(credentials, bookmark.revision);
    if (credentialsAt !== undefined && changed.length > 0) {
      onShown?.({
        type: 'changes',
        changes: changed.map((credential) => ({ type: 'credential', key: credential.key, credential })),
      });
    }
    credentialsAt = bookmark;
  }

  async function followContent(): Promise<void> {
    const askedAt = now();
    const lookers = looking.splice(0);
    try {
      await followOnce(askedAt);
    } finally {
      for (const done of lookers) done();
    }
  }

  async function followOnce(askedAt: number): Promise<void> {
    const outcome = await catchUp(store, catalogue, signal, onShown);
    if (outcome === 'behind') return;
    if (outcome !== 'same' || !(isTidying || catalogue.isTidy())) tidying = tidying.then(tidy);
    equalAt = askedAt;
  }

  async function tidy(): Promise<void> {
    isTidying = true;
    try {
      await catalogue.tidy(signal);
      await snapshots?.take(catalogue, signal);
    } catch (error) {
      reportUnlessStopped(error);
    }
    isTidying = false;
  }

  function reportUnlessStopped(error: unknown): void {
    if (!signal.aborted) onError(error);
  }

  function untilDue(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(wake, pollMilliseconds);
      waiting.add(wake);
      function wake(): void {
        clearTimeout(timer);
        waiting.delete(wake);
        resolve();
      }
    });
  }

  function hurry(): void {
    for (const wake of waiting) wake();
  }

  /** Calls at about the same time share a poll, so that strangers can't keep the store busy. */
  function look(): Promise<void> {
    if (signal.aborted) return Promise.resolve();
    lookTimer ??= setTimeout(() => {
      lookTimer = undefined;
      hurry();
    }, lookMilliseconds);
    return new Promise((resolve) => looking.push(resolve));
  }

  async function repeatedly(work: () => Promise<void>): Promise<void> {
    while (!signal.aborted) {
      await untilDue();
      if (!signal.aborted) await work().catch(reportUnlessStopped);
    }
  }

  const following = [repeatedly(followCredentials), repeatedly(followContent)];
  return {
    lagSeconds: (at) => Math.max(0, at - equalAt) / 1000,
    revision: () => Math.min(catalogue.bookmark?.revision ?? -1, credentialsAt?.revision ?? -1),
    hurry() {
      catalogue.hurry();
      hurry();
    },
    look,
    async stop() {
      stopping.abort();
      clearTimeout(lookTimer);
      hurry();
      await Promise.all([...following, tidying]);
      for (const done of looking.splice(0)) done();
    },
  };
}

const lookMilliseconds = 10;

/** Brings the catalogue up to date with the store. */
async function catchUp(
  store: Followed,
  catalogue: Catalogue,
  signal: AbortSignal,
  onShown: FollowOptions['onShown'],
): Promise<Following> {
  const outcome = await store.changesAfter(catalogue.bookmark ?? beginning, async (changes) => {
    const noticed = await catalogue.apply(changes, signal);
    onShown?.({ type: 'changes', changes: noticed });
  });
  if (outcome === 'unknown') {
    const before = [...catalogue.servedSpaces()];
    await store.read((reader) => catalogue.load(reader, signal));
    onShown?.({ type: 'everything', spaces: [...before, ...catalogue.servedSpaces()] });
  }
  return outcome;
}
