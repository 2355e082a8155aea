/** How long work may go on before requests that wait get their turn. */
const turnMilliseconds = 4;

/** Makes a function to await inside long work: it gives way to others whenever a turn is over. */
export function pauses(): { (): Promise<void> | undefined; isDue(): boolean } {
  let began = performance.now();
  const isDue = (): boolean => performance.now() - began > turnMilliseconds;
  const pause = (): Promise<void> | undefined => {
    if (!isDue()) return undefined;
    return new Promise((resolve) => {
      setImmediate(() => {
        began = performance.now();
        resolve();
      });
    });
  };
  return Object.assign(pause, { isDue });
}
