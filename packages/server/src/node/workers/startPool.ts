import { memoryBudget } from '../../config/memoryBudget.ts';
import { type Config, isPostgres } from '../../config/readConfig.ts';
import type { Usage } from '../../delivery/RateLimiter.ts';
import { type Readiness, ready } from '../../http/health.ts';
import type { TlsPair } from '../../http/tls.ts';
import { type Logger, logOccasionally } from '../../log/createLog.ts';
import { sumMetrics } from '../../management/metrics/sumMetrics.ts';
import { ownFile } from '../../ownFile.ts';
import type { KeyUsage } from '../../store/Admin.ts';
import { logMigration } from '../logMigration.ts';
import type { FromWorker, MirrorStatus, ToWorker } from '../messages.ts';
import { startMirror } from '../mirror/startMirror.ts';
import type { UsageExchange } from '../peers/openUsageExchange.ts';
import type { Service } from '../Service.ts';
import { type SupervisedProcess, superviseProcess } from '../superviseProcess.ts';
import { poolShelves, type ShelfRequest, type ShelfResponse } from './poolShelves.ts';

type Worker = SupervisedProcess<ToWorker>;
type Numbered = readonly [index: number, worker: Worker];

const metricsTimeout = 2000;
/** Longer than a worker itself waits until it serves a change. */
const shelvesTimeout = 3000;
/** After a large import, a million events may have to be read. */
const eventsTimeout = 120_000;

/** What the workers need. */
export type PoolOptions = {
  readonly config: Config;
  readonly port: number;
  readonly log: Logger;
  readonly onKeyUsage: (usages: readonly KeyUsage[]) => void;
  /** The workers load their code in the meantime, and open the store after it. */
  readonly prepared: Promise<void>;
  /** The certificate at the moment; undefined without TLS. */
  readonly tls: () => TlsPair | undefined;
};

/**
 * Delivers from worker processes, even if there is only one: no reader waits for what this process does for operators.
 * Resolves when all of them are ready.
 */
export async function startPool(options: PoolOptions): Promise<Service> {
  const { config, port, log, onKeyUsage, prepared, tls } = options;
  const totals = sumMetrics();
  const pending = createPendingRequests<ShelfResponse | undefined>();
  const workers: Worker[] = [];
  /** The numbers of the workers that follow the store, even if they do not listen yet. */
  const loaded = new Set<number>();
  const exchange = await openExchange(config, log, (usages) => {
    for (const worker of workers) worker.send({ type: 'usage', usages });
  });
  const updateMirror = (known: MirrorStatus | undefined) => {
    for (const worker of workers) worker.send({ type: 'mirror', mirror: known });
  };
  const restarts = { worker: 0, mirror: 0 };
  const mirror = prepared.then(() => startMirror(config, log, updateMirror, () => void restarts.mirror++));
  for (let index = 0; index < config.workers; index++) {
    const worker = superviseProcess<FromWorker, ToWorker>({
      name: `worker ${index + 1}`,
      script: ownFile('workerProcess.js'),
      env: heapEnvironment(config),
      start: async () => {
        const { known } = await mirror;
        return { type: 'start', config, port, mirror: known(), tls: tls(), number: index + 1 };
      },
      stop: { type: 'stop' },
      log,
      isNeeded: true,
      onMessage: (message) => receive(index, message),
      onEnd: () => {
        totals.close(index);
        loaded.delete(index);
        pending.end(index);
      },
      onRestart: () => void restarts.worker++,
    });
    workers.push(worker);
  }

  function receive(index: number, message: FromWorker): void {
    if (message.type === 'metrics') {
      totals.update(index, message.metrics);
      pending.resolve(message.request, undefined);
    }
    if (message.type === 'loaded') {
      loaded.add(index);
      workers[index]?.send({ type: 'acknowledged' });
    }
    if (message.type === 'shelves') pending.resolve(message.request, message.response);
    if (message.type === 'keyUsage') onKeyUsage(message.usages);
    if (message.type !== 'usage') return;
    // Each worker counts what the others let through, so that a limit holds for all of them together.
    for (const other of workers) if (other !== workers[index]) other.send(message);
    exchange?.publish(message.usages);
  }

  const serving = () => [...workers.entries()].filter(([, worker]) => worker.isReady());
  const following = () => [...workers.entries()].filter(([index]) => loaded.has(index));
  /** A worker that does not respond is skipped; its last metrics count. */
  const askMetrics = ([index, worker]: Numbered) =>
    pending.ask(index, (request) => worker.send({ type: 'metrics', request }), metricsTimeout);
  const askShelves =
    ([index, worker]: Numbered) =>
    async (ask: ShelfRequest, signal?: AbortSignal) => {
      // It may have ended while others were asked.
      if (!loaded.has(index)) return undefined;
      const timeout = ask.about === 'events' ? eventsTimeout : shelvesTimeout;
      const abandon = (request: number) => worker.send({ type: 'abandoned', request });
      const send = (request: number) => worker.send({ type: 'shelves', request, ask });
      return pending.ask(index, send, timeout, { signal, abandon });
    };

  const service: Service = {
    readiness: () => readinessOf(workers),
    metrics: async () => {
      await Promise.all(serving().map(askMetrics));
      return totals.metrics();
    },
    restarts: () => restarts,
    shelves: poolShelves(
      () => serving().map(askShelves),
      () => following().map(askShelves),
    ),
    setTls: (pair) => {
      for (const worker of workers) worker.send({ type: 'tls', pair });
    },
    stop: async () => {
      await Promise.all(workers.map((worker) => worker.stop()));
      await Promise.all([mirror.then((it) => it.stop()), exchange?.close()]);
    },
    kill: () => {
      for (const worker of workers) worker.kill();
      mirror.then(
        (it) => it.kill(),
        () => {},
      );
    },
  };
  await Promise.all([mirror, ...workers.map((worker) => worker.started)]).catch(async (error) => {
    service.kill();
    await exchange?.close();
    throw error;
  });
  return service;
}

const growthOption = 'BUN_JSC_heapGrowthMaxIncrease';

/** The runtime reads its options before any code runs. An operator may have set a lower one. */
function heapEnvironment(config: Config): Readonly<Record<string, string>> {
  const { heapGrowth, returnsAtOnce } = memoryBudget(config);
  const own = Number(process.env[growthOption] ?? Infinity);
  return {
    [growthOption]: `${Math.min(own, heapGrowth)}`,
    ...(returnsAtOnce && { MIMALLOC_PURGE_DELAY: '1' }),
  };
}

/** Only nodes of a shared database have peers. */
async function openExchange(
  config: Config,
  log: Logger,
  absorb: (usages: readonly Usage[]) => void,
): Promise<UsageExchange | undefined> {
  if (!isPostgres(config.databaseUrl)) return undefined;
  const { openUsageExchange } = await import('../peers/openUsageExchange.ts');
  const onError = logOccasionally(log, 'rate limits are not shared with other nodes for now');
  return openUsageExchange({ config, absorb, onError, onMigration: logMigration(log) });
}

function readinessOf(workers: readonly Worker[]): Readiness {
  const reasons = workers.flatMap((worker, index) =>
    worker.isReady() ? [] : [`worker ${index + 1} is being restarted`],
  );
  return reasons.length === 0 ? ready : { status: 'unavailable', reasons };
}

/** Requests to other processes that await their responses. */
type PendingRequests<Result> = {
  /** Sends a request with a number of its own; resolves to undefined if no response arrives in time. */
  ask(
    process: number,
    send: (request: number) => void,
    timeoutMilliseconds: number,
    abandoning?: Abandoning,
  ): Promise<Result | undefined>;
  /** Resolves the request with this number; ignored if it is no longer pending. */
  resolve(request: number, result: Result): void;
  /** A process has ended: its pending requests resolve to undefined. */
  end(process: number): void;
};

/** When a response is no longer wanted, and how its maker is notified, then or when it is late. */
type Abandoning = {
  readonly signal: AbortSignal | undefined;
  readonly abandon: (request: number) => void;
};

type Waiting<Result> = {
  readonly process: number;
  readonly resolve: (result: Result | undefined) => void;
};

const nobody: Abandoning = { signal: undefined, abandon: () => {} };

/** Creates an empty set of pending requests. */
export function createPendingRequests<Result>(): PendingRequests<Result> {
  const waiting = new Map<number, Waiting<Result>>();
  let requests = 0;
  return {
    async ask(process, send, timeoutMilliseconds, { signal, abandon } = nobody) {
      if (signal?.aborted) return undefined;
      const request = ++requests;
      const { promise, resolve } = Promise.withResolvers<Result | undefined>();
      waiting.set(request, { process, resolve });
      const giveUp = () => {
        abandon(request);
        resolve(undefined);
      };
      const timer = setTimeout(giveUp, timeoutMilliseconds);
      signal?.addEventListener('abort', giveUp, { once: true });
      send(request);
      const result = await promise;
      clearTimeout(timer);
      signal?.removeEventListener('abort', giveUp);
      waiting.delete(request);
      return result;
    },
    resolve: (request, result) => waiting.get(request)?.resolve(result),
    end(ended) {
      for (const { process, resolve } of waiting.values()) if (process === ended) resolve(undefined);
    },
  };
}
