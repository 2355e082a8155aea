import type { LoadReport } from '../steadyLoad.ts';

/** Whom the readers ask. */
export type Reading = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly items: number;
  /** A server that always sends the same. */
  readonly referenceUrl: string;
};

/** Messages to the reading process. `forget`: leave out the times so far. */
export type ToReaders =
  | { readonly type: 'start'; readonly reading: Reading }
  | { readonly type: 'forget' }
  | { readonly type: 'stop' };

/** How long readers waited for the service, and at the same time for a server that always sends the same. */
export type ReadersReport = { readonly service: LoadReport; readonly reference: LoadReport };

export type FromReaders =
  | { readonly type: 'ready' }
  | { readonly type: 'started' }
  | { readonly type: 'report'; readonly report: ReadersReport };
