import { setTimeout as sleep } from 'node:timers/promises';
import { type BrokenRule, broken } from '@newsstand/contract';
import { sniffedBytes, sniffFormat } from '../../../media/formats.ts';
import { type IngestLimits, type IngestOptions, ingestInProcess, type UploadJob } from './ingestInProcess.ts';
import type { UploadOutcome } from './Upload.ts';

type Finish = (outcome: UploadOutcome) => Promise<void>;

/** Processes completed uploads. */
export type Processing = {
  /** Processes a file when its turn comes; `finish` gets the outcome, unless it is cancelled before. */
  begin(id: string, job: UploadJob, finish: Finish): void;
  /** Its progress; undefined if it is not being processed. */
  find(id: string): Progress | undefined;
  /** How many are being processed, or wait for it. */
  count(): number;
  /** Resolves when it is no longer being processed. */
  giveUp(id: string): Promise<void>;
  close(): Promise<void>;
};

/** The progress of an upload. */
export type Progress = {
  readonly fraction: number | undefined;
  /** What it waits for. */
  readonly waitsFor: BrokenRule | undefined;
};

/** What processing needs. */
export type ProcessingOptions = Pick<IngestOptions, 'keep' | 'onError'> & {
  readonly bounds?: Readonly<Record<Lane, IngestLimits>> | undefined;
  /** The first delay before a retry, in milliseconds. */
  readonly pause?: number | undefined;
};

/** Two run at the same time, so that a picture never waits for a video. */
type Lane = 'video' | 'other';

type Task = {
  readonly aborter: AbortController;
  fraction: number | undefined;
  waitsFor: BrokenRule | undefined;
  running: Promise<void> | undefined;
};

const hour = 3_600_000;

/** The limits of an upload, with this much memory in bytes. */
export function ingestBounds(memory: number): Readonly<Record<Lane, IngestLimits>> {
  return { video: { milliseconds: 12 * hour, memory }, other: { milliseconds: hour / 6, memory } };
}

/** Opens the processing of uploads. */
export function openProcessing(options: ProcessingOptions): Processing {
  const { onError, bounds = ingestBounds(2_000_000_000), pause = 10_000 } = options;
  const tasks = new Map<string, Task>();
  const lanes: Record<Lane, Promise<void>> = { video: Promise.resolve(), other: Promise.resolve() };

  async function work(job: UploadJob, lane: Lane, task: Task): Promise<UploadOutcome> {
    const { signal } = task.aborter;
    const onProgress = (fraction: number) => {
      task.fraction = fraction;
    };
    for (let tries = 0; ; tries++) {
      const how = { ...options, bounds: bounds[lane], signal, onProgress };
      const taking = await ingestInProcess(job, how).catch((error: unknown) => {
        signal.throwIfAborted();
        onError(error);
        return {
          type: 'postponed',
          broken: broken('originals_unavailable', { cause: 'no process could be started' }),
        } as const;
      });
      if (taking.type !== 'postponed') return taking;
      task.fraction = undefined;
      task.waitsFor = taking.broken;
      // Those behind it wait too: what is unavailable for one is unavailable for all.
      await sleep(pause * 2 ** Math.min(tries, 5), undefined, { signal });
    }
  }

  /** A full disk must not lose the result. */
  async function report(
    outcome: UploadOutcome,
    { aborter: { signal } }: Task,
    finish: Finish,
  ): Promise<void> {
    for (;;) {
      try {
        return await finish(outcome);
      } catch (error) {
        onError(error);
        await sleep(pause, undefined, { signal });
      }
    }
  }

  async function run(id: string, task: Task, attempt: () => Promise<void>): Promise<void> {
    if (!task.aborter.signal.aborted) {
      task.running = attempt().catch((error: unknown) => {
        if (!task.aborter.signal.aborted) onError(error);
      });
      await task.running;
    }
    if (tasks.get(id) === task) tasks.delete(id);
  }

  async function giveUp(id: string): Promise<void> {
    const task = tasks.get(id);
    if (task === undefined) return;
    tasks.delete(id);
    task.aborter.abort();
    await task.running;
  }

  return {
    begin(id, job, finish) {
      if (tasks.has(id)) return;
      const aborter = new AbortController();
      const task: Task = {
        aborter,
        fraction: undefined,
        waitsFor: undefined,
        running: undefined,
      };
      tasks.set(id, task);
      void laneOf(job).then((lane) => {
        const attempt = async () => report(await work(job, lane, task), task, finish);
        lanes[lane] = lanes[lane].then(() => run(id, task, attempt));
      });
    },
    find: (id) => tasks.get(id),
    count: () => tasks.size,
    giveUp,
    async close() {
      await Promise.all([...tasks.keys()].map(giveUp));
    },
  };
}

/** From the first bytes; nothing is decoded. */
async function laneOf({ path, isPackage }: UploadJob): Promise<Lane> {
  if (isPackage) return 'other';
  const head = await Bun.file(path)
    .slice(0, sniffedBytes)
    .bytes()
    .catch(() => new Uint8Array());
  return sniffFormat(head)?.type === 'video' ? 'video' : 'other';
}
