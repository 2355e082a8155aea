import { hostname } from 'node:os';
import type { Command } from 'commander';
import { type Config, isPostgres } from '../config.ts';
import { createLog, type Logger } from '../log.ts';
import { createManagement, type Managed, type Readiness } from '../management/createManagement.ts';
import { createStoreMeter, metricsText } from '../management/createMeter.ts';
import type { Store } from '../store/Store.ts';
import { importDemo } from '../transfer/importDemo.ts';
import { addExamples, addSettings, allSettings, configOf, isOn } from './options.ts';
import { originalsOf } from './originalsOf.ts';
import { note, print } from './output.ts';
import { choosePort, listenFailure, PortTaken } from './serve/choosePort.ts';
import { managementUrlOf, type Surroundings } from './serve/deskOf.ts';
import { type Office, openOffice } from './serve/openOffice.ts';
import { localUrl, mediaKeyOf, publicUrlOf } from './serve/publicUrlOf.ts';
import { patienceMilliseconds, type Service } from './serve/Service.ts';
import { startAlone } from './serve/startAlone.ts';
import { startCollector } from './serve/startCollector.ts';
import { startPool } from './serve/startPool.ts';
import { demoRefusal, showDemo } from './showDemo.ts';
import { withStore } from './withStore.ts';

/** Adds `serve`. */
export function addServeCommand(program: Command): void {
  const command = program
    .command('serve')
    .description('deliver what is on the shelves')
    .option('--demo', 'import demo content into an empty store first, and create keys for it');
  addSettings(command, allSettings);
  addExamples(
    command,
    'newsstand serve --demo',
    'newsstand serve --host 0.0.0.0 --port 8080 --workers 4',
    'NEWSSTAND_RATE_LIMIT=100/s newsstand serve --public-url https://content.example.com',
  );
  command.action(() => serve(configOf(command), isOn(command, 'demo')));
}

/** What there is of a service while it comes and goes. */
type Stage = { service?: Service; office?: Office; port: number; isStopping?: boolean };

async function serve(config: Config, isDemo: boolean): Promise<void> {
  await using resources = new AsyncDisposableStack();
  const { log, end } = createLog(config.logLevel);
  resources.defer(end);
  // Both ports are sure before anything is put into the store.
  const chosen = choosePort(config.host, config.port);
  const stage: Stage = { port: chosen };
  const management = resources.adopt(listen(config, stage, log), (server) => server.stop(true));
  const office = resources.adopt(openOffice(surroundings(config, stage, management.port ?? 0, log)), (it) =>
    it.close(),
  );
  stage.office = office;
  const isFilled = await prepareStore(config, isDemo, log);
  const { started, port } = await start(config, chosen, log, office);
  const service = resources.adopt(started, (it) => it.stop());
  stage.service = service;
  stage.port = port;
  const stopped = firstSignal(service);
  log.info({ host: config.host, port, workers: config.workers }, 'serving');
  await print(readyText(config, port, management.port ?? 0));
  await beginOffice(config, office, log);
  resources.adopt(startCollector({ config, log }), (it) => it.stop());
  const url = publicUrlOf(config, port);
  if (isFilled) await withStore(config.databaseUrl, (store) => showDemo(store, service, url));
  else if (isDemo) await print(demoRefusal);

  const signal = await stopped;
  stage.isStopping = true;
  log.info({ signal }, 'stopping: requests in flight are finished first');
}

/**
 * Opened here first, so that a store that can't be used is told in one line, by one process, and its schema is made.
 * A database that can't be reached is no reason not to serve: there may be a mirror of it. True where the demo was put.
 */
async function prepareStore(config: Config, isDemo: boolean, log: Logger): Promise<boolean> {
  if (isPostgres(config.databaseUrl) && !isDemo) {
    void withStore(config.databaseUrl, async () => {}, { creates: true }).catch((error: unknown) =>
      log.warn({ err: error }, 'the database can not be written from here for now'),
    );
    return false;
  }
  const prepare = async (store: Store) => {
    await keepMediaKey(config, store);
    return isDemo && importDemo({ store, originals: originalsOf(config), now: Date.now });
  };
  return await withStore(config.databaseUrl, prepare, { creates: true });
}

/** A key that was made before stores had one goes on to be used, and goes along when the store is copied. */
async function keepMediaKey(config: Config, store: Store): Promise<void> {
  const key = await mediaKeyOf(config, store);
  if (key === (await store.read((reader) => reader.mediaKey()))) return;
  await store.write((writer) => writer.putMediaKey(key));
}

const mostTries = 5;

/** A port that nobody asked for by its number may be lost between choosing and using it; then it is another one. */
async function start(config: Config, chosen: number, log: Logger, { onKeyUsage }: Office) {
  const startService = config.workers > 1 ? startPool : startAlone;
  for (let tries = 1, port = chosen; ; tries++) {
    try {
      return { port, started: await startService(config, port, log, onKeyUsage) };
    } catch (error) {
      if (!(error instanceof PortTaken) || config.port !== 0 || tries === mostTries) throw error;
      port = choosePort(config.host, 0);
    }
  }
}

function surroundings(config: Config, stage: Stage, managementPort: number, log: Logger): Surroundings {
  const node = `${hostname()}:${managementPort}`;
  return { config, log, node, managementPort, port: () => stage.port, service: () => stage.service };
}

/** A database that is away is waited for by nobody: then the log says what there is to do. */
async function beginOffice(config: Config, office: Office, log: Logger): Promise<void> {
  const resumed = office.resume().catch((error: unknown) => {
    log.error({ err: error }, 'uploads that were left unfinished can not be gone on with');
  });
  const told = office
    .firstOwnerLink()
    .then((link) => (link === undefined ? undefined : print(welcomeText(link))))
    .catch((error: unknown) => {
      log.warn(
        { err: error },
        'whether there is an operator can not be said for now; newsstand operator invite makes one',
      );
    });
  if (!isPostgres(config.databaseUrl)) await Promise.all([resumed, told]);
}

/** The private listener is there from the beginning to the end, so that loading can be told from hanging. */
function listen(config: Config, stage: Stage, log: Logger) {
  const { managementHost: hostname, managementPort: port, managementUrl, trustedProxies } = config;
  const storeMetrics = createStoreMeter(() => stage.office?.replaced() !== undefined);
  const managed: Managed = {
    readiness: () => readinessAt(stage),
    metrics: async () => metricsText([...((await stage.service?.metrics()) ?? []), await storeMetrics()]),
  };
  const workplace = () => {
    if (stage.office === undefined) throw new Error('the office is not open yet');
    return stage.office.workplace;
  };
  const onError = (error: unknown) => log.error({ err: error }, 'the management listener failed');
  const onUntrustedProxy = (peer: string) =>
    log.warn(
      { peer },
      'a proxy that is not in NEWSSTAND_TRUSTED_PROXIES forwards requests to the console: all who come by it count as one client',
    );
  try {
    // Said here, since without development pages the default is that two services may share a port unnoticed.
    return Bun.serve({
      ...{ hostname, port, reusePort: false },
      ...createManagement(
        managed,
        {
          manage: async (...asked) => workplace().manage(...asked),
          console: async (...asked) => workplace().console(...asked),
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

function readinessAt({ service, office, isStopping }: Stage): Readiness {
  if (isStopping) return { ready: false, reasons: ['stopping'] };
  if (service === undefined) return { ready: false, reasons: ['content is being loaded'] };
  const { reasons: own } = service.readiness();
  const reasons = office?.replaced() === undefined ? own : [...own, replacedReason];
  return { ready: reasons.length === 0, reasons };
}

function readyText(config: Config, port: number, managementPort: number): string {
  const url = publicUrlOf(config, port);
  return [
    'Newsstand is open.',
    `  content     ${url}`,
    `  reference   ${url}/docs`,
    `  console     ${managementUrlOf(config, managementPort)}/console/`,
    `  management  ${localUrl(config.managementHost, managementPort)}`,
    '',
  ].join('\n');
}

function welcomeText(link: string): string {
  return `\nNobody can sign in yet. This link makes the owner, once:\n  ${link}\n`;
}

/** One wish to stop often comes as several signals: npm and `timeout` pass on what the terminal sent to all. */
const echoMilliseconds = 1000;

/** Resolves at the first signal to stop. A second one later on, or too long a wait, ends everything hard. */
function firstSignal(service: Service): Promise<string> {
  return new Promise((resolve) => {
    let stoppingSince: number | undefined;
    const stop = (signal: string) => {
      if (stoppingSince !== undefined) {
        if (performance.now() - stoppingSince > echoMilliseconds) giveUp(service, 'asked twice to stop');
        return;
      }
      stoppingSince = performance.now();
      setTimeout(() => giveUp(service, 'requests in flight took too long'), patienceMilliseconds).unref();
      resolve(signal);
    };
    process.on('SIGTERM', stop);
    process.on('SIGINT', stop);
  });
}

function giveUp(service: Service, reason: string): never {
  note(`newsstand: ${reason}; ending at once`);
  service.kill();
  process.exit(1);
}
