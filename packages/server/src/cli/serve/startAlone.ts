import type { Config } from '../../config.ts';
import type { Logger } from '../../log.ts';
import { metricsText } from '../../management/createMeter.ts';
import type { Service } from './Service.ts';
import { startNode } from './startNode.ts';

/** Delivers from this very process. */
export async function startAlone(config: Config, port: number, log: Logger): Promise<Service> {
  const node = await startNode(config, port, log);
  return {
    readiness: () => ({ ready: true, reasons: [] }),
    metrics: async () => metricsText([await node.metrics()]),
    stop: node.stop,
    kill: () => {},
  };
}
