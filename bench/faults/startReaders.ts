import { join } from 'node:path';
import type { Address, FromReaders, ReadersReport, Reading, ToReaders } from './messages.ts';

/** Those who read while something fails. */
export type Readers = {
  up(node: number, address: Address): void;
  down(node: number): void;
  /** Leaves times so far out of the report. */
  warm(): void;
  stop(): Promise<ReadersReport>;
};

/** Reads from a process of its own, so that what is done meanwhile is not measured. */
export async function startReaders(reading: Reading): Promise<Readers> {
  const ready = Promise.withResolvers<void>();
  const reported = Promise.withResolvers<ReadersReport>();
  const child = Bun.spawn([process.execPath, join(import.meta.dir, 'readers.ts')], {
    stdout: 'inherit',
    stderr: 'inherit',
    ipc: (message: FromReaders) =>
      message.type === 'ready' ? ready.resolve() : reported.resolve(message.report),
    onExit: () => reported.reject(new Error('the readers ended before they were done')),
  });
  const tell = (message: ToReaders) => void child.send(message);
  await Promise.race([ready.promise, reported.promise]);
  tell({ type: 'start', reading });
  return {
    up: (node, address) => tell({ type: 'up', node, address }),
    down: (node) => tell({ type: 'down', node }),
    warm: () => tell({ type: 'warm' }),
    async stop() {
      tell({ type: 'stop' });
      const report = await reported.promise;
      child.disconnect();
      await child.exited;
      return report;
    },
  };
}
