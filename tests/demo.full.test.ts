import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { media } from '@newsstand/contract';
import sharp from 'sharp';
import { z } from 'zod';
import { parsePlaylist } from '../packages/server/src/media/video/parsePlaylist.ts';
import { probe, testWithFfmpeg } from '../packages/server/src/media/video/testing/ffmpeg.ts';
import { type Running, startNewsstand } from './newsstandProcess.ts';
import { type DemoReader, get, readDemo, sizeOf, space } from './readDemo.ts';

const item = z.object({
  contentId: z.string(),
  values: z.object({ thumbnail: z.object({ media }).optional(), image: z.object({ media }).optional() }),
});

let folder: string;
let running: Running;
let demo: DemoReader;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'newsstand-test-'));
  await mkdir(join(folder, 'temporary'));
  // A PATH with everything that a start needs, but without ffmpeg.
  const PATH = join(folder, 'programs');
  await mkdir(PATH);
  for (const name of ['dirname', 'readlink', 'nice']) await symlink(Bun.which(name) ?? '', join(PATH, name));
  const env = { NEWSSTAND_DATA: join(folder, 'data'), TMPDIR: join(folder, 'temporary'), PATH };
  running = await startNewsstand(['--demo'], env);
  demo = await readDemo(running);
});
afterAll(async () => {
  running?.kill('SIGKILL');
  // Its worker may still be ending.
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
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

  // The service renders them all, most of them as AVIF.
  test('all have working URLs and the right size', async () => {
    const pictures = [...demo.all.values()].filter(
      ({ type, meta }) => type === 'image' && meta?.asset === undefined,
    );
    expect(pictures).toHaveLength(23);
    for (const { mediaId, accessUrl, thumbnailAccessUrl } of pictures) {
      const found = { mediaId, size: await sizeOf(accessUrl), thumbnail: await sizeOf(thumbnailAccessUrl) };
      const [size, thumbnail] = [sizes[mediaId] ?? usual, thumbnailSizes[mediaId] ?? usualThumbnail];
      expect(found).toEqual({ mediaId, size, thumbnail });
    }
  }, 240_000);

  test('one moves', async () => {
    const moving = await sharp((await get(demo.named('m-pour').accessUrl)).bytes, {
      animated: true,
    }).metadata();
    expect(moving).toMatchObject({ pages: 12, delay: Array(12).fill(110), loop: 0 });
    expect(demo.named('m-pour').duration).toBe(1320);
  });

  test('operations are applied', async () => {
    const meansOf = async (url: string | undefined) =>
      (await sharp((await get(url)).bytes).stats()).channels.map(({ mean }) => mean);
    expect(new Set(await meansOf(demo.named('m-beans').accessUrl)).size).toBe(1);
    expect(new Set(await meansOf(demo.named('m-beans').originalUrl)).size).toBe(3);
    const round = await get(demo.named('m-latte').thumbnailAccessUrl);
    const corner = await sharp(round.bytes)
      .extract({ left: 2, top: 2, width: 1, height: 1 })
      .raw()
      .toBuffer();
    expect(Math.min(...corner)).toBeGreaterThan(245);
  });

  test('every item has a picture', async () => {
    const instances = ['', '-ja'].flatMap((suffix) => [
      `news/instances/press${suffix}/news`,
      `news/instances/blog${suffix}/news`,
      `banner/instances/top${suffix}/banners`,
    ]);
    const lists = instances.map((instance) => demo.read(`${space}/${instance}?size=99`, item));
    const items = (await Promise.all(lists)).flat();
    expect(items).toHaveLength(31);
    for (const { contentId, values } of items) {
      const { accessUrl } = (values.thumbnail ?? values.image)?.media ?? {};
      expect({ contentId, status: (await get(accessUrl)).status }).toEqual({ contentId, status: 200 });
    }
  });
});

testWithFfmpeg('the film plays to its end as HLS', async () => {
  const { accessUrl = '', thumbnailAccessUrl, duration, type } = demo.named('m-film');
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
