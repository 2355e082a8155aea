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

/** The management part of a node. */
export type Management = {
  readonly handlers: ManagementHandlers;
  readonly onKeyUsage: (usages: readonly KeyUsage[]) => void;
  /** The link that creates the first owner; undefined if there already is an operator. */
  firstOwnerLink(): Promise<string | undefined>;
  /** Why nothing can be written any more, if the store was replaced under this service. */
  replaced(): StoreReplacedError | undefined;
  /** Resumes uploads that the last run left unfinished. */
  resume(): Promise<void>;
  /** Ends all work, and writes what is not written yet. */
  close(): Promise<void>;
};

/** How long an operator's request waits for an import, or for a silent database, before it fails. */
const patienceMilliseconds = 10_000;

/** How often the files of the store are checked, even if nobody reads or writes. */
const watchMilliseconds = 1000;

/** Opens the management part. Its handlers and the store are loaded lazily, when first needed. */
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
  const onUsageError = logOccasionally(log, 'key usage cannot be written for now');
  const usage = keepKeyUsage({ store: store.get, onError: onUsageError });
  const traffic = watchTraffic(options);
  const context = createContext(options, store.get, traffic.traffic);
  let isLogged = false;
  const watch = () => {
    // Only an open store can be watched.
    if (opened === undefined && options.service() !== undefined) void store.get().catch(context.onError);
    const error = replaced();
    if (error === undefined || isLogged) return;
    isLogged = true;
    log.error({ err: error }, 'the store was replaced: nothing is written until this service is restarted');
  };
  const watching = isPostgres(databaseUrl) ? undefined : setInterval(watch, watchMilliseconds);
  const handlers = openLazily<LoadedHandlers>(async () => {
    // In two parts: loading a module blocks readers.
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
      const { firstOwnerLink } = await import('../../management/api/operators/invitations.ts');
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

/** Samples this node's traffic while a console shows it, here or on another node. */
function watchTraffic({ config, log, node, service }: ManagementOptions): {
  traffic(): Traffic;
  close(): Promise<void>;
} {
  const { databaseUrl } = config;
  const onError = logOccasionally(log, 'traffic cannot be reported for now');
  const watched = openTraffic({
    node,
    counters: async () => countersOf((await service()?.metrics()) ?? []),
    onError,
  });
  const exchange = isPostgres(databaseUrl) ? openExchange() : undefined;

  /** Only nodes of a shared database have peers. */
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
