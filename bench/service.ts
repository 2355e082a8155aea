import { join } from 'node:path';
import { readConfig } from '../packages/server/src/config/readConfig.ts';
import { inTemporaryFolder, type Running, runNewsstand, startNewsstand } from '../tests/newsstandProcess.ts';
import { contentLines, instanceId, newsId, scope, usualAmounts } from './content.ts';

/** Where the news of the bench are. */
export const newsPath = `/static/projects/${scope.projectId}/spaces/${scope.spaceId}/news/instances/${instanceId}/news`;

/** One of them, for those who always ask for the same. */
export const itemPath = `${newsPath}/${newsId(1)}`;

/** A store of its own in a temporary folder, and how to run commands and services on it. */
export type Workplace = {
  readonly folder: string;
  readonly databaseUrl: string;
  run(...args: readonly string[]): Promise<string>;
  serve(...args: readonly string[]): Promise<Running>;
};

/** A service that runs, and the key that opens it. */
export type Opened = { readonly service: Running; readonly headers: Readonly<Record<string, string>> };

/** Runs a piece of work in a workplace, and removes everything afterwards. */
export async function inWorkplace<T>(work: (workplace: Workplace) => Promise<T>): Promise<T> {
  return await inTemporaryFolder(async (folder) => {
    // As for the servers beside it: no access log.
    const env = { NEWSSTAND_DATA: join(folder, 'data'), NEWSSTAND_LOG_LEVEL: 'warn' };
    return await work({
      folder,
      databaseUrl: readConfig(env).databaseUrl,
      run: (...args) => run(args, env),
      serve: (...args) => startNewsstand(args, env),
    });
  });
}

async function run(args: readonly string[], env: Readonly<Record<string, string>>): Promise<string> {
  const { code, stdout, stderr } = await runNewsstand(args, { env });
  if (code !== 0) throw new Error(`${args.join(' ')} failed: ${stderr}`);
  return stdout;
}

/** Writes content of this many items as a file to import, and gives back its size. */
export async function writeContent(file: string, items: number): Promise<number> {
  return await writeLines(file, contentLines(1, { ...usualAmounts, items }, Date.now()));
}

/** Writes lines as they come; a million of them do not have to fit in memory. */
export async function writeLines(file: string, lines: Iterable<string>): Promise<number> {
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

/** Makes a key for the content of the bench, as headers. */
export async function makeKey({ run: command }: Workplace): Promise<Record<string, string>> {
  const created = await command('key', 'create', '--name', 'bench', '--project', scope.projectId, '--json');
  const { key, secret }: { key: string; secret: string } = JSON.parse(created);
  return { 'x-svc-ac-api-key': key, 'x-svc-ac-api-secret': secret };
}
