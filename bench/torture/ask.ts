/** An answer. */
export type Answer = {
  readonly status: number;
  /** It confirms what was asked for. */
  readonly isDone: boolean;
  readonly text: string;
  readonly headers: Headers;
};

type Asking = {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array<ArrayBuffer>;
};

/** Long enough for a machine that is busy with other things; who takes longer does not answer at all. */
const patienceMilliseconds = 60_000;

/**
 * Asks over a connection of its own: one that was used before may be found closed, and the request be sent again without
 * our knowing. Undefined: the connection broke, so nobody knows what became of the request.
 */
export async function ask(url: string, asking: Asking = {}): Promise<Answer | undefined> {
  try {
    const signal = AbortSignal.timeout(patienceMilliseconds);
    const response = await fetch(url, { ...asking, keepalive: false, signal, redirect: 'error' });
    const { status, headers, ok: isDone } = response;
    return { status, isDone, headers, text: await response.text() };
  } catch {
    return undefined;
  }
}

/** Tries until there is nothing to complain of. */
export async function eventually(what: string, attempt: () => Promise<string | undefined>): Promise<void> {
  const until = performance.now() + patienceMilliseconds;
  for (;;) {
    const complaint = await attempt();
    if (complaint === undefined) return;
    if (performance.now() > until) throw new Error(`${what}: ${complaint}`);
    await Bun.sleep(10);
  }
}
