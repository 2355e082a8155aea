import { join } from 'node:path';
import { createKey, importLines } from '../fillStore.ts';
import { inTemporaryFolder, type Running, startNewsstand } from '../newsstandProcess.ts';
import { outcomeHere } from '../runHere.ts';
import type { Databases } from '../startPostgres.ts';
import { until } from '../testing/until.ts';
import { newsPath } from './content.ts';

export type Headers = { readonly [name: string]: string };
type Settings = { readonly [name: string]: string };

/** Several nodes on one database, each with its own folder. */
type Site = {
  readonly folder: string;
  readonly databaseUrl: string;
  /** Starts or restarts a node; the name identifies its folder. */
  node(name: string, settings?: Settings, args?: readonly string[]): Promise<Running>;
  put(...lines: readonly object[]): Promise<void>;
  run(...args: readonly string[]): Promise<string>;
  key(...options: readonly string[]): Promise<{ readonly key: string; readonly headers: Headers }>;
};

/** Runs some work with a database of its own. */
export async function withSite(databases: Databases, work: (site: Site) => Promise<void>): Promise<void> {
  await inTemporaryFolder(async (folder) => {
    const shared = { NEWSSTAND_DATABASE_URL: await databases.freshStore(), NEWSSTAND_LOG_LEVEL: 'error' };
    const running: Running[] = [];
    const envOf = (name: string) => ({ ...shared, NEWSSTAND_DATA: join(folder, name) });
    const run = async (args: readonly string[]) => {
      const outcome = await outcomeHere(args, envOf('desk'));
      if (outcome.code !== 0) throw new Error(`${args.join(' ')} failed: ${outcome.stderr}`);
      return outcome.stdout;
    };
    try {
      await work({
        folder,
        databaseUrl: shared.NEWSSTAND_DATABASE_URL,
        async node(name, settings = {}, args = []) {
          const node = await startNewsstand(args, { ...envOf(name), ...settings });
          running.push(node);
          return node;
        },
        put: (...lines) => importLines(envOf('desk'), lines),
        run: (...args) => run(args),
        async key(...options) {
          const { key, secret } = await createKey(envOf('desk'), options);
          return { key, headers: { 'x-svc-ac-api-key': key, 'x-svc-ac-api-secret': secret } };
        },
      });
    } finally {
      await Promise.all(running.map((node) => node.end('SIGKILL')));
    }
  });
}

export const ask = (node: Running, path: string, headers: Headers) => fetch(node.url + path, { headers });

/** The names of the items that a node shows; none while it is unreachable. */
export async function namesAt(node: Running, headers: Headers): Promise<readonly string[]> {
  const response = await ask(node, `${newsPath}?sort=contentId:asc`, headers);
  if (response.status !== 200) return [];
  const { list }: { list: { name: string }[] } = JSON.parse(await response.text());
  return list.map(({ name }) => name);
}

export async function untilAll(
  what: string,
  nodes: readonly Running[],
  isRight: (node: Running) => Promise<boolean>,
): Promise<void> {
  for (const node of nodes) await until(what, () => isRight(node));
}

/** Waits until all nodes show exactly these items. */
export async function untilShown(
  nodes: readonly Running[],
  headers: Headers,
  ...names: readonly string[]
): Promise<void> {
  for (const node of nodes)
    await until(
      `the items ${names.join(', ')}`,
      () => namesAt(node, headers),
      (shown) => Bun.deepEquals(shown, names),
    );
}

export async function metric(node: Running | undefined, name: string): Promise<number> {
  const text = await (await fetch(`${node?.managementUrl}/metrics`)).text();
  return Number(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'm').exec(text)?.[1]);
}
