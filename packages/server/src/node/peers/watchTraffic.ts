import type { Traffic } from '@newsstand/contract/manage';
import { isPostgres } from '../../config/readConfig.ts';
import { logOccasionally } from '../../log/logOccasionally.ts';
import { openTraffic } from '../../management/api/service/openTraffic.ts';
import { countersOf } from '../../management/metrics/trafficCounters.ts';
import type { ManagementOptions } from '../management/createContext.ts';

/** Watches what is asked of this node while somebody looks at it, be it at the console of another one. */
export function watchTraffic({ config, log, node, service }: ManagementOptions): {
  traffic(): Traffic;
  close(): Promise<void>;
} {
  const { databaseUrl } = config;
  const onError = logOccasionally(log, 'traffic can not be told for now');
  const watched = openTraffic({
    node,
    counters: async () => countersOf((await service()?.metrics()) ?? []),
    onError,
  });
  const exchange = isPostgres(databaseUrl) ? openExchange() : undefined;

  /** There are other nodes only where there is a database for all of them. */
  async function openExchange() {
    const { openTrafficExchange } = await import('./openTrafficExchange.ts');
    const opened = openTrafficExchange({ databaseUrl, node, listener: watched.listener, onError });
    watched.connect(opened);
    return opened;
  }

  return {
    traffic: watched.traffic,
    async close() {
      watched.close();
      await (await exchange)?.close();
    },
  };
}
