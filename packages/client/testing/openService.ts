import { join } from 'node:path';
import { createKey as createKeyIn, importLines } from '../../../tests/fillStore.ts';
import { startNewsstand } from '../../../tests/newsstandProcess.ts';
import { outcomeHere } from '../../../tests/runHere.ts';
import { type Client, type ClientOptions, createClient, type Fetch } from '../src/index.ts';

/** A real service in processes of its own. */
export type Service = Awaited<ReturnType<typeof openService>>;

/** Starts a service in a folder, that holds these records. */
export async function openService(
  folder: string,
  records: readonly object[],
  settings: Readonly<Record<string, string>> = {},
) {
  const env = { NEWSSTAND_DATA: join(folder, 'data'), NEWSSTAND_LOG_LEVEL: 'warn', ...settings };

  async function run(command: readonly string[]): Promise<string> {
    const { code, stdout, stderr } = await outcomeHere(command, env);
    if (code !== 0) throw new Error(`${command.join(' ')} ended with ${code}: ${stderr}`);
    return stdout;
  }

  const put = (lines: readonly object[]) => importLines(env, lines);
  const createKey = (...options: readonly string[]) => createKeyIn(env, options);

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
