import type { Command } from 'commander';
import { type Config, isPostgres } from '../config/readConfig.ts';
import { version } from '../config/version.ts';
import { createLog, type Logger } from '../log/createLog.ts';
import {
  localUrl,
  managementLocalUrl,
  managementUrlOf,
  publicUrlOf,
  reachWarnings,
} from '../node/addresses.ts';
import type { Management } from '../node/management/openManagement.ts';
import { shutdownMilliseconds } from '../node/Service.ts';
import { type Node, startNode } from '../node/startNode.ts';
import { addExamples, addSettings, allSettings, configOf, isOn } from './options.ts';
import { note, print } from './output.ts';

/** Adds `serve`. */
export function addServeCommand(program: Command): void {
  const command = program
    .command('serve')
    .description('serve content to readers, and the console to operators')
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

async function serve(config: Config, isDemo: boolean): Promise<void> {
  await using resources = new AsyncDisposableStack();
  const { log, end } = createLog(config.logLevel, config.logFormat);
  resources.defer(end);
  const demo = isDemo ? (await import('./openDemo.ts')).openDemo(config) : undefined;
  const node = resources.adopt(await startNode({ ...config, isDemo }, log, demo?.fill), (it) => it.stop());
  const stopped = firstSignal(node);
  const { port, management, service } = node;
  log.info({ version, host: config.host, port, workers: config.workers }, 'serving');
  await print(readyText(config, node));
  for (const line of reachWarnings(config, node)) log.warn({}, line);
  await welcomeOwner(config, management, log);
  await demo?.show(service, publicUrlOf(config, port));

  const signal = await stopped;
  log.info({ signal }, 'stopping, once requests in flight are finished');
}

/** Prints the link that creates the first owner. Starting does not wait for a remote database, which may be down. */
async function welcomeOwner(config: Config, management: Management, log: Logger): Promise<void> {
  const printed = management
    .firstOwnerLink()
    .then((link) => (link === undefined ? undefined : print(welcomeText(link))))
    .catch((error: unknown) => {
      log.warn(
        { err: error },
        'cannot check whether there are operators yet; invite one with newsstand operator invite',
      );
    });
  if (!isPostgres(config.databaseUrl)) await printed;
}

function readyText(config: Config, { port, managementPort, metricsPort }: Node): string {
  const url = publicUrlOf(config, port);
  const figures =
    metricsPort === undefined ? [] : [`  metrics     ${localUrl(config.metricsHost, metricsPort)}/metrics`];
  return [
    'Newsstand is open.',
    `  content     ${url}`,
    `  reference   ${url}/docs`,
    `  console     ${managementUrlOf(config, managementPort)}/console/`,
    ...figures,
    `  management  ${managementLocalUrl(config, managementPort)}`,
    '',
  ].join('\n');
}

function welcomeText(link: string): string {
  return `\nNobody can sign in yet. Use this link to create the owner, once:\n  ${link}\n`;
}

/** One request to stop may arrive as several signals: npm and `timeout` forward what the terminal already sent. */
const echoMilliseconds = 1000;

/** Resolves at the first signal to stop. A later second one, or a timeout, kills everything. */
function firstSignal(node: Node): Promise<string> {
  return new Promise((resolve) => {
    let stoppingSince: number | undefined;
    const stop = (signal: string) => {
      if (stoppingSince !== undefined) {
        if (performance.now() - stoppingSince > echoMilliseconds) giveUp(node, 'asked twice to stop');
        return;
      }
      stoppingSince = performance.now();
      setTimeout(() => giveUp(node, 'requests in flight took too long'), shutdownMilliseconds).unref();
      resolve(signal);
    };
    process.on('SIGTERM', stop);
    process.on('SIGINT', stop);
  });
}

function giveUp(node: Node, reason: string): never {
  note(`newsstand: ${reason}; exiting immediately`);
  node.kill();
  process.exit(1);
}
