import { MediaUnavailable } from '../MediaUnavailable.ts';

/**
 * How long S3 is waited for, in milliseconds. Whether there is a file is told after `trying` and one more `answer` at
 * most. A copy of it is there, or given up, as `copy` and `copyMegabyte` say, or also after `trying` and one more
 * `answer` where that is longer. What is too large to be copied begins to come, or not, after the latter, and then
 * comes as slowly as S3 sends it: it keeps nobody else waiting.
 */
export type Patience = {
  /** Until an answer is understood, and between one piece of a body and the next. */
  readonly answer: number;
  /** Within this time what failed is begun again. */
  readonly trying: number;
  /** Before the second attempt; twice that before the next, and so on. */
  readonly pause: number;
  /** Until a copy is whole, and how much longer for each megabyte of it. */
  readonly copy: number;
  readonly copyMegabyte: number;
  /** Until a part of an upload has arrived. */
  readonly part: number;
  /** Within this time an upload that failed is begun again. */
  readonly uploading: number;
};

/** For readers who are waiting, and for imports that would be lost. */
export const usualPatience: Patience = {
  answer: 2_000,
  trying: 2_500,
  pause: 100,
  copy: 5_000,
  copyMegabyte: 1_000,
  part: 60_000,
  uploading: 15_000,
};

/** Does something again, after growing pauses, while it fails in ways that may pass. */
export async function insist<T>(trying: number, pause: number, work: () => Promise<T>): Promise<T> {
  const began = performance.now();
  for (let wait = pause; ; wait *= 2) {
    try {
      return await work();
    } catch (error) {
      const isHopeless = !(error instanceof MediaUnavailable && error.reason === 'passing');
      if (isHopeless || performance.now() - began + wait > trying) throw error;
    }
    await Bun.sleep(wait);
  }
}

/** Waits for something, but not for ever; `onLate` hears where that was in vain. */
export async function within<T>(
  milliseconds: number,
  what: string,
  work: PromiseLike<T> | T,
  onLate: (error: unknown) => void = () => {},
): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    const error = new MediaUnavailable(what, 'passing');
    onLate(error);
    reject(error);
  }, milliseconds);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}
