const defaultLimit = 8;

/** Runs `work` for each item, a few at a time. After the first failure nothing more is started, and its error is thrown. */
export async function forEachConcurrently<T>(
  items: Iterable<T>,
  work: (item: T) => Promise<unknown>,
  limit = defaultLimit,
): Promise<void> {
  const remaining = Iterator.from(items);
  let failure: { readonly error: unknown } | undefined;
  const workers = Array.from({ length: limit }, async () => {
    for (let next = remaining.next(); !next.done && failure === undefined; next = remaining.next()) {
      await work(next.value).catch((error: unknown) => {
        failure ??= { error };
      });
    }
  });
  await Promise.all(workers);
  if (failure !== undefined) throw failure.error;
}
