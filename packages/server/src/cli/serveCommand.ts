import { randomBytes } from 'node:crypto';
import { demo } from '@newsstand/demo';
import type { Command } from 'commander';
import { type Config, isPostgres } from '../config/readConfig.ts';
import { createLog, type Logger } from '../log/createLog.ts';
import { type Issued, issueCredential } from '../management/issueCredential.ts';
import { deliveredMedia } from '../media/deliveredMedia.ts';
import { mediaDocument } from '../media/mediaDocument.ts';
import { localUrl, managementUrlOf, publicUrlOf } from '../node/addresses.ts';
import type { Management } from '../node/management/openManagement.ts';
import { originalsOf } from '../node/originalsOf.ts';
import { type Service, shutdownMilliseconds } from '../node/Service.ts';
import { type Node, startNode } from '../node/startNode.ts';
import { withStore } from '../store/openStore.ts';
import type { Reader, Store, StoredRecord } from '../store/Store.ts';
import { importDemo } from '../transfer/importDemo.ts';
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
  const { log, end } = createLog(config.logLevel);
  resources.defer(end);
  let isFilled = false;
  const fill = async (store: Store) => {
    isFilled = await importDemo({ store, originals: originalsOf(config), now: Date.now });
  };
  const node = resources.adopt(await startNode(config, log, isDemo ? fill : undefined), (it) => it.stop());
  const stopped = firstSignal(node);
  const { port, managementPort, management, service } = node;
  log.info({ host: config.host, port, workers: config.workers }, 'serving');
  await print(readyText(config, port, managementPort));
  await welcomeOwner(config, management, log);
  const url = publicUrlOf(config, port);
  if (isFilled) await withStore(config.databaseUrl, (store) => showDemo(store, service, url));
  else if (isDemo) await print(demoRefusal);

  const signal = await stopped;
  log.info({ signal }, 'stopping: requests in flight are finished first');
}

/** Prints the link that creates the first owner. Starting does not wait for a remote database, which may be down. */
async function welcomeOwner(config: Config, management: Management, log: Logger): Promise<void> {
  const printed = management
    .firstOwnerLink()
    .then((link) => (link === undefined ? undefined : print(welcomeText(link))))
    .catch((error: unknown) => {
      log.warn(
        { err: error },
        'cannot check for now whether there are operators; add one with newsstand operator invite',
      );
    });
  if (!isPostgres(config.databaseUrl)) await printed;
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
  note(`newsstand: ${reason}; ending at once`);
  node.kill();
  process.exit(1);
}

const { projectId, spaceId } = demo.space;
const day = 86_400_000;

/** Printed on later starts, when the secrets are no longer known. */
const demoRefusal = `
The store is not empty, so no demo content was added. Secrets are shown only once; to create a new key:
  bin/newsstand key create --name me --project ${projectId} --space ${spaceId}
`;

/**
 * Creates keys for the demo and prints them, with requests to try. Called when the service is up: a secret is shown
 * only once, so nothing may fail between creating and printing it.
 */
async function showDemo(store: Store, service: Service, url: string): Promise<void> {
  const reader = issue('demo reader', false);
  const preview = issue('demo editor', true);
  await store.write(async (writer) => {
    await writer.putCredential(reader.credential);
    await writer.putCredential(preview.credential);
  });
  await print(keysText(reader, preview));
  // The printed requests should work at once: all workers have to know the keys.
  await service.shelves.shown((await store.bookmark()).revision);
  await print(requestsText(url, await findAddresses(store, url)));
}

function issue(name: string, preview: boolean): Issued {
  return issueCredential({ name, grants: [demo.space], preview }, { now: Date.now, random: randomBytes });
}

/** URLs for a browser. */
type Addresses = { readonly picture: string | undefined; readonly banner: string | undefined };

async function findAddresses(store: Store, url: string): Promise<Addresses> {
  const find = (reader: Reader, id: string) => reader.find({ kind: 'media', ...demo.space, id });
  const [picture, banner] = await store.read(async (reader) => [
    await find(reader, 'm-roastery'),
    await find(reader, 'm-banner-autumn'),
  ]);
  // Neither URL is signed, so no media key is needed.
  const deliver = (record: StoredRecord | undefined) =>
    record &&
    deliveredMedia(mediaDocument.parse(JSON.parse(record.document)), { url: `${url}/media`, key: '' });
  return { picture: deliver(picture)?.originalUrl, banner: deliver(banner)?.accessUrl };
}

function keysText(reader: Issued, preview: Issued): string {
  return `
Demo content is on the shelves. These secrets are shown only once; paste this into a shell:

KEY=${reader.credential.key}
SECRET=${reader.secret}
PREVIEW_KEY=${preview.credential.key}
PREVIEW_SECRET=${preview.secret}
`;
}

/** What to try first. */
function requestsText(url: string, { picture, banner }: Addresses): string {
  const news = `${url}/static/projects/${projectId}/spaces/${spaceId}/news/instances`;
  const lines = [
    ['The newest three', `"${news}/press/news?size=3"`],
    ['Search in Japanese', `-G "${news}/press/news" --data-urlencode "search=新商品"`],
    ['One item, by its alias', `"${news}/blog/news/a-week-in-huila"`],
    [
      'A category, with details',
      `"${news}/press/news?category=products&includeCategory=true&includeTags=true"`,
    ],
  ] as const;
  const later = `"${news}/press/news?previewAt=${Date.now() + 2 * day}&sort=createdAt:desc"`;
  return `
# In a browser: a picture, and an animated banner
#   ${picture}
#   ${banner}
${lines.map(([title, rest]) => `# ${title}\n${curl('KEY', 'SECRET', rest)}\n`).join('')}# What will be live in two days (requires a preview key)
${curl('PREVIEW_KEY', 'PREVIEW_SECRET', later)}
`;
}

function curl(key: string, secret: string, rest: string): string {
  return `curl -s -H "x-svc-ac-api-key: $${key}" -H "x-svc-ac-api-secret: $${secret}" ${rest}`;
}
