import { join } from 'node:path';
import type { FromReaders, ReadersReport, Reading, ToReaders } from './messages.ts';

/** Readers in a process of their own. */
export type Readers = {
  /** Reads while something happens; returns how long readers waited. */
  during(work: () => Promise<unknown>): Promise<ReadersReport>;
  [Symbol.asyncDispose](): Promise<void>;
};

/** The first requests of a connection do not count. */
const warmUpMilliseconds = 500;

export async function startReaders(reading: Reading): Promise<Readers> {
  let heard = Promise.withResolvers<FromReaders>();
  const child = Bun.spawn([process.execPath, join(import.meta.dir, 'readers.ts')], {
    stdout: 'inherit',
    stderr: 'inherit',
    ipc: (message: FromReaders) => heard.resolve(message),
    onExit: () => heard.reject(new Error('the readers exited too early')),
  });
  const tell = (message: ToReaders) => void child.send(message);
  async function hear(): Promise<FromReaders> {
    const message = await heard.promise;
    heard = Promise.withResolvers();
    return message;
  }
  await hear();
  return {
    async during(work) {
      tell({ type: 'start', reading });
      await hear();
      await Bun.sleep(warmUpMilliseconds);
      tell({ type: 'forget' });
      await work();
      tell({ type: 'stop' });
      const message = await hear();
      if (message.type !== 'report') throw new Error(`the readers said ${message.type}`);
      return message.report;
    },
    async [Symbol.asyncDispose]() {
      heard.promise.catch(() => {});
      child.disconnect();
      await child.exited;
    },
  };
}
