import type { Subprocess } from 'bun';
import { z } from 'zod';
import { sendMessage } from '../../concurrency/sendMessage.ts';
import type { Config } from '../../config/readConfig.ts';
import type { Logger } from '../../log/createLog.ts';
import { ownFile } from '../../ownFile.ts';

/** What the collector process reports before it exits. */
const collectOutcome = z.discriminatedUnion('type', [
  z.object({ type: z.literal('done'), removed: z.number(), removedBytes: z.number(), kept: z.number() }),
  z.object({ type: z.literal('failed'), message: z.string() }),
]);

/** The outcome of a run. */
export type CollectOutcome = z.infer<typeof collectOutcome>;

/** Removes unreferenced files periodically. */
export type Collector = { stop(): Promise<void> };

/** In milliseconds. The first delay is random, so that nodes that start together do not all run at once. */
const times = { first: { from: 10 * 60_000, to: 60 * 60_000 }, every: 24 * 60 * 60_000 } as const;

/** The options of the collector; tests change the times. */
export type CollectorOptions = {
  readonly config: Config;
  readonly log: Logger;
  readonly first?: number;
  readonly every?: number;
};

/** Starts the collector; each run is a separate process. */
export function startCollector({ config, log, first, every = times.every }: CollectorOptions): Collector {
  const { from, to } = times.first;
  let child: Subprocess | undefined;
  let timer: Timer | undefined;
  let isStopped = config.mediaGrace === undefined;
  if (!isStopped) plan(first ?? from + Math.random() * (to - from));

  function plan(pause: number): void {
    timer = setTimeout(() => void run(), pause);
    timer.unref();
  }

  async function run(): Promise<void> {
    let hasReported = false;
    child = Bun.spawn([process.execPath, ownFile('collectorProcess.js')], {
      stdio: ['ignore', 'ignore', 'inherit'],
      serialization: 'advanced',
      ipc: (message: unknown) => {
        hasReported = true;
        receive(message);
      },
    });
    child.unref();
    sendMessage(child, config);
    await child.exited;
    if (!hasReported && !isStopped) log.warn({}, 'removing unreferenced files did not finish');
    child = undefined;
    if (!isStopped) plan(every);
  }

  function receive(message: unknown): void {
    const outcome = collectOutcome.safeParse(message).data;
    if (outcome?.type === 'failed')
      log.warn({ reason: outcome.message }, 'unreferenced files cannot be removed for now');
    else if (outcome !== undefined && outcome.removed > 0)
      log.info(outcome, 'unreferenced files were removed');
  }

  return {
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      // At any moment: the next run continues.
      child?.kill('SIGKILL');
      await child?.exited;
    },
  };
}
