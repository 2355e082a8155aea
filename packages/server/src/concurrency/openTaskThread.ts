import { parentPort, Worker } from 'node:worker_threads';

/** Functions that run in a separate thread, one call after the other. */
export type TaskThread<T extends Tasks> = {
  /**
   * Calls one of them. Byte arrays in the input are transferred: they are empty afterwards. Rejects if the function
   * throws, or the thread ends first.
   */
  call<Name extends keyof T & string>(
    name: Name,
    input: Parameters<T[Name]>[0],
  ): Promise<Awaited<ReturnType<T[Name]>>>;
  /** Ends the thread; pending calls fail. */
  close(): Promise<void>;
};

type Pending = { readonly resolve: (output: never) => void; readonly reject: (error: Error) => void };

/** A thread has a heap and code of its own, some 20 MB; to start another takes a tenth of a second. */
const defaultIdleMilliseconds = 5000;

/**
 * Opens a thread that runs a script, which must call `serveTasks` with the functions of this type. It is started with the
 * first call, and ended when idle for a while, which frees its memory.
 */
export function openTaskThread<T extends Tasks>(
  script: string | URL,
  idleMilliseconds = defaultIdleMilliseconds,
): TaskThread<T> {
  const pending = new Map<number, Pending>();
  let worker: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;
  let calls = 0;

  function start(): Worker {
    const started = new Worker(script);
    // It must not keep the process alive.
    started.unref();
    started.on('message', receiver(finish));
    started.on('error', (error: Error) => fail(started, error));
    started.on('exit', () => fail(started, new Error('the thread has ended')));
    return started;
  }

  function finish(result: TaskResult): void {
    const call = pending.get(result.number);
    pending.delete(result.number);
    if ('output' in result) call?.resolve(result.output);
    else call?.reject(new Error(result.error));
    if (pending.size > 0) return;
    idle = setTimeout(() => void end(), idleMilliseconds);
    idle.unref();
  }

  /** Pending calls fail; the next call starts another thread. */
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
      post(worker, { number, name, input });
      return new Promise((resolve, reject) => pending.set(number, { resolve, reject }));
    },
    close: end,
  };
}

/** Functions that can be called from another thread: arguments and results are copied. */
type Tasks = Readonly<Record<string, (input: never) => unknown>>;

/** A call of such a function. */
type TaskCall = { readonly number: number; readonly name: string; readonly input: never };

/** The result of a call, by its number. */
type TaskResult =
  | { readonly number: number; readonly output: never }
  | { readonly number: number; readonly error: string };

/** Called by a script that `openTaskThread` runs: handles the calls of these functions. */
export function serveTasks(tasks: Tasks): void {
  const port = parentPort;
  port?.on(
    'message',
    receiver(({ number, name, input }: TaskCall) => {
      try {
        post(port, { number, output: tasks[name]?.(input) });
      } catch (error) {
        post(port, { number, error: error instanceof Error ? error.message : String(error) });
      }
    }),
  );
}

/** A long text of the message that follows, and the names of the members that lead to it, as JSON. */
type LongText = { readonly path: string; readonly text: string };

const longText = 64 * 1024;

/**
 * Posts a message. Its long texts go ahead, each in a flat message: the runtime shares the strings of those between the
 * threads, but copies those inside of other objects twice, which takes 10 ms for 10 MB.
 */
function post(port: Pick<Worker, 'postMessage'>, message: object): void {
  const texts: LongText[] = [];
  const rest = withoutLongTexts(message, [], texts);
  for (const text of texts) port.postMessage(text);
  port.postMessage(rest, buffersOf(rest));
}

function withoutLongTexts(value: unknown, path: readonly string[], texts: LongText[]): unknown {
  if (typeof value === 'string' && value.length > longText) {
    texts.push({ path: JSON.stringify(path), text: value });
    return undefined;
  }
  if (!isPlainObject(value)) return value;
  const members = Object.entries(value).map(([name, member]) => [
    name,
    withoutLongTexts(member, [...path, name], texts),
  ]);
  return Object.fromEntries(members);
}

/** Passes on messages as they were before `post`. */
function receiver<Message>(take: (message: Message) => void): (received: Message | LongText) => void {
  let texts: LongText[] = [];
  return (received) => {
    if (isLongText(received)) {
      texts.push(received);
      return;
    }
    for (const { path, text } of texts) putBack(received, JSON.parse(path), text);
    texts = [];
    take(received);
  };
}

function isLongText(message: unknown): message is LongText {
  return isPlainObject(message) && 'path' in message;
}

function putBack(value: unknown, [name = '', ...names]: readonly string[], text: string): void {
  if (!isPlainObject(value)) return;
  if (names.length === 0) value[name] = text;
  else putBack(value[name], names, text);
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

/** The buffers of a message to transfer rather than copy: those used by one byte array only. */
function buffersOf(message: unknown): ArrayBuffer[] {
  if (message instanceof Uint8Array) {
    const { buffer, length } = message;
    return buffer instanceof ArrayBuffer && buffer.byteLength === length ? [buffer] : [];
  }
  return typeof message === 'object' && message !== null ? Object.values(message).flatMap(buffersOf) : [];
}
