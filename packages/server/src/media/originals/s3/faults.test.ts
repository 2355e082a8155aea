import { describe, expect, test } from 'bun:test';
import { sharedS3 } from '../../../../../../tests/startS3.ts';
import { isFull } from '../../../../../../tests/testing/runs.ts';
import { until } from '../../../../../../tests/testing/until.ts';
import type { StreamedBody } from '../../../http/HttpResponse.ts';
import { MediaUnavailable } from '../Originals.ts';
import { bytesOf } from '../testing/originalsSuite.ts';
import { type Fault, type FaultyProxy, openFaultyProxy } from './testing/faultyProxy.ts';
import { id, large, patient, picture, setScene } from './testing/scene.ts';

const scene = setScene(sharedS3);

const nothing: readonly [string, Fault][] = [
  ['silence', 'silence'],
  ['the end of the connection', { cutAfter: 0 }],
  ['half of the headers', { cutAfter: 30 }],
  ['403', { status: 403, code: 'AccessDenied' }],
  ['500', { status: 500, code: 'InternalError' }],
  ['503', { status: 503, code: 'SlowDown' }],
  ['a redirect', { status: 301, code: 'PermanentRedirect' }],
  ['a 404 that is not from S3', { status: 404 }],
  ['a page that is not from S3', { status: 200, code: 'Welcome' }],
  ['a 404 for the bucket', { status: 404, code: 'NoSuchBucket' }],
];

describe('a missing file is reported only if S3 says so', () => {
  if (isFull)
    test('whatever else S3 does', async () => {
      const { s3, machine, putBytes } = scene();
      const name = await putBytes(picture);
      await Promise.all(
        nothing.map(async ([what, fault], index) => {
          await using between = await openFaultyProxy(s3.port);
          // Long enough for what comes after the fault.
          const timeouts = { response: 4_000, retryFor: 4_500 };
          const reader = machine(`reader${index}`, { url: between.url, timeouts });
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
          // The fault is over, and nothing about it was cached.
          between.fail('none');
          expect((await bytesOf(await reader.open(name))).equals(picture)).toBe(true);
          expect(await reader.openPart(id, 'a')).toBeUndefined();
        }),
      );
    });

  test('nothing is listening', async () => {
    const { machine, putBytes } = scene();
    const reader = machine('reader', { url: 'http://127.0.0.1:1' });
    await expect(reader.find(await putBytes(picture))).rejects.toThrow("S3 can't be reached (ECONNREFUSED)");
  });

  test('the bucket does not exist', async () => {
    const { s3, machine, putBytes } = scene();
    const reader = machine('reader', { url: s3.url, bucket: 'no-such-bucket' });
    await expect(reader.find(await putBytes(picture))).rejects.toThrow(
      'S3 responded with 404 (NoSuchBucket)',
    );
  });
});

describe('short outages go unnoticed', () => {
  const passing: readonly [string, Fault][] = [
    ['503', { status: 503, code: 'SlowDown' }],
    ['500', { status: 500 }],
    ['the end of the connection', { cutAfter: 0 }],
    ['a cut in the middle', { cutAfter: 3_000 }],
    ['silence', 'silence'],
    ['silence in the middle', { silentAfter: 3_000 }],
  ];
  test('whatever the fault is', async () => {
    const { s3, machine, putBytes } = scene();
    const bytes = Buffer.concat([picture, Buffer.alloc(100_000, 7)]);
    const name = await putBytes(bytes);
    await Promise.all(
      passing.map(async ([what, fault], index) => {
        await using between = await openFaultyProxy(s3.port);
        // Long enough for what comes after the silence.
        const timeouts = { ...patient, response: 1_000 };
        const reader = machine(`reader${index}`, { url: between.url, timeouts });
        await reader.find(name);
        between.fail(fault, 1);
        const read = await bytesOf(await reader.open(name));
        expect([what, read.equals(bytes), between.requests.length]).toEqual([what, true, 3]);
      }),
    );
  });

  test('a large file resumes where it was cut off, and each byte arrives once', async () => {
    const { proxy, machine, putBytes } = scene();
    const name = await putBytes(large);
    proxy.fail({ cutAfter: 1_500_000 }, 6);
    expect((await bytesOf(await machine('reader', { timeouts: patient }).open(name))).equals(large)).toBe(
      true,
    );
    expect(proxy.requests.length).toBeGreaterThan(5);
    expect(proxy.bytes).toBeLessThan(large.length * 1.2);
  });
});

if (isFull)
  test('a large file that stops for good is an error, never half a file', async () => {
    const { proxy, machine, putBytes } = scene();
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

test('a reader who pauses slows down S3, and one who leaves ends the transfer', async () => {
  const { proxy, machine, putBytes } = scene();
  const name = await putBytes(large);
  const faults: unknown[] = [];
  const file = await machine('reader', { timeouts: patient, onFault: (error) => faults.push(error) }).open(
    name,
  );
  for (const isReading of [false, true]) {
    const before = proxy.bytes;
    const body = await file?.read(0, large.length);
    await body?.read();
    await until(
      'backpressure',
      () => isGrowing(proxy),
      (isSo) => !isSo,
    );
    expect(proxy.bytes - before).toBeLessThan(large.length);
    expect(proxy.open).toBeGreaterThan(0);
    const reading = isReading ? readOn(body) : undefined;
    body?.close();
    await reading;
    await until('the end of the transfer', () => proxy.open === 0);
    // Not by the server, which closes idle connections after a while.
    expect(proxy.endedByServer).toBe(0);
  }
  // A reader who leaves is not a fault.
  expect(faults).toEqual([]);
});

/** Whether data is still arriving, because there is no backpressure yet. */
async function isGrowing(proxy: FaultyProxy): Promise<boolean> {
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

if (isFull)
  test('slow readers of large files leave connections for everyone else', async () => {
    const { s3, machine, putBytes } = scene();
    const [slow, quick] = [await putBytes(large), await putBytes(picture)];
    const reader = machine('reader', { url: s3.url, timeouts: patient });
    const file = await reader.open(slow);
    const bodies = [];
    for (let number = 0; number < 128; number++) bodies.push(await file?.read(0, large.length));
    await expect(file?.read(0, large.length)).rejects.toThrow('too many files are being streamed from S3');
    expect((await bytesOf(await reader.open(quick))).equals(picture)).toBe(true);
    for (const body of bodies) body?.close();
    expect((await bytesOf(file)).equals(large)).toBe(true);
  });
