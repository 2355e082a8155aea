import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Traffic } from '@newsstand/contract/manage';
import { memoryBudget } from '../../config/memoryBudget.ts';
import { type Config, isPostgres } from '../../config/readConfig.ts';
import { version } from '../../config/version.ts';
import { type Logger, logOccasionally } from '../../log/createLog.ts';
import type { MailCounts } from '../../mail/startMailer.ts';
import { ApiProblem } from '../../management/api/ApiProblem.ts';
import { bufferKeyUsage } from '../../management/api/keys/bufferKeyUsage.ts';
import type { Provider } from '../../management/api/providers/Provider.ts';
import { openTraffic } from '../../management/api/service/openTraffic.ts';
import type { ManagementHandlers } from '../../management/createManagement.ts';
import { countersOf } from '../../management/metrics/trafficCounters.ts';
import type { KeyUsage } from '../../store/Admin.ts';
import { openLazily, openStore } from '../../store/openStore.ts';
import type { Store } from '../../store/Store.ts';
import { StoreError, type StoreReplacedError } from '../../store/StoreError.ts';
import type { SenderCounts } from '../../webhooks/startSender.ts';
import { managementUrlOf, mediaKeyOf, mediaUrlOf, publicLocalUrl, publicUrlOf } from '../addresses.ts';
import { logMigration } from '../logMigration.ts';
import type { Service } from '../Service.ts';
import type { BaseContext, LoadedHandlers } from './loadHandlers.ts';
import { openMailer } from './openMailer.ts';
import { openSender } from './openSender.ts';
import { startAuditRetention } from './startAuditRetention.ts';

/** The management part of a node. */
export type Management = {
  readonly handlers: ManagementHandlers;
  readonly onKeyUsage: (usages: readonly KeyUsage[]) => void;
  /** The link that creates the first owner; undefined if there already is an operator. */
  firstOwnerLink(): Promise<string | undefined>;
  /** The reason why writing is no longer possible, if the store was replaced while in use. */
  replaced(): StoreReplacedError | undefined;
  /** The calls of webhooks by this node. */
  readonly webhookCounts: () => SenderCounts | undefined;
  /** The mails of this node; undefined if it sends none. */
  readonly mailCounts: () => MailCounts | undefined;
  readonly uploadCounts: LoadedHandlers['uploadCounts'];
  /** Resumes uploads that the last run left unfinished. */
  resume(): Promise<void>;
  /** Ends all work, and writes what is not written yet. */
  close(): Promise<void>;
};

/** How long an operator's request waits for an import, or for a silent database, before it fails. */
export const patienceMilliseconds = 10_000;

/** How often the files of the store are checked, even if nobody reads or writes. */
const watchMilliseconds = 1000;
const pruneMilliseconds = 60 * 60_000;

/** Opens the management part. Its handlers and the store are loaded lazily, when first needed. */
export function openManagement(options: ManagementOptions): Management {
  const { config, log, onWrite } = options;
  const { databaseUrl, keptVersions } = config;
  let opened: Store | undefined;
  let largeChange: Promise<unknown> = Promise.resolve();
  const store = openLazily(async () => {
    // A file was created at the start: recreating it would hide its loss. A server may have been unavailable then.
    const { pageBytes } = memoryBudget(config);
    const options = {
      keptVersions,
      patience: patienceMilliseconds,
      creates: isPostgres(databaseUrl),
      pageBytes,
      onMigration: logMigration(log),
    };
    opened = inTurn(await openStore(databaseUrl, options), () => largeChange, onWrite);
    return opened;
  });
  const replaced = () => opened?.replaced();
  const onUsageError = logOccasionally(log, 'key usage cannot be written for now');
  const usage = bufferKeyUsage({ store: store.get, onError: onUsageError });
  const traffic = watchTraffic(options);
  const sender = openSender(options, store.get);
  const mailer = openMailer(options, store.get);
  const onRetentionError = logOccasionally(log, 'old entries of the audit log cannot be removed for now');
  const retention = startAuditRetention({
    days: config.auditDays,
    store: store.get,
    onError: onRetentionError,
  });
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
  const pruning = setInterval(() => {
    // What cannot be restored any more; every node may do it.
    if (options.service() === undefined) return;
    void store
      .get()
      .then(async (store) =>
        (await import('../../transfer/places/movePlace.ts')).pruneRemoved(store, Date.now()),
      )
      .catch(context.onError);
  }, pruneMilliseconds);
  pruning.unref();
  let loaded: LoadedHandlers | undefined;
  const handlers = openLazily<LoadedHandlers>(async () => {
    const { loadHandlers } = await import('./loadHandlers.ts');
    loaded = loadHandlers(config, log, context, usage.pending, {
      ...options,
      onRun: (done) => {
        largeChange = done;
      },
    });
    return loaded;
  });
  return {
    handlers: {
      manage: async (...request) => (await handlers.get()).manage(...request),
      console: async (...request) => (await handlers.get()).console(...request),
      isOperator: async (...request) => (await handlers.get()).isOperator(...request),
    },
    onKeyUsage: usage.add,
    async firstOwnerLink() {
      const { firstOwnerLink } = await import('../../management/api/operators/invitations.ts');
      return await firstOwnerLink(context);
    },
    replaced,
    webhookCounts: sender.counts,
    mailCounts: mailer.counts,
    uploadCounts: () => loaded?.uploadCounts() ?? { receiving: 0, processing: 0 },
    async resume() {
      if ((await readdir(uploadFolder(config)).catch(() => [])).length > 0) await handlers.get();
    },
    async close() {
      clearInterval(watching);
      clearInterval(pruning);
      await Promise.all([
        handlers.close(),
        traffic.close(),
        usage.close(),
        sender.close(),
        mailer.close(),
        retention.close(),
      ]);
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
  const report = logOccasionally(log, 'traffic cannot be reported for now');
  // Until it runs, it says itself that it waits for the database.
  const onError = (error: unknown) => void (service() && report(error));
  const watched = openTraffic({
    node,
    counters: async () => countersOf((await service()?.metrics()) ?? []),
    onError,
  });
  const exchange = isPostgres(databaseUrl) ? openExchange() : undefined;

  /** Only nodes of a shared database have peers. */
  async function openExchange() {
    const { openTrafficExchange } = await import('../peers/openTrafficExchange.ts');
    const opened = openTrafficExchange({
      ...{ databaseUrl, node, listener: watched.listener, onError },
      onMigration: logMigration(log),
    });
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

/** What the management part of a node needs. */
export type ManagementOptions = {
  readonly config: Config;
  readonly log: Logger;
  /** The name of this node among others. */
  readonly node: string;
  /** The public port; known once the service runs. */
  readonly port: () => number;
  readonly managementPort: number;
  readonly providers: readonly Provider[];
  /** Undefined until it has started. */
  readonly service: () => Service | undefined;
  /** Called with the time that each write to the store has taken. */
  readonly onWrite?: (seconds: number) => void;
};

/**
 * Lets writes wait for the large change that a process of this node is writing, rather than fail because that takes long;
 * and measures them, whether or not they succeed.
 */
function inTurn(
  store: Store,
  largeChange: () => Promise<unknown>,
  onWrite: (seconds: number) => void = () => {},
): Store {
  const atOnce = store.write.bind(store);
  const write: Store['write'] = async (work, options) => {
    const startedAt = performance.now();
    try {
      await largeChange();
      return await atOnce(work, options);
    } finally {
      onWrite((performance.now() - startedAt) / 1000);
    }
  };
  return Object.assign(store, { write });
}

/** Creates the context of the management API. */
export function createContext(
  options: ManagementOptions,
  store: () => Promise<Store>,
  traffic: () => Traffic,
): BaseContext {
  const { config, log, node, port, managementPort, providers } = options;
  const shelves = () => serviceOf(options).shelves;
  const storeAway = logOccasionally(log, 'operators cannot be served: the store is unavailable');
  let key: string | undefined;
  return {
    store,
    shelves: {
      list: async (query, signal) => shelves().list(query, signal),
      counts: async () => shelves().counts(),
      moments: async (query, signal) => shelves().moments(query, signal),
      search: async (query, signal) => shelves().search(query, signal),
      glances: async (keys, signal) => shelves().glances(keys, signal),
      shown: async (revision) => shelves().shown(revision),
      traffic,
    },
    now: Date.now,
    random: randomBytes,
    async mediaAddresses() {
      key ??= config.mediaKey ?? (await mediaKeyOf(config, await store()));
      return { url: mediaUrlOf(config, port()), key };
    },
    uploadFolder: uploadFolder(config),
    uploadBytes: config.uploadBytes,
    publicUrl: () => publicUrlOf(config, port()),
    docsUrl: config.docsUrl,
    localUrl: () => publicLocalUrl(config, port()),
    managementUrl: () => managementUrlOf(config, managementPort),
    providers,
    sendsMail: config.mail !== undefined,
    webhookCalls: { allowsPrivate: config.webhookPrivate },
    nodeName: node,
    version,
    onError: (error) => {
      if (error instanceof StoreError) storeAway(error);
      else log.error({ err: error }, 'the management listener failed');
    },
  };
}

/** Where uploads are kept until they become media. */
function uploadFolder({ dataFolder }: Config): string {
  return join(dataFolder, 'uploads');
}

function serviceOf({ service }: ManagementOptions): Service {
  const running = service();
  if (running === undefined) throw new ApiProblem('not_ready', 'content is being loaded; try again soon');
  return running;
}
