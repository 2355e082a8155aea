import { availableParallelism, constants, setPriority } from 'node:os';
import { broken } from '@newsstand/contract';
import {
  decoderEnvironment,
  killFirst,
  processCpuTime,
  processMemory,
} from '../../../concurrency/decoderProcess.ts';
import { sendMessage } from '../../../concurrency/sendMessage.ts';
import { ownFile } from '../../../ownFile.ts';
import { PictureError } from '../../FileError.ts';
import { MediaUnavailable } from '../../originals/Originals.ts';
import { type RenderJob, type RenderOutcome, renderOutcome } from './RenderJob.ts';
import { costOf, isHeavy, nextIn, surplusIn } from './renderQueue.ts';

/** A pool of processes that render pictures. */
export type Renderer = {
  /**
   * Returns the picture itself if it could not be written because the disk is full. Throws `PictureError`, `RendererBusy`
   * if the machine is too busy, or `MediaUnavailable` if it is too large to be returned. `networks`: those from which somebody
   * still waits for it; each has a fair share.
   */
  render(job: RenderJob, networks?: () => readonly string[]): Promise<Uint8Array | undefined>;
  /** How many pictures wait, and how many are being rendered. */
  counts(): { readonly queued: number; readonly rendering: number };
  stop(): void;
};

/** The queue is full, nobody waits any more, the machine has had no time for the picture, or the renderer is stopping. */
export class RendererBusy extends Error {}

type Task = {
  readonly job: RenderJob;
  readonly askNetworks: () => readonly string[];
  /** Those that waited for it when the queue was last looked at. */
  networks: readonly string[];
  readonly resolve: (unwritten: Uint8Array | undefined) => void;
  readonly reject: (error: unknown) => void;
  /** About how much there is to do. */
  readonly cost: number;
  /** When it came, in milliseconds. */
  readonly queuedAt: number;
  /** How many fresh processes it has crashed. */
  crashes: number;
  /** Whether it needs a process that has not rendered anything before. */
  needsFresh: boolean;
  /** When its rendering began, in milliseconds. */
  startedAt: number;
  /** The limit that it exceeded. */
  exceeded: 'time' | 'memory' | 'patience' | undefined;
};

/** A process, its current task, and whether it has not rendered anything before. */
type RenderProcess = {
  readonly child: Bun.Subprocess<'ignore', 'inherit', 'inherit'>;
  current: Task | undefined;
  isFresh: boolean;
  /** Ends it. */
  idle?: Timer;
};

/** What the pool may take. */
export type RendererOptions = {
  /** The script of its processes. */
  readonly program?: string;
  /** How many processes there are at most; by default as many as cores. */
  readonly processes?: number;
  /** The memory of a process, and how much of it decoded pictures may take that are kept for the next request. */
  readonly memoryBytes?: number;
  readonly decodedBytes?: number;
  /** The CPU time for one picture, in milliseconds, and how long to wait for it on a busy machine. */
  readonly milliseconds?: number;
  readonly patience?: number;
  /** How long pictures may be queued, in milliseconds: after that, nobody waits for them any more. */
  readonly queueMilliseconds?: number;
  readonly now?: () => number;
  /** After how many milliseconds an idle process is ended, to free its memory. */
  readonly idleMilliseconds?: number;
  /** Called for each picture that was rendered, or could not be. */
  readonly onRendered?: (seconds: number, isMade: boolean) => void;
};

/** The length of the queue, and how often time and memory are checked. */
const maxQueued = 256;
const checkInterval = 100;

/** What a millisecond of rendering counts for. It is known only afterwards, and a large original may take long for a tiny picture. */
const costPerMillisecond = 20_000;

/** A picture that crashed this many fresh processes is given up. */
const maxCrashes = 2;

/** Opens the pool. Processes are started when they are needed. */
export function openRenderer({
  program = ownFile('pictureProcess.js'),
  processes: maxProcesses = availableParallelism(),
  memoryBytes = 2_000_000_000,
  decodedBytes = 100_000_000,
  milliseconds = 30_000,
  patience = 10 * milliseconds,
  idleMilliseconds = 30_000,
  queueMilliseconds = 50_000,
  now = () => performance.now(),
  onRendered = () => {},
}: RendererOptions = {}): Renderer {
  const processes = new Set<RenderProcess>();
  const queue: Task[] = [];
  /** What the networks that wait for pictures have had meanwhile, as a cost. */
  const had = new Map<string, number>();
  let isStopped = false;
  let turns = 0;

  function assign(): void {
    dropUnwanted();
    for (;;) {
      const isLastFree = maxProcesses > 1 && heavyOnes() >= maxProcesses - 1;
      const index = nextIn(queue, had, turns, isLastFree);
      const task = queue[index];
      if (task === undefined) break;
      const idle = [...processes].find(({ current }) => current === undefined);
      const free = task.needsFresh ? start() : (idle ?? start());
      // Its exit makes room for a fresh process.
      if (free === undefined && task.needsFresh) idle?.child.kill('SIGKILL');
      if (free === undefined) break;
      queue.splice(index, 1);
      turns++;
      charge(task, task.cost);
      begin(free, task);
    }
    const waiting = new Set(queue.flatMap(({ networks }) => networks));
    for (const network of had.keys()) if (!waiting.has(network)) had.delete(network);
  }

  function charge({ networks }: Task, cost: number): void {
    for (const network of networks) had.set(network, (had.get(network) ?? 0) + cost);
  }

  /** Those who have asked for these have left, or were told to try again. */
  function dropUnwanted(): void {
    const time = now();
    const kept = queue.filter((task) => {
      task.networks = task.askNetworks();
      const isDropped = time - task.queuedAt > queueMilliseconds || task.networks.length === 0;
      if (isDropped) task.reject(new RendererBusy('nobody waits for it any more'));
      return !isDropped;
    });
    queue.splice(0, queue.length, ...kept);
  }

  /** Of a full queue, the network that has most in it gives way to one that has less, and what is heavy to what is light. */
  function makeRoom(wanted: Pick<Task, 'networks' | 'cost'>): boolean {
    if (queue.length < maxQueued) return true;
    const index = surplusIn(queue, wanted);
    const [surplus] = index < 0 ? [] : queue.splice(index, 1);
    surplus?.reject(new RendererBusy('others wait for their turn'));
    return surplus !== undefined;
  }

  function heavyOnes(): number {
    return [...processes].filter(({ current }) => current !== undefined && isHeavy(current)).length;
  }

  function start(): RenderProcess | undefined {
    if (processes.size >= maxProcesses || isStopped) return undefined;
    // It exits before it exceeds the limit.
    const limits = [`${decodedBytes}`, `${0.75 * memoryBytes}`];
    const child = Bun.spawn([process.execPath, program, ...limits], {
      stdio: ['ignore', 'inherit', 'inherit'],
      env: decoderEnvironment(process.env, memoryBytes),
      ipc: (message) => finish(worker, renderOutcome.parse(message)),
      onExit: () => onExit(worker),
    });
    const worker: RenderProcess = { child, current: undefined, isFresh: true };
    // Requests for content have priority.
    setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
    // Before an upload: a picture is rendered again.
    killFirst(child.pid, 1000);
    child.unref();
    processes.add(worker);
    return worker;
  }

  function begin(worker: RenderProcess, task: Task): void {
    clearTimeout(worker.idle);
    worker.current = task;
    task.startedAt = now();
    // If it is just ending, the task is retried with another one.
    sendMessage(worker.child, task.job);
    const { pid } = worker.child;
    const cpuTimeAtStart = processCpuTime(pid);
    const timeTaken = () => {
      if (cpuTimeAtStart === undefined) return now() - task.startedAt;
      return (processCpuTime(pid) ?? cpuTimeAtStart) - cpuTimeAtStart;
    };
    const timer = setInterval(() => {
      const isDone = worker.current !== task;
      if (!isDone) {
        if (timeTaken() > milliseconds) task.exceeded = 'time';
        else if (processMemory(pid) > memoryBytes) task.exceeded = 'memory';
        else if (now() - task.startedAt > patience) task.exceeded = 'patience';
      }
      if (task.exceeded !== undefined) worker.child.kill('SIGKILL');
      if (isDone || task.exceeded !== undefined) clearInterval(timer);
    }, checkInterval);
    timer.unref();
  }

  function finish(worker: RenderProcess, outcome: RenderOutcome): void {
    const task = worker.current;
    worker.current = undefined;
    worker.isFresh = false;
    if (task !== undefined) report(task, outcome.type === 'made' || outcome.type === 'unwritten');
    if (outcome.type === 'made') task?.resolve(undefined);
    else if (outcome.type === 'unwritten' && outcome.bytes !== undefined) task?.resolve(outcome.bytes);
    else if (outcome.type === 'unwritten') task?.reject(new MediaUnavailable(unwrittenMessage, 'permanent'));
    else if (outcome.type === 'refused') task?.reject(new PictureError(outcome.reason, outcome.broken));
    else task?.reject(new Error(outcome.message));
    assign();
    if (worker.current !== undefined) return;
    worker.idle = setTimeout(() => worker.child.kill('SIGKILL'), idleMilliseconds);
    worker.idle.unref();
  }

  function report(task: Task, isMade: boolean): void {
    const milliseconds = now() - task.startedAt;
    charge(task, Math.max(0, milliseconds * costPerMillisecond - task.cost));
    onRendered(milliseconds / 1000, isMade);
  }

  function giveUp(task: Task, error: Error): void {
    report(task, false);
    task.reject(error);
  }

  /**
   * Retries the task of a process that has exited. If the process had rendered others before, the task itself may be
   * innocent: what they left in memory may have been too much, or the process was about to exit because of them.
   */
  function onExit(worker: RenderProcess): void {
    processes.delete(worker);
    const task = worker.current;
    if (task !== undefined) {
      if (worker.isFresh) task.crashes++;
      if (isStopped) task.reject(new RendererBusy('stopping'));
      else if (task.exceeded === 'time' || (task.exceeded === 'memory' && worker.isFresh))
        giveUp(task, new PictureError('too-large', broken('heavy_picture')));
      else if (task.exceeded === 'patience') giveUp(task, new RendererBusy('the machine is too busy'));
      else if (task.crashes >= maxCrashes)
        giveUp(task, new PictureError('undecodable', broken('crashing_picture')));
      else queue.unshift(Object.assign(task, { needsFresh: true, exceeded: undefined }));
    }
    assign();
  }

  const stop = () => {
    isStopped = true;
    for (const task of queue.splice(0)) task.reject(new RendererBusy('stopping'));
    for (const { child } of processes) child.kill('SIGKILL');
  };
  // No process may outlive the service, however it exits.
  process.on('exit', stop);

  return {
    render(job, askNetworks = () => ['']) {
      dropUnwanted();
      const wanted = { networks: askNetworks(), cost: costOf(job.operations) };
      if (isStopped || !makeRoom(wanted))
        return Promise.reject(new RendererBusy('too many pictures are queued'));
      return new Promise((resolve, reject) => {
        queue.push({
          ...{ ...wanted, job, askNetworks, resolve, reject, queuedAt: now() },
          ...{ crashes: 0, needsFresh: false, startedAt: 0, exceeded: undefined },
        });
        assign();
      });
    },
    counts: () => ({
      queued: queue.length,
      rendering: [...processes].filter(({ current }) => current !== undefined).length,
    }),
    stop() {
      process.off('exit', stop);
      stop();
    },
  };
}

const unwrittenMessage = 'a large picture could not be written: the disk is full';
