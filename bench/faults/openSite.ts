import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Running, runNewsstand, startNewsstand } from '../../tests/newsstandProcess.ts';
import { type Cluster, startCluster } from '../../tests/startCluster.ts';
import { type S3, startS3 } from '../../tests/startS3.ts';
import { contentLines, instanceId, lineOf, scope, usualAmounts } from '../content.ts';
import { freePort } from '../references.ts';
import { writeLines } from '../service.ts';
import type { Address } from './messages.ts';
import { writePictures } from './pictures.ts';
import { beaconId } from './readerRequests.ts';

/** A node: its current process, and how to start another one in its place. */
export type SiteNode = {
  readonly address: Address;
  readonly dataFolder: string;
  readonly env: Readonly<Record<string, string>>;
  running: Running;
  /** The folder of another program that it runs. */
  program: string | undefined;
};

/** A small cluster on one machine: a primary and its standby, S3, and nodes. */
export type Site = {
  readonly folder: string;
  readonly items: number;
  readonly cluster: Cluster;
  readonly s3: S3;
  /** With both hosts. */
  readonly databaseUrl: string;
  readonly nodes: SiteNode[];
  readonly headers: Readonly<Record<string, string>>;
  /** Sees every item, live or not. */
  readonly previewHeaders: Readonly<Record<string, string>>;
  /** The environment of all nodes, except for their folders. */
  readonly env: Readonly<Record<string, string>>;
  [Symbol.asyncDispose](): Promise<void>;
};

type Wanted = {
  readonly folder: string;
  readonly items: number;
  readonly nodes: number;
  /** The folder of another program to start everything with. */
  readonly program?: string | undefined;
};

/** Starts everything, with content. */
export async function openSite({ folder, items, nodes: count, program }: Wanted): Promise<Site> {
  await using opened = new AsyncDisposableStack();
  const cluster = opened.use(await startCluster());
  const s3 = opened.use(await startS3());
  const databaseUrl = await cluster.freshDatabase();
  const env = {
    ...s3.env,
    NEWSSTAND_DATABASE_URL: databaseUrl,
    NEWSSTAND_MEDIA_STORE: `s3://${s3.bucket}/originals`,
    // The same for all, as behind a load balancer: their responses are compared byte for byte.
    NEWSSTAND_PUBLIC_URL: 'http://newsstand.test',
    NEWSSTAND_LOG_LEVEL: 'warn',
  };
  const nodes: SiteNode[] = [];
  opened.defer(async () => void (await Promise.all(nodes.map((node) => node.running.end('SIGKILL')))));
  const tools = { ...env, NEWSSTAND_DATA: join(folder, 'tools') };
  const command = commandOf(tools, program);
  await fill(folder, items, command);
  const headers = await makeKey(command);
  const previewHeaders = await makeKey(command, '--preview');
  const site = { folder, items, cluster, s3, databaseUrl, nodes, headers, previewHeaders, env };
  for (let n = 0; n < count; n++) await addNode(site, n === count - 1 ? onStandby(site) : {}, program);
  const all = opened.move();
  return { ...site, [Symbol.asyncDispose]: () => all.disposeAsync() };
}

/** One of the nodes follows the standby, as a node in another region would. */
function onStandby({ cluster, databaseUrl }: Pick<Site, 'cluster' | 'databaseUrl'>): Record<string, string> {
  const url = new URL(cluster.standby.url);
  url.pathname = `/${databaseUrl.slice(databaseUrl.lastIndexOf('/') + 1)}`;
  return { NEWSSTAND_DATABASE_REPLICA_URL: url.href };
}

/** Starts another node with its own folder. */
export async function addNode(
  site: Pick<Site, 'folder' | 'nodes' | 'env'>,
  settings: Readonly<Record<string, string>> = {},
  program?: string,
): Promise<SiteNode> {
  const dataFolder = dataFolderOf(site.folder, site.nodes.length);
  const env = { ...site.env, NEWSSTAND_DATA: dataFolder, ...settings };
  const local = () => `http://127.0.0.1:${freePort()}`;
  const address = { url: local(), managementUrl: local() };
  const node = { address, dataFolder, env, program, running: await launch({ address, env, program }) };
  site.nodes.push(node);
  return node;
}

/** The data folder of a node. */
export function dataFolderOf(folder: string, place: number): string {
  return join(folder, `node${place + 1}`);
}

/** Restarts a node with the same ports and folder. */
export async function restartNode(node: SiteNode): Promise<void> {
  node.running = await launch(node);
}

function launch({ address, env, program }: Omit<SiteNode, 'running' | 'dataFolder'>): Promise<Running> {
  const port = (url: string) => new URL(url).port;
  const ports = ['--port', port(address.url), '--management-port', port(address.managementUrl)];
  return startNewsstand(ports, env, undefined, [], commandLineOf(program));
}

function commandLineOf(program: string | undefined): string | undefined {
  return program && join(program, 'bin/newsstand');
}

type Environment = Readonly<Record<string, string>>;

/** Imports news as in the bench, and pictures with originals. */
async function fill(folder: string, items: number, command: Command): Promise<void> {
  const content = join(folder, 'content');
  await mkdir(content);
  const pictures = (await writePictures(content)).map(lineOf);
  const beacon = lineOf({
    kind: 'news',
    ...scope,
    instanceId,
    contentId: beaconId,
    name: 'step 0',
    status: 'published',
    values: { title: 'step 0', body: {}, thumbnail: { mediaId: 'm0' } },
  });
  const news = contentLines(1, { ...usualAmounts, items }, Date.now());
  await writeLines(join(content, 'all.ndjson'), [...news, ...pictures, beacon]);
  await command(['import', join(content, 'all.ndjson')]);
}

async function makeKey(command: Command, ...options: readonly string[]): Promise<Record<string, string>> {
  const args = ['key', 'create', '--name', 'faults', '--project', scope.projectId, '--json', ...options];
  const { key, secret }: { key: string; secret: string } = JSON.parse(await command(args));
  return { 'x-svc-ac-api-key': key, 'x-svc-ac-api-secret': secret };
}

/** Runs a command, and returns what it prints. */
type Command = (args: readonly string[]) => Promise<string>;

function commandOf(env: Environment, program: string | undefined): Command {
  const given = { env, ...(program !== undefined && { program: join(program, 'bin/newsstand') }) };
  return async (args) => {
    const { code, stdout, stderr } = await runNewsstand(args, given);
    if (code !== 0) throw new Error(`${args.join(' ')} failed: ${stderr}`);
    return stdout;
  };
}
