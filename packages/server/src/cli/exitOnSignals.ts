const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/** Exits normally on a signal, so that exit handlers run. */
export function exitOnSignals(): void {
  for (const signal of signals) process.once(signal, () => process.exit(1));
}

/** How long work may take to end after a signal, in milliseconds. */
const endMilliseconds = 10_000;

/** A signal of the operating system as one that work can listen to, so that it can clean up. */
export function abortOnSignals(): AbortSignal {
  const controller = new AbortController();
  for (const signal of signals) {
    process.once(signal, () => {
      controller.abort(new Error('interrupted'));
      setTimeout(() => process.exit(1), endMilliseconds).unref();
    });
  }
  return controller.signal;
}
