/** A response. */
export type Received = {
  readonly status: number;
  /** Whether it confirms the request. */
  readonly isDone: boolean;
  readonly text: string;
  readonly headers: Headers;
};

type RequestOptions = {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array<ArrayBuffer>;
};

/** Long enough for a busy machine: beyond this, there will be no response at all. */
const patienceMilliseconds = 60_000;

/**
 * Sends a request over a new connection: a reused one might be closed, and the request would be resent without our
 * knowing. Undefined if the connection broke, so that the outcome is unknown.
 */
export async function sendRequest(url: string, options: RequestOptions = {}): Promise<Received | undefined> {
  try {
    const signal = AbortSignal.timeout(patienceMilliseconds);
    const response = await fetch(url, { ...options, keepalive: false, signal, redirect: 'error' });
    const { status, headers, ok: isDone } = response;
    return { status, isDone, headers, text: await response.text() };
  } catch {
    return undefined;
  }
}

/** Retries until there is no problem left. */
export async function eventually(what: string, attempt: () => Promise<string | undefined>): Promise<void> {
  const until = performance.now() + patienceMilliseconds;
  for (;;) {
    const complaint = await attempt();
    if (complaint === undefined) return;
    if (performance.now() > until) throw new Error(`${what}: ${complaint}`);
    await Bun.sleep(10);
  }
}
