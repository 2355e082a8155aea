import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'bun:test';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  drawing,
  realPicture,
  writeHls,
  writePackage,
} from '../../packages/server/src/media/testing/realFiles.ts';
import { createStore } from '../inStoreFolder.ts';
import { type Running, runNewsstand, startNewsstand } from '../newsstandProcess.ts';
import { outcomeHere } from '../runHere.ts';
import { type S3, startS3 } from '../startS3.ts';

let s3: S3;
let folder: string;
let stores = 0;
beforeAll(async () => {
  s3 = await startS3();
});
afterAll(() => s3[Symbol.asyncDispose]());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'newsstand-test-'));
  stores++;
  // Whatever state the last test left it in.
  await s3.restart();
});
afterEach(() => rm(folder, { recursive: true, force: true }));

type Settings = { readonly [name: string]: string };

/** The settings of a node; each has its own data folder. */
function settingsOf(name: string): Settings {
  return {
    ...s3.env,
    NEWSSTAND_DATA: join(folder, name),
    NEWSSTAND_MEDIA_STORE: `s3://${s3.bucket}/store${stores}`,
    NEWSSTAND_MEDIA_KEY: 'a key of sixteen letters',
    NEWSSTAND_LOG_LEVEL: 'error',
  };
}

async function run(env: Settings, ...args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await outcomeHere(args, env);
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${stderr}`);
  return stdout;
}

type Media = {
  readonly mediaId: string;
  readonly accessUrl: string;
  readonly thumbnailAccessUrl: string;
  readonly originalUrl: string;
};

const hugeBytes = 60_000_000;

const everySort = ['photo.jpg', 'other.jpg', 'clip', 'banner'];

/** Adds media, by default of every kind; returns their records. */
async function addMedia(env: Settings, names = everySort): Promise<(id: string) => Media> {
  await createStore(env['NEWSSTAND_DATA'] ?? '');
  const source = join(folder, 'in');
  await mkdir(source);
  for (const [seed, name] of ['photo.jpg', 'other.jpg'].entries())
    await Bun.write(join(source, name), await drawing(120, 80, seed).jpeg().toBuffer());
  if (names.includes('huge.png'))
    await Bun.write(
      join(source, 'huge.png'),
      Buffer.concat([realPicture('png'), Buffer.alloc(hugeBytes, 'pixels')]),
    );
  writeHls(join(source, 'clip'));
  writePackage(join(source, 'banner'));
  const files = names.map((name) => join(source, name));
  const added = await run(env, 'media', 'add', ...files, '--project', 'p', '--space', 's', '--json');
  const records: readonly Media[] = JSON.parse(added);
  return (id) => {
    const found = records.find(({ mediaId }) => mediaId === id);
    if (found === undefined) throw new Error(`there is no ${id}`);
    return found;
  };
}

/** Requests the path of a URL from a service. */
function getter(running: Running) {
  return (url: string, headers: Settings = {}) => fetch(running.url + new URL(url).pathname, { headers });
}

async function problemOf(response: Response): Promise<readonly unknown[]> {
  const { code }: { code?: string } = JSON.parse(await response.text());
  const header = (name: string) => response.headers.get(name);
  return [response.status, code, header('retry-after'), header('cache-control')];
}

const unavailable = [503, 'media_unavailable', '5', 'private, no-store'];

test('without S3, cached media are served, and the rest later', async () => {
  const env = settingsOf('node');
  const record = await addMedia(env);
  const [photo, other, clip] = [record('photo'), record('other'), record('clip')];
  const segment = clip.accessUrl.replace('master.m3u8', 'low/0.ts');
  const seen = [photo.accessUrl, photo.originalUrl, photo.thumbnailAccessUrl, clip.accessUrl, segment];
  // A file that no record refers to is missing, whether or not S3 is reachable.
  const missing = `${photo.originalUrl.slice(0, -68)}${'9'.repeat(64)}.jpg`;
  let running = await startNewsstand([], env);
  let get = getter(running);
  const bodies = await Promise.all(seen.map(async (url) => (await get(url)).bytes()));
  for (const gone of ['stopped', 'frozen', 'after a restart'] as const) {
    if (gone === 'frozen') s3.freeze();
    else await s3.stop();
    if (gone === 'after a restart') {
      await running.end();
      running = await startNewsstand([], env);
      get = getter(running);
    }
    const again = await Promise.all(seen.map(async (url) => (await get(url)).bytes()));
    expect(again).toEqual(bodies);
    const others = [other.accessUrl, other.originalUrl, record('banner').accessUrl, clip.thumbnailAccessUrl];
    const answers = await Promise.all(others.map(async (url) => problemOf(await get(url))));
    expect([gone, answers]).toEqual([gone, others.map(() => unavailable)]);
    // The listener is ready, and revalidations need no bytes.
    expect((await fetch(`${running.url}/readyz`)).status).toBe(200);
    expect((await get(missing)).status).toBe(404);
    s3.thaw();
    await s3.restart();
  }
  for (const url of [other.accessUrl, other.originalUrl, record('banner').accessUrl])
    expect((await get(url)).status).toBe(200);
  await running.end();
});

test('an interrupted transfer from S3 is not mistaken for a complete file', async () => {
  const env = settingsOf('node');
  const { originalUrl } = (await addMedia(env, ['huge.png']))('huge');
  const running = await startNewsstand([], env);
  const get = getter(running);
  const whole = await (await get(originalUrl)).bytes();
  expect(whole.length).toBe(hugeBytes + realPicture('png').length);
  const part = await get(originalUrl, { range: 'bytes=50000000-50000009' });
  expect(await part.bytes()).toEqual(whole.subarray(50_000_000, 50_000_010));
  const response = await get(originalUrl);
  const reader = response.body?.getReader();
  await reader?.read();
  await s3.stop();
  let bytes = 0;
  const rest = (async () => {
    for (let read = await reader?.read(); read?.value !== undefined; read = await reader?.read())
      bytes += read.value.length;
  })();
  await expect(rest).rejects.toThrow();
  expect(bytes).toBeLessThan(whole.length);
  await s3.restart();
  expect((await (await get(originalUrl)).bytes()).length).toBe(whole.length);
  await running.end();
});

test('an export contains everything in S3, and can be imported anywhere', async () => {
  const env = settingsOf('node');
  await addMedia(env);
  const path = join(folder, 'out', 'all.ndjson');
  await run(env, 'export', '--output', path);
  const exported = await Bun.file(path).text();
  // A folder, another prefix, and the same one, which already has all the files.
  const places = {
    inFolder: `folder:${join(folder, 'files')}`,
    elsewhere: `s3://${s3.bucket}/else${stores}`,
  };
  for (const [name, place] of Object.entries(places)) {
    const there = { ...settingsOf(name), NEWSSTAND_MEDIA_STORE: place };
    await run(there, 'import', path);
    expect(await run(there, 'export')).toBe(exported);
    await run(there, 'export', '--output', join(folder, name, 'again', 'all.ndjson'));
    const files = async (of: string) => (await readdir(of, { recursive: true })).toSorted();
    expect(await files(join(folder, name, 'again'))).toEqual(await files(join(folder, 'out')));
  }
  await Bun.write(join(folder, 'alone.ndjson'), exported);
  const same = settingsOf('same');
  await run(same, 'import', join(folder, 'alone.ndjson'));
  expect(await run(same, 'export')).toBe(exported);
});

test('wrong settings are reported at the start, without the keys', async () => {
  const env = {
    NEWSSTAND_DATA: folder,
    NEWSSTAND_MEDIA_STORE: 's3://media',
    AWS_SECRET_ACCESS_KEY: 'hunter2',
  };
  const unset = { AWS_ACCESS_KEY_ID: '', AWS_ENDPOINT_URL: 'hunter2' };
  const { code, stderr } = await runNewsstand(['serve'], { env: { ...env, ...unset } });
  expect(code).toBe(2);
  for (const name of ['AWS_ACCESS_KEY_ID must', 'AWS_ENDPOINT_URL must']) expect(stderr).toContain(name);
  expect(stderr).not.toContain('hunter2');
});

test('an import without S3 changes nothing', async () => {
  const env = { ...settingsOf('node'), AWS_SECRET_ACCESS_KEY: 'not the right one' };
  await expect(addMedia(env)).rejects.toThrow(/S3 responded with 403/);
  expect(await run(env, 'export')).toBe('');
});
