import { Database } from 'bun:sqlite';
import { rmSync } from 'node:fs';
import { cp, exists, mkdtemp, readFile, rename } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inTemporaryFolder, type Running, startNewsstand } from './newsstandProcess.ts';

/** A list of the demo. */
export const press = '/static/projects/demo/spaces/web/news/instances/press/news';

type Work = (running: Running, env: { NEWSSTAND_DATA: string }) => Promise<void>;

/**
 * The demo as its first start has left it, and what that said. To draw all its pictures takes its time, so it is done
 * once in a run of all tests, by the process that needs it first; without such a run, once a process.
 */
export async function copyDemo(data: string): Promise<string> {
  first ??= makeOnce(await sharedFolder());
  const folder = await first;
  await cp(join(folder, 'data'), data, { recursive: true });
  return await readFile(join(folder, 'stdout'), 'utf8');
}

let first: Promise<string> | undefined;

async function sharedFolder(): Promise<string> {
  const shared = process.env['SHARED_TESTS_FOLDER'];
  if (shared !== undefined) return shared;
  const own = await mkdtemp(join(tmpdir(), 'newsstand-test-'));
  process.on('exit', () => rmSync(own, { recursive: true, force: true }));
  return own;
}

async function makeOnce(folder: string): Promise<string> {
  // A lock that the system takes back when its holder dies. Whoever waits for it has nothing else to do.
  using lock = new Database(join(folder, 'demo.lock'));
  lock.run('PRAGMA busy_timeout = 120000');
  lock.run('BEGIN EXCLUSIVE');
  const demo = join(folder, 'demo');
  if (await exists(demo)) return demo;
  const making = await mkdtemp(join(folder, 'making-'));
  const running = await startNewsstand(['--demo'], { NEWSSTAND_DATA: join(making, 'data') });
  await Bun.write(join(making, 'stdout'), (await running.end()).stdout);
  await rename(making, demo);
  return demo;
}

/** Runs a service that holds demo content, and ends it if the test has not. */
export async function withDemo(
  args: readonly string[],
  work: Work,
  settings: Readonly<Record<string, string>> = {},
): Promise<void> {
  await inTemporaryFolder(async (folder) => {
    const env = { NEWSSTAND_DATA: join(folder, 'data') };
    const stdout = await copyDemo(env.NEWSSTAND_DATA);
    const running = await startNewsstand(args, { ...env, ...settings });
    try {
      await work({ ...running, stdout: () => stdout + running.stdout() }, env);
    } finally {
      running.kill('SIGKILL');
    }
  });
}

/** The headers of the keys that the first start has shown. */
export function keysOf(running: Running) {
  const value = (name: string) => new RegExp(`^${name}=(\\S+)$`, 'm').exec(running.stdout())?.[1] ?? '';
  const headers = (prefix: string) => ({
    'x-svc-ac-api-key': value(`${prefix}KEY`),
    'x-svc-ac-api-secret': value(`${prefix}SECRET`),
    connection: 'close',
  });
  return { reader: headers(''), preview: headers('PREVIEW_') };
}

/** Waits until something is so. */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await Bun.sleep(20);
}
