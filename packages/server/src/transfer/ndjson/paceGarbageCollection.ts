/** The least number of bytes between two collections. */
const minBytes = 512 * 1024;

/**
 * How many times the duration of a collection passes until the next one. In CPU time: on a busy machine, a
 * collection may take any amount of real time, and garbage would pile up for four times as long.
 */
const workPerCollection = 4;

/**
 * Counts the bytes read, and collects garbage from time to time. Left alone, the collector lets the heap grow with the
 * memory of the machine, while an import should stay small beside a running server. Only for processes that do
 * nothing else: a collection stops everything for some milliseconds.
 */
export function paceGarbageCollection(): (bytes: number) => void {
  let since = 0;
  let next = 0;
  return (bytes) => {
    since += bytes;
    if (since < minBytes) return;
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
