import { join } from 'node:path';
import type { Address, FromReaders, ReadersReport, Reading, Reference, ToReaders } from './messages.ts';

/** The readers during a fault. */
export type Readers = {
  up(node: number, address: Address): void;
  down(node: number): void;
  /** Before a node is asked to stop. */
  leaving(node: number): void;
  /** Leaves the times so far out of the report, until nobody waits any more; false if that does not come. */
  warm(): Promise<boolean>;
  stop(): Promise<ReadersReport>;
};

/** Reads from a separate process, so that other work here does not distort the times. */
export async function startReaders(reading: Reading, reference: Reference): Promise<Readers> {
  const ready = Promise.withResolvers<void>();
  const warmed = Promise.withResolvers<boolean>();
  const reported = Promise.withResolvers<ReadersReport>();
  const child = Bun.spawn([process.execPath, join(import.meta.dir, 'readers.ts')], {
    stdout: 'inherit',
    stderr: 'inherit',
    ipc: (message: FromReaders) => {
      if (message.type === 'ready') ready.resolve();
      else if (message.type === 'warm') warmed.resolve(message.isCalm);
      else reported.resolve(message.report);
    },
    onExit: () => reported.reject(new Error('the readers exited too early')),
  });
  const tell = (message: ToReaders) => void child.send(message);
  await Promise.race([ready.promise, reported.promise]);
  tell({ type: 'start', reading, reference });
  return {
    up: (node, address) => tell({ type: 'up', node, address }),
    down: (node) => tell({ type: 'down', node }),
    leaving: (node) => tell({ type: 'leaving', node }),
    async warm() {
      tell({ type: 'warm' });
      return await warmed.promise;
    },
    async stop() {
      tell({ type: 'stop' });
      const report = await reported.promise;
      child.disconnect();
      await child.exited;
      return report;
    },
  };
}
