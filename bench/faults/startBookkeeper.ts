import { join } from 'node:path';
import type { Commit } from './judge.ts';
import type { Book, FromWriter, ToWriter } from './messages.ts';

/** A writer that records what was confirmed. */
export type Bookkeeper = {
  readonly commits: readonly Commit[];
  /** From now on, writes with this program. */
  upgrade(): void;
  /** Waits for the current transaction; undefined if it does not end. */
  stop(): Promise<Book | undefined>;
};

const patienceMilliseconds = 60_000;

/** Writes from a separate process, as real writers do. */
export async function startBookkeeper(
  start: Omit<Extract<ToWriter, { type: 'start' }>, 'type'>,
): Promise<Bookkeeper> {
  const ready = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<Book>();
  const commits: Commit[] = [];
  const hear = (message: FromWriter) => {
    if (message.type === 'ready') ready.resolve();
    else if (message.type === 'book') ended.resolve(message.book);
    else commits.push(message);
  };
  const child = Bun.spawn([process.execPath, join(import.meta.dir, 'writer.ts')], {
    stdout: 'inherit',
    stderr: 'inherit',
    ipc: hear,
    onExit: () => ended.reject(new Error('the writer exited too early')),
  });
  const tell = (message: ToWriter) => void child.send(message);
  await Promise.race([ready.promise, ended.promise]);
  tell({ type: 'start', ...start });
  return {
    commits,
    upgrade: () => tell({ type: 'upgrade' }),
    async stop() {
      tell({ type: 'stop' });
      const book = await Promise.race([ended.promise, Bun.sleep(patienceMilliseconds)]);
      child.kill('SIGKILL');
      await child.exited;
      return book ?? undefined;
    },
  };
}
