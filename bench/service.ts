import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readConfig } from '../packages/server/src/config/readConfig.ts';
import { inTemporaryFolder, type Running, runNewsstand, startNewsstand } from '../tests/newsstandProcess.ts';
import { contentLines, instanceId, newsId, scope, usualAmounts } from './content.ts';

/** The path of the news of the bench. */
export const newsPath = `/static/projects/${scope.projectId}/spaces/${scope.spaceId}/news/instances/${instanceId}/news`;

/** The path of one item that is requested again and again. */
export const itemPath = `${newsPath}/${newsId(1)}`;

/** A store in a temporary folder, with functions to run commands and services on it. */
export type Sandbox = {
  readonly folder: string;
  readonly databaseUrl: string;
  run(...args: readonly string[]): Promise<string>;
  serve(...args: readonly string[]): Promise<Running>;
  /** The same, run by another program. */
  serveThrough(program: readonly string[], ...args: readonly string[]): Promise<Running>;
};

/** A running service, and the headers with a key for it. */
export type Opened = { readonly service: Running; readonly headers: Readonly<Record<string, string>> };

/** Runs some work in a sandbox, with more settings if need be, and removes everything afterwards. */
export async function inSandbox<T>(
  work: (sandbox: Sandbox) => Promise<T>,
  more: Readonly<Record<string, string>> = {},
): Promise<T> {
  return await inTemporaryFolder(async (folder) => {
    // No access log, like the servers that it is compared with.
    const env = { NEWSSTAND_DATA: join(folder, 'data'), NEWSSTAND_LOG_LEVEL: 'warn', ...more };
    return await work({
      folder,
      databaseUrl: readConfig(env).databaseUrl,
      run: (...args) => run(args, env),
      serve: (...args) => startNewsstand(args, env),
      serveThrough: (program, ...args) => startNewsstand(args, env, undefined, program),
    });
  });
}

async function run(args: readonly string[], env: Readonly<Record<string, string>>): Promise<string> {
  const { code, stdout, stderr } = await runNewsstand(args, { env });
  if (code !== 0) throw new Error(`${args.join(' ')} failed: ${stderr}`);
  return stdout;
}

/** Writes an import file with this many items, and returns its size. */
export async function writeContent(file: string, items: number): Promise<number> {
  return await writeLines(file, contentLines(1, { ...usualAmounts, items }, Date.now()));
}

/** Writes lines one by one: a million of them need not fit in memory. */
export async function writeLines(file: string, lines: Iterable<string>): Promise<number> {
  // A writer keeps the end of a longer file.
  await rm(file, { force: true });
  const sink = Bun.file(file).writer();
  let unwritten = 0;
  for (const line of lines) {
    sink.write(line);
    unwritten += line.length;
    if (unwritten < 10_000_000) continue;
    await sink.flush();
    unwritten = 0;
  }
  await sink.end();
  return Bun.file(file).size;
}

/** Creates a key for the content of the bench, and returns it as headers. */
export async function makeKey({ run: command }: Sandbox): Promise<Record<string, string>> {
  const created = await command('key', 'create', '--name', 'bench', '--project', scope.projectId, '--json');
  const { key, secret }: { key: string; secret: string } = JSON.parse(created);
  return { 'x-svc-ac-api-key': key, 'x-svc-ac-api-secret': secret };
}
