import type { Readiness } from '../http/health.ts';
import type { TlsPair } from '../http/tls.ts';
import type { Metrics } from '../management/metrics/Metric.ts';
import type { WorkerShelves } from './workers/poolShelves.ts';

/** The delivery of a node, by its workers. */
export type Service = {
  readonly readiness: () => Readiness;
  /** The metrics of all processes. */
  readonly metrics: () => Promise<readonly Metrics[]>;
  /** How often processes have ended unexpectedly, by kind. */
  readonly restarts: () => Readonly<Record<string, number>>;
  readonly shelves: WorkerShelves;
  /** Gives the public listener another certificate, for the connections to come. */
  setTls(pair: TlsPair): void;
  /** Accepts no more requests, finishes those in flight, then ends. */
  stop(): Promise<void>;
  /** Ends everything at once. */
  kill(): void;
};

/** How long to wait for requests in flight. */
export const shutdownMilliseconds = 15_000;
