import { availableParallelism, constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { processMemory } from '../../../concurrency/processMemory.ts';
import { MediaUnavailable } from '../../originals/MediaUnavailable.ts';
import { PictureError } from '../PictureError.ts';
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
  /** How many fresh processes it has brought down. */
  crashes: number;
  /** Whether only a process will do that has made nothing before. */
  needsFresh: boolean;
  /** What it was ended for. */
  excess: 'time' | 'memory' | undefined;
};

/** One process, what it works on, and whether it has not worked on anything before. */
type Hand = {
  readonly child: Bun.Subprocess<'ignore', 'inherit', 'inherit'>;
  current: Task | undefined;
  isFresh: boolean;
};

/** What may wait, how long one picture may take, and how much memory a process, in bytes. */
const mostWaiting = 256;
const longestMilliseconds = 30_000;
const mostMemoryBytes = 2_000_000_000;
const watchedEvery = 100;

/** A picture that brought down this many fresh processes is not tried again. */
const mostCrashes = 2;

/** Opens the workshop; processes are started when there is work for them. */
export function openRenderer(
  program = join(import.meta.dir, 'pictureProcess.ts'),
  mostMemory = mostMemoryBytes,
  longest = longestMilliseconds,
): Renderer {
  const hands = new Set<Hand>();
  const waiting: Task[] = [];
  const most = availableParallelism();
  let isStopped = false;

  function assign(): void {
    for (let task = waiting[0]; task !== undefined; task = waiting[0]) {
      const idle = [...hands].find(({ current }) => current === undefined);
      const free = task.needsFresh ? hire() : (idle ?? hire());
      // Its end makes room for a fresh one.
      if (free === undefined && task.needsFresh) idle?.child.kill('SIGKILL');
      if (free === undefined) return;
      waiting.shift();
      begin(free, task);
    }
  }

  function hire(): Hand | undefined {
    if (hands.size >= most || isStopped) return undefined;
    const child = Bun.spawn([process.execPath, program], {
      stdio: ['ignore', 'inherit', 'inherit'],
      ipc: (message) => finish(hand, renderOutcome.parse(message)),
      onExit: () => mourn(hand),
    });
    const hand: Hand = { child, current: undefined, isFresh: true };
    // Whoever asks for content goes first.
    setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
    child.unref();
    hands.add(hand);
    return hand;
  }

  function begin(hand: Hand, task: Task): void {
    hand.current = task;
    hand.child.send(task.job);
    const began = performance.now();
    const timer = setInterval(() => {
      const isOver = hand.current !== task;
      if (!isOver && performance.now() - began > longest) task.excess = 'time';
      else if (!isOver && processMemory(hand.child.pid) > mostMemory) task.excess = 'memory';
      if (!isOver && task.excess !== undefined) hand.child.kill('SIGKILL');
      if (isOver || task.excess !== undefined) clearInterval(timer);
    }, watchedEvery);
    timer.unref();
  }

  function finish(hand: Hand, outcome: RenderOutcome): void {
    const task = hand.current;
    hand.current = undefined;
    hand.isFresh = false;
    if (outcome.type === 'made') task?.resolve(undefined);
    else if (outcome.type === 'unwritten' && outcome.bytes !== undefined) task?.resolve(outcome.bytes);
    else if (outcome.type === 'unwritten') task?.reject(new MediaUnavailable(unwrittenMessage, 'permanent'));
    else if (outcome.type === 'refused') task?.reject(new PictureError(outcome.reason, outcome.message));
    else task?.reject(new Error(outcome.message));
    assign();
  }

  /**
   * A process has ended. What it worked on is tried once more. Where it had made others before, that says nothing: what
   * they left in memory may have been too much, or it was about to end because of them.
   */
  function mourn(hand: Hand): void {
    hands.delete(hand);
    const task = hand.current;
    if (task !== undefined) {
      if (hand.isFresh) task.crashes++;
      if (isStopped) task.reject(new RendererBusy('stopping'));
      else if (task.excess === 'time' || (task.excess === 'memory' && hand.isFresh))
        task.reject(new PictureError('too-large', heavyMessage));
      else if (task.crashes >= mostCrashes) task.reject(new PictureError('undecodable', brokenMessage));
      else waiting.unshift(Object.assign(task, { needsFresh: true, excess: undefined }));
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
        waiting.push({ job, resolve, reject, crashes: 0, needsFresh: false, excess: undefined });
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
