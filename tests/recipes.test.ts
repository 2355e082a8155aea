import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { createHmac } from 'node:crypto';
import { chmod, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { importLines } from './fillStore.ts';
import { type Running, startNewsstand } from './newsstandProcess.ts';
import { copyDemo, keysOf, until } from './withDemo.ts';

/* The recipes for static sites, as they are written in the docs, in a project without the frameworks that they are for. */

// A busy machine must not fail a test.
setDefaultTimeout(300_000);

const root = join(import.meta.dir, '..');
const secret = `whsec_${Buffer.from('a secret of twenty-four b').toString('base64')}`;
let folder = '';
let data = '';
let service: Running;
let env: Record<string, string> = {};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'newsstand-recipes-'));
  data = join(folder, 'data');
  const said = await copyDemo(data);
  service = await startNewsstand([], { NEWSSTAND_DATA: data, NEWSSTAND_LOG_LEVEL: 'warn' });
  const { reader } = keysOf({ ...service, stdout: () => said });
  env = {
    NEWSSTAND_URL: service.url,
    NEWSSTAND_KEY: reader['x-svc-ac-api-key'],
    NEWSSTAND_SECRET: reader['x-svc-ac-api-secret'],
    NEWSSTAND_WEBHOOK_SECRET: secret,
  };
  const pages = ['docs/events.md', 'docs/guides/static-sites.md'];
  const texts = await Promise.all(pages.map((page) => Bun.file(join(root, page)).text()));
  for (const [, code = ''] of texts.join('\n').matchAll(/^```javascript\n(.*?)^```$/gms)) {
    const name =
      /^\/\/ (\S+\.js)$/m.exec(code)?.[1] ?? (code.includes('function isGenuine') && 'lib/isGenuine.js');
    if (name) await Bun.write(join(folder, name), code);
  }
  await Bun.write(join(folder, 'package.json'), '{ "type": "module" }');
  await symlink(join(root, 'packages/client'), await within('node_modules/@newsstand/client'), 'dir');
  await Bun.write(
    join(folder, 'node_modules/next/cache.js'),
    'export const revalidateTag = (...given) => console.log(JSON.stringify(given));',
  );
  await Bun.write(
    join(folder, 'node_modules/next/package.json'),
    '{ "name": "next", "type": "module", "exports": { "./cache": "./cache.js" } }',
  );
  await Bun.write(join(folder, 'node_modules/.bin/astro'), '#!/bin/sh\necho "built with $*"\n');
  await chmod(join(folder, 'node_modules/.bin/astro'), 0o755);
});

afterAll(async () => {
  await service?.end();
  await rm(folder, { recursive: true, force: true });
});

/** A path in the project, whose folder exists. */
async function within(path: string): Promise<string> {
  await Bun.write(join(folder, dirname(path), '.keep'), '');
  return join(folder, path);
}

/** Runs a program in the project, and returns what it has printed so far. */
function run(program: readonly string[]) {
  const child = Bun.spawn([process.execPath, ...program], {
    cwd: folder,
    env: { ...process.env, ...env, QUIET: '100' },
    stdout: 'pipe',
    stderr: 'inherit',
  });
  let text = '';
  const ended = (async () => {
    const decoder = new TextDecoder();
    for await (const chunk of child.stdout) text += decoder.decode(chunk, { stream: true });
  })();
  return {
    text: () => text,
    async end() {
      child.kill();
      await ended;
    },
  };
}

/** A call as the service signs it. */
function call(url: string, body: object, signedWith = secret, time = Math.floor(Date.now() / 1000)) {
  const text = JSON.stringify(body);
  const key = Buffer.from(signedWith.replace('whsec_', ''), 'base64');
  const signature = createHmac('sha256', key).update(`msg_1.${time}.${text}`).digest('base64');
  const headers = {
    'webhook-id': 'msg_1',
    'webhook-timestamp': `${time}`,
    'webhook-signature': `v1,${signature}`,
  };
  return fetch(url, { method: 'POST', headers, body: text });
}

test('Next.js: the route renders again what has changed, and refuses what is not genuine', async () => {
  const program = `
    import { POST } from './app/api/newsstand/route.js';
    const server = Bun.serve({ port: 0, hostname: '127.0.0.1', routes: { '/': { POST } } });
    console.log(server.url.href);`;
  const next = run(['-e', program]);
  try {
    await until(() => next.text().includes('\n'));
    const [url = ''] = next.text().split('\n');
    const at = { projectId: 'demo', spaceId: 'web' };
    const news = { type: 'opened', data: { ...at, kind: 'news', instanceId: 'press', id: 'n1', at: 1 } };
    const old = Math.floor(Date.now() / 1000) - 600;
    expect((await call(url, news, `whsec_${btoa('another')}`)).status).toBe(401);
    expect((await call(url, news, secret, old)).status).toBe(401);
    expect((await fetch(url, { method: 'POST', body: JSON.stringify(news) })).status).toBe(401);
    for (const body of [
      news,
      { type: 'changed', data: { ...at, kind: 'category', id: 'c1', at: 1 } },
      { type: 'reset', data: at },
      { type: 'test' },
    ])
      expect((await call(url, body)).status).toBe(204);
    await until(() => next.text().split('\n').length > 5);
    expect(next.text().trim().split('\n').slice(1)).toEqual([
      '["newsstand:press",{"expire":0}]',
      ...Array.from({ length: 3 }, () => '["newsstand",{"expire":0}]'),
    ]);
  } finally {
    await next.end();
  }
});

test('Next.js: what is read has these tags', async () => {
  const program = `
    const own = fetch;
    globalThis.fetch = (url, init) => {
      console.log(JSON.stringify([init.cache, ...init.next.tags]));
      return own(url, init);
    };
    const { client } = await import('./lib/newsstand.js');
    const { list } = await client.news('press').list({ size: 1 });
    await client.news('press').get(list[0].contentId);
    await client.banners('top').list();
    await client.tags.list();
    console.log('read');`;
  const next = run(['-e', program]);
  try {
    await until(() => next.text().includes('read\n'));
    const lines = next.text().trim().split('\n').slice(0, -1);
    expect(lines.map((line) => z.array(z.string()).parse(JSON.parse(line)))).toEqual([
      ['force-cache', 'newsstand', 'newsstand:press'],
      ['force-cache', 'newsstand', 'newsstand:press'],
      ['force-cache', 'newsstand', 'newsstand:top'],
      ['force-cache', 'newsstand'],
    ]);
  } finally {
    await next.end();
  }
});

test('Astro: the site is built at the start, and after changes', async () => {
  const builds = (text: string) => text.split('built with build\n').length - 1;
  const astro = run(['run', 'rebuild.js']);
  try {
    await until(() => builds(astro.text()) === 1);
    const place = { projectId: 'demo', spaceId: 'web' };
    await importLines({ NEWSSTAND_DATA: data }, [
      { kind: 'tag', ...place, tagId: 't-1', name: 'One' },
      { kind: 'tag', ...place, tagId: 't-2', name: 'Two' },
    ]);
    await until(() => builds(astro.text()) === 2);
    expect(astro.text()).toContain('opened tag t-1');
    expect(astro.text()).toContain('opened tag t-2');
  } finally {
    await astro.end();
  }
});
