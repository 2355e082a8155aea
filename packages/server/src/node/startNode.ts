import { hostname } from 'node:os';
import { type Config, ConfigError, isPostgres, settings } from '../config/readConfig.ts';
import { type Readiness, ready, stopping } from '../http/health.ts';
import type { TlsPair } from '../http/tls.ts';
import type { Logger } from '../log/createLog.ts';
import type { Provider } from '../management/api/providers/Provider.ts';
import {
  createFiguresListener,
  createManagement,
  type HandledRequest,
  type Managed,
} from '../management/createManagement.ts';
import { createParentMetrics } from '../management/metrics/createParentMetrics.ts';
import { metricsText } from '../management/metrics/Metric.ts';
import type { Store } from '../store/Store.ts';
import { choosePort, PortTaken } from './choosePort.ts';
import { startCollector } from './collector/startCollector.ts';
import { describeProgram, type Program } from './describeProgram.ts';
import { listenAlone, type OwnListener } from './listenAlone.ts';
import { lockDataFolder } from './lockDataFolder.ts';
import { createManagementLog } from './management/createManagementLog.ts';
import { type Management, openManagement } from './management/openManagement.ts';
import { prepareStore } from './prepareStore.ts';
import type { Service } from './Service.ts';
import { checkTls, watchTls } from './watchTls.ts';
import { type PoolOptions, startPool } from './workers/startPool.ts';

/** Everything that serves on this machine: delivery, media, the management listener and what runs in the background. */
export type Node = {
  /** The ports of the listeners: public, management, and that for health and metrics only, if there is one. */
  readonly port: number;
  readonly managementPort: number;
  readonly metricsPort: number | undefined;
  readonly service: Service;
  readonly management: Management;
  /** Accepts no more requests, finishes those in flight, then ends everything. */
  stop(): Promise<void>;
  /** Ends everything at once. */
  kill(): void;
};

/** What exists of a node while it starts and stops. */
type State = {
  service?: Service;
  management?: Management;
  listener?: OwnListener;
  port: number;
  /** Whether there is no database yet. */
  isWaiting?: boolean;
  isStopping?: boolean;
};

/** Starts a node. `prepare` may fill the store before anything is served from it. */
export async function startNode(
  config: Config,
  log: Logger,
  prepare?: (store: Store) => Promise<void>,
): Promise<Node> {
  await using resources = new AsyncDisposableStack();
  const state: State = { port: config.port };
  const providers = await providersOf(config);
  const reportShared = () =>
    log.error(
      { folder: config.dataFolder },
      'service.lock was removed, and another service is using the data folder now: stop one of them',
    );
  const certificates = resources.adopt(watchCertificates(config, state, log), (it) => it.close());
  const lock = resources.adopt(lockDataFolder(config.dataFolder, reportShared), (it) => it.close());
  // Both ports are taken before anything is written to the store.
  const chosen = await chooseFreePort(config);
  state.port = chosen;
  const program = describeProgram();
  const counting = createParentMetrics({ ...program, schema: `${program.schema}` });
  const logHandled = createManagementLog(log);
  const managed = managedOf(config, state, counting, program);
  const onHandled = (handled: HandledRequest) => {
    counting.countRequest(handled);
    logHandled(handled);
  };
  const listener = resources.adopt(
    listen(config, state, managed, log, certificates.management(), onHandled),
    (it) => it.stop(),
  );
  state.listener = listener;
  const managementPort = listener.port;
  const figures = resources.adopt(listenForFigures(config, managed, log, onHandled), (it) => it?.stop());
  const management = openManagement({
    ...{ config, log, managementPort, providers },
    node: `${hostname()}:${managementPort}`,
    port: () => state.port,
    service: () => state.service,
    onWrite: counting.countWrite,
  });
  state.management = resources.adopt(management, (it) => it.close());
  const onWait = (waits: boolean) => {
    state.isWaiting = waits;
  };
  const prepared = prepareStore({ config, log, prepare, onWait });
  // Workers would only report, each for itself, that there is no database.
  if (isPostgres(config.databaseUrl)) await prepared;
  const { onKeyUsage } = management;
  const { started, port } = await startService({
    config,
    port: chosen,
    log,
    onKeyUsage,
    prepared,
    tls: certificates.public,
  });
  const service = resources.adopt(started, (it) => it.stop());
  Object.assign(state, { service, port });
  // It may have changed since the workers were told.
  const pair = certificates.public();
  if (pair !== undefined) service.setTls(pair);
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
    ...{ port, managementPort, metricsPort: figures?.port, service, management },
    stop() {
      state.isStopping = true;
      return running.disposeAsync();
    },
    kill: service.kill,
  };
}

async function providersOf({ oidcFile }: Config): Promise<readonly Provider[]> {
  if (oidcFile === undefined) return [];
  const { ProvidersError, readProviders } = await import('../management/api/providers/Provider.ts');
  return readProviders(oidcFile).catch((error: unknown) => {
    if (!(error instanceof ProvidersError)) throw error;
    throw new ConfigError(error.faults.map((fault) => `${settings.oidcFile.env}: ${fault}`));
  });
}

const freeingMilliseconds = 1000;

/** If the last service on this folder was killed, its workers need a moment to notice that and free the port. */
async function chooseFreePort({ host, port }: Config): Promise<number> {
  for (const end = performance.now() + freeingMilliseconds; ; ) {
    try {
      return choosePort(host, port, 'port');
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
      port = choosePort(config.host, 0, 'port');
    }
  }
}

/** Reads the certificates of both listeners, and passes on new ones. */
function watchCertificates({ tls, managementTls }: Config, state: State, log: Logger) {
  const own = tls && { files: tls, names: { cert: 'tlsCert', key: 'tlsKey' } as const };
  const managed = managementTls && {
    files: managementTls,
    names: { cert: 'managementTlsCert', key: 'managementTlsKey' } as const,
  };
  checkTls([own, managed].filter((each) => each !== undefined));
  const ofPublic = own && watchTls({ ...own, log, onChange: (pair) => state.service?.setTls(pair) });
  const ofManagement =
    managed && watchTls({ ...managed, log, onChange: (pair) => state.listener?.setTls(pair) });
  const look = () => {
    ofPublic?.look(true);
    ofManagement?.look(true);
  };
  // Without certificates there is nothing to look at, and the signal ends the process, as usual.
  if (ofPublic !== undefined || ofManagement !== undefined) process.on('SIGHUP', look);
  return {
    public: () => ofPublic?.pair(),
    management: () => ofManagement?.pair(),
    close() {
      process.off('SIGHUP', look);
      ofPublic?.close();
      ofManagement?.close();
    },
  };
}

/** What the listeners of this process report on. */
function managedOf(
  { metricsToken }: Config,
  state: State,
  counting: ReturnType<typeof createParentMetrics>,
  program: Program,
): Managed {
  return {
    program,
    readiness: () => readinessOf(state),
    shows: async (revision) => (await state.service?.shelves.shown(revision, 0)) ?? false,
    metrics: async () => {
      const { management, service } = state;
      const own = counting.metrics({
        isReady: readinessOf(state).status === 'ready',
        isReplaced: management?.replaced() !== undefined,
        webhooks: management?.webhookCounts(),
        mails: management?.mailCounts(),
        uploads: management?.uploadCounts() ?? { receiving: 0, processing: 0 },
        restarts: service?.restarts() ?? {},
      });
      return await metricsText([...((await service?.metrics()) ?? []), own]);
    },
    metricsToken,
  };
}

/** The management listener is up the whole time, so that loading can be distinguished from hanging. */
function listen(
  config: Config,
  state: State,
  managed: Managed,
  log: Logger,
  tls: TlsPair | undefined,
  onHandled: (handled: HandledRequest) => void,
): OwnListener {
  const { managementHost: hostname, managementPort: port, managementUrl, trustedProxies } = config;
  const handlers = () => {
    if (state.management === undefined) throw new Error('the management listener is not ready yet');
    return state.management.handlers;
  };
  const onUntrustedProxy = (peer: string) =>
    log.warn(
      { peer },
      'a proxy that is not in NEWSSTAND_TRUSTED_PROXIES forwards requests to the console: everyone behind it counts as one client',
    );
  return listenAlone({
    ...{ hostname, port, setting: 'managementPort', tls },
    ...createManagement(
      managed,
      {
        manage: async (...request) => handlers().manage(...request),
        console: async (...request) => handlers().console(...request),
        isOperator: async (...request) => handlers().isOperator(...request),
      },
      { hostname, managementUrl, trustedProxies, onUntrustedProxy },
      (error) => log.error({ err: error }, 'the management listener failed'),
      onHandled,
    ),
  });
}

/** Those who watch the node need not reach the console. */
function listenForFigures(
  { metricsHost: hostname, metricsPort: port }: Config,
  managed: Managed,
  log: Logger,
  onHandled: (handled: HandledRequest) => void,
) {
  if (port === undefined) return undefined;
  const onError = (error: unknown) => log.error({ err: error }, 'the listener for metrics failed');
  const handlers = createFiguresListener(managed, hostname, onError, onHandled);
  return listenAlone({ hostname, port, setting: 'metricsPort', ...handlers });
}

const replacedReason =
  'files of the store were replaced or removed while in use, so nothing more is written: restart the service; the log says which';

function readinessOf({ service, management, isWaiting, isStopping }: State): Readiness {
  if (isStopping) return stopping;
  if (service === undefined) {
    return {
      status: 'starting',
      reasons: [isWaiting ? 'waiting for the database' : 'content is being loaded'],
    };
  }
  const { reasons: own } = service.readiness();
  const reasons = management?.replaced() === undefined ? own : [...own, replacedReason];
  return reasons.length === 0 ? ready : { status: 'unavailable', reasons };
}
