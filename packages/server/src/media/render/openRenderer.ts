import { readFileSync } from 'node:fs';
import { availableParallelism, constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { PictureError } from '../picture/PictureError.ts';
import { type RenderJob, type RenderOutcome, renderOutcome } from './RenderJob.ts';

/** Makes pictures in processes of their own, a few at a time. */
export type Renderer = {
  /** Throws `PictureError`, or `RendererBusy` where too many wait already. */
  render(job: RenderJob): Promise<void>;
  stop(): void;
};

/** More wait already than could be made in good time. */
export class RendererBusy extends Error {}

type Waiting = {
  readonly job: RenderJob;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
  /** How many processes it has brought down. */
  crashes: number;
};

/** One process, and what it works on. */
type Hand = { readonly child: Bun.Subprocess<'ignore', 'inherit', 'inherit'>; current: Waiting | undefined };

/** What may wait, how long one picture may take, and how much memory, in bytes. */
const mostWaiting = 256;
const longestMilliseconds = 30_000;
const mostMemory = 2_000_000_000;
const watchedEvery = 100;

/** A picture that brought down this many processes is not tried again. */
const mostCrashes = 2;

/** Opens the workshop; processes are started when there is work for them. */
export function openRenderer(program = join(import.meta.dir, 'pictureProcess.ts')): Renderer {
  const hands = new Set<Hand>();
  const waiting: Waiting[] = [];
  const most = availableParallelism();
  let isStopped = false;

  function assign(): void {
    while (waiting.length > 0) {
      const free = [...hands].find(({ current }) => current === undefined) ?? hire();
      if (free === undefined) return;
      begin(free, waiting.shift());
    }
  }

  function hire(): Hand | undefined {
    if (hands.size >= most || isStopped) return undefined;
    const child = Bun.spawn([process.execPath, program], {
      stdio: ['ignore', 'inherit', 'inherit'],
      ipc: (message) => finish(hand, renderOutcome.parse(message)),
      onExit: () => mourn(hand),
    });
    const hand: Hand = { child, current: undefined };
    // Whoever asks for content goes first.
    setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
    child.unref();
    hands.add(hand);
    return hand;
  }

  function begin(hand: Hand, task: Waiting | undefined): void {
    hand.current = task;
    if (task === undefined) return;
    hand.child.send(task.job);
    const began = performance.now();
    const timer = setInterval(() => {
      const isOver = hand.current !== task;
      const isTooMuch =
        performance.now() - began > longestMilliseconds || memoryOf(hand.child.pid) > mostMemory;
      if (!isOver && isTooMuch) hand.child.kill('SIGKILL');
      if (isOver || isTooMuch) clearInterval(timer);
    }, watchedEvery);
    timer.unref();
  }

  function finish(hand: Hand, outcome: RenderOutcome): void {
    const task = hand.current;
    hand.current = undefined;
    if (outcome.type === 'made') task?.resolve();
    else if (outcome.type === 'refused') task?.reject(new PictureError(outcome.reason, outcome.message));
    else task?.reject(new Error(outcome.message));
    assign();
  }

  /** A process has ended. What it worked on is tried once more: something else may have brought it down. */
  function mourn(hand: Hand): void {
    hands.delete(hand);
    const task = hand.current;
    if (task !== undefined) {
      task.crashes++;
      if (isStopped || task.crashes >= mostCrashes)
        task.reject(new PictureError('undecodable', brokenMessage));
      else waiting.unshift(task);
    }
    assign();
  }

  return {
    render(job) {
      if (isStopped || waiting.length >= mostWaiting)
        return Promise.reject(new RendererBusy('too many pictures'));
      return new Promise((resolve, reject) => {
        waiting.push({ job, resolve, reject, crashes: 0 });
        assign();
      });
    },
    stop() {
      isStopped = true;
      for (const task of waiting.splice(0)) task.reject(new RendererBusy('stopping'));
      for (const { child } of hands) child.kill('SIGKILL');
    },
  };
}

/** What a process holds; 0 where the system does not say. */
function memoryOf(pid: number): number {
  try {
    const pages = Number(readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ')[1]);
    return pages * 4096;
  } catch {
    return 0;
  }
}

const brokenMessage =
  'The picture can not be made: it takes too long, too much memory, or breaks what reads it.';
