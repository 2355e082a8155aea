/** Exits normally on a signal, so that exit handlers run. */
export function exitOnSignals(): void {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));
}
