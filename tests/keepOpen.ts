/** Something that stays open for longer than one test. */
export type KeptOpen<T> = { readonly thing: Promise<T>; close(): Promise<void> };

/** Turns `with…(work)` into open and close: the work lasts until `close` is called. */
export function keepOpen<T>(during: (work: (thing: T) => Promise<void>) => Promise<void>): KeptOpen<T> {
  const opened = Promise.withResolvers<T>();
  const closing = Promise.withResolvers<void>();
  const ended = during((thing) => {
    opened.resolve(thing);
    return closing.promise;
  });
  ended.catch(opened.reject);
  return {
    thing: opened.promise,
    async close() {
      closing.resolve();
      await ended;
    },
  };
}
