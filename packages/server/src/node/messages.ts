import type { Config } from '../config/readConfig.ts';
import type { Usage } from '../delivery/RateLimiter.ts';
import type { TlsPair } from '../http/tls.ts';
import type { Metrics } from '../management/metrics/Metric.ts';
import type { KeyUsage } from '../store/Admin.ts';
import type { MirrorState } from '../store/mirror/keepMirror.ts';
import type { FromProcess } from './superviseProcess.ts';
import type { ShelfRequest, ShelfResponse } from './workers/poolShelves.ts';

/** The status that the mirror process reports; `session` differs for each such process. */
export type MirrorStatus = MirrorState & { readonly session: number };

/** How often the status is sent, in milliseconds, even if nothing has changed. */
export const statusMilliseconds = 200;

/** The first message to a worker. */
export type StartMessage = {
  readonly type: 'start';
  readonly config: Config;
  readonly port: number;
  readonly mirror: MirrorStatus | undefined;
  readonly tls: TlsPair | undefined;
  /** Its number among the workers, from 1. */
  readonly number: number;
};

/** Messages from the parent to a worker. */
export type ToWorker =
  | StartMessage
  | { readonly type: 'metrics'; readonly request: number }
  | { readonly type: 'shelves'; readonly request: number; readonly ask: ShelfRequest }
  /** Nobody waits for the response to this request any more. */
  | { readonly type: 'abandoned'; readonly request: number }
  | { readonly type: 'usage'; readonly usages: readonly Usage[] }
  | { readonly type: 'mirror'; readonly mirror: MirrorStatus | undefined }
  /** The certificate has changed. */
  | { readonly type: 'tls'; readonly pair: TlsPair }
  /** Acknowledges `loaded`. */
  | { readonly type: 'acknowledged' }
  | { readonly type: 'stop' };

/** Messages from a worker to its parent. */
export type FromWorker =
  | FromProcess
  /** It follows the store. It listens once acknowledged: from then on, writers wait until it shows what they wrote. */
  | { readonly type: 'loaded' }
  | { readonly type: 'metrics'; readonly request: number; readonly metrics: Metrics }
  | { readonly type: 'shelves'; readonly request: number; readonly response: ShelfResponse | undefined }
  | { readonly type: 'keyUsage'; readonly usages: readonly KeyUsage[] }
  | { readonly type: 'usage'; readonly usages: readonly Usage[] };

/** Messages from the parent to the mirror process. */
export type ToMirror = { readonly type: 'start'; readonly config: Config } | { readonly type: 'stop' };

/** Messages from the mirror process to its parent. */
export type FromMirror = FromProcess | { readonly type: 'mirror'; readonly mirror: MirrorStatus };
