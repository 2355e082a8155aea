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

/** Timers can't wait for longer; whoever gives more means: without end. */
const longestTimer = 2 ** 31 - 1;

/** Sends one request and reads the whole answer, within its time. */
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
    // Who follows a redirect hands the secret to wherever it leads.
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
  const what = `${host} can not be reached (${reasonOf(error)}); look at the url, and whether the service runs`;
  return new NewsstandError(what, { code: 'connection', operation, cause: error });
}

/** Some runtimes say only in the cause what has happened. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return (error.cause instanceof Error && error.cause.message) || error.message;
}
