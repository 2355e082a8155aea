import { retry } from '../../../concurrency/retry.ts';
import { withTimeout } from '../../../concurrency/withTimeout.ts';
import type { StreamedBody } from '../../../http/HttpResponse.ts';
import { isTransient, MediaUnavailable } from '../Originals.ts';

/**
 * How long to wait for S3, in milliseconds. A lookup takes at most `retryFor` plus one more `response`. A local copy is
 * complete or given up after `copy` plus `copyPerMegabyte`, or after a lookup if that takes longer. Files too large to be
 * copied start to arrive, or fail, after a lookup; from then on S3 may send as slowly as it likes, since only one reader
 * is waiting.
 */
export type S3Timeouts = {
  /** Until a response has been read, and between two chunks of a body. */
  readonly response: number;
  /** For how long failed reads are retried. */
  readonly retryFor: number;
  /** The delay before the second attempt; it doubles before each further one. */
  readonly retryDelay: number;
  /** Until a local copy is complete, and how much more for each megabyte. */
  readonly copy: number;
  readonly copyPerMegabyte: number;
  /** Until one part of an upload has arrived. */
  readonly uploadPart: number;
  /** For how long failed uploads are retried. */
  readonly uploadRetryFor: number;
};

/** Short for readers, who are waiting; longer for imports, which would be lost. */
export const defaultTimeouts: S3Timeouts = {
  response: 2_000,
  retryFor: 2_500,
  retryDelay: 100,
  copy: 5_000,
  copyPerMegabyte: 1_000,
  uploadPart: 60_000,
  uploadRetryFor: 15_000,
};

/** Retries work that fails with transient errors. */
export function retryTransient<T>(
  maxElapsed: number,
  initialDelay: number,
  work: () => Promise<T>,
): Promise<T> {
  return retry({ maxElapsed, initialDelay, isRetryable: isTransient }, work);
}

/** Rejects with a transient `MediaUnavailable` if the work takes too long; `onTimeout` is called with the error. */
export function timeLimited<T>(
  work: PromiseLike<T> | T,
  milliseconds: number,
  message: string,
  onTimeout: (error: unknown) => void = () => {},
): Promise<T> {
  return withTimeout(work, milliseconds, () => {
    const error = new MediaUnavailable(message, 'transient');
    onTimeout(error);
    return error;
  });
}

/** When a copy that starts now has to be complete, on the clock of `performance.now()`. */
export function copyDeadline({ copy, copyPerMegabyte }: S3Timeouts, fileSize: number): number {
  return performance.now() + copy + (copyPerMegabyte * fileSize) / 1_000_000;
}

/** A body that fails if it is not complete by a deadline. For copies, where one slow transfer keeps many readers waiting. */
export function withDeadline(
  body: StreamedBody,
  deadline: number,
  onTimeout: (error: unknown) => void,
): StreamedBody {
  const read = () => timeLimited(body.read(), deadline - performance.now(), 'S3 is too slow', onTimeout);
  return { ...body, read };
}
