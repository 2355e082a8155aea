/**
 * Settles like `work`, or rejects with `timeoutError()` if that takes longer than the given milliseconds.
 * The work itself is not cancelled.
 */
export async function withTimeout<T>(
  work: PromiseLike<T> | T,
  milliseconds: number,
  timeoutError: () => Error,
): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(timeoutError()), milliseconds);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}
