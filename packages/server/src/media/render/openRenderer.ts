import { availableParallelism, constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { MediaUnavailable } from '../MediaUnavailable.ts';
import { PictureError } from '../picture/PictureError.ts';
import { memoryOf } from './memoryOf.ts';
import { type RenderJob, type RenderOutcome, renderOutcome } from './RenderJob.ts';

/** Makes pictures in processes of their own, a few at a time. */
export type Renderer = {
  /**
   * Gives back the picture where it could not be written, since the disk is full.
   * Throws `PictureError`, `RendererBusy` where too many wait already, or `MediaUnavailable` where that is too large.
   */
  render(job: RenderJob): Promise<Uint8Array | undefined>;
  stop(): void;
};

/** More wait already than could be made in good time. */
export class RendererBusy extends Error {}

type Task = {
  readonly job: RenderJob;
  readonly resolve: (unwritten: Uint8Array | undefined) => void;
  readonly reject: (error: unknown) => void;
  /** How many processes it has brought down. */
  crashes: number;
  /** Whether it was ended because it took too long, or too much memory. */
  isTooMuch: boolean;
};

/** One process, and what it works on. */
type Hand = { readonly child: Bun.Subprocess<'ignore', 'inherit', 'inherit'>; current: Task | undefined };

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
  const waiting: Task[] = [];
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

  function begin(hand: Hand, task: Task | undefined): void {
    hand.current = task;
    if (task === undefined) return;
    hand.child.send(task.job);
    const began = performance.now();
    const timer = setInterval(() => {
      const isOver = hand.current !== task;
      const isTooMuch =
        performance.now() - began > longestMilliseconds || memoryOf(hand.child.pid) > mostMemory;
      if (!isOver && isTooMuch) {
        task.isTooMuch = true;
        hand.child.kill('SIGKILL');
      }
      if (isOver || isTooMuch) clearInterval(timer);
    }, watchedEvery);
    timer.unref();
  }

  function finish(hand: Hand, outcome: RenderOutcome): void {
    const task = hand.current;
    hand.current = undefined;
    if (outcome.type === 'made') task?.resolve(undefined);
    else if (outcome.type === 'unwritten' && outcome.bytes !== undefined) task?.resolve(outcome.bytes);
    else if (outcome.type === 'unwritten') task?.reject(new MediaUnavailable(unwrittenMessage, 'lasting'));
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
      if (isStopped) task.reject(new RendererBusy('stopping'));
      else if (task.isTooMuch) task.reject(new PictureError('too-large', heavyMessage));
      else if (task.crashes >= mostCrashes) task.reject(new PictureError('undecodable', brokenMessage));
      else waiting.unshift(task);
    }
    assign();
  }

  const stop = () => {
    isStopped = true;
    for (const task of waiting.splice(0)) task.reject(new RendererBusy('stopping'));
    for (const { child } of hands) child.kill('SIGKILL');
  };
  // However the service ends, nobody is left to watch them.
  process.on('exit', stop);

  return {
    render(job) {
      if (isStopped || waiting.length >= mostWaiting)
        return Promise.reject(new RendererBusy('too many pictures'));
      return new Promise((resolve, reject) => {
        waiting.push({ job, resolve, reject, crashes: 0, isTooMuch: false });
        assign();
      });
    },
    stop() {
      process.off('exit', stop);
      stop();
    },
  };
}

const heavyMessage = 'The picture takes too long to be made, or too much memory.';
const unwrittenMessage = 'a large picture can not be written: the disk is full';
const brokenMessage = 'The picture breaks what reads it.';
