import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { until } from '../testing/until.ts';

/** The configurations in docs/scaling.md. */
export const frontFolder = join(import.meta.dir, '../../docs/scaling');

/** The local addresses in place of the docs' machines. */
export type Places = { readonly front: string; readonly nodes: readonly [string, string] };

/** Writes the files of the docs with the addresses and folders of this test. */
export async function writeFiles(folder: string, names: readonly string[], places: Places): Promise<void> {
  for (const sub of ['cache', 'log']) await mkdir(join(folder, sub), { recursive: true });
  for (const name of names) {
    const text = await Bun.file(join(frontFolder, name)).text();
    await Bun.write(join(folder, name), placed(text, folder, places));
  }
}

function placed(text: string, folder: string, { front, nodes }: Places): string {
  const addresses: readonly [string, string][] = [
    ['10.0.0.10:80', front],
    ['10.0.0.11:4000', nodes[0]],
    ['10.0.0.12:4000', nodes[1]],
    ['/var/cache/nginx', join(folder, 'cache')],
    ['/var/log/nginx', join(folder, 'log')],
  ];
  const plain = addresses.reduce((all, [there, here]) => all.replaceAll(there, here), text);
  // Varnish has separate settings for host and port.
  return nodes.reduce((all, node, index) => {
    const [host = '', port = ''] = node.split(':');
    return all
      .replaceAll(
        `.host = "10.0.0.1${index + 1}";\n  .port = "4000";`,
        `.host = "${host}";\n  .port = "${port}";`,
      )
      .replaceAll(`"10.0.0.1${index + 1}";`, `"${host}";`);
  }, plain);
}

/** A port that was free a moment ago; below those that the system gives to connections, which would soon take it. */
export function freePort(): number {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 12_000);
    try {
      Bun.listen({ hostname: '127.0.0.1', port, socket: { data: () => {} } }).stop(true);
      return port;
    } catch {
      // Somebody listens there; try another one.
    }
  }
}

/** A proxy in front of nodes. */
export type Front = { readonly url: string; stop(): Promise<void> };

/** Runs a program until it is stopped, and waits until it responds. */
export async function startFront(url: string, command: readonly string[]): Promise<Front> {
  const child = Bun.spawn([...command], { stdin: 'ignore', stdout: 'ignore', stderr: 'pipe' });
  const said = child.stderr.text();
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  // Varnish compiles its configuration first.
  await until(`${command[0]} to respond`, async () => hasEnded() || (await answers(url)), Boolean, 45);
  if (hasEnded()) throw new Error(`${command[0]} did not respond: ${await said}`);
  return {
    url,
    async stop() {
      child.kill('SIGTERM');
      await child.exited;
    },
  };
}

async function answers(url: string): Promise<boolean> {
  const response = await fetch(`${url}/healthz`).catch(() => undefined);
  await response?.body?.cancel();
  return response?.ok === true;
}
