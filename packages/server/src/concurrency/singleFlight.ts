/** Runs the work for a key once for all callers that ask for it while it is running. */
export function singleFlight<T>() {
  const inFlight = new Map<string, Promise<T>>();
  return (key: string, work: () => Promise<T>): Promise<T> => {
    const running = inFlight.get(key);
    if (running !== undefined) return running;
    const started = work().finally(() => inFlight.delete(key));
    inFlight.set(key, started);
    return started;
  };
}
