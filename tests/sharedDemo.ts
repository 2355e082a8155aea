import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Running, startNewsstand } from './newsstandProcess.ts';
import { copyDemo } from './withDemo.ts';

/** A service with the demo content, and its settings. */
export type Demo = Omit<Running, 'end' | 'kill'> & { readonly env: Readonly<Record<string, string>> };

let ofProcess: Promise<Demo> | undefined;

/**
 * The service with demo content that all tests of a process share. It ends with the process. Who changes content does so
 * in a project of its own, or adds what nobody else looks at.
 */
export function sharedDemo(): Promise<Demo> {
  ofProcess ??= startDemo();
  return ofProcess;
}

/** Starts one for tests that would disturb others. It ends with the process, too. */
export async function startDemo(): Promise<Demo> {
  const data = join(await mkdtemp(join(tmpdir(), 'newsstand-demo-')), 'data');
  const said = await copyDemo(data);
  const env = { NEWSSTAND_DATA: data, NEWSSTAND_LOG_LEVEL: 'warn' };
  const running = await startNewsstand([], env);
  process.on('exit', () => running.kill('SIGKILL'));
  return { ...running, env, stdout: () => said + running.stdout() };
}
