/** What is read between two collections, at least. */
const stretch = 512 * 1024;

/** How much longer than a collection took it is worked until the next one. */
const workPerCollection = 4;

/**
 * Counts what was read, and collects garbage from time to time. Left alone, the collector lets the heap grow with the
 * memory of the machine, while an import is to stay small beside what serves. For processes that do nothing else: it
 * holds everything up for some milliseconds.
 */
export function paceCollector(): (bytes: number) => void {
  let since = 0;
  let next = 0;
  return (bytes) => {
    since += bytes;
    const start = performance.now();
    if (since < stretch || start < next) return;
    Bun.gc(true);
    const end = performance.now();
    since = 0;
    next = end + (end - start) * workPerCollection;
  };
}
