/** Sleeps that can be ended early; one at a time. */
export type Sleeper = {
  /** Sleeps for a time, or until it is woken. */
  sleep(milliseconds: number): Promise<void>;
  wake(): void;
};

/** Longer timers would run out at once. */
const longest = 2 ** 31 - 1;

export function createSleeper(): Sleeper {
  let wake = () => {};
  return {
    sleep: (milliseconds) =>
      new Promise((resolve) => {
        const timer = setTimeout(() => wake(), Math.min(milliseconds, longest));
        // The process must not stay alive for what is not due yet.
        timer.unref();
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      }),
    wake: () => wake(),
  };
}
