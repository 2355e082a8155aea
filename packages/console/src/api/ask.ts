import type { ManageProblem } from '@newsstand/contract/manage';
import { manageRoot } from '@newsstand/contract/manage/plain';

/** A request to the write interface. */
export type Wish = {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly body?: unknown;
  /** The ETag of the version that was seen, where something is changed that is there. */
  readonly ifMatch?: string | undefined;
  readonly signal?: AbortSignal | undefined;
};

/** A request that was refused, or got no answer (then without a status). */
export class AskError extends Error {
  readonly problem: Partial<ManageProblem> & Readonly<Record<string, unknown>>;

  constructor(problem: AskError['problem']) {
    super(problem.detail ?? problem.title ?? 'no answer');
    this.name = 'AskError';
    this.problem = problem;
  }
}

/** Asks the write interface; a path is written `/keys`. What it answers is what the contract says. */
export async function ask<Answer>(path: string, wish: Wish = {}): Promise<Answer> {
  const response = await send(path, wish);
  if (response.ok) {
    const answer = response.status === 204 ? undefined : await response.json();
    return answer;
  }
  const problem = await response.json().catch(() => ({ status: response.status }));
  if (problem.code === 'session_missing') signInAgain();
  const retryAfter = response.headers.get('retry-after');
  throw new AskError(retryAfter === null ? problem : { ...problem, retryAfterSeconds: Number(retryAfter) });
}

async function send(
  path: string,
  { method = 'GET', query = {}, body, ifMatch, signal }: Wish,
): Promise<Response> {
  const url = new URL(manageRoot + path, location.origin);
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) url.searchParams.set(name, `${value}`);
  const headers = new Headers();
  if (body !== undefined) {
    headers.set('content-type', method === 'PATCH' ? 'application/merge-patch+json' : 'application/json');
  }
  if (ifMatch !== undefined) headers.set('if-match', ifMatch);
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  try {
    return await fetch(url, { method, headers, ...sent, ...(signal && { signal }) });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new AskError({ detail: 'no answer' });
  }
}

/** Where it is kept that somebody was signed out while they worked. */
export const signedOutName = 'newsstand-signed-out';

let isSignedOut = false;

/** Signed out elsewhere, or for too long: the page that the listener sends now is the one to sign in. */
function signInAgain(): void {
  isSignedOut = true;
  sessionStorage.setItem(signedOutName, 'true');
  location.reload();
}

/**
 * There is nothing to stay for then, so nobody is asked whether they want to: what was not saved is kept in the tab.
 * This is heard before the guards of pages, since it is there first.
 */
export function letGoWhenSignedOut(): void {
  window.addEventListener('beforeunload', (event) => {
    if (isSignedOut) event.stopImmediatePropagation();
  });
}
