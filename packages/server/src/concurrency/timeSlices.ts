import { readFileSync } from 'node:fs';

/** How long work may hold the thread before waiting requests are served. */
const sliceMilliseconds = 2;

/** While requests keep coming, they get this many times as long as work in the background does. */
const requestsShare = 3;

/** Anything longer was not work, but time spent waiting for something else. */
const longestSliceMilliseconds = 10;

/** A turn of the event loop that is shorter served no request. */
const idleMilliseconds = 0.1;

/** Work in the background rests this many times as long as its thread has waited for a processor, but never for longer. */
const restShare = 3;
const longestRestMilliseconds = 30;

/** Awaited inside long work: gives way to requests when the current time slice is used up. */
export type Pause = () => Promise<void> | undefined;

/**
 * Starts a time slice. After each, requests are served: at least for a turn of the event loop, and while there are many for
 * three times as long as the slice took. So this work slows down under load rather than the requests. Once the signal is
 * aborted, the next pause rejects.
 */
export function createPause(signal?: AbortSignal): Pause {
  return pauseFor(requestsShare, signal);
}

/**
 * The same for work that nobody waits for. It also rests while the machine is busy, since readers depend on other processes
 * too; but not for so long that it stops, and not while somebody waits for it after all.
 */
export function createBackgroundPause(
  signal?: AbortSignal,
  waited = waitedForProcessor,
  isAwaited = () => false,
): Pause {
  return pauseFor(requestsShare, signal, () => (isAwaited() ? 0 : waited()));
}

/** The same for work that a request waits for: after each time slice, the others get a single turn of the event loop. */
export function createRequestPause(signal?: AbortSignal): Pause {
  return pauseFor(0, signal);
}

function pauseFor(share: number, signal?: AbortSignal, waited: () => number = () => 0): Pause {
  let began = performance.now();
  let waitedBefore = waited();
  async function giveWay(): Promise<void> {
    let turn = performance.now();
    const longest = turn + Math.min(turn - began, longestSliceMilliseconds) * share;
    for (let isBusy = true; isBusy; ) {
      await new Promise((resolve) => setImmediate(resolve));
      signal?.throwIfAborted();
      began = performance.now();
      isBusy = began - turn > idleMilliseconds && began < longest;
      turn = began;
    }
    await rest();
  }

  async function rest(): Promise<void> {
    const waitedNow = waited();
    const milliseconds = Math.min((waitedNow - waitedBefore) * restShare, longestRestMilliseconds);
    waitedBefore = waitedNow;
    if (milliseconds < 1) return;
    await Bun.sleep(milliseconds);
    signal?.throwIfAborted();
    began = performance.now();
  }

  return () => (performance.now() - began > sliceMilliseconds ? giveWay() : undefined);
}

/** How long this thread has been ready to run, but had no processor, in milliseconds; 0 if the system does not say. */
function waitedForProcessor(): number {
  try {
    return Number(readFileSync('/proc/thread-self/schedstat', 'latin1').split(' ')[1]) / 1e6;
  } catch {
    return 0;
  }
}

/** Long work as a generator of short steps; the caller may pause between two of them. */
export type Steps<T> = Generator<undefined, T>;

/** How many elements one step covers if each takes a few nanoseconds. */
export const stepElements = 4096;

/** Runs all steps without a pause. */
export function runAtOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** Runs the steps in time slices. */
export async function runInSlices<T>(steps: Steps<T>, pause: Pause): Promise<T> {
  let isDone = false;
  try {
    for (;;) {
      const { done, value } = steps.next();
      isDone = done === true;
      if (done) return value;
      await pause();
    }
  } finally {
    // Runs what it has to do at its end, even if it is not continued.
    if (!isDone) Reflect.apply(steps.return, steps, []);
  }
}

/** Covers the numbers from 0 to `end` in steps, one range at a time. */
export function* forRanges(
  end: number,
  work: (from: number, to: number) => void,
  size = stepElements,
): Steps<void> {
  for (let from = 0; from < end; from += size) {
    work(from, Math.min(from + size, end));
    yield;
  }
}
