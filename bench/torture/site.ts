import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { type Outcome, type Running, runNewsstand, startNewsstand } from '../../tests/newsstandProcess.ts';
import { childrenOf } from '../processes.ts';
import { basePicture, lineOf, scope } from './items.ts';
import { eventually, sendRequest } from './sendRequest.ts';

export type Headers = Readonly<Record<string, string>>;
type Environment = Readonly<Record<string, string>>;

/** A serving process and its children, replaced by a new one after each kill. */
export type TortureNode = {
  readonly name: string;
  readonly env: Environment;
  readonly args: readonly string[];
  running: Running;
  /** Until somebody kills it. */
  isUp: boolean;
  /** The output of the previous one. */
  lastWords: string;
};

/** A store, its nodes, and the credentials to write and read. */
export type Site = {
  readonly folder: string;
  /** The store's URL. */
  readonly databaseUrl: string;
  /** The files of the store; none for PostgreSQL. */
  readonly database: string | undefined;
  readonly nodes: readonly TortureNode[];
  /** The environment of commands. */
  readonly env: Environment;
  /** The token of an operator with all permissions. */
  readonly operator: Headers;
  /** Sees every item, live or not. */
  readonly preview: Headers;
  /** Sees live items only, like readers. */
  readonly reader: Headers;
};

export type SiteOptions = {
  readonly folder: string;
  /** Undefined for SQLite. */
  readonly postgresUrl?: string;
  /** The arguments of each node. */
  readonly nodes: readonly (readonly string[])[];
};

const issued = z.object({ key: z.string(), secret: z.string() });

/** Creates a store with basic content, and starts its nodes. */
export async function openSite({ folder, postgresUrl, nodes: nodeArgs }: SiteOptions): Promise<Site> {
  const data = join(folder, 'data');
  const database = postgresUrl === undefined ? join(data, 'newsstand.db') : undefined;
  const originals = join(folder, 'originals');
  const shared = {
    NEWSSTAND_LOG_LEVEL: 'warn',
    // The same for all, as behind a load balancer: their responses are compared.
    NEWSSTAND_MEDIA_URL: 'http://newsstand.test/media',
    ...(postgresUrl !== undefined && {
      NEWSSTAND_DATABASE_URL: postgresUrl,
      NEWSSTAND_MEDIA_STORE: `folder:${originals}`,
    }),
  };
  const env = { ...shared, NEWSSTAND_DATA: postgresUrl === undefined ? data : join(folder, 'tools') };
  await mkdir(join(folder, 'files'), { recursive: true });
  const run = async (args: readonly string[], stdin = '') => {
    const { code, stdout, stderr } = await runNewsstand(args, { env, stdin });
    if (code !== 0) throw new Error(`${args.join(' ')} failed: ${stderr}`);
    return stdout;
  };
  await run(['import', '-'], baseLines().join(''));
  const key = async (...options: readonly string[]): Promise<Headers> => {
    const named = ['key', 'create', '--name', 'torture', '--project', scope.projectId, '--json'];
    const { key, secret } = issued.parse(JSON.parse(await run([...named, ...options])));
    return { 'x-svc-ac-api-key': key, 'x-svc-ac-api-secret': secret };
  };
  const reader = await key();
  const preview = await key('--preview');
  await run(['operator', 'invite', 'robot', '--role', 'owner']);
  const token = (await run(['operator', 'token', 'robot', '--name', 'torture'])).trim();
  const nodes: TortureNode[] = [];
  for (const [place, args] of nodeArgs.entries()) {
    const own = postgresUrl === undefined ? data : join(folder, `node${place + 1}`);
    const nodeEnv = { ...shared, NEWSSTAND_DATA: own };
    const running = await startNewsstand(args, nodeEnv);
    nodes.push({ name: `node ${place + 1}`, env: nodeEnv, args, running, isUp: true, lastWords: '' });
  }
  return {
    ...{ folder, databaseUrl: postgresUrl ?? `sqlite:${database}`, database, nodes, env, reader, preview },
    operator: { authorization: `Bearer ${token}` },
  };
}

/** Items that the run itself needs; they are not in the book. */
export const ownIds = { beacon: 'beacon', ledger: 'ledger' } as const;

function baseLines(): readonly string[] {
  const news = (id: string) =>
    lineOf('news', id, {
      ...{ kind: 'news', id, name: id, status: 'published', text: '', picture: basePicture },
    });
  const media = {
    kind: 'media',
    id: basePicture,
    name: 'base',
    text: 'https://media.example.com/base.jpg',
  } as const;
  const instance = { kind: 'instance', app: 'banner', ...scope, instanceId: 'top' };
  return [
    `${JSON.stringify(instance)}\n`,
    lineOf('media', basePicture, media),
    news(ownIds.beacon),
    news(ownIds.ledger),
  ];
}

/** Restarts killed nodes, and waits until every worker is ready. */
export async function restartKilled(site: Site): Promise<void> {
  for (const node of site.nodes) {
    if (node.isUp) continue;
    node.lastWords = node.running.stderr();
    node.running = await startNewsstand(node.args, node.env);
    node.isUp = true;
  }
  for (const { name, running } of site.nodes) {
    await eventually(`${name} does not become ready`, async () => {
      const response = await sendRequest(`${running.managementUrl}/readyz`);
      return response?.isDone ? undefined : `${response?.status} ${response?.text}`;
    });
  }
}

/** Kills all processes of a node at once, or only the main one. */
export async function killNode(node: TortureNode, isWhole: boolean): Promise<Outcome> {
  const children = isWhole ? childrenOf(node.running.pid) : [];
  node.isUp = false;
  node.running.kill('SIGKILL');
  for (const child of children) killProcess(child);
  return await node.running.end('SIGKILL');
}

/** False if it had already ended. */
export function killProcess(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGKILL');
  } catch {
    return false;
  }
}

/** Stops everything, whatever its state. */
export async function closeSite({ nodes }: Site): Promise<void> {
  await Promise.all(nodes.map((node) => (node.isUp ? killNode(node, true) : undefined)));
}
