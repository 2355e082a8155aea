import type { AnswerCache } from './AnswerCache.ts';
import { attempt, type Fetch } from './attempt.ts';
import { NewsstandError } from './NewsstandError.ts';
import { readAnswer, readFailure } from './readAnswer.ts';
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

/** What may differ from call to call. */
export interface CallOptions {
  /** Ends the call: it rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** Milliseconds for one attempt, headers and body; `Infinity` for none. */
  timeout?: number | undefined;
}

/** What the world decides, so that tests can. */
export interface World {
  readonly random: () => number;
  readonly now: () => number;
  readonly sleep: (milliseconds: number, signal: AbortSignal | undefined) => Promise<void>;
}

const realWorld: World = { random: Math.random, now: Date.now, sleep };

/** Asks until there is an answer, or no use in asking again. */
export async function ask<Answer>(
  connection: Connection,
  operation: string,
  url: string,
  options: CallOptions = {},
  world = realWorld,
): Promise<Answer> {
  for (let tries = 0; ; tries++) {
    try {
      return await askOnce(connection, operation, url, options, world.now);
    } catch (error) {
      if (tries >= connection.retries || !(error instanceof NewsstandError)) throw error;
      const delay = retryDelay(error, tries, world.random);
      if (delay === undefined) throw error;
      await world.sleep(delay, options.signal);
    }
  }
}

async function askOnce<Answer>(
  connection: Connection,
  operation: string,
  url: string,
  { signal, timeout = connection.timeout }: CallOptions,
  now: () => number,
): Promise<Answer> {
  const { key, secret, fetch, cache } = connection;
  // What one key may see, another may not.
  const cacheKey = `${key} ${url}`;
  // Many stores say null for nothing.
  const kept = await softly(() => cache?.get(cacheKey));
  const headers: Record<string, string> = { 'x-svc-ac-api-key': key, 'x-svc-ac-api-secret': secret };
  if (kept) headers['if-none-match'] = kept.etag;
  const { response, text } = await attempt({ operation, url, headers, fetch, timeout, signal });
  // Parsed anew each time: what a caller does to its answer is its own business.
  if (response.status === 304 && kept) return readAnswer(operation, response, kept.text);
  if (!response.ok) throw readFailure(operation, response, text, now());
  const answer: Answer = readAnswer(operation, response, text);
  const etag = response.headers.get('etag');
  if (etag !== null && !response.headers.get('cache-control')?.includes('no-store'))
    await softly(() => cache?.set(cacheKey, { etag, text }));
  return answer;
}

/** A cache that fails must not keep anybody from reading. */
async function softly<Value>(use: () => Value | Promise<Value>): Promise<Value | undefined> {
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
