import { createKey as createKeyIn, importLines, untilShown } from '../../../tests/fillStore.ts';
import { outcomeHere } from '../../../tests/runHere.ts';
import { sharedDemo } from '../../../tests/sharedDemo.ts';
import { until } from '../../../tests/testing/until.ts';
import { type Client, type ClientOptions, createClient, type Fetch } from '../src/index.ts';

/** A project of a real service in a process of its own. */
export type Service = Awaited<ReturnType<typeof openService>>;

/** Puts records into a project of the service that the tests of a process share. */
export async function openService(projectId: string, records: readonly object[]) {
  const { url, env, managementUrl } = await sharedDemo();

  async function run(command: readonly string[]): Promise<string> {
    const { code, stdout, stderr } = await outcomeHere(command, env);
    if (code !== 0) throw new Error(`${command.join(' ')} ended with ${code}: ${stderr}`);
    return stdout;
  }

  const put = (lines: readonly object[]) =>
    importLines(
      env,
      lines.map((line) => ({ ...line, projectId })),
    );
  const createKey = (...options: readonly string[]) => createKeyIn(env, ['--project', projectId, ...options]);

  await put(records);
  const reader = await createKey();
  const preview = await createKey('--preview');
  // Reaches one instance only.
  const guest = await createKey('--space', 'web', '--instance', 'press');

  /** A client of the service, and what it has asked and got so far. */
  function open(given: Partial<ClientOptions> = {}): { client: Client; seen: Seen[] } {
    const seen: Seen[] = [];
    const counting: Fetch = async (address, init) => {
      const response = await fetch(address, init);
      seen.push({ url: address, status: response.status });
      return response;
    };
    const options = { url, ...reader, projectId, spaceId: 'web', fetch: counting };
    return { client: createClient({ ...options, ...given }), seen };
  }

  await until('the last key to be known', () => open(guest).client.news('press').list());
  await untilShown(env, { managementUrl });
  return { url, projectId, reader, preview, guest, run, put, createKey, open };
}

type Seen = { readonly url: string; readonly status: number };
