import type { Managed } from '../../management/createManagement.ts';

/** What delivers, be it one process or several. */
export type Service = Managed & {
  /** Takes no more requests, finishes those in flight, then ends. */
  stop(): Promise<void>;
  /** Ends whatever is still running, at once. */
  kill(): void;
};

/** How long requests in flight are waited for. */
export const patienceMilliseconds = 15_000;
