import { afterEach, beforeEach, expect, test } from 'bun:test';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { isFull } from '../../../../../tests/testing/runs.ts';
import { FileError } from '../FileError.ts';
import { posterFrame } from './posterFrame.ts';
import { smallMp4 } from './testing/containers.ts';
import { makeVideo, testWithFfmpeg } from './testing/ffmpeg.ts';

let folder: string;
let source: string;
let target: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'newsstand-test-'));
  source = join(folder, 'source.mp4');
  target = join(folder, 'poster %d.jpg');
});
afterEach(() => rmSync(folder, { recursive: true }));

/** The size of the poster, and its mean brightness. */
async function describePoster() {
  const bytes = await Bun.file(target).bytes();
  const { format, width, height } = await sharp(bytes).metadata();
  const { channels } = await sharp(bytes).stats();
  return { format, width, height, isBright: channels.some(({ mean }) => mean > 40) };
}

const size = 's=160x90:r=10';
const poster = { format: 'jpeg' as const, width: 160, height: 90 };

const pictures: [what: string, picture: string, isBright: boolean][] = [
  ['a video that begins black', `color=black:${size}:d=4[a];testsrc2=${size}:d=4[b];[a][b]concat`, true],
  ['a video that ends black', `testsrc2=${size}:d=0.3[a];color=black:${size}:d=8[b];[a][b]concat`, true],
  ['a video that is black', `color=black:${size}:d=1`, false],
  ['a single frame', 'testsrc2=s=160x90:r=25:d=0.04', true],
  ['a video', `testsrc2=${size}:d=3`, true],
];

for (const [what, picture, isBright] of isFull ? pictures : pictures.slice(0, 1)) {
  testWithFfmpeg(`shows a frame of ${what}`, async () => {
    await makeVideo(source, { picture, encoding: ['-c:v', 'libx264', '-preset', 'ultrafast'] });
    await posterFrame(source, target);
    expect(await describePoster()).toEqual({ ...poster, isBright });
  });
}

testWithFfmpeg('shows pixels as square, and writes over what was there', async () => {
  writeFileSync(target, 'old');
  await makeVideo(source, {
    picture: `testsrc2=${size}:d=1`,
    encoding: ['-c:v', 'libx264', '-vf', 'setsar=2'],
  });
  await posterFrame(source, target);
  expect(await describePoster()).toEqual({ ...poster, width: 320, isBright: true });
});

testWithFfmpeg('leaves nothing where there is no frame', async () => {
  writeFileSync(source, smallMp4);
  await expect(posterFrame(source, target)).rejects.toThrow(FileError);
  expect(existsSync(target)).toBe(false);
});

test('says what to install if ffmpeg is missing', async () => {
  writeFileSync(source, smallMp4);
  const ffmpeg = join(folder, 'ffmpeg');
  await expect(posterFrame(source, target, { ffmpeg })).rejects.toThrow(/install ffmpeg 5\.1 or newer/);
});
