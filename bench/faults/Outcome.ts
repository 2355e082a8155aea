import type { Timeliness } from './judge.ts';
import type { ReadersReport } from './messages.ts';

/** The result of a fault. */
export type Outcome = Timeliness &
  Omit<ReadersReport, 'nodes' | 'late' | 'reference'> & {
    readonly title: string;
    readonly name: string;
    /** Milliseconds since 1970. */
    readonly beganAt: number;
    /** How long it lasted, in seconds. */
    readonly seconds: number;
    /** How many of the failed requests were answered, but too late. */
    readonly tooLate: number;
    /** The longest response of a server that sends constants. */
    readonly longestConstant: number;
    readonly commits: number;
    /** Transactions that were tried more than once. */
    readonly retried: number;
    /** Reported as failed, but found in the store by the next attempt. */
    readonly foundOut: number;
    readonly lost: number;
    readonly agree: boolean;
    readonly backwards: boolean;
    /** The most memory that a node used, with all its processes. */
    readonly megabytes: number;
    readonly notes: readonly string[];
    /** Broken promises. */
    readonly broken: readonly string[];
  };
