import { join } from 'node:path';
import { inTemporaryFolder, type Running, startNewsstand } from './newsstandProcess.ts';

/** A list of the demo. */
export const press = '/static/projects/demo/spaces/web/news/instances/press/news';

/** Runs a service with demo content, and ends it if the test has not. */
export async function withDemo(
  args: readonly string[],
  work: (running: Running, env: { NEWSSTAND_DATA: string }) => Promise<void>,
  settings: Readonly<Record<string, string>> = {},
): Promise<void> {
  await inTemporaryFolder(async (folder) => {
    const env = { NEWSSTAND_DATA: join(folder, 'data') };
    const running = await startNewsstand(['--demo', ...args], { ...env, ...settings });
    try {
      await work(running, env);
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
