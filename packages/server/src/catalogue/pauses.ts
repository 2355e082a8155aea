/** How long work may go on before requests that wait get their turn. */
const turnMilliseconds = 4;

/** To await inside long work: it gives way to others when a turn is over. */
export type Pause = () => Promise<void> | undefined;

/** Makes a function to await inside long work: it gives way to others whenever a turn is over, and ends on a signal. */
export function pauses(signal?: AbortSignal): { (): Promise<void> | undefined; isDue(): boolean } {
  let began = performance.now();
  const isDue = (): boolean => performance.now() - began > turnMilliseconds;
  const pause = (): Promise<void> | undefined => {
    if (!isDue()) return undefined;
    return new Promise((resolve, reject) => {
      setImmediate(() => {
        began = performance.now();
        if (signal?.aborted) reject(signal.reason);
        else resolve();
      });
    });
  };
  return Object.assign(pause, { isDue });
}
