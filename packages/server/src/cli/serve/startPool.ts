import type { Config } from '../../config.ts';
import type { Logger } from '../../log.ts';
import { createLedger } from '../../management/createLedger.ts';
import type { Readiness } from '../../management/createManagement.ts';
import { keepWorker, type Worker } from './keepWorker.ts';
import type { FromWorker } from './messages.ts';
import type { Service } from './Service.ts';

const metricsTimeout = 2000;

/** Delivers from several processes that share the port. Resolves when all of them are ready. */
export async function startPool(config: Config, port: number, log: Logger): Promise<Service> {
  const ledger = createLedger();
  const asked = new Map<number, () => void>();
  let requests = 0;
  const workers = Array.from({ length: config.workers }, (_, index) =>
    keepWorker(index + 1, { type: 'start', config, port }, log, {
      onMessage: (message) => hear(index, message),
      onEnd: () => ledger.close(index),
    }),
  );

  function hear(index: number, message: FromWorker): void {
    if (message.type === 'metrics') {
      ledger.tell(index, message.metrics);
      asked.get(message.request)?.();
    }
    if (message.type !== 'usage') return;
    // Each worker counts what the others let through, so that a limit holds for all of them together.
    for (const other of workers) if (other !== workers[index]) other.send(message);
  }

  /** A worker that does not answer is not waited for; what it said last is still known. */
  async function askMetrics(worker: Worker): Promise<void> {
    const request = ++requests;
    const answered = new Promise<void>((resolve) => asked.set(request, resolve));
    worker.send({ type: 'metrics', request });
    await Promise.race([answered, Bun.sleep(metricsTimeout)]);
    asked.delete(request);
  }

  const service: Service = {
    readiness: () => readinessOf(workers),
    metrics: async () => {
      await Promise.all(workers.filter((worker) => worker.isReady()).map(askMetrics));
      return ledger.text();
    },
    stop: async () => void (await Promise.all(workers.map((worker) => worker.stop()))),
    kill: () => {
      for (const worker of workers) worker.kill();
    },
  };
  await Promise.all(workers.map((worker) => worker.started)).catch((error) => {
    service.kill();
    throw error;
  });
  return service;
}

function readinessOf(workers: readonly Worker[]): Readiness {
  const reasons = workers.flatMap((worker, index) =>
    worker.isReady() ? [] : [`worker ${index + 1} is being started again`],
  );
  return { ready: reasons.length === 0, reasons };
}
