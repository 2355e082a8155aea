/** When and for how long failed work is retried; times in milliseconds. */
export type RetryPolicy = {
  /** No attempt starts later than this after the first. */
  readonly maxElapsed: number;
  /** The delay before the second attempt; it doubles before each further one. */
  readonly initialDelay: number;
  readonly isRetryable: (error: unknown) => boolean;
};

/** Runs `work` until it succeeds, with exponential backoff. Rethrows the last error once retrying is over. */
export async function retry<T>(policy: RetryPolicy, work: () => Promise<T>): Promise<T> {
  const started = performance.now();
  for (let delay = policy.initialDelay; ; delay *= 2) {
    try {
      return await work();
    } catch (error) {
      const isTooLate = performance.now() - started + delay > policy.maxElapsed;
      if (isTooLate || !policy.isRetryable(error)) throw error;
    }
    await Bun.sleep(delay);
  }
}
