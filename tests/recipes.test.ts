import { afterAll, beforeAll, expect, test } from 'bun:test';
import { createHmac } from 'node:crypto';
import { chmod, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { importLines } from './fillStore.ts';
import { type Demo, sharedDemo } from './sharedDemo.ts';
import { until } from './testing/until.ts';
import { keysOf } from './withDemo.ts';

/* The recipes for static sites, as they are written in the docs. Astro itself is not needed for them. */

const root = join(import.meta.dir, '..');
const page = await Bun.file(join(root, 'docs/guides/static-sites.md')).text();
const secret = `whsec_${Buffer.from('a secret of twenty-four b').toString('base64')}`;
let folder = '';
let service: Demo;
let env: Record<string, string> = {};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'newsstand-recipes-'));
  service = await sharedDemo();
  const { reader } = keysOf(service);
  env = {
    NEWSSTAND_URL: service.url,
    NEWSSTAND_KEY: reader['x-svc-ac-api-key'],
    NEWSSTAND_SECRET: reader['x-svc-ac-api-secret'],
    NEWSSTAND_WEBHOOK_SECRET: secret,
  };
  for (const [, name = '', code = ''] of page.matchAll(/^```javascript\n\/\/ (\S+)\n(.*?)^```$/gms))
    await Bun.write(join(folder, name), code);
  await Bun.write(join(folder, 'package.json'), '{ "type": "module" }');
  await symlink(join(root, 'packages/client'), await within('node_modules/@newsstand/client'), 'dir');
  // In place of npx and Astro, which take long.
  await Bun.write(join(folder, 'programs/npx'), '#!/bin/sh\necho "built with $*"\n');
  await chmod(join(folder, 'programs/npx'), 0o755);
});

afterAll(() => rm(folder, { recursive: true, force: true }));

/** A path in the project, whose folder exists. */
async function within(path: string): Promise<string> {
  await Bun.write(join(folder, dirname(path), '.keep'), '');
  return join(folder, path);
}

/** Runs a program in the project, and returns what it has printed so far. */
function run(program: readonly string[]) {
  const child = Bun.spawn([process.execPath, ...program], {
    cwd: folder,
    env: {
      ...process.env,
      ...env,
      QUIET: '100',
      PORT: '0',
      PATH: `${join(folder, 'programs')}:${process.env['PATH']}`,
    },
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

const builds = (text: string) => text.split('built with astro build\n').length - 1;

test('Astro: a build hook starts a build, and nothing else does', async () => {
  const hook = run(['run', 'hook.js']);
  try {
    await until('the address of the hook', () => hook.text().includes('\n'));
    const url = `http://127.0.0.1:${/\d+/.exec(hook.text())?.[0]}/`;
    const build = { type: 'build', data: { projectId: 'demo', spaceId: 'web' } };
    expect((await call(url, build, `whsec_${btoa('another')}`)).status).toBe(401);
    expect((await call(url, build, secret, Math.floor(Date.now() / 1000) - 600)).status).toBe(401);
    expect((await fetch(url)).status).toBe(401);
    expect((await call(url, { type: 'test' })).status).toBe(202);
    // The second one comes during the build.
    expect((await call(url, build)).status).toBe(202);
    expect((await call(url, build)).status).toBe(202);
    await until(
      'two builds',
      () => builds(hook.text()),
      (count) => count === 2,
    );
  } finally {
    await hook.end();
  }
});

test('Astro: the site is built at the start, and after changes', async () => {
  const astro = run(['run', 'rebuild.js']);
  try {
    await until(
      'the first build',
      () => builds(astro.text()),
      (count) => count === 1,
    );
    const place = { projectId: 'demo', spaceId: 'web' };
    await importLines(service.env, [
      { kind: 'tag', ...place, tagId: 'recipe-1', name: 'One' },
      { kind: 'tag', ...place, tagId: 'recipe-2', name: 'Two' },
    ]);
    await until(
      'another build',
      () => builds(astro.text()),
      (count) => count === 2,
    );
    expect(astro.text()).toContain('opened tag recipe-1');
    expect(astro.text()).toContain('opened tag recipe-2');
  } finally {
    await astro.end();
  }
});
