import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'puppeteer-core';
import { z } from 'zod';
import { makeSample } from '../../docs/media/makeSample.ts';
import { samples } from '../../docs/media/samples.ts';
import { openSource, pictureLimits, readPixels } from '../../packages/server/src/media/picture/libvips.ts';
import type { Pixels } from '../../packages/server/src/media/picture/Pixels.ts';
import { lacks } from '../testing/lacks.ts';
import { until } from '../testing/until.ts';
import { lacksBrowser, logPage, openPage, type PageLog, sharedBrowser } from './openBrowser.ts';
import { type Gallery, hasFfmpeg, openGallery } from './openGallery.ts';

describe.skipIf(lacksBrowser('media'))('in a browser', () => {
  let folder = '';
  let gallery: Gallery;
  let browser: Browser;
  let page: Page;
  let log: PageLog;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'newsstand-gallery-'));
    [gallery, browser] = await Promise.all([openGallery(folder), sharedBrowser()]);
    page = await openPage(browser);
    log = logPage(page);
    await page.goto(gallery.pageUrl);
  });

  afterAll(async () => {
    await page?.browserContext().close();
    await gallery?.close();
    await rm(folder, { recursive: true, force: true });
  });

  const sizes = `Object.fromEntries([...document.images].map((image) => [image.id, [image.naturalWidth, image.naturalHeight]]))`;

  test('every picture has the size that its operations give it', async () => {
    const expected: Record<string, readonly number[]> = { drawing: [240, 160] };
    for (const sample of samples) {
      const { width, height } = await makeSample(sample);
      expected[sample.name] = [width, height];
    }
    if (hasFfmpeg) expected['clip-poster'] = [320, 240];
    expect(await page.evaluate(sizes)).toEqual(expected);
  });

  test('the browser gets the smallest format that it accepts, and SVG unchanged', () => {
    const typeOf = (id: string) =>
      log.responses.find((response) => response.url() === gallery.media.get(id)?.accessUrl)?.headers()[
        'content-type'
      ];
    for (const { name } of samples) expect([name, typeOf(name)]).toEqual([name, 'image/avif']);
    expect(typeOf('drawing')).toBe('image/svg+xml');
  });

  test.skipIf(lacks('ffmpeg', 'videos in a browser'))('a video plays through hls.js', async () => {
    await page.waitForFunction('errors.length > 0 || document.querySelector("video").currentTime > 2');
    expect(await page.evaluate('errors')).toEqual([]);
    expect(await page.evaluate('document.querySelector("video").videoHeight')).toBeOneOf([480, 360]);
  });

  test('an asset package is shown in a frame', async () => {
    await until(
      'a frame of many colours',
      async () => colourCount(await frameOf(page)),
      (count) => count >= 10,
    );
  });

  test('an asset package runs in an opaque origin, and draws', async () => {
    const own = await openPage(browser);
    const { responses } = logPage(own);
    await own.goto(gallery.media.get('banner')?.accessUrl ?? '');
    await own.waitForFunction(`(${colours}) > 10`);
    expect(await own.evaluate('self.origin')).toBe('null');
    const loaded = responses.map((response) => [
      path(response.url()),
      response.status(),
      response.headers()['content-type']?.split(';')[0],
    ]);
    expect(loaded.sort()).toEqual([
      ['data/flight.json', 200, 'application/json'],
      ['images/balloon.png', 200, 'image/png'],
      ['index.html', 200, 'text/html'],
      ['js/animation.js', 200, 'text/javascript'],
    ]);
    const first = JSON.stringify(await own.evaluate('canvas.toDataURL()'));
    await own.waitForFunction(`canvas.toDataURL() !== ${first}`);
    await own.browserContext().close();
  });
});

/** A screenshot of the frame that shows the package. */
async function frameOf(page: Page): Promise<Pixels> {
  const frame = await page.$('iframe');
  const { x, y } = z.object({ x: z.number(), y: z.number() }).parse(await frame?.boundingBox());
  const clip = { x: Math.ceil(x), y: Math.ceil(y), width: 230, height: 150 };
  return await readPixels(openSource(await page.screenshot({ clip }), pictureLimits));
}

function colourCount({ data, channels }: Pixels): number {
  const seen = new Set<string>();
  for (let at = 0; at < data.length; at += channels) seen.add(data.subarray(at, at + channels).join());
  return seen.size;
}

/** How many colours there are on the canvas. */
const colours = `(() => {
  const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
  return new Set(new Uint32Array(data.buffer)).size;
})()`;

/** The path of a file in its package. */
function path(url: string): string {
  return new URL(url).pathname.split('/').slice(4).join('/');
}
