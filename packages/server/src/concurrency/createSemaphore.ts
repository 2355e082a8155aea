/** Runs work when a permit is free. */
export type Semaphore = <T>(work: () => Promise<T>) => Promise<T>;

type SemaphoreOptions = {
  /** How much runs at once. */
  readonly permits: number;
  /** How much may wait for a permit. */
  readonly queue: number;
  /** What is thrown when the queue is full. */
  readonly onFull: () => Error;
};

/** Makes a semaphore with a bounded queue, first come, first served. */
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
      // The permit passes straight to whoever waits next.
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}
