import { join } from 'node:path';

/** Whom to listen to, and with how many connections in all. */
export type Listening = {
  readonly urls: readonly string[];
  readonly count: number;
  readonly headers: Readonly<Record<string, string>>;
};

/** All have heard of an item; `at` in milliseconds since the epoch, with fractions. */
export type Reached = { readonly type: 'reached'; readonly id: string; readonly at: number };

type Message = { readonly type: 'ready' } | Reached;

/** Subscribers that have connected. */
export type Subscribers = {
  /** When the last one will have heard of an item, once; to be called before it changes. */
  reached(id: string): Promise<number>;
  stop(): Promise<void>;
};

/** The time now, comparable between processes. */
export function preciseNow(): number {
  return performance.timeOrigin + performance.now();
}

/** Starts them in a process of their own; resolves when all are connected. */
export async function startSubscribers(listening: Listening): Promise<Subscribers> {
  const ready = Promise.withResolvers<void>();
  const waiting = new Map<string, (at: number) => void>();
  const child = Bun.spawn([process.execPath, join(import.meta.dir, 'subscribers.ts')], {
    stdout: 'inherit',
    stderr: 'inherit',
    ipc(message: Message) {
      if (message.type === 'ready') ready.resolve();
      else waiting.get(message.id)?.(message.at);
    },
    onExit: (_child, code) => ready.reject(new Error(`the subscribers ended with ${code}`)),
  });
  child.send(listening);
  await ready.promise;
  return {
    reached: (id) => new Promise((resolve) => waiting.set(id, resolve)),
    async stop() {
      child.kill('SIGKILL');
      await child.exited;
    },
  };
}
