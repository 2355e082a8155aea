import { expect, test } from 'bun:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { createCompress } from './compress.ts';

const bytesOf = (length: number) => new Uint8Array(length).map((_, index) => (index * index) % 251);
const decompress = { gzip: gunzipSync, br: brotliDecompressSync };

test.each(['gzip', 'br'] as const)(
  'small bodies are compressed with %s at once, large ones later',
  async (coding) => {
    const compress = createCompress({ largeBytes: 1000 });
    const [small, large] = [bytesOf(1000), bytesOf(1_000_000)];
    const [now, later] = [
      compress([small], coding),
      compress([large.subarray(0, 9), large.subarray(9)], coding),
    ];
    if (now === undefined || now instanceof Promise) throw new Error('it was not compressed at once');
    expect(Buffer.compare(decompress[coding](now), small)).toBe(0);
    expect(later).toBeInstanceOf(Promise);
    expect(Buffer.compare(decompress[coding]((await later) ?? small), large)).toBe(0);
  },
);

test('no more is compressed than fits into the limit, except a single body', async () => {
  const compress = createCompress({ largeBytes: 10, mostBytes: 250, concurrency: 1 });
  const running = [100, 100, 100].map((length) => compress([bytesOf(length)], 'gzip'));
  expect(running.map((result) => result instanceof Promise)).toEqual([true, true, false]);
  expect(running[2]).toBeUndefined();
  await Promise.all(running);
  const single = compress([bytesOf(300)], 'gzip');
  expect([single instanceof Promise, compress([bytesOf(11)], 'gzip')]).toEqual([true, undefined]);
  await single;
  expect(compress([bytesOf(11)], 'gzip')).toBeInstanceOf(Promise);
});
