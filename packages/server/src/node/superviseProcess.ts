import type { Subprocess } from 'bun';
import { sendMessage } from '../concurrency/sendMessage.ts';
import type { Logger } from '../log/createLog.ts';
import { PortTaken } from './choosePort.ts';

/** What every supervised process reports; other messages are its own. */
export type FromProcess =
  | { readonly type: 'ready' }
  | { readonly type: 'failed'; readonly message: string; readonly isPortTaken?: boolean };

/** A process that is restarted when it dies. */
export type SupervisedProcess<To> = {
  /** Resolves when it is ready for the first time; rejects if a needed process fails to start. */
  readonly started: Promise<void>;
  isReady(): boolean;
  send(message: To): void;
  stop(): Promise<void>;
  kill(): void;
};

/** How a process is supervised. */
export type SuperviseOptions<From, To> = {
  /** Its name for the log. */
  readonly name: string;
  readonly script: string;
  /** What its environment has besides that of this process. */
  readonly env?: Readonly<Record<string, string>>;
  /** Creates the first message to it, for each start. The process loads its code in the meantime. */
  readonly start: () => Promise<To>;
  readonly stop: To;
  readonly log: Logger;
  /** Whether a failed first start is fatal; otherwise it is retried too. */
  readonly isNeeded: boolean;
  /** Not called for a process that has ended. */
  readonly onMessage: (message: From) => void;
  readonly onEnd: () => void;
};

type Signal = NodeJS.Signals | number | null;

const shortestPause = 100;
const longestPause = 10_000;

/** Starts a process, and restarts it with exponential backoff whenever it dies. */
export function superviseProcess<From extends { readonly type: string }, To>(
  options: SuperviseOptions<From | FromProcess, To>,
): SupervisedProcess<To> {
  const { name, log, isNeeded } = options;
  const first = Promise.withResolvers<void>();
  let hasServed = false;
  let isStopping = false;
  let readyAt: number | undefined;
  let failure: Error | undefined;
  let pause = shortestPause;
  let timer: Timer | undefined;
  let child = launch();

  function launch(): Subprocess {
    failure = undefined;
    const launched = spawnScript<From | FromProcess>(options, { onMessage: receive, onEnd: restart });
    // If there is nothing to start with, whoever started this ends it.
    options.start().then(
      (message) => sendMessage(launched, message),
      () => {},
    );
    return launched;
  }

  function receive(message: From | FromProcess): void {
    if (message.type === 'ready') {
      readyAt = Date.now();
      hasServed = true;
      log.info({ process: name, processPid: child.pid }, 'a process is ready');
      first.resolve();
    }
    if (message.type === 'failed' && 'message' in message) {
      failure = message.isPortTaken ? new PortTaken(message.message) : new Error(message.message);
    }
    options.onMessage(message);
  }

  function restart(exitCode: number | null, signal: Signal): void {
    const how = signal === null ? `code ${exitCode}` : `signal ${signal}`;
    const reason = failure ?? new Error(`it ended with ${how}`);
    if (readyAt !== undefined && Date.now() - readyAt > longestPause) pause = shortestPause;
    readyAt = undefined;
    options.onEnd();
    const isLost = isNeeded && !hasServed;
    if (isLost) first.reject(reason);
    else first.resolve();
    if (isLost || isStopping) return;
    log.error(
      { process: name, reason: reason.message, pauseMilliseconds: pause },
      'a process ended unexpectedly and is being restarted',
    );
    timer = setTimeout(() => {
      child = launch();
    }, pause);
    pause = Math.min(pause * 2, longestPause);
  }

  return {
    started: first.promise,
    isReady: () => readyAt !== undefined,
    send: (message) => sendMessage(child, message),
    async stop() {
      isStopping = true;
      clearTimeout(timer);
      sendMessage(child, options.stop);
      await child.exited;
    },
    kill() {
      isStopping = true;
      clearTimeout(timer);
      child.kill('SIGKILL');
    },
  };
}

function spawnScript<From>(
  { script, env }: { readonly script: string; readonly env?: Readonly<Record<string, string>> },
  on: {
    readonly onMessage: (message: From) => void;
    readonly onEnd: (exitCode: number | null, signal: Signal) => void;
  },
): Subprocess {
  let hasEnded = false;
  return Bun.spawn([process.execPath, script], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, ...env },
    serialization: 'advanced',
    ipc: (message: From) => void (hasEnded || on.onMessage(message)),
    onExit: (_process, exitCode, signal) => {
      hasEnded = true;
      on.onEnd(exitCode, signal);
    },
  });
}
