/** Awaited between the steps of long synchronous work, so that pending requests are handled in between. */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
