import type { Store } from '../../store/Store.ts';

/** How many entries are removed in one transaction: operators who save something wait for no more. */
const sliceSize = 500;
const pauseMilliseconds = 10;
const everyMilliseconds = 3_600_000;
const dayMilliseconds = 86_400_000;

type Retention = {
  /** How many days entries are kept; 0 for ever. */
  readonly days: number;
  readonly store: () => Promise<Store>;
  readonly onError: (error: unknown) => void;
};

/** Removes old entries of the audit log, now and then. Every node may do it: none of them removes too much. */
export function startAuditRetention({ days, store, onError }: Retention): { close(): Promise<void> } {
  let isClosed = false;
  let running: Promise<unknown> = Promise.resolve();
  const run = () => {
    running = running
      .then(async () => pruneAudit(await store(), days, Date.now(), () => isClosed))
      .catch(onError);
  };
  const timer = days === 0 ? undefined : setInterval(run, everyMilliseconds);
  if (days > 0) run();
  return {
    async close() {
      isClosed = true;
      clearInterval(timer);
      await running;
    },
  };
}

/**
 * Removes all entries that are older than so many days, from the oldest on, in slices. The entry that says so is written
 * with the first of them. Returns how many were removed.
 */
export async function pruneAudit(
  store: Store,
  days: number,
  now: number,
  isStopped: () => boolean = () => false,
): Promise<number> {
  const before = now - days * dayMilliseconds;
  let removed = 0;
  while (!isStopped()) {
    const slice = await store.write(async (writer) => {
      const count = await writer.pruneAudit(before, sliceSize);
      const entry = { at: now, by: 'audit retention', action: 'audit.prune', target: 'audit' };
      if (count > 0 && removed === 0) await writer.addAudit({ ...entry, details: { days, before } });
      return count;
    });
    removed += slice;
    if (slice < sliceSize) break;
    await Bun.sleep(pauseMilliseconds);
  }
  return removed;
}
