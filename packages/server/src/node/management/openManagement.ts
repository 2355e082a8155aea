import { readdir } from 'node:fs/promises';
import type { Traffic } from '@newsstand/contract/manage';
import { isPostgres } from '../../config/readConfig.ts';
import { logOccasionally } from '../../log/logOccasionally.ts';
import { keepKeyUsage } from '../../management/api/keys/keepKeyUsage.ts';
import { openTraffic } from '../../management/api/service/openTraffic.ts';
import type { ManagementHandlers } from '../../management/createManagement.ts';
import { countersOf } from '../../management/metrics/trafficCounters.ts';
import type { KeyUsage } from '../../store/Admin.ts';
import { openLazily } from '../../store/openLazily.ts';
import { openStore } from '../../store/openStore.ts';
import type { Store } from '../../store/Store.ts';
import type { StoreReplacedError } from '../../store/StoreError.ts';
import { createContext, type ManagementOptions, uploadFolder } from './createContext.ts';
import type { LoadedHandlers } from './loadHandlers.ts';

/** What operators work with on this node. */
export type Management = {
  readonly handlers: ManagementHandlers;
  readonly onKeyUsage: (usages: readonly KeyUsage[]) => void;
  /** The link that makes the first owner; undefined where there is somebody already. */
  firstOwnerLink(): Promise<string | undefined>;
  /** Why nothing can be written any more, where the store was replaced under this service. */
  replaced(): StoreReplacedError | undefined;
  /** Goes on with uploads that the last run left unfinished. */
  resume(): Promise<void>;
  /** Ends all work, and writes what is not written yet. */
  close(): Promise<void>;
};

/** Whoever waits in front of a screen is told after so long that an import is under way, or that the database is silent. */
const patienceMilliseconds = 10_000;

/** How often the files of the store are looked at, also where nobody reads or writes. */
const watchMilliseconds = 1000;

/** Opens the management. What only operators need is loaded when somebody comes, and the store opened when it is needed. */
export function openManagement(options: ManagementOptions): Management {
  const { config, log } = options;
  const { databaseUrl, keptVersions } = config;
  let opened: Store | undefined;
  const store = openLazily(async () => {
    // A file was made at the start, and an empty one in its place would hide that it is gone. A server may have been away.
    const options = { keptVersions, patience: patienceMilliseconds, creates: isPostgres(databaseUrl) };
    opened = await openStore(databaseUrl, options);
    return opened;
  });
  const replaced = () => opened?.replaced();
  const onUsageError = logOccasionally(log, 'how often keys are used can not be written for now');
  const usage = keepKeyUsage({ store: store.get, onError: onUsageError });
  const traffic = watchTraffic(options);
  const context = createContext(options, store.get, traffic.traffic);
  let isLogged = false;
  const watch = () => {
    // What is not open can't be watched.
    if (opened === undefined && options.service() !== undefined) void store.get().catch(context.onError);
    const error = replaced();
    if (error === undefined || isLogged) return;
    isLogged = true;
    log.error({ err: error }, 'the store was replaced: nothing is written until this service is restarted');
  };
  const watching = isPostgres(databaseUrl) ? undefined : setInterval(watch, watchMilliseconds);
  const handlers = openLazily<LoadedHandlers>(async () => {
    // In two parts: readers wait while something is loaded.
    await import('@newsstand/contract/manage');
    const { loadHandlers } = await import('./loadHandlers.ts');
    return loadHandlers(config, context, usage.pending);
  });
  return {
    handlers: {
      manage: async (request, address) => (await handlers.get()).manage(request, address),
      console: async (request, address) => (await handlers.get()).console(request, address),
    },
    onKeyUsage: usage.add,
    async firstOwnerLink() {
      const { firstOwnerLink } = await import('../../management/api/operators/firstOwnerLink.ts');
      return await firstOwnerLink(context);
    },
    replaced,
    async resume() {
      if ((await readdir(uploadFolder(config)).catch(() => [])).length > 0) await handlers.get();
    },
    async close() {
      clearInterval(watching);
      await Promise.all([handlers.close(), traffic.close(), usage.close()]);
      await store.close();
    },
  };
}

/** Watches what is asked of this node while somebody looks at it, be it at the console of another one. */
function watchTraffic({ config, log, node, service }: ManagementOptions): {
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
    const { openTrafficExchange } = await import('../peers/openTrafficExchange.ts');
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
