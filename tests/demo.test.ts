import { beforeAll, describe, expect, test } from 'bun:test';
import { type DemoReader, get, readDemo, sizeOf } from './readDemo.ts';
import { type Demo, sharedDemo } from './sharedDemo.ts';
import { keysOf } from './withDemo.ts';

/* What the first start prints, and what costs little of the demo. All its pictures: tests/demo.full.test.ts. */

let running: Demo;
let demo: DemoReader;

beforeAll(async () => {
  running = await sharedDemo();
  demo = await readDemo(running);
});

/** What the first start printed, with the address of the service that has its data now. */
function printed(): string {
  const text = running.stdout();
  return text.replaceAll(/^ {2}content +(\S+)$/m.exec(text)?.[1] ?? '', running.url);
}

test('the first start prints keys and requests that work', async () => {
  const { reader, preview } = keysOf(running);
  const lines = printed()
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

test('the printed URLs lead to a picture and a page', async () => {
  const [picture, banner] = [...printed().matchAll(/^# {3}(http\S+)$/gm)].map(([, url]) => url);
  expect(await get(picture)).toMatchObject({ status: 200, type: 'image/avif' });
  expect(await get(banner)).toMatchObject({ status: 200, type: 'text/html' });
});

test('pictures have several formats', async () => {
  const types = new Set([...demo.all.values()].map(({ meta }) => meta?.mimetype));
  for (const type of ['image/webp', 'image/avif', 'image/svg+xml']) expect(types).toContain(type);
  expect((await get(demo.named('m-hills').accessUrl)).type).toBe('image/svg+xml');
  // One file, two pictures.
  expect(demo.named('m-banner-spring').originalUrl).toBe(demo.named('m-sakura').originalUrl ?? '');
  expect(demo.named('m-banner-spring').accessUrl).not.toBe(demo.named('m-sakura').accessUrl ?? '');
});

describe('the animated banner', () => {
  test('is an asset package whose files can all be fetched', async () => {
    const { assets = [], accessUrl, meta } = demo.named('m-banner-autumn');
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
    const { assets = [], accessUrl } = demo.named('m-banner-autumn');
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
