import { manageRoot } from '@newsstand/contract/manage/plain';
import { type Check, type Problem, readProblem } from './checks.ts';
import { localProblem } from './localProblem.ts';
import { isLeft, isSignedOut, signedInAgain } from './signedOut.ts';

/** The options of a request to the write interface. */
type RequestOptions = {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly body?: unknown;
  /** The ETag of the version to change. */
  readonly ifMatch?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Whether it is sent even if the page is closed meanwhile. */
  readonly keepalive?: boolean;
  /** Whether this is a step of signing in: then there is no session that could have ended. */
  readonly isSigningIn?: boolean;
};

/** A failed request. Without a status, there was no response. */
export class ApiError extends Error {
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.detail ?? problem.title ?? 'no response');
    this.name = 'ApiError';
    this.problem = problem;
  }
}

/** Sends a request to the write interface, and returns the checked response. Paths look like `/keys`. */
export async function fetchJson<Value>(
  path: string,
  isValid: Check<Value>,
  options: RequestOptions = {},
): Promise<Value> {
  const response = await sendRequest(path, options);
  const value: unknown = await response.json();
  if (!isValid(value)) throw new Error(`The response to ${path} is not in the expected format.`);
  return value;
}

/**
 * Sends a request to the write interface, and throws unless it succeeds. If the session has ended, it waits until the
 * operator has signed in again.
 */
export async function sendRequest(path: string, options: RequestOptions): Promise<Response> {
  // Until it is known who has signed in again, only that goes on.
  if (isSignedOut() && !options.isSigningIn && !path.startsWith('/session')) await signedInAgain();
  options.signal?.throwIfAborted();
  const response = await sendOnce(path, options);
  if (response.ok) return response;
  const body: unknown = await response.json().catch(() => undefined);
  const problem = { status: response.status, ...readProblem(body) };
  if (problem.code === 'session_missing' && !options.isSigningIn) {
    await signedInAgain();
    return sendRequest(path, options);
  }
  if (problem.code === 'confirmation_needed' && (await confirmed())) return sendRequest(path, options);
  const retryAfter = response.headers.get('retry-after');
  const said = localProblem(problem);
  throw new ApiError(retryAfter === null ? said : { ...said, retryAfterSeconds: Number(retryAfter) });
}

async function sendOnce(
  path: string,
  { method = 'GET', query = {}, body, ifMatch, signal, keepalive = false }: RequestOptions,
): Promise<Response> {
  const url = new URL(manageRoot + path, location.origin);
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) url.searchParams.set(name, `${value}`);
  const headers = new Headers();
  if (body !== undefined) {
    headers.set('content-type', method === 'PATCH' ? 'application/merge-patch+json' : 'application/json');
  }
  if (ifMatch !== undefined) headers.set('if-match', ifMatch);
  const content = body === undefined ? {} : { body: JSON.stringify(body) };
  // In the name of somebody else, nothing of this page is sent.
  if (isLeft()) return new Promise<never>(() => {});
  try {
    return await fetch(url, { method, headers, keepalive, ...content, ...(signal && { signal }) });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiError({ detail: 'no response' });
  }
}

let ask: (() => Promise<boolean>) | undefined;
let asking: Promise<boolean> | undefined;

/** Sets what asks operators who they are; requests that need that confirmed are sent again once they have shown it. */
export function askForConfirmation(asker: () => Promise<boolean>): () => void {
  ask = asker;
  return () => {
    ask = undefined;
  };
}

/** Whether the operator has shown who they are; several requests at once ask once. */
async function confirmed(): Promise<boolean> {
  asking ??= ask?.().finally(() => {
    asking = undefined;
  });
  return (await asking) ?? false;
}
