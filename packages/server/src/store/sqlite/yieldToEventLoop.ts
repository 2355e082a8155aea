/** To await between two looks at the database that belong together: whoever waits for an answer gets one first. */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
