import { join } from 'node:path';
import type { Subprocess } from 'bun';
import type { Logger } from '../../log.ts';
import { Failure } from '../Failure.ts';
import type { FromWorker, StartMessage, ToWorker } from './messages.ts';

/** One of the workers: a process, and another one after it where it dies. */
export type Worker = {
  /** Resolves when it serves for the first time; rejects where it cannot. */
  readonly started: Promise<void>;
  isReady(): boolean;
  send(message: ToWorker): void;
  stop(): Promise<void>;
  kill(): void;
};

/** What is heard of a worker; after the end of a process, nothing more of that one. */
type WorkerEvents = { onMessage(message: FromWorker): void; onEnd(): void };

type Signal = NodeJS.Signals | number | null;

const shortestPause = 100;
const longestPause = 10_000;

/** Starts a worker, and starts it anew, after a pause that grows, whenever it dies. */
export function keepWorker(number: number, start: StartMessage, log: Logger, events: WorkerEvents): Worker {
  const first = Promise.withResolvers<void>();
  let hasServed = false;
  let isStopping = false;
  let readyAt: number | undefined;
  let failure: string | undefined;
  let pause = shortestPause;
  let timer: Timer | undefined;
  let child = launch();

  function launch(): Subprocess {
    failure = undefined;
    const launched = spawnWorker({ onMessage: hear, onEnd: outlive });
    launched.send(start);
    return launched;
  }

  function hear(message: FromWorker): void {
    if (message.type === 'ready') {
      readyAt = Date.now();
      hasServed = true;
      log.info({ worker: number, workerPid: child.pid }, 'a worker is ready');
      first.resolve();
    }
    if (message.type === 'failed') failure = message.message;
    events.onMessage(message);
  }

  function outlive(exitCode: number | null, signal: Signal): void {
    const reason = failure ?? `it ended with ${signal === null ? `code ${exitCode}` : `signal ${signal}`}`;
    if (readyAt !== undefined && Date.now() - readyAt > longestPause) pause = shortestPause;
    readyAt = undefined;
    events.onEnd();
    if (!hasServed) first.reject(new Failure(reason));
    if (!hasServed || isStopping) return;
    log.error({ worker: number, reason, pauseMilliseconds: pause }, 'a worker died; it is started again');
    timer = setTimeout(() => {
      child = launch();
    }, pause);
    pause = Math.min(pause * 2, longestPause);
  }

  return {
    started: first.promise,
    isReady: () => readyAt !== undefined,
    send: (message) => void (readyAt !== undefined && child.send(message)),
    async stop() {
      isStopping = true;
      clearTimeout(timer);
      if (isRunning(child)) child.send({ type: 'stop' });
      await child.exited;
    },
    kill() {
      isStopping = true;
      clearTimeout(timer);
      child.kill('SIGKILL');
    },
  };
}

function isRunning(child: Subprocess): boolean {
  return child.exitCode === null && child.signalCode === null;
}

function spawnWorker({
  onMessage,
  onEnd,
}: {
  onMessage: (message: FromWorker) => void;
  onEnd: (exitCode: number | null, signal: Signal) => void;
}): Subprocess {
  let hasEnded = false;
  return Bun.spawn([process.execPath, join(import.meta.dir, 'worker.ts')], {
    stdio: ['ignore', 'ignore', 'inherit'],
    serialization: 'advanced',
    ipc: (message: FromWorker) => void (hasEnded || onMessage(message)),
    onExit: (_process, exitCode, signal) => {
      hasEnded = true;
      onEnd(exitCode, signal);
    },
  });
}
