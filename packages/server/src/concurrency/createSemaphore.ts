/** Runs work when a permit is free. */
export type Semaphore = <T>(work: () => Promise<T>) => Promise<T>;

type SemaphoreOptions = {
  /** How many run at once. */
  readonly permits: number;
  /** How many may wait for a permit. */
  readonly queue: number;
  /** The error to throw when the queue is full. */
  readonly onFull: () => Error;
};

/** Creates a semaphore with a bounded queue, first come, first served. */
export function createSemaphore({ permits, queue, onFull }: SemaphoreOptions): Semaphore {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running >= permits) {
      if (waiting.length >= queue) throw onFull();
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else {
      running++;
    }
    try {
      return await work();
    } finally {
      // The permit passes directly to the next in the queue.
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}
