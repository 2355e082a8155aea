import { hostname } from 'node:os';
import { type Config, isPostgres } from '../config/readConfig.ts';
import { version } from '../config/version.ts';
import type { Logger } from '../log/createLog.ts';
import { createManagement, type Readiness } from '../management/createManagement.ts';
import { metricsText, parentMetrics } from '../management/metrics/createMetrics.ts';
import { withStore } from '../store/openStore.ts';
import type { Store } from '../store/Store.ts';
import { mediaKeyOf } from './addresses.ts';
import { choosePort, listenFailure, PortTaken } from './choosePort.ts';
import { startCollector } from './collector/startCollector.ts';
import { lockDataFolder } from './lockDataFolder.ts';
import { logMigration } from './logMigration.ts';
import { type Management, openManagement } from './management/openManagement.ts';
import type { Service } from './Service.ts';
import { type PoolOptions, startPool } from './workers/startPool.ts';

/** Everything that serves on this machine: delivery, media, the management listener and what runs in the background. */
export type Node = {
  /** The port of the public listener, and that of the management listener. */
  readonly port: number;
  readonly managementPort: number;
  readonly service: Service;
  readonly management: Management;
  /** Accepts no more requests, finishes those in flight, then ends everything. */
  stop(): Promise<void>;
  /** Ends everything at once. */
  kill(): void;
};

/** What exists of a node while it starts and stops. */
type State = { service?: Service; management?: Management; port: number; isStopping?: boolean };

/** Starts a node. `prepare` may fill the store before anything is served from it. */
export async function startNode(
  config: Config,
  log: Logger,
  prepare?: (store: Store) => Promise<void>,
): Promise<Node> {
  await using resources = new AsyncDisposableStack();
  const lock = resources.adopt(lockDataFolder(config.dataFolder), (it) => it.close());
  // Both ports are taken before anything is written to the store.
  const chosen = await chooseFreePort(config);
  const state: State = { port: chosen };
  const listener = resources.adopt(listen(config, state, log), (it) => it.stop(true));
  const managementPort = listener.port ?? 0;
  const management = openManagement({
    ...{ config, log, managementPort },
    node: `${hostname()}:${managementPort}`,
    port: () => state.port,
    service: () => state.service,
  });
  state.management = resources.adopt(management, (it) => it.close());
  const prepared = prepareStore(config, log, prepare);
  const { onKeyUsage } = management;
  const { started, port } = await startService({ config, port: chosen, log, onKeyUsage, prepared });
  const service = resources.adopt(started, (it) => it.stop());
  Object.assign(state, { service, port });
  resources.adopt(startCollector({ config, log }), (it) => it.stop());
  const resumed = management.resume().catch((error: unknown) => {
    log.error({ err: error }, 'unfinished uploads cannot be resumed');
  });
  // A remote database may be down; serving does not wait for it.
  if (!isPostgres(config.databaseUrl)) await resumed;
  if (lock.failure !== undefined) {
    log.warn(
      { err: lock.failure },
      'the data folder cannot be locked: take care that no other service uses it',
    );
  }
  const running = resources.move();
  return {
    ...{ port, managementPort, service, management },
    stop() {
      state.isStopping = true;
      return running.disposeAsync();
    },
    kill: service.kill,
  };
}

/**
 * Opens the store once before any worker does, so that the schema is created by one process and a store that cannot be
 * used is reported in one line. An unreachable database does not stop a node from starting: it may have a mirror.
 */
async function prepareStore(
  config: Config,
  log: Logger,
  prepare: ((store: Store) => Promise<void>) | undefined,
): Promise<void> {
  const opened = withStore(
    config.databaseUrl,
    async (store) => {
      if (!isPostgres(config.databaseUrl)) await keepMediaKey(config, store);
      await prepare?.(store);
    },
    { creates: true, onMigration: logMigration(log) },
  );
  if (!isPostgres(config.databaseUrl) || prepare !== undefined) return await opened;
  void opened.catch((error: unknown) =>
    log.warn({ err: error }, 'the database cannot be written to for now'),
  );
}

/** A key from before stores had their own stays in use, and is copied with the store. */
async function keepMediaKey(config: Config, store: Store): Promise<void> {
  const key = await mediaKeyOf(config, store);
  if (key === (await store.read((reader) => reader.mediaKey()))) return;
  await store.write((writer) => writer.putMediaKey(key));
}

const freeingMilliseconds = 1000;

/** If the last service on this folder was killed, its workers need a moment to notice that and free the port. */
async function chooseFreePort({ host, port }: Config): Promise<number> {
  for (const end = performance.now() + freeingMilliseconds; ; ) {
    try {
      return choosePort(host, port);
    } catch (error) {
      if (!(error instanceof PortTaken) || performance.now() > end) throw error;
    }
    await Bun.sleep(50);
  }
}

const mostTries = 5;

/** A port chosen by the system may be taken before it is used; then another one is chosen. */
async function startService(options: PoolOptions) {
  const { config } = options;
  for (let { port } = options, tries = 1; ; tries++) {
    try {
      return { port, started: await startPool({ ...options, port }) };
    } catch (error) {
      if (!(error instanceof PortTaken) || config.port !== 0 || tries === mostTries) throw error;
      port = choosePort(config.host, 0);
    }
  }
}

/** The management listener is up the whole time, so that loading can be distinguished from hanging. */
function listen(config: Config, state: State, log: Logger) {
  const { managementHost: hostname, managementPort: port, managementUrl, trustedProxies } = config;
  const managed = {
    version,
    readiness: () => readinessOf(state),
    metrics: async () => {
      const own = parentMetrics(
        version,
        state.management?.replaced() !== undefined,
        state.management?.webhookCounts(),
      );
      return await metricsText([...((await state.service?.metrics()) ?? []), own]);
    },
  };
  const handlers = () => {
    if (state.management === undefined) throw new Error('the management listener is not ready yet');
    return state.management.handlers;
  };
  const onError = (error: unknown) => log.error({ err: error }, 'the management listener failed');
  const onUntrustedProxy = (peer: string) =>
    log.warn(
      { peer },
      'a proxy that is not in NEWSSTAND_TRUSTED_PROXIES forwards requests to the console: everyone behind it counts as one client',
    );
  try {
    return Bun.serve({
      // By default two services could share a port without noticing.
      ...{ hostname, port, reusePort: false },
      ...createManagement(
        managed,
        {
          manage: async (...request) => handlers().manage(...request),
          console: async (...request) => handlers().console(...request),
        },
        { managementUrl, trustedProxies, onUntrustedProxy },
        onError,
      ),
    });
  } catch (error) {
    throw listenFailure(error, hostname, port);
  }
}

const replacedReason =
  'files of the store were replaced or removed while in use, so nothing more is written: restart the service; the log says which';

function readinessOf({ service, management, isStopping }: State): Readiness {
  if (isStopping) return { ready: false, reasons: ['stopping'] };
  if (service === undefined) return { ready: false, reasons: ['content is being loaded'] };
  const { reasons: own } = service.readiness();
  const reasons = management?.replaced() === undefined ? own : [...own, replacedReason];
  return { ready: reasons.length === 0, reasons };
}
