/** What is read between two collections, at least. */
const stretch = 512 * 1024;

/**
 * How much more than a collection took is worked until the next one. In time of the processor: on a busy machine a
 * collection may take any time by the clock, and garbage would pile up for four times as long.
 */
const workPerCollection = 4;

/**
 * Counts what was read, and collects garbage from time to time. Left alone, the collector lets the heap grow with the
 * memory of the machine, while an import is to stay small beside what serves. For processes that do nothing else: it
 * holds everything up for some milliseconds.
 */
export function paceGarbageCollection(): (bytes: number) => void {
  let since = 0;
  let next = 0;
  return (bytes) => {
    since += bytes;
    if (since < stretch) return;
    const start = processorTime();
    if (start < next) return;
    Bun.gc(true);
    const end = processorTime();
    since = 0;
    next = end + (end - start) * workPerCollection;
  };
}

function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}
