import { join } from 'node:path';
import { z } from 'zod';
import { copyFiles } from './databaseBytes.ts';
import { madeOnce } from './madeOnce.ts';
import { inTemporaryFolder, type Running, runNewsstand, startNewsstand } from './newsstandProcess.ts';
import { until } from './testing/until.ts';

/** A running service, the files of its store, and functions to write to it. */
export type StoreOnDisk = Awaited<ReturnType<typeof open>>;

/** Starts a service with its own store, as an operator would, and stops it after the work. */
export async function withStoreOnDisk(
  work: (store: StoreOnDisk) => Promise<void>,
  args: readonly string[] = [],
): Promise<void> {
  await inTemporaryFolder(async (folder) => {
    const store = await open(folder, args);
    try {
      await work(store);
    } finally {
      store.running().kill('SIGKILL');
    }
  });
}

/** Runs the sqlite3 program on a database. */
export async function sqlite3(path: string, command: string): Promise<string> {
  const child = Bun.spawn(['sqlite3', path, command], { stdout: 'pipe', stderr: 'pipe' });
  const [stdout, stderr, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  if (code !== 0 || stderr !== '') throw new Error(`sqlite3 ended with ${code}: ${stderr}`);
  return stdout.trim();
}

const tags = '/manage/v1/projects/acme/spaces/web/collection/tags';
const problem = z.object({ code: z.string(), detail: z.string() });
const keys = z.object({ key: z.string(), secret: z.string() });
const secrets = keys.extend({ token: z.string() });
const tagList = z.object({ list: z.array(z.object({ name: z.string() })) });
const readiness = z.object({ status: z.string(), reasons: z.array(z.string()) });

const tagLine = (name: string) =>
  JSON.stringify({ kind: 'tag', projectId: 'acme', spaceId: 'web', tagId: name, name });

/** Copies a data folder with one tag, a key and an operator's token. The original is created once per run. */
async function copyPrepared(data: string): Promise<z.infer<typeof secrets>> {
  const prepared = await madeOnce('store-on-disk', async (folder) => {
    const env = { NEWSSTAND_DATA: join(folder, 'data') };
    const run = async (words: readonly string[], stdin = '') => {
      const { code, stdout, stderr } = await runNewsstand(words, { env, stdin });
      if (code !== 0) throw new Error(`${words.join(' ')} ended with ${code}: ${stderr}`);
      return stdout;
    };
    await run(['import', '-'], tagLine('first'));
    const key = keys.parse(
      JSON.parse(await run(['key', 'create', '--name', 'x', '--project', 'acme', '--json'])),
    );
    await run(['operator', 'invite', 'ken', '--role', 'owner']);
    const token = (await run(['operator', 'token', 'ken', '--name', 'test'])).trim();
    await Bun.write(join(folder, 'secrets.json'), JSON.stringify({ ...key, token }));
  });
  copyFiles(join(prepared, 'data'), data);
  return secrets.parse(await Bun.file(join(prepared, 'secrets.json')).json());
}

async function open(folder: string, args: readonly string[]) {
  const env = { NEWSSTAND_DATA: join(folder, 'data'), NEWSSTAND_LOG_LEVEL: 'warn' };
  const database = join(folder, 'data', 'newsstand.db');
  const run = (words: readonly string[], stdin = '') => runNewsstand(words, { env, stdin });
  const { key, secret, token } = await copyPrepared(env.NEWSSTAND_DATA);
  let running: Running = await startNewsstand(args, env);

  /** What readers get. */
  async function deliveredTags(): Promise<readonly string[]> {
    const headers = { 'x-svc-ac-api-key': key, 'x-svc-ac-api-secret': secret, connection: 'close' };
    const answer = await fetch(`${running.url}/static/projects/acme/spaces/web/collection/tags`, { headers });
    const { list } = tagList.parse(await answer.json());
    return list.map(({ name }) => name).toSorted();
  }

  return {
    folder,
    env,
    database,
    run,
    importTag: (name: string) => run(['import', '-'], tagLine(name)),
    running: () => running,
    async start(): Promise<void> {
      running = await startNewsstand(args, env);
    },
    /** Creates a tag with the write interface. */
    createTag: (name: string) =>
      fetch(running.managementUrl + tags, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ name }),
      }),
    deliveredTags,
    /** Waits until every worker shows a tag. */
    async untilDelivered(name: string): Promise<void> {
      let inARow = 0;
      await until(`the tag ${name}, 20 times in a row`, async () => {
        do inARow = (await deliveredTags()).includes(name) ? inARow + 1 : 0;
        while (inARow > 0 && inARow < 20);
        return inARow === 20;
      });
    },
    async metric(name: string): Promise<number> {
      const text = await (await fetch(`${running.managementUrl}/metrics`)).text();
      return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
    },
    readiness: async () => {
      const answer = await fetch(`${running.managementUrl}/readyz`);
      return { code: answer.status, ...readiness.parse(await answer.json()) };
    },
    /** The contents of a database according to the sqlite3 program, after an integrity check. */
    async tagsIn(path: string): Promise<readonly string[]> {
      const check = await sqlite3(path, 'PRAGMA integrity_check');
      if (check !== 'ok') throw new Error(check);
      const names = await sqlite3(path, `SELECT document ->> 'name' FROM records`);
      return names.split('\n').toSorted();
    },
  };
}

/** The detail of an error of the write interface. */
export async function problemOf(response: Response): Promise<z.infer<typeof problem>> {
  return problem.parse(await response.json());
}
