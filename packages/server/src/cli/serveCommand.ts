import type { Command } from 'commander';
import type { Config } from '../config.ts';
import { createLog } from '../log.ts';
import { createManagement } from '../management/createManagement.ts';
import { demoText } from './demo/demoText.ts';
import { putDemo } from './demo/putDemo.ts';
import { addExamples, addSettings, allSettings, configOf, isOn } from './options.ts';
import { note, print } from './output.ts';
import { choosePort, listenFailure } from './serve/choosePort.ts';
import { localUrl, publicUrlOf } from './serve/publicUrlOf.ts';
import { patienceMilliseconds, type Service } from './serve/Service.ts';
import { startAlone } from './serve/startAlone.ts';
import { startPool } from './serve/startPool.ts';
import { withStore } from './withStore.ts';

/** Adds `serve`. */
export function addServeCommand(program: Command): void {
  const command = program
    .command('serve')
    .description('deliver what is on the shelves')
    .option('--demo', 'fill an empty store with demo content first, and make keys for it');
  addSettings(command, allSettings);
  addExamples(
    command,
    'newsstand serve --demo',
    'newsstand serve --host 0.0.0.0 --port 8080 --workers 4',
    'NEWSSTAND_RATE_LIMIT=100/s newsstand serve --public-url https://content.example.com',
  );
  command.action(() => serve(configOf(command), isOn(command, 'demo')));
}

async function serve(config: Config, isDemo: boolean): Promise<void> {
  await using resources = new AsyncDisposableStack();
  const { log } = createLog(config.logLevel);
  // Both ports are sure before keys are made: their secrets are shown only once, at the end.
  const port = choosePort(config.host, config.port);
  let service: Service | undefined;
  const management = resources.adopt(
    listen(config, () => service),
    (server) => server.stop(true),
  );
  // Opened here first, so that a store that can't be used is told in one line, by one process.
  const demo = await withStore(config.databaseUrl, async (store) =>
    isDemo ? putDemo(store, config) : undefined,
  );
  service = await (config.workers > 1 ? startPool : startAlone)(config, port, log);
  const stopped = firstSignal(service);
  log.info({ host: config.host, port, workers: config.workers }, 'serving');
  await print(readyText(config, port, management.port ?? 0));
  if (isDemo) await print(demoText(demo, publicUrlOf(config, port), Date.now()));

  log.info({ signal: await stopped }, 'stopping: requests in flight are finished first');
  await service.stop();
}

/** The private listener is there from the beginning, so that loading can be told from hanging. */
function listen(config: Config, service: () => Service | undefined) {
  const { managementHost: hostname, managementPort: port } = config;
  const fetch = createManagement({
    readiness: () => service()?.readiness() ?? { ready: false, reasons: ['content is being loaded'] },
    metrics: async () => (await service()?.metrics()) ?? '',
  });
  try {
    return Bun.serve({ hostname, port, fetch });
  } catch (error) {
    throw listenFailure(error, hostname, port);
  }
}

function readyText(config: Config, port: number, managementPort: number): string {
  const url = publicUrlOf(config, port);
  return [
    'Newsstand is open.',
    `  content     ${url}`,
    `  reference   ${url}/docs`,
    `  management  ${localUrl(config.managementHost, managementPort)}`,
    '',
  ].join('\n');
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
