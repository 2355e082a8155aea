import type { Commit, NodeSeen } from './judge.ts';

/** One place to ask. */
export type Address = { readonly url: string; readonly managementUrl: string };

/** What readers ask, and how often. */
export type Reading = {
  readonly headers: Readonly<Record<string, string>>;
  readonly items: number;
  readonly perSecond: number;
  /** Media that must be there all the time, where the fault concerns them; a tenth of the requests. */
  readonly media: readonly string[];
};

/**
 * What the process that reads is told. `up` and `down`: a node, by its place, lives or does not. `warm`: times so far
 * are left out, as those of processes that have just been started.
 */
export type ToReaders =
  | { readonly type: 'start'; readonly reading: Reading }
  | { readonly type: 'up'; readonly node: number; readonly address: Address }
  | { readonly type: 'down'; readonly node: number }
  | { readonly type: 'warm' }
  | { readonly type: 'stop' };

/** The answer that took longest: of which node, by its place, and when it came. */
export type Slowest = { readonly time: number; readonly node: number; readonly at: number };

/** What readers saw. Times in milliseconds, from the moment at which a request was due. */
export type ReadersReport = {
  readonly requests: number;
  readonly notModified: number;
  readonly failed: number;
  /** The first few of them in words. */
  readonly failures: readonly string[];
  readonly p50: number;
  readonly p99: number;
  readonly slowest: Slowest;
  /** The longest time for which the measuring process itself was held up: what the machine adds. */
  readonly ownPause: number;
  readonly nodes: readonly NodeSeen[];
};

export type FromReaders =
  | { readonly type: 'ready' }
  | { readonly type: 'report'; readonly report: ReadersReport };

/** What the process that writes is told. */
export type ToWriter =
  | { readonly type: 'start'; readonly url: string; readonly items: number; readonly perSecond: number }
  | { readonly type: 'stop' };

/** What was confirmed, by ID: the name that the item has now, or null where it was deleted. */
export type Book = readonly (readonly [id: string, name: string | null])[];

export type FromWriter =
  | { readonly type: 'ready' }
  | ({ readonly type: 'commit' } & Commit)
  | { readonly type: 'book'; readonly book: Book };
