/** How long work may hold the thread before waiting requests are served. */
const sliceMilliseconds = 4;

/** Awaited inside long work: yields to the event loop when the current time slice is used up. */
export type Pause = () => Promise<void> | undefined;

/** Starts a time slice. Once the signal is aborted, the next pause rejects. */
export function createPause(signal?: AbortSignal): { (): Promise<void> | undefined; isDue(): boolean } {
  let began = performance.now();
  const isDue = (): boolean => performance.now() - began > sliceMilliseconds;
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

/** Long work as a generator of short steps; the caller may pause between two of them. */
export type Steps<T> = Generator<undefined, T>;

/** How many elements one step covers. */
export const stepElements = 16_384;

/** Runs all steps without a pause. */
export function runAtOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** Runs the steps in time slices. */
export async function runInSlices<T>(steps: Steps<T>, pause: Pause): Promise<T> {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    await pause();
  }
}

/** Covers the numbers from 0 to `end` in steps, one range at a time. */
export function* forRanges(end: number, work: (from: number, to: number) => void): Steps<void> {
  for (let from = 0; from < end; from += stepElements) {
    work(from, Math.min(from + stepElements, end));
    yield;
  }
}
