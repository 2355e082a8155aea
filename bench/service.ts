import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { contentLines, scope, usualAmounts } from './content.ts';

const program = join(import.meta.dir, '../bin/newsstand');

/** Where the news of the bench are. */
export const newsPath = `/static/projects/${scope.projectId}/spaces/${scope.spaceId}/news/instances/news/news`;

/** A store of its own in a temporary folder, and how to run commands and services on it. */
export type Workplace = {
  readonly folder: string;
  readonly databaseUrl: string;
  run(...args: readonly string[]): Promise<string>;
  serve(...args: readonly string[]): Promise<Service>;
};

/** A running service. */
export type Service = {
  readonly pid: number;
  readonly url: string;
  stop(): Promise<void>;
};

/** Runs a piece of work in a workplace, and removes everything afterwards. */
export async function inWorkplace<T>(work: (workplace: Workplace) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'newsstand-bench-'));
  // As for the servers beside it: no access log.
  const env = { ...process.env, NEWSSTAND_DATA: join(folder, 'data'), NEWSSTAND_LOG_LEVEL: 'warn' };
  try {
    return await work({
      folder,
      databaseUrl: `sqlite:${join(folder, 'data/newsstand.db')}`,
      run: (...args) => run(args, env),
      serve: (...args) => serve(args, env),
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

type Environment = Record<string, string | undefined>;

async function run(args: readonly string[], env: Environment): Promise<string> {
  const child = Bun.spawn([program, ...args], { env, stdout: 'pipe', stderr: 'inherit' });
  const output = await child.stdout.text();
  if ((await child.exited) !== 0) throw new Error(`${args.join(' ')} failed`);
  return output;
}

/** Starts the service and waits until it says that it is open. */
async function serve(args: readonly string[], env: Environment): Promise<Service> {
  const child = Bun.spawn([program, 'serve', '--port', '0', '--management-port', '0', ...args], {
    env,
    stdout: 'pipe',
    stderr: 'inherit',
  });
  let printed = '';
  for await (const chunk of child.stdout) {
    printed += new TextDecoder().decode(chunk);
    if (/management +\S+\n/.test(printed)) break;
  }
  return {
    pid: child.pid,
    url: /content +(\S+)/.exec(printed)?.[1] ?? '',
    async stop() {
      child.kill();
      await child.exited;
    },
  };
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
