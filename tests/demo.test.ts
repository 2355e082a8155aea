import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Media, media } from '@newsstand/contract';
import sharp from 'sharp';
import { z } from 'zod';
import { parsePlaylist } from '../packages/server/src/media/video/parsePlaylist.ts';
import { probe, testWithFfmpeg } from '../packages/server/src/media/video/testing/ffmpeg.ts';
import { type Running, startNewsstand } from './newsstandProcess.ts';
import { keysOf } from './withDemo.ts';

const space = '/static/projects/demo/spaces/web';
const item = z.object({
  contentId: z.string(),
  values: z.object({ thumbnail: z.object({ media }).optional(), image: z.object({ media }).optional() }),
});

let folder: string;
let running: Running;
let all: ReadonlyMap<string, Media>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'newsstand-test-'));
  await mkdir(join(folder, 'temporary'));
  // A PATH with everything that a start needs, but without ffmpeg.
  const PATH = join(folder, 'programs');
  await mkdir(PATH);
  for (const name of ['dirname', 'readlink', 'nice']) await symlink(Bun.which(name) ?? '', join(PATH, name));
  const env = { NEWSSTAND_DATA: join(folder, 'data'), TMPDIR: join(folder, 'temporary'), PATH };
  running = await startNewsstand(['--demo'], env);
  const list = await read(`${space}/collection/medias?size=99`, media);
  all = new Map(list.map((each) => [each.mediaId, each]));
});
afterAll(async () => {
  running.kill('SIGKILL');
  // Its worker may still be ending.
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

/** All items of a list, drafts included. */
async function read<Item>(path: string, schema: z.ZodType<Item>): Promise<readonly Item[]> {
  const response = await fetch(running.url + path, { headers: keysOf(running).preview });
  return z.object({ list: z.array(schema) }).parse(await response.json()).list;
}

function named(id: string): Media {
  const found = all.get(id);
  if (found === undefined) throw new Error(`the demo has no ${id}`);
  return found;
}

/** Fetches a URL as a client that accepts any format. */
async function get(url: string | undefined) {
  const response = await fetch(url ?? '', { headers: { connection: 'close' } });
  const bytes = await response.bytes();
  return { url, status: response.status, type: response.headers.get('content-type'), response, bytes };
}

async function sizeOf(url: string | undefined): Promise<string> {
  const { bytes, status } = await get(url);
  expect({ url, status }).toEqual({ url, status: 200 });
  // Decodes the whole picture, not only its header.
  const { info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
  return `${info.width}x${info.height}`;
}

test('the first start prints keys and requests that work', async () => {
  const { reader, preview } = keysOf(running);
  const lines = running
    .stdout()
    .split('\n')
    .filter((line) => line.startsWith('curl '));
  expect(lines).toHaveLength(5);
  const answers = await Promise.all(
    lines.map(async (line) => {
      const url = new URL(/"(http[^"]+)"/.exec(line)?.[1] ?? '');
      const [, name, value] = /--data-urlencode "(\w+)=([^"]+)"/.exec(line) ?? [];
      if (name !== undefined && value !== undefined) url.searchParams.set(name, value);
      const response = await fetch(url, { headers: line.includes('$PREVIEW_KEY') ? preview : reader });
      expect({ line, status: response.status }).toEqual({ line, status: 200 });
      return response.json();
    }),
  );
  const [newest, found, single, category, later] = answers;
  expect(newest).toMatchObject({ totalCount: 4, list: { length: 3 } });
  expect(found).toMatchObject({ totalCount: 1, list: [{ alias: 'autumn-blend' }] });
  const accessUrl = expect.stringContaining(`${running.url}/media/`);
  expect(single).toMatchObject({
    alias: 'a-week-in-huila',
    values: { thumbnail: { media: { accessUrl } } },
  });
  expect(category).toMatchObject({ totalCount: 1, list: [{ category: { name: 'Products' } }] });
  expect(later).toMatchObject({ totalCount: 4 });
});

describe('pictures', () => {
  /** The pictures with unusual sizes. */
  const [usual, usualThumbnail] = ['1600x900', '320x180'];
  const sizes: Readonly<Record<string, string>> = {
    'm-pour': '800x450',
    'm-cups': '1120x368',
    'm-banner-tour': '1500x500',
    'm-banner-gift': '1500x500',
    'm-banner-tour-ja': '1500x500',
    'm-banner-gift-ja': '1500x500',
    'm-banner-spring': '1500x500',
  };
  const thumbnailSizes: Readonly<Record<string, string>> = {
    'm-roastery': '320x320',
    'm-farm': '320x320',
    'm-latte': '320x320',
    'm-night': '320x320',
    'm-tasting': '320x480',
    'm-banner-tour': '320x107',
    'm-banner-gift': '320x107',
    'm-banner-tour-ja': '320x107',
    'm-banner-gift-ja': '320x107',
  };

  test('all have working URLs and the right size', async () => {
    const pictures = [...all.values()].filter(
      ({ type, meta }) => type === 'image' && meta?.asset === undefined,
    );
    expect(pictures).toHaveLength(23);
    for (const { mediaId, accessUrl, thumbnailAccessUrl } of pictures) {
      const found = { mediaId, size: await sizeOf(accessUrl), thumbnail: await sizeOf(thumbnailAccessUrl) };
      const [size, thumbnail] = [sizes[mediaId] ?? usual, thumbnailSizes[mediaId] ?? usualThumbnail];
      expect(found).toEqual({ mediaId, size, thumbnail });
    }
  });

  test('there are several formats', async () => {
    const types = new Set([...all.values()].map(({ meta }) => meta?.mimetype));
    for (const type of ['image/webp', 'image/avif', 'image/svg+xml']) expect(types).toContain(type);
    const drawn = await get(named('m-hills').accessUrl);
    expect(drawn.type).toBe('image/svg+xml');
    const moving = await sharp((await get(named('m-pour').accessUrl)).bytes, { animated: true }).metadata();
    expect(moving).toMatchObject({ pages: 12, delay: Array(12).fill(110), loop: 0 });
    expect(named('m-pour').duration).toBe(1320);
  });

  test('operations are applied', async () => {
    const meansOf = async (url: string | undefined) =>
      (await sharp((await get(url)).bytes).stats()).channels.map(({ mean }) => mean);
    expect(new Set(await meansOf(named('m-beans').accessUrl)).size).toBe(1);
    expect(new Set(await meansOf(named('m-beans').originalUrl)).size).toBe(3);
    const round = await get(named('m-latte').thumbnailAccessUrl);
    const corner = await sharp(round.bytes)
      .extract({ left: 2, top: 2, width: 1, height: 1 })
      .raw()
      .toBuffer();
    expect(Math.min(...corner)).toBeGreaterThan(245);
    // One file, two pictures.
    expect(named('m-banner-spring').originalUrl).toBe(named('m-sakura').originalUrl ?? '');
    expect(named('m-banner-spring').accessUrl).not.toBe(named('m-sakura').accessUrl ?? '');
  });

  test('every item has a picture', async () => {
    const instances = ['', '-ja'].flatMap((suffix) => [
      `news/instances/press${suffix}/news`,
      `news/instances/blog${suffix}/news`,
      `banner/instances/top${suffix}/banners`,
    ]);
    const lists = instances.map((instance) => read(`${space}/${instance}?size=99`, item));
    const items = (await Promise.all(lists)).flat();
    expect(items).toHaveLength(31);
    for (const { contentId, values } of items) {
      const { accessUrl } = (values.thumbnail ?? values.image)?.media ?? {};
      expect({ contentId, status: (await get(accessUrl)).status }).toEqual({ contentId, status: 200 });
    }
  });

  test('the printed URLs lead to a picture and a page', async () => {
    const [picture, banner] = [...running.stdout().matchAll(/^# {3}(http\S+)$/gm)].map(([, url]) => url);
    expect(await get(picture)).toMatchObject({ status: 200, type: 'image/avif' });
    expect(await get(banner)).toMatchObject({ status: 200, type: 'text/html' });
  });
});

describe('the animated banner', () => {
  test('is an asset package whose files can all be fetched', async () => {
    const { assets = [], accessUrl, meta } = named('m-banner-autumn');
    expect(meta?.asset).toBe('VendorAnimate_cjs_1_0_0');
    expect(assets.map(({ path }) => path)).toEqual([
      'banner.js',
      'banner.json',
      'images/bag.webp',
      'index.html',
    ]);
    const files = await Promise.all(assets.map((asset) => get(asset.accessUrl)));
    expect(files.map(({ status, type }) => `${status} ${type}`)).toEqual([
      '200 text/javascript',
      '200 application/json',
      '200 image/webp',
      '200 text/html',
    ]);
    expect(files.at(-1)?.url).toBe(accessUrl ?? '');
    expect(await sizeOf(assets[2]?.accessUrl)).toBe('1200x400');
    expect(JSON.parse(Buffer.from(files[1]?.bytes ?? []).toString())).toMatchObject({ count: 28 });
  });

  test('uses only its own files and nothing that its sandbox forbids', async () => {
    const { assets = [], accessUrl } = named('m-banner-autumn');
    const page = await get(accessUrl);
    expect(page.response.headers.get('content-security-policy')).toBe('sandbox allow-scripts');
    // A sandboxed page has no origin, so its files must be open to any.
    const script = await get(assets[0]?.accessUrl);
    expect(script.response.headers.get('access-control-allow-origin')).toBe('*');
    const texts = [page, script].map(({ bytes }) => Buffer.from(bytes).toString());
    const used = [...texts.join('').matchAll(/(?:src="|read\w+\(')([^"']+)/g)].map(([, path]) => path);
    expect(used.toSorted()).toEqual(['banner.js', 'banner.json', 'images/bag.webp']);
    expect(texts.join('')).not.toMatch(/localStorage|cookie|https?:/);
    expect(texts[1]).toContain('prefers-reduced-motion');
  });
});

testWithFfmpeg('the film plays to its end as HLS', async () => {
  const { accessUrl = '', thumbnailAccessUrl, duration, type } = named('m-film');
  expect({ type, duration }).toEqual({ type: 'video', duration: 5000 });
  expect(await sizeOf(thumbnailAccessUrl)).toBe('320x180');
  const waiting = [accessUrl];
  let segments = 0;
  for (let url = waiting.pop(); url !== undefined; url = waiting.pop()) {
    const { status, type: sent, bytes } = await get(url);
    expect({ url, status }).toEqual({ url, status: 200 });
    if (sent === 'video/iso.segment') segments++;
    if (sent !== 'application/vnd.apple.mpegurl') continue;
    const playlist = parsePlaylist(Buffer.from(bytes).toString());
    for (const uri of playlist?.uris ?? []) waiting.push(new URL(uri, url).href);
  }
  expect(segments).toBe(2);
  const { streams } = await probe(accessUrl);
  const [picture, sound] = ['video', 'audio'].map((kind) => streams.find((each) => each.codec_type === kind));
  expect(picture).toMatchObject({ codec_name: 'h264', width: 640, height: 360, nb_read_frames: 120 });
  expect(sound).toMatchObject({ codec_name: 'aac' });
});

test('no temporary files are left behind', async () => {
  expect(await readdir(join(folder, 'temporary'))).toEqual([]);
});
