import type { ProcessShelves } from '../management/api/service/shelvesOf.ts';
import type { Readiness } from '../management/createManagement.ts';
import type { Metrics } from '../management/metrics/createMetrics.ts';

/** What delivers, be it one process or several. */
export type Service = {
  readonly readiness: () => Readiness;
  /** What all processes have counted. */
  readonly metrics: () => Promise<readonly Metrics[]>;
  readonly shelves: ProcessShelves;
  /** Takes no more requests, finishes those in flight, then ends. */
  stop(): Promise<void>;
  /** Ends whatever is still running, at once. */
  kill(): void;
};

/** How long requests in flight are waited for. */
export const shutdownMilliseconds = 15_000;

/** How often key usage is reported, in milliseconds. */
export const usageMilliseconds = 1000;
