import { mkdir, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { copyFiles } from './databaseBytes.ts';
import { madeOnce } from './madeOnce.ts';
import { inTemporaryFolder, type Running, startNewsstand } from './newsstandProcess.ts';

/** A list of the demo. */
export const press = '/static/projects/demo/spaces/web/news/instances/press/news';

type Work = (running: Running, env: { NEWSSTAND_DATA: string }) => Promise<void>;

/**
 * Copies the data folder of a first start with the demo, and returns what that start printed. The import takes a few
 * seconds, so it is done once per run, by the process that needs it first.
 */
export async function copyDemo(data: string): Promise<string> {
  const demo = await makeDemo();
  await mkdir(data, { recursive: true });
  copyFiles(`${demo}/data/.`, data);
  return await readFile(join(demo, 'stdout'), 'utf8');
}

/** Gives a data folder the pictures that other tests have rendered: rendering one takes longer than all around it. */
export async function shareRendered(data: string): Promise<void> {
  await symlink(await madeOnce('pictures', async () => {}), join(data, 'pictures'));
}

/** Makes what `copyDemo` copies. */
export function makeDemo(): Promise<string> {
  return madeOnce('demo', async (folder) => {
    const running = await startNewsstand(['--demo'], { NEWSSTAND_DATA: join(folder, 'data') });
    await Bun.write(join(folder, 'stdout'), (await running.end()).stdout);
  });
}

/** Runs a service with demo content, and stops it if the test has not. */
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

/** The headers with the keys that the first start printed. */
export function keysOf(running: Pick<Running, 'stdout'>) {
  const value = (name: string) => new RegExp(`^${name}=(\\S+)$`, 'm').exec(running.stdout())?.[1] ?? '';
  const headers = (prefix: string) => ({
    'x-svc-ac-api-key': value(`${prefix}KEY`),
    'x-svc-ac-api-secret': value(`${prefix}SECRET`),
    connection: 'close',
  });
  return { reader: headers(''), preview: headers('PREVIEW_') };
}
