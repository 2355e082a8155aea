import type { Config } from '../../config.ts';
import type { Usage } from '../../delivery/RateLimiter.ts';
import type { Metrics } from '../../management/createMeter.ts';

/** The first thing that a worker hears. */
export type StartMessage = { readonly type: 'start'; readonly config: Config; readonly port: number };

/** What the parent says to a worker. */
export type ToWorker =
  | StartMessage
  | { readonly type: 'metrics'; readonly request: number }
  | { readonly type: 'usage'; readonly usages: readonly Usage[] }
  | { readonly type: 'stop' };

/** What a worker says to its parent. */
export type FromWorker =
  | { readonly type: 'ready' }
  | { readonly type: 'failed'; readonly message: string }
  | { readonly type: 'metrics'; readonly request: number; readonly metrics: Metrics }
  | { readonly type: 'usage'; readonly usages: readonly Usage[] };
