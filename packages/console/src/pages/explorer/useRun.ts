import type { ExplorerAnswer } from '@newsstand/contract/manage';
import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isExplorerAnswer } from '../../api/checks.ts';
import { fetchJson } from '../../api/request.ts';
import { type Comparison, canCompare, compareWithNow } from './comparison.ts';
import { type ExplorerRequest, requestPath } from './ExplorerRequest.ts';

/** A whole answer, with the tag that names it. */
type Kept = { readonly etag: string; readonly body: string };

/** What came of a request. */
export type Outcome = {
  readonly path: string;
  readonly answer: ExplorerAnswer;
  /** Of the answer, or, where that says that nothing has changed, of the one before. */
  readonly body: string;
  readonly etag: string | undefined;
  readonly comparison: Comparison | undefined;
};

type Asked = { readonly number: number; readonly request: ExplorerRequest; readonly kept: Kept | undefined };

/** Asks the public interface. Of several requests the last one counts; its answer stays until the next is there. */
export function useRun() {
  const [asked, setAsked] = useState<Asked>();
  const { data, error, isFetching } = useQuery({
    queryKey: ['explorer', asked?.number],
    queryFn: asked === undefined ? skipToken : ({ signal }) => answerTo(asked, signal),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const run = (request: ExplorerRequest, kept?: Kept) =>
    setAsked((before) => ({ number: (before?.number ?? 0) + 1, request, kept }));
  return { run, outcome: data, error, isRunning: isFetching };
}

async function answerTo({ request, kept }: Asked, signal: AbortSignal): Promise<Outcome> {
  const path = requestPath(request);
  const answer = await explore(path, signal, kept?.etag);
  const body = answer.status === 304 && kept !== undefined ? kept.body : answer.body;
  const etag = answer.headers.find(([name]) => name === 'etag')?.[1];
  const askFor = async (other: string) => (await explore(other, signal)).body;
  const comparison = canCompare(request)
    ? await compareWithNow(request, body, Date.now(), askFor)
    : undefined;
  return { path, answer, body, etag, comparison };
}

function explore(path: string, signal: AbortSignal, etag?: string): Promise<ExplorerAnswer> {
  const headers = etag === undefined ? {} : { headers: { 'if-none-match': etag } };
  return fetchJson('/explorer', isExplorerAnswer, { method: 'POST', body: { path, ...headers }, signal });
}
