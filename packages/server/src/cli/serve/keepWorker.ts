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

type Signal = NodeJS.Signals | number | null;

const shortestPause = 100;
const longestPause = 10_000;

/** Starts a worker, and starts it anew, after a pause that grows, whenever it dies. */
export function keepWorker(
  number: number,
  start: StartMessage,
  log: Logger,
  onMessage: (message: FromWorker) => void,
): Worker {
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
    const launched = spawnWorker(hear, outlive);
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
    onMessage(message);
  }

  function outlive(exitCode: number | null, signal: Signal): void {
    const reason = failure ?? `it ended with ${signal === null ? `code ${exitCode}` : `signal ${signal}`}`;
    if (readyAt !== undefined && Date.now() - readyAt > longestPause) pause = shortestPause;
    readyAt = undefined;
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

function spawnWorker(
  onMessage: (message: FromWorker) => void,
  onExit: (exitCode: number | null, signal: Signal) => void,
): Subprocess {
  return Bun.spawn([process.execPath, join(import.meta.dir, 'worker.ts')], {
    stdio: ['ignore', 'ignore', 'inherit'],
    serialization: 'advanced',
    ipc: onMessage,
    onExit: (_process, exitCode, signal) => onExit(exitCode, signal),
  });
}
