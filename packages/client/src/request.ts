import type { AnswerCache } from './AnswerCache.ts';
import { attempt, type Fetch } from './attempt.ts';
import { NewsstandError } from './NewsstandError.ts';
import { readFailure, readResponse } from './readResponse.ts';
import { retryDelay } from './retryDelay.ts';

/** How the service is reached. */
export interface Connection {
  readonly key: string;
  readonly secret: string;
  readonly fetch: Fetch;
  readonly timeout: number;
  readonly retries: number;
  readonly cache: AnswerCache | undefined;
}

/** Options of a single call. */
export interface CallOptions {
  /** Aborts the call, which then rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** Milliseconds for one attempt, headers and body; `Infinity` for no limit. */
  timeout?: number | undefined;
}

/** What the platform provides; tests bring their own. */
export interface Runtime {
  readonly random: () => number;
  readonly now: () => number;
  readonly sleep: (milliseconds: number, signal: AbortSignal | undefined) => Promise<void>;
}

const runtime: Runtime = { random: Math.random, now: Date.now, sleep };

/** Sends a request, and retries it while that may help. */
export async function request<Answer>(
  connection: Connection,
  operation: string,
  url: string,
  options: CallOptions = {},
  world = runtime,
): Promise<Answer> {
  for (let tries = 0; ; tries++) {
    try {
      return await requestOnce(connection, operation, url, options, world.now);
    } catch (error) {
      if (tries >= connection.retries || !(error instanceof NewsstandError)) throw error;
      const delay = retryDelay(error, tries, world.random);
      if (delay === undefined) throw error;
      await world.sleep(delay, options.signal);
    }
  }
}

async function requestOnce<Answer>(
  connection: Connection,
  operation: string,
  url: string,
  { signal, timeout = connection.timeout }: CallOptions,
  now: () => number,
): Promise<Answer> {
  const { key, secret, fetch, cache } = connection;
  // Keys differ in what they may read.
  const cacheKey = `${key} ${url}`;
  // Many stores return null for a miss.
  const kept = await ignoringErrors(() => cache?.get(cacheKey));
  const headers: Record<string, string> = { 'x-svc-ac-api-key': key, 'x-svc-ac-api-secret': secret };
  if (kept) headers['if-none-match'] = kept.etag;
  const { response, text } = await attempt({ operation, url, headers, fetch, timeout, signal });
  // Parsed each time, so that callers may change what they get.
  if (response.status === 304 && kept) return readResponse(operation, response, kept.text);
  if (!response.ok) throw readFailure(operation, response, text, now());
  const answer: Answer = readResponse(operation, response, text);
  const etag = response.headers.get('etag');
  if (etag !== null && !response.headers.get('cache-control')?.includes('no-store'))
    await ignoringErrors(() => cache?.set(cacheKey, { etag, text }));
  return answer;
}

/** A failing cache must not make requests fail. */
async function ignoringErrors<Value>(use: () => Value | Promise<Value>): Promise<Value | undefined> {
  try {
    return await use();
  } catch {
    return undefined;
  }
}

function sleep(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    if (signal?.aborted) stop();
    signal?.addEventListener('abort', stop, { once: true });
  });
}
