import type { Pause } from './pauses.ts';

/** Long work cut into short steps: between two of them others may have their turn. */
export type Steps<T> = Generator<undefined, T>;

/** How many elements one step goes through. */
export const stepElements = 16_384;

/** Does all of the work at once. */
export function finish<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** Does the work in turns, pausing whenever it is due. */
export async function finishInTurns<T>(steps: Steps<T>, pause: Pause): Promise<T> {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    await pause();
  }
}

/** Goes through the numbers from 0 in steps, telling each stretch. */
export function* inSteps(end: number, work: (from: number, to: number) => void): Steps<void> {
  for (let from = 0; from < end; from += stepElements) {
    work(from, Math.min(from + stepElements, end));
    yield;
  }
}
