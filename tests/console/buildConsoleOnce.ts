import { buildConsole } from '../../packages/console/build/buildConsole.ts';
import { consoleFolder } from '../../packages/server/src/management/console/serveConsole.ts';
import { madeOnce } from '../madeOnce.ts';

/** Builds what the listeners serve, once per run: whoever reads it while it is built may find half of it. */
export async function buildConsoleOnce(): Promise<void> {
  await madeOnce('console', async () => void (await buildConsole(consoleFolder)));
}
