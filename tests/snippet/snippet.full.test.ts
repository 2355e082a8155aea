import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { installPackages } from '../../build/installPackages.ts';
import { run } from '../../build/run.ts';
import { packClient } from '../../packages/client/build/packClient.ts';
import { type Running, startNewsstand } from '../newsstandProcess.ts';
import { copyDemo } from '../withDemo.ts';

const root = join(import.meta.dir, '../..');
const tools = join(root, 'node_modules/.bin');
const titles = ['新商品「秋ブレンド」発売のお知らせ'];

let folder = '';
let app = '';
let service: Running;
let keys = '';
let lines = '';
let program = '';

// It packs the client, and installs it with npm.
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'newsstand-snippet-'));
  app = join(folder, 'my-site');
  await packClient(join(root, 'packages/client/dist/client.tgz'));
  const said = await copyDemo(join(folder, 'data'));
  keys = said.match(/^(KEY|SECRET)=\S+\n/gm)?.join('') ?? '';
  service = await startNewsstand([], { NEWSSTAND_DATA: join(folder, 'data'), NEWSSTAND_LOG_LEVEL: 'warn' });
  const own = await snippetsOf('README.md');
  expect(own).toHaveLength(1);
  expect(await snippetsOf('docs/ja/README.md')).toEqual(own);
  lines = own.join('').replaceAll('http://127.0.0.1:4000', service.url);
  program = /<<'END'\n(.*?)^END$/ms.exec(lines)?.[1] ?? '';
  // As a terminal does: whatever reads from it gets what was pasted.
  expect(printed(await run(['bash', '-e'], folder, keys + lines))).toEqual([1, titles]);
}, 240_000);

afterAll(async () => {
  await service?.end();
  await rm(folder, { recursive: true, force: true });
});

/** The blocks of a page that install the client. */
async function snippetsOf(page: string): Promise<readonly string[]> {
  const text = await Bun.file(join(root, page)).text();
  const blocks = [...text.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block = '']) => block);
  return blocks.filter((block) => block.includes('/docs/client.tgz'));
}

/** The count and the titles, which each runtime prints in its own way. */
function printed(output: string): unknown {
  const [, count = '', list = ''] = /^(\d+) (\[.*\])\s*$/ms.exec(output) ?? [];
  return [Number(count), list.match(/(?<=['"])[^'"]+(?=['"])/g)];
}

test('it says what is wrong if the keys were not exported', async () => {
  const forgotten = run(['env', '-u', 'KEY', '-u', 'SECRET', 'node', 'news.mjs'], app);
  await expect(forgotten).rejects.toThrow('createClient: key is missing; is its environment variable set?');
});

test('Bun runs it, and installs the client too', async () => {
  await mkdir(join(folder, 'bun'));
  const [, url = ''] = /^npm install (\S+)$/m.exec(lines) ?? [];
  const commands = `${keys}export KEY SECRET\nbun add ${url}\ncp ../my-site/news.mjs .\nbun news.mjs\n`;
  const path = `PATH=${dirname(process.execPath)}:${tools}:${process.env['PATH']}`;
  expect(printed(await run(['env', path, 'bash', '-e'], join(folder, 'bun'), commands))).toEqual([1, titles]);
});

// The first run installs Deno.
test('Deno runs and checks it', async () => {
  const deno = join(import.meta.dir, 'node_modules/.bin/deno');
  await installPackages(import.meta.dir);
  await Bun.write(join(app, 'news.mts'), program);
  const commands = `${keys}export KEY SECRET DENO_DIR=$PWD/deno\n${deno} check news.mts\n${deno} run -A news.mjs\n`;
  expect(printed(await run(['bash', '-e'], app, commands))).toEqual([1, titles]);
}, 240_000);

test.each([
  ['nodenext', 'nodenext'],
  ['preserve', 'bundler'],
])('strict TypeScript compiles it: module %s, resolution %s', async (module, moduleResolution) => {
  await Bun.write(join(app, 'news.mts'), program);
  const compilerOptions = {
    ...{ module, moduleResolution, target: 'es2022', noEmit: true, skipLibCheck: true },
    ...{ strict: true, noUncheckedIndexedAccess: true, exactOptionalPropertyTypes: true },
    ...{ noImplicitOverride: true, noPropertyAccessFromIndexSignature: true, verbatimModuleSyntax: true },
    ...{ types: ['node'], typeRoots: [join(root, 'node_modules/@types')] },
  };
  const project = join(app, `tsconfig.${module}.json`);
  await Bun.write(project, JSON.stringify({ compilerOptions, files: ['news.mts'] }));
  expect(await run([join(tools, 'tsc'), '-p', project], app)).toBe('');
});

// TypeScript 6 and newer load no types that are not named.
test('the command in the README compiles it', async () => {
  await Bun.write(join(app, 'news.mts'), program);
  const types = ['--typeRoots', join(root, 'node_modules/@types')];
  for (const page of ['README.md', 'docs/ja/README.md']) {
    const [, command = ''] = /npx tsc ([^`]+)`/.exec(await Bun.file(join(root, page)).text()) ?? [];
    expect(await run([join(tools, 'tsc'), ...command.split(' '), ...types], app)).toBe('');
  }
});
