import { join } from 'node:path';
import { z } from 'zod';
import { importLines } from '../fillStore.ts';
import { startNewsstand } from '../newsstandProcess.ts';
import { outcomeHere } from '../runHere.ts';
import { copyDemo, keysOf, shareRendered } from '../withDemo.ts';

/** A service with the demo content, and a draft, for an example to show. */
export async function openDemo(folder: string, settings: Readonly<Record<string, string>> = {}) {
  const env = { NEWSSTAND_DATA: join(folder, 'data'), NEWSSTAND_LOG_LEVEL: 'warn', ...settings };
  const said = await copyDemo(env.NEWSSTAND_DATA);
  await shareRendered(env.NEWSSTAND_DATA);
  /** Writes an article of the blog, as an editor would. */
  const put = (contentId: string, title: string, status = 'published', alias?: string) =>
    importLines(env, [
      {
        ...{
          kind: 'news',
          projectId: 'demo',
          spaceId: 'web',
          instanceId: 'blog',
          contentId,
          name: title,
          status,
          ...(alias !== undefined && { alias }),
        },
        values: {
          title,
          body: { blocks: [{ type: 'paragraph', text: `Body of ${title}` }] },
          thumbnail: { mediaId: 'm-farm' },
        },
      },
    ]);
  await put('notes', 'Secret notes', 'draft');
  const service = await startNewsstand([], env);
  const { reader } = keysOf({ ...service, stdout: () => said });
  const [key, secret] = [reader['x-svc-ac-api-key'], reader['x-svc-ac-api-secret']];

  async function command(...words: readonly string[]): Promise<string> {
    const { code, stdout, stderr } = await outcomeHere(words, env);
    if (code !== 0) throw new Error(`${words.join(' ')} ended with ${code}: ${stderr}`);
    return stdout;
  }

  /** The token of a preview link to an article of the blog. */
  async function previewToken(contentId: string): Promise<string> {
    await command('operator', 'invite', 'desk', '--role', 'editor:demo');
    const token = await command('operator', 'token', 'desk', '--name', 'links');
    const item = `/manage/v1/projects/demo/spaces/web/news/instances/blog/news/${contentId}`;
    const response = await fetch(`${service.managementUrl}${item}/previews`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token.trim()}`, 'content-type': 'application/json' },
      body: '{}',
    });
    return z.object({ token: z.string() }).parse(await response.json()).token;
  }

  return {
    url: service.url,
    secrets: [key, secret],
    env: { NEWSSTAND_URL: service.url, NEWSSTAND_KEY: key, NEWSSTAND_SECRET: secret },
    put,
    command,
    previewToken,
    close: () => service.end(),
  };
}

/** A port that nobody uses now. */
export async function freePort(): Promise<number> {
  const server = Bun.serve({ port: 0, fetch: () => new Response() });
  const { port = 0 } = server;
  await server.stop(true);
  return port;
}

/** The examples of a section of docs/client.md, each to be compiled as a module of its own. */
export async function docsOf(heading: string): Promise<readonly string[]> {
  const page = await Bun.file(join(import.meta.dir, '../../docs/client.md')).text();
  const [section = ''] = page.split(`\n## ${heading}\n`)[1]?.split('\n## ') ?? [];
  return [...section.matchAll(/^```tsx\n(.*?)^```$/gms)].map(([, code = '']) => code);
}
