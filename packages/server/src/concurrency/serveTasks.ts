import { parentPort } from 'node:worker_threads';

/** Functions that can be called from another thread: what they take and give is copied on its way. */
export type Tasks = Readonly<Record<string, (input: never) => unknown>>;

/** A call of one of them. */
export type TaskCall = { readonly number: number; readonly name: string; readonly input: never };

/** What became of the call of a number. */
export type TaskAnswer =
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
export function buffersOf(message: unknown): ArrayBuffer[] {
  if (message instanceof Uint8Array) {
    const { buffer, length } = message;
    return buffer instanceof ArrayBuffer && buffer.byteLength === length ? [buffer] : [];
  }
  return typeof message === 'object' && message !== null ? Object.values(message).flatMap(buffersOf) : [];
}
