/** How many requests of one piece of work are on their way at once. */
const atOnce = 8;

/** Does something with each of many, a few at a time. Begins no more after the first that fails, and throws its error. */
export async function inTurns<T>(items: Iterable<T>, work: (item: T) => Promise<unknown>): Promise<void> {
  const waiting = Iterator.from(items);
  let failure: { readonly error: unknown } | undefined;
  const hands = Array.from({ length: atOnce }, async () => {
    for (let next = waiting.next(); !next.done && failure === undefined; next = waiting.next()) {
      await work(next.value).catch((error: unknown) => {
        failure ??= { error };
      });
    }
  });
  await Promise.all(hands);
  if (failure !== undefined) throw failure.error;
}
