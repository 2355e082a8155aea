import { afterEach, beforeEach, expect, test } from 'bun:test';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isFull } from '../../../../../tests/testing/runs.ts';
import { FileError } from '../FileError.ts';
import { makeHls } from './makeHls.ts';
import { parsePlaylist } from './parsePlaylist.ts';
import { readHlsFolder } from './readHlsFolder.ts';
import { box, fileType, movieHeader, smallMp4, track, turns, words } from './testing/containers.ts';
import { makeVideo, probe, run, testWithFfmpeg } from './testing/ffmpeg.ts';

let folder: string;
let target: string;
beforeEach(() => {
  // ffmpeg must interpret neither the percent sign nor the colon.
  folder = join(mkdtempSync(join(tmpdir(), 'newsstand-test-')), 'a %d: b');
  mkdirSync(folder);
  target = join(folder, 'hls');
});
afterEach(() => rmSync(join(folder, '..'), { recursive: true }));

const h264 = ['-c:v', 'libx264', '-preset', 'ultrafast'];
const webm = ['-c:v', 'libvpx', '-deadline', 'realtime', '-cpu-used', '8'];

testWithFfmpeg('makes three rungs of a video with sound, which change at the same times', async () => {
  const source = join(folder, 'source.mp4');
  const encoding = [...h264, '-c:a', 'aac'];
  await makeVideo(source, { picture: 'testsrc2=s=1280x720:r=1:d=5', sound: 'sine=d=5', encoding });
  const fractions: number[] = [];
  const made = await makeHls(source, target, { onProgress: (fraction) => fractions.push(fraction) });

  expect(made).toEqual(await readHlsFolder(target, Infinity));
  expect(made).toMatchObject({ playlist: 'master.m3u8', duration: 5000 });
  const names = ['00000.m4s', '00001.m4s', 'index.m3u8', 'init.mp4'];
  const paths = ['360', '480', '720'].flatMap((rung) => names.map((name) => `${rung}/${name}`));
  expect(made.files.map(({ path }) => path)).toEqual([...paths, 'master.m3u8']);

  const lines = readFileSync(join(target, 'master.m3u8'), 'utf8').split('\n');
  const offered = lines.filter((line) => line.startsWith('#EXT-X-STREAM-INF:'));
  for (const [index, size] of ['1280x720', '854x480', '640x360'].entries()) {
    expect(offered[index]).toMatch(
      /:BANDWIDTH=\d+,AVERAGE-BANDWIDTH=\d+,RESOLUTION=\d+x\d+,CODECS="avc1\.4d40..,mp4a\.40\.2"$/,
    );
    expect(offered[index]).toContain(`RESOLUTION=${size},`);
    const playlist = join(target, size.split('x')[1] ?? '', 'index.m3u8');
    expect(parsePlaylist(readFileSync(playlist, 'utf8'))?.durations).toEqual([4, 1]);
    const { streams } = await probe(playlist);
    const [width, height] = size.split('x').map(Number);
    expect(streams.find((stream) => stream.codec_type === 'video')).toMatchObject({
      ...{ codec_name: 'h264', profile: 'Main', pix_fmt: 'yuv420p', width, height, nb_read_frames: 5 },
    });
    expect(streams.find((stream) => stream.codec_type === 'audio')).toMatchObject({
      codec_name: 'aac',
      profile: 'LC',
    });
  }
  expect(fractions.at(-1)).toBe(1);
  expect(fractions).toEqual(fractions.toSorted((a, b) => a - b));
});

/** Rotates a video by 90° in its header only, as phones do. */
function turn(path: string): void {
  const bytes = readFileSync(path);
  words(...turns.right).copy(bytes, bytes.indexOf('tkhd') + 4 + 40);
  writeFileSync(path, bytes);
}

const varying = `select='if(lt(t,3),not(mod(n,10)),1)'`;

/** Unusual videos, and what they become; the first two are tested for every change. */
const unusual: {
  name: string;
  picture: string;
  sound?: string;
  encoding: string[];
  copied?: string[];
  isTurned?: boolean;
  size: [width: number, height: number];
  seconds: number[];
  frames: number;
}[] = [
  {
    ...{ name: 'turned.mov', picture: 'testsrc2=s=160x90:r=10:d=1', encoding: h264, isTurned: true },
    ...{ size: [90, 160], seconds: [1], frames: 10 },
  },
  {
    ...{ name: 'one-frame.mp4', picture: 'testsrc2=s=160x90:r=25:d=0.04', encoding: h264 },
    ...{ size: [160, 90], seconds: [0.04], frames: 1 },
  },
  {
    ...{
      name: 'odd.webm',
      picture: 'testsrc2=s=160x120:r=10:d=1',
      encoding: [...webm, '-vf', 'scale=101:75,setsar=1'],
    },
    ...{ size: [100, 74], seconds: [1], frames: 10 },
  },
  {
    ...{
      name: 'varying.webm',
      picture: 'testsrc2=s=160x90:r=20:d=6',
      encoding: [...webm, '-vf', varying, '-fps_mode', 'vfr'],
    },
    ...{ size: [160, 90], seconds: [4, 2], frames: 66 },
  },
  {
    ...{
      name: 'wide-pixels.mp4',
      picture: 'testsrc2=s=160x90:r=10:d=1',
      encoding: [...h264, '-vf', 'setsar=2'],
    },
    ...{ size: [320, 90], seconds: [1], frames: 10 },
  },
  {
    ...{ name: 'fragmented.mp4', picture: 'testsrc2=s=160x90:r=10:d=1', encoding: h264 },
    ...{ copied: ['-c', 'copy', '-movflags', 'empty_moov'], size: [160, 90], seconds: [1], frames: 10 },
  },
  {
    ...{
      name: 'sound.webm',
      picture: 'testsrc2=s=640x400:r=5:d=1',
      sound: 'sine=d=1',
      encoding: [...webm, '-b:v', '99k'],
    },
    ...{ size: [576, 360], seconds: [1], frames: 5 },
  },
];

for (const { name, size, seconds, frames, copied, isTurned, ...made } of isFull
  ? unusual
  : unusual.slice(0, 2)) {
  testWithFfmpeg(`makes one rung of ${name}`, async () => {
    const source = join(folder, name);
    await makeVideo(copied === undefined ? source : join(folder, 'first.mp4'), made);
    if (copied) await run('ffmpeg', '-v', 'error', '-i', join(folder, 'first.mp4'), ...copied, source);
    if (isTurned) turn(source);

    const { duration } = await makeHls(source, target);
    expect(duration).toBe(seconds.reduce((sum, each) => sum + each, 0) * 1000);
    const [width = 0, height = 0] = size;
    expect(readdirSync(target).sort()).toEqual([`${height}`, 'master.m3u8']);
    const { streams } = await probe(join(target, 'master.m3u8'));
    expect(streams[0]).toMatchObject({
      ...{ codec_name: 'h264', width, height, nb_read_frames: frames, sample_aspect_ratio: '1:1' },
    });
    expect(streams.length).toBe(made.sound === undefined ? 1 : 2);
    const codecs = readFileSync(join(target, 'master.m3u8'), 'utf8').match(/CODECS="(.*)"/)?.[1];
    expect(codecs?.split(',').length).toBe(streams.length);
    const playlist = readFileSync(join(target, `${height}`, 'index.m3u8'), 'utf8');
    expect(parsePlaylist(playlist)?.durations).toEqual(seconds);
  });
}

testWithFfmpeg(
  'says what ffmpeg says of a video that it cannot read, and leaves nothing behind',
  async () => {
    const source = join(folder, 'source.mp4');
    writeFileSync(source, smallMp4);
    await expect(makeHls(source, target)).rejects.toThrow(/^can't be converted: ffmpeg says ".+"$/);
    expect(existsSync(target)).toBe(false);
  },
);

testWithFfmpeg('a playlist that looks like a video leads nowhere', async () => {
  const [secret, source] = [join(folder, 'secret.mp4'), join(folder, 'source.mp4')];
  await makeVideo(secret, { picture: 'testsrc2=s=160x90:r=10:d=1', encoding: h264 });
  const playlist = Buffer.from(`#EXTM3U\n#EXTINF:1,\nfile:${secret}\n#EXT-X-ENDLIST\n`);
  const described = box('moov', movieHeader(1000), track('vide', [160, 90]));
  for (const disguise of [
    playlist,
    Buffer.concat([fileType, playlist]),
    Buffer.concat([fileType, described, playlist]),
  ]) {
    writeFileSync(source, disguise);
    await expect(makeHls(source, target)).rejects.toThrow(FileError);
    expect(existsSync(target)).toBe(false);
  }
});

/** A program that replaces ffmpeg. */
function putProgram(script: string): string {
  const path = join(folder, 'ffmpeg');
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o755);
  return path;
}

test('says what to install if ffmpeg is missing', async () => {
  const source = join(folder, 'source.mp4');
  writeFileSync(source, smallMp4);
  const ffmpeg = join(folder, 'nothing', 'ffmpeg');
  await expect(makeHls(source, target, { ffmpeg })).rejects.toThrow(FileError);
  await expect(makeHls(source, target, { ffmpeg })).rejects.toThrow(/install ffmpeg 5\.1 or newer/);
  expect(existsSync(target)).toBe(false);
});

test('ffmpeg runs at low priority and reads only its input', async () => {
  const source = join(folder, 'source.mp4');
  writeFileSync(source, smallMp4);
  const ffmpeg = putProgram(`{ nice; printf '%s\\n' "$@"; } > '${folder}/seen'; echo wrong >&2; exit 1`);
  await expect(makeHls(source, target, { ffmpeg })).rejects.toThrow('ffmpeg says "wrong"');
  const [niceness, ...words] = readFileSync(join(folder, 'seen'), 'utf8').split('\n');
  expect(niceness).toBe('19');
  const before = words.slice(0, words.indexOf('-i')).join(' ');
  expect(before).toContain('-nostdin');
  expect(before).toContain('-protocol_whitelist file,pipe');
  expect(before).toContain('-f mov');
  expect(words[words.indexOf('-i') + 1]).toBe(`file:${source}`);
});

test('reports a failing ffmpeg, and kills it if the progress callback throws', async () => {
  const source = join(folder, 'source.mp4');
  writeFileSync(source, smallMp4);
  await expect(makeHls(source, target, { ffmpeg: putProgram('exit 0') })).rejects.toThrow('has no frame');
  expect(existsSync(target)).toBe(false);
  const ffmpeg = putProgram(`echo $$ > '${folder}/pid'; echo out_time_us=1; exec sleep 1000`);
  const onProgress = () => {
    throw new Error('deaf');
  };
  await expect(makeHls(source, target, { ffmpeg, onProgress })).rejects.toThrow('deaf');
  const pid = Number(readFileSync(join(folder, 'pid'), 'utf8'));
  expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  expect(existsSync(target)).toBe(false);
});

test('stops when aborted, and leaves nothing behind', async () => {
  const source = join(folder, 'source.mp4');
  writeFileSync(source, smallMp4);
  const ffmpeg = putProgram('echo out_time_us=500000; exec sleep 1000');
  const stop = new AbortController();
  const fractions: number[] = [];
  const onProgress = (fraction: number) => {
    fractions.push(fraction);
    stop.abort(new Error('enough'));
  };
  await expect(makeHls(source, target, { ffmpeg, onProgress, signal: stop.signal })).rejects.toThrow(
    'enough',
  );
  expect(fractions).toEqual([0.2]);
  expect(existsSync(target)).toBe(false);
  await expect(makeHls(source, target, { ffmpeg, signal: AbortSignal.abort() })).rejects.toThrow();
  expect(existsSync(target)).toBe(false);
});

test('an existing folder is not touched', async () => {
  const source = join(folder, 'source.mp4');
  writeFileSync(source, smallMp4);
  mkdirSync(target);
  writeFileSync(join(target, 'mine'), '');
  await expect(makeHls(source, target)).rejects.toThrow('EEXIST');
  expect(readdirSync(target)).toEqual(['mine']);
});
