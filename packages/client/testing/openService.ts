import { join } from 'node:path';
import { runNewsstand, startNewsstand } from '../../../tests/newsstandProcess.ts';
import { type Client, type ClientOptions, createClient, type Fetch } from '../src/index.ts';

/** A real service in processes of its own. */
export type Service = Awaited<ReturnType<typeof openService>>;

type Credentials = { readonly key: string; readonly secret: string };

/** Starts a service in a folder, that holds these records. */
export async function openService(
  folder: string,
  records: readonly object[],
  settings: Readonly<Record<string, string>> = {},
) {
  const env = { NEWSSTAND_DATA: join(folder, 'data'), NEWSSTAND_LOG_LEVEL: 'warn', ...settings };

  async function run(command: readonly string[], stdin = ''): Promise<string> {
    const { code, stdout, stderr } = await runNewsstand(command, { env, stdin });
    if (code !== 0) throw new Error(`${command.join(' ')} ended with ${code}: ${stderr}`);
    return stdout;
  }

  async function put(lines: readonly object[]): Promise<void> {
    await run(['import', '-'], lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  }

  async function createKey(...options: readonly string[]): Promise<Credentials> {
    return JSON.parse(await run(['key', 'create', '--name', 'test', '--json', ...options]));
  }

  await put(records);
  const reader = await createKey('--project', 'acme');
  const preview = await createKey('--project', 'acme', '--preview');
  // Reaches one instance only.
  const guest = await createKey('--project', 'acme', '--space', 'web', '--instance', 'press');
  const running = await startNewsstand([], env);

  /** A client of the service, and what it has asked and got so far. */
  function open(given: Partial<ClientOptions> = {}): { client: Client; seen: Seen[] } {
    const seen: Seen[] = [];
    const counting: Fetch = async (url, init) => {
      const response = await fetch(url, init);
      seen.push({ url, status: response.status });
      return response;
    };
    const { key, secret } = reader;
    const options = { url: running.url, key, secret, projectId: 'acme', spaceId: 'web', fetch: counting };
    return { client: createClient({ ...options, ...given }), seen };
  }

  return { url: running.url, reader, preview, guest, run, put, open, close: () => running.end() };
}

type Seen = { readonly url: string; readonly status: number };
