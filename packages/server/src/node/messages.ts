import type { Config } from '../config/readConfig.ts';
import type { Usage } from '../delivery/RateLimiter.ts';
import type { Metrics } from '../management/metrics/createMetrics.ts';
import type { KeyUsage } from '../store/Admin.ts';
import type { MirrorState } from '../store/mirror/keepMirror.ts';
import type { FromProcess } from './superviseProcess.ts';
import type { ShelfRequest, ShelfResponse } from './workers/ShelfRequest.ts';

/** What a process that keeps the mirror tells; `session` is another one for each such process. */
export type MirrorStatus = MirrorState & { readonly session: number };

/** It tells so often, in milliseconds, also where nothing is new. */
export const statusMilliseconds = 200;

/** The first thing that a worker hears. */
export type StartMessage = {
  readonly type: 'start';
  readonly config: Config;
  readonly port: number;
  readonly mirror: MirrorStatus | undefined;
  /** Its number among the workers, from 1. */
  readonly number: number;
};

/** What the parent says to a worker. */
export type ToWorker =
  | StartMessage
  | { readonly type: 'metrics'; readonly request: number }
  | { readonly type: 'shelves'; readonly request: number; readonly ask: ShelfRequest }
  | { readonly type: 'usage'; readonly usages: readonly Usage[] }
  | { readonly type: 'mirror'; readonly mirror: MirrorStatus | undefined }
  /** The answer to `loaded`. */
  | { readonly type: 'acknowledged' }
  | { readonly type: 'stop' };

/** What a worker says to its parent. */
export type FromWorker =
  | FromProcess
  /** It follows the store, and listens once it knows that others wait until it shows what they write. */
  | { readonly type: 'loaded' }
  | { readonly type: 'metrics'; readonly request: number; readonly metrics: Metrics }
  | { readonly type: 'shelves'; readonly request: number; readonly response: ShelfResponse | undefined }
  | { readonly type: 'keyUsage'; readonly usages: readonly KeyUsage[] }
  | { readonly type: 'usage'; readonly usages: readonly Usage[] };

/** What the parent says to the process that keeps the mirror. */
export type ToMirror = { readonly type: 'start'; readonly config: Config } | { readonly type: 'stop' };

/** What that process says to its parent. */
export type FromMirror = FromProcess | { readonly type: 'mirror'; readonly mirror: MirrorStatus };
