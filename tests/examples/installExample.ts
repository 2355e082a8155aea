import { cp } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/** What is made in an example by those who try it. */
const made = /^(node_modules|dist|\.astro|\.next|\.env)$/;

/** A project that was made as the README of an example says. */
export type Example = {
  readonly folder: string;
  /** Runs a command in it, and returns what it printed, without colours. */
  run(...command: readonly string[]): Promise<string>;
  /** Starts a command, and waits until it prints an address. */
  start(...command: readonly string[]): Promise<{ readonly url: string; end(): Promise<void> }>;
};

/** Copies an example, and installs it with the client that a service serves. */
export async function installExample(
  name: string,
  folder: string,
  service: string,
  env: Readonly<Record<string, string>>,
): Promise<Example> {
  const source = join(import.meta.dir, '../../examples', name);
  await cp(source, folder, { recursive: true, filter: (path) => !made.test(basename(path)) });
  const own = Object.entries(process.env).filter(([key]) => !/^(NEWSSTAND_|NODE_ENV$)/.test(key));
  const spawn = (command: readonly string[]) =>
    Bun.spawn([...command], {
      cwd: folder,
      env: { ...Object.fromEntries(own), ...env },
      stdout: 'pipe',
      stderr: 'pipe',
      detached: true,
    });

  async function run(...command: readonly string[]): Promise<string> {
    const child = spawn(command);
    const [output, fault, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
    if (code !== 0) throw new Error(`${command.join(' ')} ended with ${code}: ${output}${fault}`);
    return stripVTControlCharacters(output);
  }

  async function start(...command: readonly string[]) {
    const child = spawn(command);
    const errors = child.stderr.text();
    const end = async () => {
      // The whole group: npm may end without the server that it has started.
      process.kill(-child.pid);
      await child.exited;
    };
    const decoder = new TextDecoder();
    let text = '';
    for await (const chunk of child.stdout.values({ preventCancel: true })) {
      text += stripVTControlCharacters(decoder.decode(chunk, { stream: true }));
      const [url] = /http:\/\/[\w.]+:\d+/.exec(text) ?? [];
      if (url !== undefined) return { url, end };
    }
    throw new Error(`${command.join(' ')} has ended: ${text}${await errors}`);
  }

  const options = ['--prefer-offline', '--no-audit', '--no-fund'];
  await run('npm', 'ci', ...options);
  await run('npm', 'install', ...options, `${service}/docs/client.tgz`);
  return { folder, run, start };
}
