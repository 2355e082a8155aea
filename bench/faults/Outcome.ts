import type { Timeliness } from './judge.ts';
import type { ReadersReport } from './messages.ts';

/** What a fault brought to light. */
export type Outcome = Timeliness &
  Omit<ReadersReport, 'nodes'> & {
    readonly title: string;
    readonly name: string;
    /** Milliseconds since 1970. */
    readonly beganAt: number;
    /** How long it lasted, in seconds. */
    readonly seconds: number;
    readonly commits: number;
    /** Transactions that had to be tried more than once. */
    readonly retried: number;
    /** Told as failed, and found in the store by the next attempt. */
    readonly foundOut: number;
    readonly lost: number;
    readonly agree: boolean;
    readonly backwards: boolean;
    /** The most that a node held, with all its processes. */
    readonly megabytes: number;
    readonly notes: readonly string[];
    /** Promises that did not hold; none where all is well. */
    readonly broken: readonly string[];
  };
