import { Worker } from 'node:worker_threads';
import type { Numbered, TaskAnswer } from './serveTasks.ts';

/** A thread of its own that works on tasks, one after the other. */
export type TaskThread<Task, Result> = {
  /** Rejects where the task fails, or the thread ends before it is done. */
  run(task: Task): Promise<Result>;
  /** Ends the thread; tasks that are not done fail. */
  close(): Promise<void>;
};

type Pending<Result> = {
  readonly resolve: (result: Result) => void;
  readonly reject: (error: Error) => void;
};

const usualIdleMilliseconds = 30_000;

/**
 * Opens a thread that runs a script, which must call `serveTasks` with the same types. It is started with the first task,
 * and ended when there was none for a while: what it has taken in memory is given back by that.
 */
export function openTaskThread<Task, Result>(
  script: URL,
  idleMilliseconds = usualIdleMilliseconds,
): TaskThread<Task, Result> {
  const pending = new Map<number, Pending<Result>>();
  let worker: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;
  let tasks = 0;

  function start(): Worker {
    const started = new Worker(script);
    // It must not keep the process alive.
    started.unref();
    started.on('message', (answer: TaskAnswer<Result>) => finish(answer));
    started.on('error', (error: Error) => fail(started, error));
    started.on('exit', () => fail(started, new Error('the thread has ended')));
    return started;
  }

  function finish(answer: TaskAnswer<Result>): void {
    const task = pending.get(answer.number);
    pending.delete(answer.number);
    if ('result' in answer) task?.resolve(answer.result);
    else task?.reject(new Error(answer.error));
    if (pending.size > 0) return;
    idle = setTimeout(() => void end(), idleMilliseconds);
    idle.unref();
  }

  /** What it was working on is lost; the next task finds another one. */
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
    run(task) {
      clearTimeout(idle);
      worker ??= start();
      const numbered: Numbered<Task> = { number: ++tasks, task };
      worker.postMessage(numbered);
      return new Promise((resolve, reject) => pending.set(numbered.number, { resolve, reject }));
    },
    close: end,
  };
}
