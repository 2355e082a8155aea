import { expect, test } from 'bun:test';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import sharp from 'sharp';
import { drawing, realPicture } from '../../packages/server/src/media/testing/realFiles.ts';
import { startS3 } from '../startS3.ts';
import { isFull, runs } from '../testing/runs.ts';
import { exchange } from './exchange.ts';
import { addGallery, type Gallery } from './gallery.ts';
import { sharedService } from './openService.ts';

/** Where originals can be stored; responses are the same. */
const stores = { 'a folder': async () => undefined, S3: inS3 } as const;
type Place = keyof typeof stores;

async function inS3() {
  const { env, bucket } = await startS3();
  return { env: { ...env, NEWSSTAND_MEDIA_STORE: `s3://${bucket}/gallery` } };
}

/** A test wherever originals are stored; `npm test` does without S3, which has tests of its own. */
function galleryTest(name: string, work: (gallery: Gallery) => Promise<void>): void {
  const places: readonly Place[] = isFull ? ['a folder', 'S3'] : ['a folder'];
  for (const place of places) test(`${name} (from ${place})`, async () => work(await sharedGallery(place)));
}

const galleries = new Map<Place, Promise<Gallery>>();

function sharedGallery(place: Place = 'a folder'): Promise<Gallery> {
  const gallery =
    galleries.get(place) ??
    stores[place]().then(async (options) => addGallery(await sharedService([], undefined, options)));
  galleries.set(place, gallery);
  return gallery;
}

galleryTest('the URLs of a record work without credentials', async ({ record, get, running }) => {
  const { accessUrl, thumbnailAccessUrl, originalUrl } = record('photo');
  const picture = await get(accessUrl);
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  expect(await sharp(await picture.bytes()).metadata()).toMatchObject({ width: 120, height: 80 });
  expect((await get(thumbnailAccessUrl)).status).toBe(200);
  expect(await (await get(originalUrl)).bytes()).toEqual(
    new Uint8Array(await drawing(120, 80, 1).jpeg().toBuffer()),
  );
  const playlist = await get(record('clip').accessUrl);
  expect(playlist.headers.get('content-type')).toBe('application/vnd.apple.mpegurl');
  expect(await playlist.text()).toContain('low/index.m3u8');
  for (const { accessUrl: url } of record('banner').assets) {
    const file = await get(url);
    const isPage = url.endsWith('.html');
    expect([file.status, file.headers.get('content-security-policy')]).toEqual([
      200,
      isPage ? 'sandbox allow-scripts' : 'sandbox',
    ]);
  }
  expect((await get(`${running.url}/media/`)).status).toBe(403);
});

test('a script of a package does not run in the origin that serves it', async () => {
  const { record, get } = await sharedGallery();
  const script = record('banner').assets.find(({ accessUrl }) => accessUrl.endsWith('.js'))?.accessUrl ?? '';
  const statusFor = async (site: string, dest: string, more = {}) =>
    (await get(script, { 'sec-fetch-site': site, 'sec-fetch-dest': dest, ...more })).status;
  for (const dest of ['script', 'worker', 'sharedworker', 'serviceworker', 'audioworklet', 'paintworklet']) {
    expect([dest, await statusFor('same-origin', dest)]).toEqual([dest, 404]);
    // The pages of a package have an opaque origin: for them it is cross-site.
    expect([dest, await statusFor('cross-site', dest)]).toEqual([dest, 200]);
  }
  expect(await statusFor('same-site', 'script')).toBe(200);
  expect(await statusFor('same-origin', 'document')).toBe(200);
  // Older browsers send only this.
  expect((await get(script, { 'service-worker': 'script' })).status).toBe(404);
  const answer = await get(script);
  expect(answer.headers.get('vary')).toContain('sec-fetch-dest, sec-fetch-site');
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
});

test('the format follows Accept, and Vary says so', async () => {
  const { record, get } = await sharedGallery();
  const { accessUrl } = record('photo');
  const typeFor = async (accept?: string) => {
    const response = await get(accessUrl, accept === undefined ? {} : { accept });
    const format = (await sharp(await response.bytes()).metadata()).format;
    return [response.headers.get('content-type'), format, response.headers.get('vary')].join(' ');
  };
  expect(await typeFor('image/avif,image/webp,*/*;q=0.8')).toBe('image/avif heif accept');
  expect(await typeFor('image/webp,*/*')).toBe('image/webp webp accept');
  expect(await typeFor('image/avif;q=0, image/webp')).toBe('image/webp webp accept');
  expect(await typeFor('*/*')).toBe('image/jpeg jpeg accept');
  expect(await typeFor()).toBe('image/jpeg jpeg accept');
  for (const accept of ['image/avif,image/webp,*/*', 'image/avif', '']) {
    const moving = await get(record('moving').accessUrl, { accept });
    expect((await sharp(await moving.bytes(), { animated: true }).metadata()).pages).toBe(2);
  }
  const svg = await get(record('drawing').accessUrl, { accept: 'image/avif,*/*' });
  expect(svg.headers.get('content-type')).toBe('image/svg+xml');
  expect(svg.headers.get('content-security-policy')).toStartWith('sandbox');
  expect((await get(record('drawing').thumbnailAccessUrl)).headers.get('content-type')).toBe('image/png');
});

galleryTest('revalidation, HEAD and ranges', async ({ signed, image, record, get }) => {
  const rendered = signed(`60x40/${image('photo')}`);
  for (const url of [rendered, record('large').originalUrl]) {
    const whole = await get(url);
    const bytes = await whole.bytes();
    const etag = whole.headers.get('etag') ?? '';
    expect(etag).toMatch(/^"\w+"$/);
    expect(whole.headers.get('cache-control')).toBe('public, max-age=86400, s-maxage=60, immutable');
    expect(whole.headers.get('access-control-allow-origin')).toBe('*');
    const head = await get(url, {}, 'HEAD');
    expect([head.headers.get('content-length'), await head.text()]).toEqual([`${bytes.length}`, '']);
    expect((await get(url, { range: 'bytes=0-1' }, 'HEAD')).status).toBe(200);
    expect((await get(url, { 'if-none-match': `"x", W/${etag}` })).status).toBe(304);
    const range = async (value: string, headers: { [name: string]: string } = {}) => {
      const response = await get(url, { range: value, ...headers });
      const got = await response.bytes();
      return { status: response.status, at: response.headers.get('content-range'), got };
    };
    const size = bytes.length;
    expect(await range('bytes=10-19')).toEqual({
      status: 206,
      at: `bytes 10-19/${size}`,
      got: bytes.subarray(10, 20),
    });
    expect(await range('bytes=-5')).toEqual({
      status: 206,
      at: `bytes ${size - 5}-${size - 1}/${size}`,
      got: bytes.subarray(-5),
    });
    expect((await range(`bytes=${size - 3}-${size * 2}`)).got).toEqual(bytes.subarray(-3));
    expect((await range('bytes=0-1', { 'if-range': etag })).status).toBe(206);
    expect(await range('bytes=0-1', { 'if-range': '"other"' })).toMatchObject({ status: 200, at: null });
    expect(await range('bytes=5-2')).toMatchObject({ status: 200 });
    expect(await range('bytes=0-1,3-4')).toMatchObject({ status: 200 });
    expect(await range(`bytes=${size}-`)).toMatchObject({ status: 416, at: `bytes */${size}` });
  }
});

galleryTest('files are sent completely, repeatedly, and on one connection', async ({ running, record }) => {
  const bytes = new Uint8Array(await drawing(900, 700, 2).png({ compressionLevel: 0 }).toBuffer());
  const { originalUrl } = record('large');
  for (let turn = 0; turn < (isFull ? 15 : 5); turn++) {
    // Several at once, so that some have to wait for buffer space, and connections are reused.
    const answers = await Promise.all([1, 2, 3, 4].map(async () => (await fetch(originalUrl)).bytes()));
    for (const answer of answers) expect(Bun.hash(answer)).toBe(Bun.hash(bytes));
  }
  const path = new URL(originalUrl).pathname;
  const port = Number(new URL(running.url).port);
  const request = `GET ${path} HTTP/1.1\r\nhost: h\r\n`;
  const both = await exchange(port, Buffer.from(`${request}\r\n${request}connection: close\r\n\r\n`));
  const heads = both.split(Buffer.from(bytes).toString('latin1'));
  expect(heads.map((head) => head.slice(0, 12))).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200', '']);
});

test('a signed picture is scaled down without the key, to a few widths', async () => {
  const { running, signed, image, get } = await sharedGallery();
  const sized = (url: string, size: string) => url.replace('/media/', `/media/sized/${size}/`);
  const shapeOf = async (url: string) => {
    const response = await get(url);
    expect([url, response.status]).toEqual([url, 200]);
    const { width, height } = await sharp(await response.bytes()).metadata();
    return `${response.headers.get('content-type')} ${width}x${height}`;
  };
  const [plain, cropped] = [signed(image('large')), signed(`800x400/${image('large')}`)];
  expect(await shapeOf(sized(plain, '320'))).toBe('image/png 320x249');
  expect(await shapeOf(sized(plain, '320.webp'))).toBe('image/webp 320x249');
  expect(await shapeOf(sized(cropped, '160'))).toBe('image/png 160x80');
  expect(await shapeOf(sized(cropped, '2560'))).toBe('image/png 800x400');
  expect(await shapeOf(cropped)).toBe('image/png 800x400');
  // An SVG is sharp at any size.
  expect((await get(sized(signed(image('drawing')), '320'))).headers.get('content-type')).toBe(
    'image/svg+xml',
  );
  const refused = [
    ...[sized(plain, '321'), sized(plain, '0320'), sized(plain, '320.tiff'), sized(plain, '320/320')],
    ...[`${running.url}/media/sized/320/${image('large')}`, `${running.url}/media/sized/320`],
    `${running.url}/media/sized/320/unsafe/${image('large')}`,
    sized(cropped, '320').replace('800x400', '801x400'),
  ];
  const statuses = await Promise.all(refused.map(async (url) => (await get(url)).status));
  expect(statuses).toEqual([400, 400, 400, 403, 400, 400, 403, 403]);
});

test('invalid requests get the right problem', async () => {
  const { running, signed, image, get, record, data } = await sharedGallery();
  const codeOf = async (url: string) => {
    const response = await get(url);
    const { code }: { code?: string } = JSON.parse(await response.text());
    return `${response.status} ${code}`;
  };
  const photo = image('photo');
  expect(await codeOf(`${running.url}/media/unsafe/6x4/${photo}`)).toBe('403 signature_invalid');
  expect(await codeOf(signed(`6x4/${photo}`).replace('/6x4/', '/6x5/'))).toBe('403 signature_invalid');
  expect(await codeOf(signed('6x4/nothing.jpg'))).toBe('404 not_found');
  expect(await codeOf(signed(`filters:blur(999)/${photo}`))).toBe('400 operations_invalid');
  expect(await codeOf(signed(`fit-in/9000x9000/filters:fill(red)/${photo}`))).toBe('413 media_too_large');
  const kernel = `convolution(${Array(225).fill(1).join(';')},15,true)`;
  expect(await codeOf(signed(`6000x6000/filters:${kernel}/${photo}`))).toBe('413 media_too_large');
  expect(await codeOf(`${running.url}/media/bundles/${'0'.repeat(64)}/index.html`)).toBe('404 not_found');
  const broken = image('broken');
  writeFileSync(join(data, 'originals', broken.slice(0, 2), broken), realPicture('png').subarray(0, 60));
  expect(await codeOf(signed(`6x4/${broken}`))).toBe('415 media_undecodable');
  // A file that no record refers to is not served, even if it exists.
  const name = `${'ab'.repeat(32)}.png`;
  mkdirSync(join(data, 'originals', 'ab'), { recursive: true });
  writeFileSync(join(data, 'originals', 'ab', name), realPicture('png'));
  expect(await codeOf(signed(`6x4/${name}`))).toBe('404 not_found');
  expect(await codeOf(`${running.url}/media/originals/${name}`)).toBe('404 not_found');
  // Only the files of a bundle are served, whatever else is in its folder.
  const id = record('banner').accessUrl.split('/').at(-2) ?? '';
  symlinkSync('/etc/hostname', join(data, 'originals', 'bundles', id, 'link'));
  expect(await codeOf(`${running.url}/media/bundles/${id}/link`)).toBe('404 not_found');
  expect(await codeOf(`${running.url}/media/bundles/${id}/pictures`)).toBe('404 not_found');
  expect((await get(signed(`6x4/${photo}`), {}, 'POST')).status).toBe(405);
});

galleryTest('no path leads out of the folders', async ({ running, record }) => {
  const id = record('banner').accessUrl.split('/').at(-2) ?? '';
  const steps = [
    '..',
    '%2e%2e',
    '.%2e',
    '%252e%252e',
    '..%2f',
    '%2e%2e%2f',
    '..\\',
    '..%5c',
    '.',
    '',
    '%00',
    '%2500',
    '%c0%ae%c0%ae',
    '%ff',
  ];
  for (const start of ['originals', `bundles/${id}`, 'unsafe', '..', 'bundles']) {
    for (const step of steps) {
      for (const end of [
        'newsstand.db',
        'media.key',
        '../media.key',
        'etc/passwd',
        `originals/bundles/${id}/index.html`,
      ]) {
        const path = `/media/${start}/${step}/${step}/${end}`;
        const answer = await exchange(
          Number(new URL(running.url).port),
          Buffer.from(`GET ${path} HTTP/1.1\r\nhost: h\r\nconnection: close\r\n\r\n`),
        );
        expect([path, answer]).toEqual([path, expect.stringMatching(/^HTTP\/1\.1 (400|403|404) /)]);
        expect(answer).not.toMatch(/SQLite|root:|a key of sixteen/);
      }
    }
  }
});

test('no request causes a server error', async () => {
  const { running, signed, image, get } = await sharedGallery();
  const photo = image('photo');
  const word = fc.constantFrom(
    ...[
      'trim',
      'trim:bottom-right:9',
      '1x1:9x9',
      '0x0:0x0',
      'fit-in',
      'full-fit-in',
      '10x10',
      '-10x-0',
      'x7',
      'origxorig',
      '99999x1',
    ],
    ...[
      'left',
      'top',
      'smart',
      'filters:blur(3)',
      'filters:noise(50):rotate(90)',
      'filters:round_corner(5|9,1,2,3)',
      'filters:',
    ],
    ...[
      'filters:fill(blur):quality(5)',
      'filters:convolution(1;2;1,3,true)',
      'filters:sharpen(2,1,true)',
      'filters:format(gif)',
      'filters:(',
      '%zz',
      '',
      '%00',
    ],
  );
  const part = fc.oneof(
    { weight: 5, arbitrary: word },
    { weight: 1, arbitrary: fc.string().map(encodeURIComponent) },
  );
  const path = fc
    .tuple(fc.array(part, { maxLength: 5 }), fc.constantFrom(photo, image('drawing'), 'x', ''))
    .map(([parts, name]) => [...parts, name].join('/'));
  const accept = fc.constantFrom('', 'image/webp', 'image/png', ',;=q', 'image/webp;q=zero');
  const range = fc.constantFrom(undefined, 'bytes=0-0', 'bytes=-', 'bytes=9-1', 'lines=1');
  await fc.assert(
    fc.asyncProperty(path, accept, range, fc.boolean(), async (asked, formats, wanted, isSigned) => {
      const url = isSigned ? signed(asked) : `${running.url}/media/${asked}`;
      const response = await get(url, {
        accept: formats,
        ...(wanted === undefined ? {} : { range: wanted }),
      });
      expect([asked, response.status < 500]).toEqual([asked, true]);
      await response.bytes();
    }),
    { numRuns: runs(300) },
  );
  expect((await fetch(`${running.url}/healthz`)).status).toBe(200);
});
