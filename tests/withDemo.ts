import { rmSync } from 'node:fs';
import { cp, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inTemporaryFolder, type Running, startNewsstand } from './newsstandProcess.ts';

/** A list of the demo. */
export const press = '/static/projects/demo/spaces/web/news/instances/press/news';

type Work = (running: Running, env: { NEWSSTAND_DATA: string }) => Promise<void>;

/** Runs the first start of a service with demo content, and ends it if the test has not. */
export async function withFirstStart(args: readonly string[], work: Work): Promise<void> {
  await inTemporaryFolder((folder) => runIn(folder, ['--demo', ...args], {}, work));
}

/** What the first start has left and said. To draw all pictures of the demo takes its time, so it is done once. */
let first: Promise<{ readonly data: string; readonly stdout: string }> | undefined;

async function startFirst() {
  const folder = await mkdtemp(join(tmpdir(), 'newsstand-test-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  const data = join(folder, 'data');
  const running = await startNewsstand(['--demo'], { NEWSSTAND_DATA: data });
  return { data, stdout: (await running.end()).stdout };
}

/** Runs a service that holds demo content, and ends it if the test has not. */
export async function withDemo(
  args: readonly string[],
  work: Work,
  settings: Readonly<Record<string, string>> = {},
): Promise<void> {
  first ??= startFirst();
  const { data, stdout } = await first;
  await inTemporaryFolder(async (folder) => {
    await cp(data, join(folder, 'data'), { recursive: true });
    await runIn(folder, args, settings, (running, env) =>
      work({ ...running, stdout: () => stdout + running.stdout() }, env),
    );
  });
}

async function runIn(
  folder: string,
  args: readonly string[],
  settings: Readonly<Record<string, string>>,
  work: Work,
): Promise<void> {
  const env = { NEWSSTAND_DATA: join(folder, 'data') };
  const running = await startNewsstand(args, { ...env, ...settings });
  try {
    await work(running, env);
  } finally {
    running.kill('SIGKILL');
  }
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
