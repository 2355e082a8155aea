import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { chmod, chown, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { z } from 'zod';
import { run } from '../../build/run.ts';
import root from '../../package.json' with { type: 'json' };
import { type Outcome, type Running, runNewsstand, startNewsstand } from '../newsstandProcess.ts';
import { until } from '../testing/until.ts';
import { lintPackage } from '../tools/lintPackage.ts';
import { keysOf, press } from '../withDemo.ts';

// It is installed from the registry.
setDefaultTimeout(300_000);

const repository = join(import.meta.dir, '../..');
/** A user that may write only into the folder where the commands run; needs root. */
const nobody = 65_534;
const isRoot = process.getuid?.() === 0;

let folder = '';
let home = '';
let release = '';
let packed: readonly string[] = [];
let program = '';
let running: Running;

/** Runs a command of the installed package in the folder of that user. */
const newsstand = (...args: readonly string[]): Promise<Outcome> =>
  runNewsstand(args, { program, through: through(), env: { HOME: '/nonexistent' } });

function through(): readonly string[] {
  const inFolder = ['sh', '-c', 'cd "$0" && exec "$@"', home];
  return isRoot
    ? [...inFolder, 'setpriv', `--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups']
    : inFolder;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'newsstand-package-'));
  await chmod(folder, 0o755);
  const project = join(folder, 'project');
  home = join(folder, 'home');
  await Promise.all([mkdir(project), mkdir(home)]);
  if (isRoot) await chown(home, nobody, nobody);
  release = join(folder, 'release');
  await run(['npm', 'run', 'release', '--', '--draft', '--to', release], repository);
  const tarball = join(release, `newsstand-${root.version}.tgz`);
  packed = (await run(['tar', '-tzf', tarball], folder)).trim().split('\n');
  await Bun.write(join(project, 'package.json'), '{"private":true}');
  // Without scripts, as many do; Bun is then where npm has put it.
  await run(
    ['npm', 'install', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund', tarball],
    project,
  );
  program = join(project, 'node_modules/.bin/newsstand');
  running = await startNewsstand(['--demo'], { HOME: '/nonexistent' }, undefined, through(), program);
  // It is built, and installed from the registry.
}, 240_000);

afterAll(async () => {
  running?.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

test('is released with its client, checksums and the parts that it is made of', async () => {
  const sums = await run(['sha256sum', '-c', 'SHA256SUMS'], release);
  const bill = `newsstand-${root.version}.cdx.json`;
  const names = [bill, `newsstand-${root.version}.tgz`, `newsstand-client-${root.version}.tgz`];
  expect(sums).toBe(names.map((name) => `${name}: OK\n`).join(''));
  expect((await readdir(release)).sort()).toEqual(['SHA256SUMS', ...names]);
  const { bomFormat, components } = z
    .object({ bomFormat: z.string(), components: z.array(z.object({ purl: z.string() })) })
    .parse(await Bun.file(join(release, bill)).json());
  const parts = components.map(({ purl }) => purl.replace(/^pkg:npm\/(.*)@.*$/, '$1'));
  expect(bomFormat).toBe('CycloneDX');
  // Development packages need the first two, too.
  for (const name of ['zod', 'commander', 'bun', 'sharp', 'react']) expect(parts).toContain(name);
  for (const name of ['typescript', 'ajv', '%40newsstand/news-site']) expect(parts).not.toContain(name);
});

test('holds the bundle, and no sources, tests or development packages', async () => {
  const others = packed.filter((path) => !/^package\/(bin\/newsstand$|dist\/)/.test(path));
  expect(others.sort()).toEqual(
    ['CHANGELOG.md', 'LICENSE', 'README.md', 'package.json'].map((name) => `package/${name}`),
  );
  expect(packed.filter((path) => /\.tsx?$|node_modules|\.map$/.test(path))).toEqual([]);
  await lintPackage(join(folder, 'project/node_modules/newsstand'));
  const installed = await readdir(join(folder, 'project/node_modules'));
  expect(installed.filter((name) => !name.startsWith('.') && !name.startsWith('@')).sort()).toEqual([
    ...['bun', 'detect-libc', 'newsstand', 'semver', 'sharp'],
  ]);
});

test('the licences of what it holds are in it, and no path of this machine', async () => {
  const dist = join(folder, 'project/node_modules/newsstand/dist');
  const notices = await Bun.file(join(dist, 'THIRD-PARTY-NOTICES.txt')).text();
  const names = Array.from(notices.matchAll(/^-{72}\n(\S+) \d/gm), ([, name = '']) => name);
  for (const name of [
    'zod',
    'commander',
    'react',
    'saxes',
    'markdown-it',
    'linkify-it',
    'hast-util-sanitize',
  ])
    expect(names).toContain(name);
  for (const name of new Bun.Glob('**/*.{js,json,txt}').scanSync(dist))
    expect([name, (await Bun.file(join(dist, name)).text()).includes(repository)]).toEqual([name, false]);
});

test('delivers lists, pictures in any size, documentation and metrics', async () => {
  const response = await fetch(`${running.url}${press}?size=1`, { headers: keysOf(running).reader });
  const [, thumbnail = ''] = /"thumbnailAccessUrl":"([^"]+)"/.exec(await response.text()) ?? [];
  const { width, height } = await sharp(await (await fetch(thumbnail)).arrayBuffer()).metadata();
  expect([response.status, Math.max(width, height)]).toEqual([200, 320]);
  const docs = await (await fetch(`${running.url}/docs`)).text();
  expect(docs).toContain('data-search-box');
  expect(docs).toContain('</style>\n<script type="module">');
  expect(await (await fetch(`${running.managementUrl}/metrics`)).text()).toContain('newsstand_shelf_items{');
});

test('serves its own client, the very bytes that are released', async () => {
  const url = `${running.url}/docs/client.tgz`;
  const response = await fetch(url);
  const released = await Bun.file(join(release, `newsstand-client-${root.version}.tgz`)).bytes();
  expect(Buffer.from(released).equals(Buffer.from(await response.arrayBuffer()))).toBe(true);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/gzip']);
  expect(response.headers.get('cache-control')).toBe('no-cache');
  const head = await fetch(url, { method: 'HEAD' });
  expect([head.status, head.headers.get('content-length')]).toEqual([200, `${released.length}`]);
  const again = await fetch(url, { headers: { 'if-none-match': head.headers.get('etag') ?? '' } });
  expect([again.status, await again.text()]).toEqual([304, '']);
});

test('serves the console with its scripts', async () => {
  const page = await (await fetch(`${running.managementUrl}/console/`)).text();
  const [script = ''] = /\/console\/assets\/signIn-\w+\.js/.exec(page) ?? [];
  const response = await fetch(`${running.managementUrl}${script}`);
  expect([response.status, response.headers.get('content-type')]).toEqual([
    ...[200, 'text/javascript; charset=utf-8'],
  ]);
});

test('runs the commands: import, export, key, status', async () => {
  expect((await newsstand('--version')).stdout).toMatch(
    new RegExp(`^${root.version} \\(schema \\d+, build [0-9a-f]{12}\\)\n$`),
  );
  const line = {
    kind: 'category',
    projectId: 'acme',
    spaceId: 'web',
    categoryId: 'c',
    name: 'C',
    alias: 'c',
  };
  await Bun.write(join(folder, 'one.ndjson'), JSON.stringify(line));
  const imported = await newsstand('import', join(folder, 'one.ndjson'));
  expect([imported.code, imported.stdout + imported.stderr]).toEqual([
    0,
    expect.stringContaining('1 created'),
  ]);
  expect((await newsstand('export', '--output', 'saved/content.ndjson')).code).toBe(0);
  expect(await readdir(join(home, 'saved'))).toContain('content.ndjson');
  expect((await newsstand('key', 'create', '--name', 'x', '--project', 'acme')).stdout).toContain('secret');
  expect((await newsstand('status')).stdout).toContain('acme');
});

test('takes an upload and a large document through the write interface', async () => {
  await newsstand('operator', 'invite', 'robot', '--role', 'editor:demo');
  const token = (await newsstand('operator', 'token', 'robot', '--name', 'x')).stdout.trim();
  const base = `${running.managementUrl}/manage/v1/projects/demo`;
  const call = (method: string, path: string, headers: Record<string, string>, body?: string) =>
    fetch(`${base}${path}`, {
      ...{ method, headers: { authorization: `Bearer ${token}`, 'tus-resumable': '1.0.0', ...headers } },
      ...(body !== undefined && { body }),
    });
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"><rect width="40" height="30"/></svg>';
  const metadata = { 'upload-length': `${svg.length}`, 'upload-metadata': `filename ${btoa('a.svg')}` };
  const created = await call('POST', '/uploads', metadata);
  const upload = created.headers.get('location')?.split('/').pop() ?? '';
  const part = { 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' };
  expect((await call('PATCH', `/uploads/${upload}`, part, svg)).status).toBe(204);
  await until('an upload that is ready', async () =>
    (await (await call('GET', `/uploads/${upload}`, {})).text()).includes('"ready"'),
  );
  const json = { 'content-type': 'application/json' };
  const media = JSON.stringify({ name: 'A', upload });
  const put = await call('PUT', '/spaces/web/collection/medias/a', json, media);
  expect([put.status, await put.text()]).toEqual([201, expect.stringContaining('"image"')]);
  // Large ones are processed in threads.
  const values = { title: 'Large', body: { text: 'long '.repeat(200_000) }, thumbnail: { mediaId: 'a' } };
  const news = JSON.stringify({ name: 'Large', status: 'published', values });
  expect((await call('PUT', '/spaces/web/news/instances/press/news/large', json, news)).status).toBe(201);
  const headers = keysOf(running).reader;
  await until('the large item', async () => (await fetch(`${running.url}${press}/large`, { headers })).ok);
  // What may change very many items is done in a process of its own.
  const tags = '/spaces/web/collection/tags';
  for (const id of ['one', 'two'])
    expect((await call('PUT', `${tags}/${id}`, json, JSON.stringify({ name: id }))).status).toBe(201);
  const merged = await call('POST', `${tags}/one/merge`, { ...json, 'if-match': '*' }, '{"into":"two"}');
  expect([merged.status, await merged.text()]).toEqual([200, '{"changed":0,"unchanged":0}']);
});

test('stops with code 0', async () => {
  const { code, stderr } = await running.end('SIGTERM');
  expect([code, stderr.split('\n').filter((line) => /"level":"(warn|error)"/.test(line))]).toEqual([0, []]);
});
