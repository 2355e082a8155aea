import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { isFull, runs } from '../../../../../tests/testing/runs.ts';
import { FileError } from '../FileError.ts';
import { describeVideo } from './describeVideo.ts';
import {
  box,
  ebmlHead,
  element,
  fileType,
  float64,
  movieHeader,
  openElement,
  smallMp4,
  track,
  words,
} from './testing/containers.ts';
import { makeVideo, probe, run, testWithFfmpeg } from './testing/ffmpeg.ts';

const describeBytes = (...bytes: readonly Uint8Array[]) => describeVideo(new Blob([Buffer.concat(bytes)]));
const mp4 = (...boxes: readonly Uint8Array[]) => describeBytes(fileType, box('moov', ...boxes));

test('reads an MP4 file with its moov box at the end', async () => {
  const said = { format: 'mp4', width: 320, height: 180, duration: 2500, hasAudio: true } as const;
  expect(await describeBytes(smallMp4)).toEqual(said);
});

test('a rotation by 90° swaps width and height, one by 180° does not', async () => {
  const sizes = { none: [320, 180], right: [180, 320], left: [180, 320], around: [320, 180] } as const;
  for (const turn of ['none', 'right', 'left', 'around'] as const) {
    const [width, height] = sizes[turn];
    expect(await mp4(track('vide', [320, 180], turn))).toMatchObject({ width, height });
  }
});

test('reads 64-bit lengths and times', async () => {
  const long = Buffer.concat([words(1), Buffer.from('free'), words(0, 24), Buffer.alloc(8)]);
  const header = box('mvhd', words(0x01000000, 0, 0, 0, 0, 600, 1, 0), Buffer.alloc(80));
  const size = box('tkhd', words(0x01000000, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0), matrixAndSize);
  const kind = box('mdia', box('hdlr', words(0, 0), Buffer.from('vide')));
  const said = await describeBytes(fileType, long, box('moov', header, box('trak', size, kind)));
  expect(said).toMatchObject({ width: 640, height: 360, duration: Math.round((2 ** 32 / 600) * 1000) });
});

const matrixAndSize = words(65_536, 0, 0, 0, 65_536, 0, 0, 0, 2 ** 30, 640 * 65_536, 360 * 65_536);

test('gives no duration if the file has none', async () => {
  const video = track('vide', [320, 180]);
  for (const duration of [0, 2 ** 32 - 1]) {
    expect((await mp4(movieHeader(duration), video)).duration).toBeUndefined();
  }
  expect((await mp4(video)).duration).toBeUndefined();
});

test('uses the first video track that has a size', async () => {
  const said = await mp4(
    track('text', [9, 9]),
    track('vide', [0, 0]),
    track('vide', [4, 3]),
    track('vide', [8, 6]),
  );
  expect(said).toMatchObject({ width: 4, height: 3, hasAudio: false });
});

const info = element('1549a966', element('2ad7b1', words(2_000_000)), element('4489', float64(1500.25)));
const sound = element('ae', element('83', Buffer.from([2])));
const pixels = [element('b0', Buffer.from([1, 64])), element('ba', Buffer.from([180]))];
const picture = (...more: readonly Uint8Array[]) =>
  element('ae', element('83', Buffer.from([1])), element('e0', ...pixels, ...more));

test('reads a WebM file', async () => {
  const tracks = element('1654ae6b', sound, picture());
  const said = { format: 'webm', width: 320, height: 180, duration: 3001, hasAudio: true } as const;
  expect(await describeBytes(ebmlHead, element('18538067', element('ec'), info, tracks))).toEqual(said);
  // As in a live recording, whose length is unknown.
  const live = await describeBytes(ebmlHead, openElement('18538067', tracks, openElement('1f43b675')));
  expect(live).toEqual({ ...said, duration: undefined });
});

test('uses the display size of a WebM file if it is in pixels', async () => {
  const display = [element('54b0', words(640)), element('54ba', words(180))];
  const shown = (...more: readonly Uint8Array[]) =>
    describeBytes(ebmlHead, element('18538067', element('1654ae6b', picture(...more))));
  expect(await shown(...display)).toMatchObject({ width: 640, height: 180 });
  expect(await shown(...display, element('54b2', Buffer.from([3])))).toMatchObject({
    width: 320,
    height: 180,
  });
});

test('rejects files that are not videos or have no video track', async () => {
  await expect(describeBytes(Buffer.from('#EXTM3U\n'))).rejects.toThrow('use MP4, MOV or WebM');
  await expect(describeBytes()).rejects.toThrow('use MP4, MOV or WebM');
  await expect(mp4(track('soun', [0, 0]))).rejects.toThrow('has no video track');
  await expect(describeBytes(smallMp4.subarray(0, -1))).rejects.toThrow('truncated');
  await expect(describeBytes(ebmlHead)).rejects.toThrow('has no video track');
  await expect(describeBytes(fileType, ...Array(10_001).fill(box('free')))).rejects.toThrow('too many parts');
});

test('throws only FileError for any bytes', async () => {
  const webm = Buffer.concat([ebmlHead, element('18538067', info, element('1654ae6b', sound, picture()))]);
  const change = fc.tuple(fc.nat(400), fc.nat(255));
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(smallMp4, webm),
      fc.array(change, { maxLength: 6 }),
      async (bytes, changes) => {
        const changed = Buffer.from(bytes);
        for (const [place, value] of changes) changed[place % changed.length] = value;
        const said = await describeBytes(changed).catch((error: unknown) => error);
        if (said instanceof Error) expect(said).toBeInstanceOf(FileError);
      },
    ),
    { numRuns: runs(300) },
  );
});

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'newsstand-test-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const encodings: [name: string, sound: boolean, encoding: string[]][] = [
  ['plain.mp4', true, ['-c:v', 'libx264', '-c:a', 'aac']],
  ['odd.webm', false, ['-vf', 'scale=101:75,setsar=1', '-c:v', 'libvpx']],
  ['fast.mp4', false, ['-c:v', 'libx264', '-movflags', 'faststart']],
  ['old.mov', true, ['-c:v', 'mpeg4', '-c:a', 'pcm_s16le']],
  ['vp8.webm', true, ['-c:v', 'libvpx', '-c:a', 'libopus']],
  ['late.mp4', false, ['-c:v', 'libx264', '-output_ts_offset', '5']],
];

for (const [name, hasAudio, encoding] of isFull ? encodings : encodings.slice(0, 2)) {
  testWithFfmpeg(`sees in ${name} what ffprobe sees`, async () => {
    const path = join(folder, name);
    await makeVideo(path, {
      ...{ picture: 'testsrc2=s=160x90:r=10:d=1.5', encoding },
      ...(hasAudio && { sound: 'sine=d=1.5' }),
    });
    const { streams, format } = await probe(path);
    const { width, height } = streams.find(({ codec_type }) => codec_type === 'video') ?? {};
    const said = await describeVideo(Bun.file(path));
    expect(said).toMatchObject({ width, height, hasAudio });
    expect(Math.abs((said.duration ?? 0) - (format.duration ?? 0) * 1000)).toBeLessThanOrEqual(1);
  });
}

testWithFfmpeg('a fragmented MP4 has a size, but does not say how long it is', async () => {
  const [plain, fragmented] = [join(folder, 'whole.mp4'), join(folder, 'fragmented.mp4')];
  await makeVideo(plain, { picture: 'testsrc2=s=160x90:r=10:d=1', encoding: ['-c:v', 'libx264'] });
  await run(
    'ffmpeg',
    '-v',
    'error',
    '-i',
    plain,
    '-c',
    'copy',
    '-movflags',
    'empty_moov+frag_keyframe',
    fragmented,
  );
  expect(await describeVideo(Bun.file(fragmented))).toEqual({
    ...{ format: 'mp4', width: 160, height: 90, duration: undefined, hasAudio: false },
  });
});
