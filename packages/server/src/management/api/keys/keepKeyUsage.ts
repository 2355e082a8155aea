import type { KeyUsage } from '../../../store/Admin.ts';
import type { Store } from '../../../store/Store.ts';

/** What was counted of keys and is not in the store yet. */
export type KeyUsageKeeper = {
  add(usages: readonly KeyUsage[]): void;
  /** What is not written yet. */
  pending(): readonly KeyUsage[];
  /** Writes what is there, where that can be done soon. */
  close(): Promise<void>;
};

/** What keeping needs. */
export type SuperviseOptions = {
  readonly store: () => Promise<Store>;
  readonly onError: (error: unknown) => void;
  readonly pauseMilliseconds?: number;
};

/** A store that is away for long: more keys and days than that are not remembered. */
const mostPending = 100_000;
const patienceMilliseconds = 5000;

/** Writes to the store now and then how often keys were used; a store that is away gets it later. */
export function keepKeyUsage(options: SuperviseOptions): KeyUsageKeeper {
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
      // What was counted while the last was written.
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
