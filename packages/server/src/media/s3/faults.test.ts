import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  setDefaultTimeout,
  test,
} from 'bun:test';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type S3, startS3 } from '../../../../../tests/startS3.ts';
import type { StreamedBody } from '../../http/Reply.ts';
import { MediaUnavailable } from '../MediaUnavailable.ts';
import { type Originals, originalName } from '../Originals.ts';
import { bytesOf, put, writeFiles } from '../originalsSuite.ts';
import { realPicture } from '../realFiles.fixture.ts';
import { type Fault, type FaultyProxy, openFaultyProxy } from './faultyProxy.fixture.ts';
import type { Patience } from './insist.ts';
import { openS3Originals } from './openS3Originals.ts';
import { placeOf } from './place.fixture.ts';

// A busy machine is no fault.
setDefaultTimeout(300_000);

/** Short, since what is waited for never comes; what does come takes less, even on a busy machine. */
const patience: Patience = { answer: 1_000, trying: 1_200, pause: 10, part: 2_000, uploading: 1_500 };

let s3: S3;
let proxy: FaultyProxy;
let folder: string;
let stores = 0;
beforeAll(async () => {
  s3 = await startS3();
});
afterAll(() => s3[Symbol.asyncDispose]());
beforeEach(async () => {
  proxy = await openFaultyProxy(s3.port);
  folder = mkdtempSync(join(tmpdir(), 'newsstand-test-'));
  stores++;
});
afterEach(async () => {
  await proxy[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

/** One machine of several; each has copies of its own. */
function machine(
  name: string,
  url = proxy.url,
  bucket = s3.bucket,
  onFault?: (error: unknown) => void,
): Originals {
  const place = placeOf({ ...s3, url, bucket }, `faults${stores}/`);
  return openS3Originals({ place, folder: join(folder, name), mostBytes: 50_000_000, patience, onFault });
}

const picture = realPicture('png');
const large = Buffer.concat([picture, Buffer.alloc(20_000_000, 'a stretch of bytes')]);
const id = createHash('sha256').update('clip').digest('hex');

/** Puts a file by a machine that nothing stands before. */
async function putBytes(bytes: Uint8Array): Promise<string> {
  writeFileSync(join(folder, 'file'), bytes);
  return originalName(await put(machine('writer', s3.url), join(folder, 'file')));
}

async function putClip(originals: Originals): Promise<void> {
  await using intake = originals.receive();
  await intake.takeBundle(id, async (target) =>
    writeFiles(target, { 'a.m3u8': 'list', 'a/0.m4s': 'segment' }),
  );
  await intake.keep();
}

const copiesIn = (name: string) =>
  readdirSync(join(folder, name), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());

const nothing: readonly [string, Fault][] = [
  ['silence', 'silence'],
  ['the end of the connection', { cutAfter: 0 }],
  ['half a head', { cutAfter: 30 }],
  ['403', { status: 403, code: 'AccessDenied' }],
  ['500', { status: 500, code: 'InternalError' }],
  ['503', { status: 503, code: 'SlowDown' }],
  ['a redirect', { status: 301, code: 'PermanentRedirect' }],
  ['a 404 that is not from S3', { status: 404 }],
  ['a 404 for the bucket', { status: 404, code: 'NoSuchBucket' }],
];

describe('what S3 does not say is never taken for an answer', () => {
  test('whatever it does instead', async () => {
    const name = await putBytes(picture);
    await Promise.all(
      nothing.map(async ([what, fault], index) => {
        await using between = await openFaultyProxy(s3.port);
        const reader = machine(`reader${index}`, between.url);
        between.fail(fault);
        const asked = [
          reader.find(name),
          reader.open(name),
          reader.localPath(name),
          reader.openPart(id, 'a'),
        ];
        for (const outcome of await Promise.allSettled<unknown>(asked)) {
          expect([what, outcome]).toMatchObject([what, { reason: expect.any(MediaUnavailable) }]);
          expect(Bun.inspect(outcome)).not.toMatch(/S3RVER|X-Amz|127\.0\.0\.1:/);
        }
        // It is over, and nothing of it was remembered.
        between.fail('none');
        expect((await bytesOf(await reader.open(name))).equals(picture)).toBe(true);
        expect(await reader.openPart(id, 'a')).toBeUndefined();
      }),
    );
  });

  test('nobody listens', async () => {
    const reader = machine('reader', 'http://127.0.0.1:1');
    await expect(reader.find(await putBytes(picture))).rejects.toThrow("S3 can't be reached (ECONNREFUSED)");
  });

  test('a bucket that is not there', async () => {
    const reader = machine('reader', s3.url, 'no-such-bucket');
    await expect(reader.find(await putBytes(picture))).rejects.toThrow('S3 answers 404 (NoSuchBucket)');
  });
});

describe('what passes quickly is not noticed', () => {
  const passing: readonly [string, Fault][] = [
    ['503', { status: 503, code: 'SlowDown' }],
    ['500', { status: 500 }],
    ['the end of the connection', { cutAfter: 0 }],
    ['a cut in the middle', { cutAfter: 3_000 }],
    ['silence', 'silence'],
    ['silence in the middle', { silentAfter: 3_000 }],
  ];
  test('whatever it is', async () => {
    const bytes = Buffer.concat([picture, Buffer.alloc(100_000, 7)]);
    const name = await putBytes(bytes);
    await Promise.all(
      passing.map(async ([what, fault], index) => {
        await using between = await openFaultyProxy(s3.port);
        const reader = machine(`reader${index}`, between.url);
        await reader.find(name);
        between.fail(fault, 1);
        const read = await bytesOf(await reader.open(name));
        expect([what, read.equals(bytes), between.requests.length]).toEqual([what, true, 3]);
      }),
    );
  });

  test('a large file goes on where it was cut, and each byte comes once', async () => {
    const name = await putBytes(large);
    proxy.fail({ cutAfter: 1_500_000 }, 6);
    expect((await bytesOf(await machine('reader').open(name))).equals(large)).toBe(true);
    expect(proxy.requests.length).toBeGreaterThan(5);
    expect(proxy.bytes).toBeLessThan(large.length * 1.2);
  });
});

test('a large file that breaks off for good is an error, never half a file', async () => {
  const name = await putBytes(large);
  for (const fault of [{ silentAfter: 1_500_000 }, { cutAfter: 1_500_000 }]) {
    const file = await machine(`reader${Object.keys(fault).join()}`).open(name);
    proxy.fail(fault, 1);
    const body = await file?.read(0, large.length);
    expect((await body?.read())?.length).toBeGreaterThan(0);
    proxy.fail('silence');
    const rest = (async () => {
      while ((await body?.read()) !== undefined);
    })();
    await expect(rest).rejects.toBeInstanceOf(MediaUnavailable);
    body?.close();
    proxy.fail('none');
  }
});

test('a reader who stops reading is felt by S3, and one who goes ends the transfer', async () => {
  const name = await putBytes(large);
  const faults: unknown[] = [];
  const file = await machine('reader', proxy.url, s3.bucket, (error) => faults.push(error)).open(name);
  for (const isReading of [false, true]) {
    const body = await file?.read(0, large.length);
    await body?.read();
    while (await isGrowing());
    expect(proxy.bytes).toBeLessThan(large.length);
    expect(proxy.open).toBeGreaterThan(0);
    if (isReading) proxy.fail('silence');
    const reading = isReading ? readOn(body) : undefined;
    body?.close();
    await reading;
    while (proxy.open > 0) await Bun.sleep(10);
  }
  // That somebody has gone is no fault of anybody.
  expect(faults).toEqual([]);
});

/** Whether more is still coming, since nobody feels anything yet. */
async function isGrowing(): Promise<boolean> {
  const before = proxy.bytes;
  await Bun.sleep(100);
  return proxy.bytes !== before;
}

/** Reads to the end, or to the first error. */
async function readOn(body: StreamedBody | undefined): Promise<void> {
  for (
    let piece = await body?.read();
    piece !== undefined;
    piece = await body?.read().catch(() => undefined)
  );
}

test('slow readers of large files leave room for everybody else', async () => {
  const [slow, quick] = [await putBytes(large), await putBytes(picture)];
  const reader = machine('reader', s3.url);
  const file = await reader.open(slow);
  const bodies = [];
  for (let number = 0; number < 128; number++) bodies.push(await file?.read(0, large.length));
  await expect(file?.read(0, large.length)).rejects.toThrow('too much is sent from S3 at once');
  expect((await bytesOf(await reader.open(quick))).equals(picture)).toBe(true);
  for (const body of bodies) body?.close();
  expect((await bytesOf(file)).equals(large)).toBe(true);
});

describe('copies', () => {
  test('many who want the same fetch it once, and none of them again', async () => {
    const name = await putBytes(picture);
    const reader = machine('reader');
    await Promise.all(Array.from({ length: 20 }, () => reader.localPath(name)));
    await bytesOf(await reader.open(name));
    expect(proxy.requests.filter((line) => line.startsWith('GET'))).toHaveLength(1);
  });

  test('one that is cut off leaves nothing behind', async () => {
    const name = await putBytes(Buffer.concat([picture, Buffer.alloc(100_000, 7)]));
    const reader = machine('reader');
    await reader.find(name);
    proxy.fail({ cutAfter: 3_000 }, 1, { status: 500 });
    await expect(reader.localPath(name)).rejects.toBeInstanceOf(MediaUnavailable);
    expect(copiesIn('reader')).toEqual([]);
  });

  test('a damaged original is not used', async () => {
    const name = await putBytes(picture);
    const damaged = new Uint8Array(picture);
    damaged[damaged.length - 1] = (damaged.at(-1) ?? 0) ^ 1;
    const objects = readdirSync(join(s3.folder, s3.bucket), { recursive: true, encoding: 'utf8' });
    const object = objects.find(
      (path) => path.includes(`faults${stores}/`) && path.includes(name) && path.endsWith('_object'),
    );
    writeFileSync(join(s3.folder, s3.bucket, object ?? ''), damaged);
    await expect(machine('reader').localPath(name)).rejects.toMatchObject({ reason: 'damaged' });
    await expect(machine('reader').bring(name, join(folder, 'brought'))).rejects.toMatchObject({
      reason: 'damaged',
    });
    await expect(bytesOf(await machine('reader').open(name))).rejects.toMatchObject({ reason: 'damaged' });
    expect(readdirSync(folder)).not.toContain('brought');
    expect(copiesIn('reader')).toEqual([]);
  });

  test('what was copied is read while S3 is gone, also by a new process', async () => {
    const name = await putBytes(picture);
    await putClip(machine('writer', s3.url));
    const reader = machine('reader');
    await bytesOf(await reader.open(name));
    await bytesOf(await reader.openPart(id, 'a/0.m4s'));
    proxy.fail('silence');
    for (const later of [reader, machine('reader')]) {
      expect((await bytesOf(await later.open(name))).equals(picture)).toBe(true);
      expect(`${await bytesOf(await later.openPart(id, 'a/0.m4s'))}`).toBe('segment');
      expect(await later.openPart(id, 'none')).toBeUndefined();
      expect(await later.localPath(name)).toBeDefined();
    }
  });

  test('take no more room than they may', async () => {
    const place = placeOf(s3, `faults${stores}/`);
    const bounded = openS3Originals({
      place,
      folder: join(folder, 'bounded'),
      mostBytes: 1_000_000,
      patience,
    });
    for (let number = 0; number < 12; number++) {
      const bytes = Buffer.concat([picture, Buffer.alloc(200_000, number)]);
      expect((await bytesOf(await bounded.open(await putBytes(bytes)))).equals(bytes)).toBe(true);
    }
    expect(copiesIn('bounded').length).toBeLessThanOrEqual(5);
  });

  test('a disk that can not be written is no reason to send nothing', async () => {
    const name = await putBytes(picture);
    const faults: unknown[] = [];
    writeFileSync(join(folder, 'in the way'), '');
    const place = placeOf(s3, `faults${stores}/`);
    const onFault = (error: unknown) => faults.push(error);
    const reader = openS3Originals({
      place,
      folder: join(folder, 'in the way'),
      mostBytes: 1e6,
      patience,
      onFault,
    });
    expect((await bytesOf(await reader.open(name))).equals(picture)).toBe(true);
    expect(faults).toHaveLength(1);
  });
});

describe('taking in', () => {
  test('what is there is not uploaded again', async () => {
    await putBytes(picture);
    await putClip(machine('writer', s3.url));
    const again = machine('again');
    await put(again, join(folder, 'file'));
    await putClip(again);
    expect(proxy.requests.filter((line) => !/^(GET|HEAD)/.test(line))).toEqual([]);
  });

  test('what passes quickly is not noticed', async () => {
    writeFileSync(join(folder, 'file'), large);
    const writer = machine('other');
    for (const fault of [{ status: 503, code: 'SlowDown' }, { cutAfter: 0 }]) {
      proxy.fail(fault, 2);
      expect(await writer.find(originalName(await put(writer, join(folder, 'file'))))).toBeDefined();
    }
  });

  test('what breaks off is not there, and can be taken later', async () => {
    writeFileSync(join(folder, 'file'), large);
    const writer = machine('other');
    for (const fault of ['silence', { status: 403, code: 'AccessDenied' }, { status: 500 }] as const) {
      proxy.fail(fault);
      await expect(put(writer, join(folder, 'file'))).rejects.toBeInstanceOf(MediaUnavailable);
      await expect(putClip(writer)).rejects.toBeInstanceOf(MediaUnavailable);
      proxy.fail('none');
    }
    const reader = machine('reader');
    expect(await reader.openPart(id, 'a.m3u8')).toBeUndefined();
    await putClip(writer);
    const name = originalName(await put(writer, join(folder, 'file')));
    expect((await bytesOf(await reader.open(name))).equals(large)).toBe(true);
    expect(`${await bytesOf(await reader.openPart(id, 'a.m3u8'))}`).toBe('list');
    expect(readdirSync(join(folder, 'other', 'incoming'))).toEqual([]);
  });

  test('wherever it breaks off, a bundle is there as a whole or not at all', async () => {
    for (let requests = 0, isThere = false; !isThere; requests++) {
      proxy.fail('none', requests, { status: 403, code: 'AccessDenied' });
      const isTaken = await putClip(machine('other')).then(
        () => true,
        () => false,
      );
      proxy.fail('none');
      const reader = machine(`reader${requests}`);
      const parts = await Promise.all(['a.m3u8', 'a/0.m4s'].map((path) => reader.openPart(id, path)));
      isThere = parts[0] !== undefined;
      expect([requests, isThere]).toEqual([requests, isTaken]);
      if (isThere)
        expect((await Promise.all(parts.map((part) => bytesOf(part)))).join()).toBe('list,segment');
    }
  });

  test('a file that changes while it is read is not there', async () => {
    const path = join(folder, 'file');
    writeFileSync(path, large);
    const writer = machine('other');
    const taking = put(writer, path);
    // It is looked for before it is sent: now it was read once.
    while (!proxy.requests.some((line) => line.startsWith('HEAD'))) await Bun.sleep(0);
    writeFileSync(path, Buffer.concat([picture, Buffer.alloc(20_000_000, 'another')]));
    await expect(taking).rejects.toThrow('was changed while it was read');
    const sha256 = createHash('sha256').update(large).digest('hex');
    expect(await machine('reader').find(`${sha256}.png`)).toBeUndefined();
  });
});
