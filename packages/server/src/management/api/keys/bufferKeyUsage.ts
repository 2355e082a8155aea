import type { KeyUsage } from '../../../store/Admin.ts';
import type { Store } from '../../../store/Store.ts';

/** Buffers key usage that is not in the store yet. */
export type KeyUsageBuffer = {
  add(usages: readonly KeyUsage[]): void;
  /** The usage that is not written yet. */
  pending(): readonly KeyUsage[];
  /** Writes the rest if the store responds soon. */
  close(): Promise<void>;
};

/** What the buffer needs. */
export type SuperviseOptions = {
  readonly store: () => Promise<Store>;
  readonly onError: (error: unknown) => void;
  readonly pauseMilliseconds?: number;
};

/** The most keys and days to remember while the store is unavailable. */
const mostPending = 100_000;
const patienceMilliseconds = 5000;

/** Writes key usage to the store from time to time; an unavailable store gets it later. */
export function bufferKeyUsage(options: SuperviseOptions): KeyUsageBuffer {
  const { store, onError, pauseMilliseconds = 30_000 } = options;
  let waiting = new Map<string, KeyUsage>();
  let underWay: readonly KeyUsage[] = [];
  let writing: Promise<void> | undefined;

  function add(usages: readonly KeyUsage[]): void {
    for (const usage of usages) {
      const name = `${usage.day} ${usage.key}`;
      const known = waiting.get(name);
      if (known === undefined && waiting.size >= mostPending) continue;
      waiting.set(name, {
        ...usage,
        requests: usage.requests + (known?.requests ?? 0),
        lastUsedAt: Math.max(usage.lastUsedAt, known?.lastUsedAt ?? 0),
      });
    }
  }

  async function write(): Promise<void> {
    underWay = [...waiting.values()];
    if (underWay.length === 0) return;
    waiting = new Map();
    try {
      await (await store()).write((writer) => writer.addKeyUsage(underWay));
    } catch (error) {
      add(underWay);
      onError(error);
    } finally {
      underWay = [];
    }
  }

  function writeOnce(): Promise<void> {
    writing ??= write().finally(() => {
      writing = undefined;
    });
    return writing;
  }

  const timer = setInterval(() => void writeOnce(), pauseMilliseconds);
  timer.unref();
  return {
    add,
    pending: () => [...underWay, ...waiting.values()],
    async close() {
      clearInterval(timer);
      // Usage that arrived during the last write.
      const written = (writing ?? Promise.resolve()).then(writeOnce);
      await new Promise<void>((resolve) => {
        const patience = setTimeout(resolve, patienceMilliseconds);
        void written.finally(() => {
          clearTimeout(patience);
          resolve();
        });
      });
    },
  };
}
