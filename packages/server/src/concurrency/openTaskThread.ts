import { parentPort, Worker } from 'node:worker_threads';

/** Functions that run in a thread of their own, one call after the other. */
export type TaskThread<T extends Tasks> = {
  /**
   * Calls one of them. Byte arrays in the input are handed over: they are empty afterwards. Rejects where the function
   * throws, or the thread ends before it is done.
   */
  call<Name extends keyof T & string>(
    name: Name,
    input: Parameters<T[Name]>[0],
  ): Promise<Awaited<ReturnType<T[Name]>>>;
  /** Ends the thread; calls that are not done fail. */
  close(): Promise<void>;
};

type Pending = { readonly resolve: (output: never) => void; readonly reject: (error: Error) => void };

const usualIdleMilliseconds = 30_000;

/**
 * Opens a thread that runs a script, which must call `serveTasks` with the functions of this type. It is started with the
 * first call, and ended when there was none for a while: what it has taken in memory is given back by that.
 */
export function openTaskThread<T extends Tasks>(
  script: URL,
  idleMilliseconds = usualIdleMilliseconds,
): TaskThread<T> {
  const pending = new Map<number, Pending>();
  let worker: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;
  let calls = 0;

  function start(): Worker {
    const started = new Worker(script);
    // It must not keep the process alive.
    started.unref();
    started.on('message', finish);
    started.on('error', (error: Error) => fail(started, error));
    started.on('exit', () => fail(started, new Error('the thread has ended')));
    return started;
  }

  function finish(answer: TaskAnswer): void {
    const call = pending.get(answer.number);
    pending.delete(answer.number);
    if ('output' in answer) call?.resolve(answer.output);
    else call?.reject(new Error(answer.error));
    if (pending.size > 0) return;
    idle = setTimeout(() => void end(), idleMilliseconds);
    idle.unref();
  }

  /** What it was working on is lost; the next call finds another one. */
  function fail(ended: Worker, error: Error): void {
    if (ended !== worker) return;
    worker = undefined;
    for (const { reject } of pending.values()) reject(error);
    pending.clear();
  }

  async function end(): Promise<void> {
    clearTimeout(idle);
    const ending = worker;
    if (ending === undefined) return;
    fail(ending, new Error('the thread was ended'));
    await ending.terminate();
  }

  return {
    call(name, input) {
      clearTimeout(idle);
      worker ??= start();
      const number = ++calls;
      worker.postMessage({ number, name, input }, buffersOf(input));
      return new Promise((resolve, reject) => pending.set(number, { resolve, reject }));
    },
    close: end,
  };
}

/** Functions that can be called from another thread: what they take and give is copied on its way. */
type Tasks = Readonly<Record<string, (input: never) => unknown>>;

/** A call of one of them. */
type TaskCall = { readonly number: number; readonly name: string; readonly input: never };

/** What became of the call of a number. */
type TaskAnswer =
  | { readonly number: number; readonly output: never }
  | { readonly number: number; readonly error: string };

/** Called by a script that `openTaskThread` runs: answers the calls of these functions. */
export function serveTasks(tasks: Tasks): void {
  parentPort?.on('message', ({ number, name, input }: TaskCall) => {
    try {
      const output = tasks[name]?.(input);
      parentPort?.postMessage({ number, output }, buffersOf(output));
    } catch (error) {
      parentPort?.postMessage({ number, error: error instanceof Error ? error.message : String(error) });
    }
  });
}

/** The buffers of a message that are handed over rather than copied: those of byte arrays that have one of their own. */
function buffersOf(message: unknown): ArrayBuffer[] {
  if (message instanceof Uint8Array) {
    const { buffer, length } = message;
    return buffer instanceof ArrayBuffer && buffer.byteLength === length ? [buffer] : [];
  }
  return typeof message === 'object' && message !== null ? Object.values(message).flatMap(buffersOf) : [];
}
