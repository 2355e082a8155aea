import type { Config } from '../../config/readConfig.ts';
import type { Usage } from '../../delivery/RateLimiter.ts';
import { type Logger, logOccasionally } from '../../log/createLog.ts';
import type { KeyUsage } from '../../store/Admin.ts';
import { startMirror } from '../mirror/startMirror.ts';
import { openUsageExchange } from '../peers/openUsageExchange.ts';
import { type Service, usageMilliseconds } from '../Service.ts';
import { type Node, startWorker } from './startWorker.ts';

/** Serves from this process alone. */
export async function startSingle(
  config: Config,
  port: number,
  log: Logger,
  onKeyUsage: (usages: readonly KeyUsage[]) => void,
): Promise<Service> {
  await using opened = new AsyncDisposableStack();
  const mirror = opened.adopt(await startMirror(config, log), (it) => it.stop());
  const node = opened.adopt(await startWorker(config, port, log, mirror.known, 1), async (it) => {
    await it.stop();
    onKeyUsage(it.drainUses());
  });
  const timer = setInterval(() => onKeyUsage(node.drainUses()), usageMilliseconds);
  opened.defer(() => clearInterval(timer));
  opened.adopt(shareUsage(config, node, log), (it) => it.close());
  const service = opened.move();
  return {
    readiness: () => ({ ready: true, reasons: [] }),
    metrics: async () => [await node.metrics()],
    shelves: node.shelves,
    stop: () => service.disposeAsync(),
    kill: mirror.kill,
  };
}

const sharingMilliseconds = 100;

/** Shares the counts of the rate limit with other nodes. */
function shareUsage(config: Config, { limiter }: Node, log: Logger): { close(): Promise<void> } {
  const onError = logOccasionally(log, 'rate limits are not shared with other nodes for now');
  const absorb = (usages: readonly Usage[]) => limiter?.absorb(usages, Date.now());
  const exchange = openUsageExchange({ config, absorb, onError });
  if (limiter === undefined || exchange === undefined) return { close: async () => {} };
  const timer = setInterval(() => exchange.publish(limiter.drain(Date.now())), sharingMilliseconds);
  return {
    close() {
      clearInterval(timer);
      return exchange.close();
    },
  };
}
