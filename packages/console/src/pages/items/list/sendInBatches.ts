import type { BatchResult } from '@newsstand/contract/manage';
import { ApiError } from '../../../api/request.ts';

/** The most changes that the service makes in one transaction. */
export const mostChanges = 1000;

/** How far changes were made that may take several requests. */
export type Progress<Change> = {
  readonly changed: number;
  readonly unchanged: number;
  /** What was done, whether or not it made a difference. */
  readonly done: readonly Change[];
  /** Where it stopped: nothing of this request was done, and nothing after it. */
  readonly stopped?: { readonly error: unknown; readonly changes: readonly Change[] };
};

type Sending<Change> = {
  /** Makes all of some changes, or none. */
  readonly send: (changes: readonly Change[]) => Promise<BatchResult>;
  readonly onProgress?: (done: number) => void;
};

/** Makes changes in as few requests as possible, one after the other; it stops at the first that fails. */
export async function sendInBatches<Change>(
  changes: readonly Change[],
  { send, onProgress }: Sending<Change>,
): Promise<Progress<Change>> {
  let size = mostChanges;
  let progress: Progress<Change> = { changed: 0, unchanged: 0, done: [] };
  while (progress.done.length < changes.length) {
    const from = progress.done.length;
    const batch = changes.slice(from, from + size);
    try {
      const { changed, unchanged } = await send(batch);
      progress = {
        changed: progress.changed + changed,
        unchanged: progress.unchanged + unchanged,
        done: changes.slice(0, from + batch.length),
      };
      onProgress?.(progress.done.length);
    } catch (error) {
      // The texts of so many items are too long for one transaction.
      const isTooLarge = error instanceof ApiError && error.problem.code === 'too_large';
      if (!isTooLarge || batch.length === 1) return { ...progress, stopped: { error, changes: batch } };
      size = Math.ceil(batch.length / 2);
    }
  }
  return progress;
}
