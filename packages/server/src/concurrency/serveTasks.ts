import { parentPort } from 'node:worker_threads';

/** A task with its number. */
export type Numbered<Task> = { readonly number: number; readonly task: Task };

/** What became of the task of a number. */
export type TaskAnswer<Result> =
  | { readonly number: number; readonly result: Result }
  | { readonly number: number; readonly error: string };

/** What a task results in, and the buffers that are handed over rather than copied. */
export type Served<Result> = { readonly result: Result; readonly transfer?: readonly ArrayBuffer[] };

/** Called by a script that `openTaskThread` runs: works on each task as it comes. */
export function serveTasks<Task, Result>(work: (task: Task) => Served<Result>): void {
  const answer = (told: TaskAnswer<Result>, transfer: readonly ArrayBuffer[] = []) =>
    parentPort?.postMessage(told, [...transfer]);
  parentPort?.on('message', ({ number, task }: Numbered<Task>) => {
    try {
      const { result, transfer } = work(task);
      answer({ number, result }, transfer);
    } catch (error) {
      answer({ number, error: error instanceof Error ? error.message : String(error) });
    }
  });
}
