import { join } from 'node:path';
import { inTemporaryFolder, type Running, runNewsstand, startNewsstand } from '../tests/newsstandProcess.ts';
import { contentLines, scope, usualAmounts } from './content.ts';

/** Where the news of the bench are. */
export const newsPath = `/static/projects/${scope.projectId}/spaces/${scope.spaceId}/news/instances/news/news`;

/** A store of its own in a temporary folder, and how to run commands and services on it. */
export type Workplace = {
  readonly folder: string;
  run(...args: readonly string[]): Promise<string>;
  serve(...args: readonly string[]): Promise<Running>;
};

/** Runs a piece of work in a workplace, and removes everything afterwards. */
export async function inWorkplace<T>(work: (workplace: Workplace) => Promise<T>): Promise<T> {
  return await inTemporaryFolder(async (folder) => {
    // As for the servers beside it: no access log.
    const env = { NEWSSTAND_DATA: join(folder, 'data'), NEWSSTAND_LOG_LEVEL: 'warn' };
    return await work({
      folder,
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

/** Writes content of this many items as a file to import. */
export async function writeContent(file: string, items: number): Promise<number> {
  const sink = Bun.file(file).writer();
  for (const line of contentLines(1, { ...usualAmounts, items }, Date.now())) sink.write(line);
  await sink.end();
  return Bun.file(file).size;
}

/** Makes a key for the content of the bench, as headers. */
export async function makeKey({ run: command }: Workplace): Promise<Record<string, string>> {
  const created = await command('key', 'create', '--name', 'bench', '--project', scope.projectId, '--json');
  const { key, secret }: { key: string; secret: string } = JSON.parse(created);
  return { 'x-svc-ac-api-key': key, 'x-svc-ac-api-secret': secret };
}

/** Resident memory of a process, in megabytes. */
export async function residentMegabytes(pid: number): Promise<number> {
  const status = await Bun.file(`/proc/${pid}/status`).text();
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
}
