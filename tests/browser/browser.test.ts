import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { makeSample } from '../../docs/media/makeSample.ts';
import { samples } from '../../docs/media/samples.ts';
import { openSource, readPixels } from '../../packages/server/src/media/picture/libvips.ts';
import { pictureLimits } from '../../packages/server/src/media/picture/PictureLimits.ts';
import type { Pixels } from '../../packages/server/src/media/picture/Pixels.ts';
import { type Browser, chromium, openChromium } from './openChromium.ts';
import { type Gallery, hasFfmpeg, openGallery } from './openGallery.ts';
import type { Page } from './openPage.ts';

// A busy machine is no fault.
setDefaultTimeout(600_000);

if (chromium === undefined) {
  console.warn(
    'left out: every test in a real browser, since there is no chromium, chromium-browser or google-chrome',
  );
} else {
  inChromium(chromium);
}

function inChromium(program: string): void {
  let folder = '';
  let gallery: Gallery;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'newsstand-gallery-'));
    gallery = await openGallery(folder);
    browser = await openChromium(program);
    page = await browser.open(gallery.pageUrl);
    await page.until('document.readyState === "complete"');
  });

  afterAll(async () => {
    await browser?.close();
    await gallery?.close();
    await rm(folder, { recursive: true, force: true });
  });

  const sizes = `Object.fromEntries([...document.images].map((image) => [image.id, [image.naturalWidth, image.naturalHeight]]))`;

  test('every picture is shown, at the size that its operations say', async () => {
    const expected: Record<string, readonly number[]> = { drawing: [240, 160] };
    for (const sample of samples) {
      const { width, height } = await makeSample(sample);
      expected[sample.name] = [width, height];
    }
    if (hasFfmpeg) expected['clip-poster'] = [320, 240];
    expect(await page.evaluate(sizes)).toEqual(expected);
  });

  test('it gets the smallest format that it takes, but a drawing as it is', () => {
    const typeOf = (id: string) => page.responses.get(gallery.media.get(id)?.accessUrl ?? '')?.mimeType;
    for (const { name } of samples) expect([name, typeOf(name)]).toEqual([name, 'image/avif']);
    expect(typeOf('drawing')).toBe('image/svg+xml');
  });

  if (hasFfmpeg) {
    test('a video plays through hls.js', async () => {
      await page.until('faults.length > 0 || document.querySelector("video").currentTime > 2');
      expect(await page.evaluate('faults')).toEqual([]);
      expect(await page.evaluate('document.querySelector("video").videoHeight')).toBeOneOf([480, 360]);
    });
  } else {
    console.warn('left out: the playing of a video, since there is no ffmpeg');
  }

  test('an asset package is seen in a frame', async () => {
    while (colourCount(await frameOf(page)) < 10) await Bun.sleep(50);
  });

  test('an asset package runs, as nobody, and draws', async () => {
    const own = await browser.open(gallery.media.get('banner')?.accessUrl ?? '');
    await own.until('document.readyState === "complete"');
    await own.until(`(${colours}) > 10`);
    expect(await own.evaluate('self.origin')).toBe('null');
    const loaded = [...own.responses.values()].map(({ url, status, mimeType }) => [
      path(url),
      status,
      mimeType,
    ]);
    expect(loaded.sort()).toEqual([
      ['data/flight.json', 200, 'application/json'],
      ['images/balloon.png', 200, 'image/png'],
      ['index.html', 200, 'text/html'],
      ['js/animation.js', 200, 'text/javascript'],
    ]);
    const first = JSON.stringify(await own.evaluate('canvas.toDataURL()'));
    await own.until(`canvas.toDataURL() !== ${first}`);
  });
}

/** The pixels within the frame that shows the package, as a reader sees them. */
async function frameOf(page: Page): Promise<Pixels> {
  const corner =
    '(({ x, y }) => [Math.ceil(x), Math.ceil(y)])(document.querySelector("iframe").getBoundingClientRect())';
  const [left, top] = z.tuple([z.int(), z.int()]).parse(await page.evaluate(corner));
  const image = openSource(await page.screenshot(), pictureLimits);
  return await readPixels(image.extract({ left, top, width: 230, height: 150 }));
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
