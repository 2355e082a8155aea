import type { Problem } from './contract/resources.ts';
import { NewsstandError } from './NewsstandError.ts';
import { readRetryAfter, retryDelay } from './retryDelay.ts';

/** How the service is reached. */
export interface Connection {
  readonly key: string;
  readonly secret: string;
  readonly fetch: Fetch;
  readonly timeout: number;
  readonly retries: number;
  readonly cache: AnswerCache | undefined;
  /** The last event that was heard of: nothing may be read that was before it. */
  readonly heard: { position?: string };
}

/** Options of a single call. */
export interface CallOptions {
  /** Aborts the call, which then rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** Milliseconds for one attempt, headers and body; `Infinity` for no limit. */
  timeout?: number | undefined;
  /** Caches the responses to this call, in place of the client's cache. */
  cache?: AnswerCache | undefined;
}

/** What the platform provides; tests bring their own. */
export interface Runtime {
  readonly random: () => number;
  readonly now: () => number;
  readonly sleep: (milliseconds: number, signal: AbortSignal | undefined) => Promise<void>;
}

export const runtime: Runtime = { random: Math.random, now: Date.now, sleep };

export const timeoutRule = 'a number of milliseconds above 0, or Infinity';

/** Sends a request, and retries it while that may help. */
export async function request<Answer>(
  connection: Connection,
  operation: string,
  url: string,
  options: CallOptions = {},
  world = runtime,
): Promise<Answer> {
  const { timeout = connection.timeout } = options;
  if (!(timeout > 0)) throw new TypeError(`${operation}: timeout must be ${timeoutRule}`);
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
  const { key, secret, fetch, cache, heard } = connection;
  // Keys differ in what they may read.
  const cacheKey = `${key} ${url}`;
  // Many stores return null for a miss.
  const kept = await ignoringErrors(() => cache?.get(cacheKey));
  const headers = credentialsOf(key, secret);
  if (kept) headers['if-none-match'] = kept.etag;
  if (heard.position) headers['last-event-id'] = heard.position;
  // What a browser has cached may be from before that event.
  const init = heard.position ? { headers, cache: 'no-cache' as const } : { headers };
  const { response, text } = await attempt({ operation, url, init, fetch, timeout, signal });
  // Parsed each time, so that callers may change what they get.
  if (response.status === 304 && kept) return readResponse(operation, response, kept.text);
  if (!response.ok) throw readFailure(operation, response, text, now());
  const answer: Answer = readResponse(operation, response, text);
  const etag = response.headers.get('etag');
  if (etag !== null && !response.headers.get('cache-control')?.includes('no-store'))
    await ignoringErrors(() => cache?.set(cacheKey, { etag, text }));
  return answer;
}

/** The headers that every request carries. */
export function credentialsOf(key: string, secret: string): Record<string, string> {
  return { 'x-svc-ac-api-key': key, 'x-svc-ac-api-secret': secret };
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

/** A response as it was received, with its entity tag. */
export interface KeptAnswer {
  readonly etag: string;
  readonly text: string;
}

/**
 * Caches responses, so that only changes are sent again. Both functions may return a promise, so a key-value
 * store will do. A failing cache counts as an empty one.
 */
export interface AnswerCache {
  get(key: string): KeptAnswer | undefined | Promise<KeptAnswer | undefined>;
  set(key: string, answer: KeptAnswer): unknown;
}

/** The part of the platform's `fetch` that the client uses. */
export type Fetch = (
  url: string,
  init: {
    headers: Record<string, string>;
    redirect: 'manual';
    signal: AbortSignal;
    cache?: 'no-cache';
  },
) => Promise<Response>;

/** One request. */
interface Attempt {
  readonly operation: string;
  readonly url: string;
  readonly init: { readonly headers: Record<string, string>; readonly cache?: 'no-cache' };
  readonly fetch: Fetch;
  readonly timeout: number;
  readonly signal: AbortSignal | undefined;
}

/** Timers cannot wait longer. A longer timeout means none at all. */
export const longestTimer = 2 ** 31 - 1;

/** Sends one request and reads the whole response within the timeout. */
async function attempt(request: Attempt): Promise<{ response: Response; text: string }> {
  const { url, init, fetch, timeout, signal } = request;
  const controller = new AbortController();
  const abort = () => controller.abort(signal?.reason);
  let isLate = false;
  const end = () => {
    isLate = true;
    controller.abort();
  };
  const timer = timeout <= longestTimer ? setTimeout(end, timeout) : undefined;
  signal?.addEventListener('abort', abort);
  try {
    signal?.throwIfAborted();
    // Following a redirect would hand the secret to wherever it leads.
    const response = await fetch(url, { ...init, redirect: 'manual', signal: controller.signal });
    return { response, text: await response.text() };
  } catch (error) {
    signal?.throwIfAborted();
    throw explain(error, request, isLate ? timeout : undefined);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}

/** Why there was no response, or only a part; within the timeout, if it was that. */
export function explain(
  error: unknown,
  { operation, url }: Pick<Attempt, 'operation' | 'url'>,
  timeout?: number,
): NewsstandError {
  const host = url.split(/\/(?:static|events)\//)[0];
  if (timeout !== undefined) {
    const what = `${host} took longer than ${timeout} ms; try again, or give a longer timeout`;
    return new NewsstandError(what, { code: 'timeout', operation, cause: error });
  }
  const what = `${host} cannot be reached (${reasonOf(error)}); check the url, and that the service is running`;
  return new NewsstandError(what, { code: 'connection', operation, cause: error });
}

/** Some runtimes give the reason only in the cause. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return (error.cause instanceof Error && error.cause.message) || error.message;
}

/** The value of a successful response. Throws if the service cannot have sent it. */
function readResponse<Answer>(operation: string, response: Response, text: string): Answer {
  const answer = parse(text);
  if (!isAnswer<Answer>(operation, answer)) throw unexpected(operation, response);
  return answer;
}

/**
 * Whether a value is a response of the service, and not of something in front of it. Its items are not checked: they
 * are what the contract says, and a schema for them would be larger than the client.
 */
function isAnswer<Answer>(operation: string, value: unknown): value is Answer {
  const { list, totalCount, name } = membersOf(value);
  return operation.startsWith('list')
    ? Array.isArray(list) && typeof totalCount === 'number'
    : typeof name === 'string';
}

function isProblem(value: unknown): value is Problem {
  const { code, detail } = membersOf(value);
  return typeof code === 'string' && typeof detail === 'string';
}

/** The members of a value; none if it is no object. */
export function membersOf(value: unknown): { readonly [member: string]: unknown } {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

/** Why a request failed. */
export function readFailure(
  operation: string,
  response: Response,
  text: string,
  now: number,
): NewsstandError {
  const { status, headers } = response;
  const retryAfter = readRetryAfter(headers.get('retry-after'), now);
  const problem = parse(text);
  if (!isProblem(problem)) return unexpected(operation, response, retryAfter);
  const { code, detail, requestId, errors = [] } = problem;
  const what = `${detail} (${status} ${code}, request ${requestId})`;
  return new NewsstandError(
    what,
    code === 'invalid_parameters'
      ? { code, operation, status, problem: { ...problem, errors }, retryAfter }
      : { code, operation, status, problem, retryAfter },
  );
}

/** The failure of a response that something else has sent. */
export function unexpected(operation: string, response: Response, retryAfter?: number): NewsstandError {
  const { status, type, headers } = response;
  // Browsers hide the target of a redirect, and its status.
  const isRedirect = type === 'opaqueredirect' || headers.has('location');
  const what = isRedirect
    ? `redirected to ${headers.get('location') ?? 'elsewhere'}; pass that address as url`
    : `answered ${status} ${headers.get('content-type') ?? ''}, which is not a response of the service; check the url, and any proxy in front of it`;
  return new NewsstandError(what, { code: 'unexpected_answer', operation, status, retryAfter });
}

/** The value of a JSON text; undefined if it is not JSON. */
export function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
