/** Ends by the usual way when told to stop, so that what is to be done at the end is done. */
export function exitOnSignals(): void {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));
}
