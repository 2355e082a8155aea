import type { Answer, Commit, NodeSeen } from './judge.ts';

/** The URLs of a node. */
export type Address = { readonly url: string; readonly managementUrl: string };

/** What readers request, and how often. */
export type Reading = {
  readonly headers: Readonly<Record<string, string>>;
  readonly items: number;
  readonly perSecond: number;
  /** Media that must always be available, if the fault concerns media: a tenth of the requests. */
  readonly media: readonly string[];
};

/** A server that always sends the same: it shows how busy the machine is. */
export type Reference = { readonly url: string; readonly perSecond: number };

/**
 * Messages to the reading process. `up` and `down`: the node with this index is running or not. `leaving`: it was asked to
 * stop. `warm`: leave out the times until nobody waits any more, because processes that have just started are slow.
 */
export type ToReaders =
  | { readonly type: 'start'; readonly reading: Reading; readonly reference: Reference }
  | { readonly type: 'up'; readonly node: number; readonly address: Address }
  | { readonly type: 'down' | 'leaving'; readonly node: number }
  | { readonly type: 'warm' }
  | { readonly type: 'stop' };

/** What readers saw. Times in milliseconds from the moment a request was due. */
export type ReadersReport = {
  readonly requests: number;
  readonly notModified: number;
  readonly failed: number;
  /** Descriptions of the first few. */
  readonly failures: readonly string[];
  readonly p50: number;
  readonly p99: number;
  readonly slowest: Answer;
  /** All responses that took long enough to notice. */
  readonly late: readonly Answer[];
  /** All responses of the reference. */
  readonly reference: readonly Answer[];
  /** The longest time for which the measuring process itself was not scheduled. */
  readonly ownPause: number;
  readonly nodes: readonly NodeSeen[];
};

export type FromReaders =
  | { readonly type: 'ready' }
  | { readonly type: 'warm'; readonly isCalm: boolean }
  | { readonly type: 'report'; readonly report: ReadersReport };

/** Messages to the writing process. */
export type ToWriter =
  | {
      readonly type: 'start';
      readonly url: string;
      readonly items: number;
      readonly perSecond: number;
      /** Another program to write with, until the message `upgrade`. */
      readonly program?: string | undefined;
    }
  | { readonly type: 'upgrade' }
  | { readonly type: 'stop' };

/** The confirmed state by ID: the current name of the item, or null if it was deleted. */
export type Book = readonly (readonly [id: string, name: string | null])[];

export type FromWriter =
  | { readonly type: 'ready' }
  | ({ readonly type: 'commit' } & Commit)
  | { readonly type: 'book'; readonly book: Book };
