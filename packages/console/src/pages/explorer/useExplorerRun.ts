import type { ExplorerAnswer } from '@newsstand/contract/manage';
import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isExplorerAnswer } from '../../api/checks.ts';
import { fetchJson } from '../../api/request.ts';
import { serviceTime } from '../../time/serviceTime.ts';
import { type Comparison, canCompare, compareWithNow } from './comparison.ts';
import { type ExplorerRequest, requestPath } from './ExplorerRequest.ts';

/** A complete response, with its ETag. */
type CachedResponse = { readonly etag: string; readonly body: string };

/** The result of a request. */
export type Outcome = {
  readonly path: string;
  readonly response: ExplorerAnswer;
  /** The body of the response or, if it was not modified, of the previous one. */
  readonly body: string;
  readonly etag: string | undefined;
  readonly comparison: Comparison | undefined;
};

type Run = {
  readonly number: number;
  readonly request: ExplorerRequest;
  readonly cached: CachedResponse | undefined;
};

/** Sends requests to the public interface. The last one wins; its result stays until the next one arrives. */
export function useExplorerRun() {
  const [current, setCurrent] = useState<Run>();
  const { data, error, isFetching } = useQuery({
    queryKey: ['explorer', current?.number],
    queryFn: current === undefined ? skipToken : ({ signal }) => runRequest(current, signal),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const run = (request: ExplorerRequest, cached?: CachedResponse) =>
    setCurrent((before) => ({ number: (before?.number ?? 0) + 1, request, cached }));
  return { run, outcome: data, error, isRunning: isFetching };
}

async function runRequest({ request, cached }: Run, signal: AbortSignal): Promise<Outcome> {
  const path = requestPath(request);
  const response = await explore(path, signal, cached?.etag);
  const body = response.status === 304 && cached !== undefined ? cached.body : response.body;
  const header = (wanted: string) => response.headers.find(([name]) => name === wanted)?.[1];
  const etag = header('etag');
  const fetchBody = async (other: string) => (await explore(other, signal)).body;
  // A time that is refused is compared with nothing.
  const isAnswered = [200, 304, 404].includes(response.status);
  const comparison =
    canCompare(request) && isAnswered
      ? await compareWithNow(request, body, serviceTime(header('date')), fetchBody)
      : undefined;
  return { path, response, body, etag, comparison };
}

function explore(path: string, signal: AbortSignal, etag?: string): Promise<ExplorerAnswer> {
  const headers = etag === undefined ? {} : { headers: { 'if-none-match': etag } };
  return fetchJson('/explorer', isExplorerAnswer, { method: 'POST', body: { path, ...headers }, signal });
}
