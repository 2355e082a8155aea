import { NewsstandError } from './NewsstandError.ts';

/** What is used of the platform's `fetch`. */
export type Fetch = (
  url: string,
  init: { headers: Record<string, string>; redirect: 'manual'; signal: AbortSignal },
) => Promise<Response>;

/** One request. */
export interface Attempt {
  readonly operation: string;
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly fetch: Fetch;
  readonly timeout: number;
  readonly signal: AbortSignal | undefined;
}

/** Timers cannot wait longer. A longer timeout means none at all. */
const longestTimer = 2 ** 31 - 1;

/** Sends one request and reads the whole response within the timeout. */
export async function attempt(request: Attempt): Promise<{ response: Response; text: string }> {
  const { url, headers, fetch, timeout, signal } = request;
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
    const response = await fetch(url, { headers, redirect: 'manual', signal: controller.signal });
    return { response, text: await response.text() };
  } catch (error) {
    signal?.throwIfAborted();
    throw explain(error, request, isLate);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}

function explain(error: unknown, { operation, url, timeout }: Attempt, isLate: boolean): NewsstandError {
  const host = url.split('/static/')[0];
  if (isLate) {
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
