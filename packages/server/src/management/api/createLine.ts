/** Does a piece of work when its turn comes. */
export type Line = <T>(work: () => Promise<T>) => Promise<T>;

/** What may be under way at once, how much may wait, and what is said where that is too much. */
type LineOptions = {
  readonly atOnce: number;
  readonly waiting: number;
  readonly refusal: () => Error;
};

/** Makes a line for work that takes much: little of it is done at once, some waits, and beyond that it is refused. */
export function createLine({ atOnce, waiting: mostWaiting, refusal }: LineOptions): Line {
  let working = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (working >= atOnce) {
      if (waiting.length >= mostWaiting) throw refusal();
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else {
      working++;
    }
    try {
      return await work();
    } finally {
      // Whoever waits next takes over the place.
      const next = waiting.shift();
      if (next) next();
      else working--;
    }
  };
}
