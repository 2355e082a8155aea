import { expect, test } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startS3 } from '../../../../../../tests/startS3.ts';
import { isFull } from '../../../../../../tests/testing/runs.ts';
import { until } from '../../../../../../tests/testing/until.ts';
import { lacksDisks, mountFullDisk } from '../../../files/testing/fullDisk.ts';
import { originalName } from '../../../media/originals/Originals.ts';
import { openOriginals } from '../../../media/originals/openOriginals.ts';
import { s3LocationOf } from '../../../media/originals/s3/testing/s3Location.ts';
import { zip } from '../../../media/package/testing/zip.ts';
import { claimedPng } from '../../../media/picture/testing/claimedPng.ts';
import { drawing, realPicture } from '../../../media/testing/realFiles.ts';
import { makeVideo, testWithFfmpeg } from '../../../media/video/testing/ffmpeg.ts';
import {
  begin,
  giveUp,
  inUploadRoom,
  metadata,
  send,
  settled,
  stateOf,
  type UploadContext,
  upload,
} from '../testing/withUploads.ts';
import { readUploadedMedia } from './Upload.ts';

const jpeg = await drawing(200, 150).jpeg().toBuffer();
const packaged = { 'upload-metadata': `${metadata({ filename: 'banner.zip' })},package` };

/** A PNG of a few bytes that claims so many pixels. */
function bomb(side: number): Buffer {
  return claimedPng(side, side, new Uint8Array(1000));
}

test('hostile files end as in an import: refused in plain words, and nothing of them is stored', async () => {
  await inUploadRoom(async (room) => {
    const cases: readonly [string, Uint8Array, RegExp, Record<string, string>?][] = [
      ['nothing', new Uint8Array(), /^is empty$/],
      ['a page', Buffer.from('<!DOCTYPE html><script>alert(1)</script>'), /^is not in a supported format; /],
      ['a bomb', bomb(30_000), /^The picture .*pixels/],
      ['cut short', jpeg.subarray(0, jpeg.length / 2), /^The picture /],
      [
        'in other clothes',
        Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), jpeg]),
        /^The picture /,
      ],
      [
        'an endless drawing',
        Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="1e9"'),
        /^The picture /,
      ],
      ['a film that is none', Buffer.from('\0\0\0\x18ftypisom\0\0\x02\0mp41'), /^\S/],
      ['a way out', zip([{ name: '../../x.html', content: 'x' }]), /x\.html/, packaged],
      ['no zip', jpeg, /zip/, packaged],
    ];
    // A quick run leaves out every other one: each takes a process.
    for (const [name, bytes, message, headers] of cases.filter((_, index) => isFull || index % 2 === 0)) {
      const state = await upload(room, bytes, headers);
      expect([name, state]).toEqual([
        name,
        expect.objectContaining({ state: 'failed', message: expect.stringMatching(message) }),
      ]);
      expect(state.message).not.toContain(room.folder);
      expect(await readdir(join(room.uploadFolder, state.uploadId))).toEqual(['outcome.json', 'upload.json']);
    }
    // What is whole up to its end, and has something behind it, is what it looks like.
    expect(await upload(room, Buffer.concat([jpeg, zip([{ name: 'a', content: 'b' }])]))).toMatchObject({
      state: 'ready',
      media: { type: 'image', meta: { ext: 'jpg' }, width: 200, height: 150 },
    });
    expect(await filesIn(join(room.originals, 'incoming'))).toEqual([]);
    expect(room.errors).toEqual([]);
  });
});

async function filesIn(folder: string): Promise<readonly string[]> {
  return await readdir(folder).catch(() => []);
}

test('an asset package is taken as one', async () => {
  await inUploadRoom(async (room) => {
    const files = [
      { name: 'index.html', content: '<canvas></canvas>' },
      { name: 'a.png', content: realPicture('png') },
    ];
    const state = await upload(room, zip(files), packaged);
    expect(state).toMatchObject({ state: 'ready', media: { type: 'image', meta: { ext: 'zip' } } });
    expect(await readUploadedMedia(room, 'acme', state.uploadId)).toMatchObject({
      bundle: { entry: 'index.html', paths: ['a.png', 'index.html'] },
    });
  });
});

test('an original can be stored in S3', async () => {
  await using s3 = await startS3();
  const folder = await mkdtemp(join(tmpdir(), 'newsstand-test-'));
  const place = { type: 's3', location: s3LocationOf(s3, 'uploads/'), folder, maxBytes: 1e9 } as const;
  await inUploadRoom(
    async (room) => {
      const { state, uploadId } = await upload(room, jpeg);
      expect(state).toBe('ready');
      const { original } = await readUploadedMedia(room, 'acme', uploadId);
      const name = originalName(original ?? { sha256: '', ext: '' });
      expect(await openOriginals(place).find(name)).toMatchObject({ fileSize: jpeg.length, ext: 'jpg' });
      expect(room.errors).toEqual([]);
    },
    { place },
  );
  await rm(folder, { recursive: true });
});

/** The processes that take files for this one. */
function takers(): readonly number[] {
  return processes()
    .filter(({ parent, command }) => parent === process.pid && /processUpload/.test(command))
    .map(({ pid }) => pid);
}

function processes() {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const status = readFileSync(`/proc/${pid}/stat`, 'latin1');
        const [, parent] = status.slice(status.lastIndexOf(')') + 2).split(' ');
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
        return [{ pid: Number(pid), parent: Number(parent), command }];
      } catch {
        return [];
      }
    });
}

/** Begins to send a whole file, and does not wait for what becomes of it. */
async function hand(room: UploadContext, bytes: Uint8Array): Promise<string> {
  const location = (await begin(room, bytes.length)).headers.get('location') ?? '';
  await send(room, location, 0, bytes.slice());
  return location;
}

test('a process that is killed costs one upload', async () => {
  await inUploadRoom(async (room) => {
    const location = await hand(room, jpeg);
    process.kill(await until('a process', () => takers()[0]), 'SIGKILL');
    expect(await settled(room, location)).toMatchObject({
      state: 'failed',
      message: expect.stringContaining('the process was killed'),
    });
    expect(await upload(room, jpeg)).toMatchObject({ state: 'ready' });
    expect(takers()).toEqual([]);
  });
});

test('a process that takes too much memory or time is killed', async () => {
  for (const [bounds, message] of [
    [{ milliseconds: 1e9, memory: 1e6 }, 'takes too much memory to read'],
    [{ milliseconds: 1, memory: 1e12 }, 'takes too long to read'],
  ] as const) {
    const start = { bounds: { video: bounds, other: bounds } };
    await inUploadRoom(
      async (room) => expect(await upload(room, jpeg)).toMatchObject({ state: 'failed', message }),
      { start },
    );
  }
});

test.skipIf(lacksDisks())('processing waits for an unavailable store or a full disk', async () => {
  using disk = mountFullDisk('read-only');
  await inUploadRoom(
    async (room) => {
      const location = await hand(room, jpeg);
      const waiting = await until(
        'a message',
        () => stateOf(room, location),
        (told) => told.message !== undefined,
      );
      expect(waiting.message).toBe('waiting to retry: the disk for originals is full');
      disk.mend();
      expect(await settled(room, location)).toMatchObject({ state: 'ready' });
      expect(room.errors).toEqual([]);
      await room.store.close();
      const other = await hand(room, realPicture('png'));
      const { message, state } = await until(
        'a message',
        () => stateOf(room, other),
        (told) => told.message !== undefined,
      );
      expect([state, message]).toEqual(['processing', 'waiting to retry: the store cannot be written to']);
      expect(String(room.errors[0])).toContain('closed');
    },
    { originals: join(disk.folder, 'originals'), start: { pause: 50 } },
  );
});

let made: Promise<Uint8Array> | undefined;

const filmSeconds = isFull ? 10 : 4;

/** A short film. */
function film(): Promise<Uint8Array> {
  made ??= makeFilm();
  return made;
}

async function makeFilm(): Promise<Uint8Array> {
  const folder = await mkdtemp(join(tmpdir(), 'newsstand-test-'));
  try {
    const path = join(folder, 'film.mp4');
    const picture = `testsrc=duration=${filmSeconds}:size=640x360:rate=25`;
    await makeVideo(path, {
      picture,
      encoding: ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-movflags', 'faststart'],
    });
    return await Bun.file(path).bytes();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

testWithFfmpeg('a video is made into HLS; it is told how far that is, and pictures overtake it', async () => {
  const bytes = await film();
  await inUploadRoom(async (room) => {
    const makers = () => processes().filter(({ command }) => command.includes(room.folder));
    const location = await hand(room, bytes);
    await until('some progress of a process', async () => {
      const { fraction } = await stateOf(room, location);
      return fraction !== undefined && makers().length > 0;
    });
    // It goes behind everybody, and with it goes what it has started.
    const picture = await upload(room, jpeg);
    expect(picture.state).toBe('ready');
    if (isFull) {
      await room.restart();
      // A process that was killed may take a moment to go.
      await until('the end of the process', () => !makers().some(({ parent }) => parent !== process.pid));
      expect(await stateOf(room, location)).toMatchObject({ state: 'processing', offset: bytes.length });
    }
    const fractions = new Set<number>();
    const look = async () => {
      const { fraction, ...state } = await stateOf(room, location);
      if (fraction !== undefined) fractions.add(fraction);
      return state;
    };
    // Encoding keeps a processor busy for seconds.
    const ready = await until('the video', look, ({ state }) => state !== 'processing', 50);
    expect([...fractions]).toEqual([...fractions].toSorted((one, other) => one - other));
    expect(ready).toMatchObject({
      state: 'ready',
      media: { type: 'video', width: 640, height: 360, duration: filmSeconds * 1000, meta: { ext: 'mp4' } },
    });
    const brought = await readUploadedMedia(room, 'acme', ready.uploadId);
    expect(brought).toMatchObject({ bundle: { entry: 'master.m3u8' }, poster: { ext: 'jpg' } });
    expect(room.errors).toEqual([]);
  });
});

if (isFull)
  testWithFfmpeg('cancelling a video leaves no process behind', async () => {
    const bytes = await film();
    await inUploadRoom(async (room) => {
      const makers = () => processes().filter(({ command }) => command.includes(room.folder));
      const location = await hand(room, bytes);
      await until('a process', () => makers()[0]);
      expect((await giveUp(room, location)).status).toBe(204);
      // What was killed takes a moment to be gone.
      await until('the end of all processes', () => makers().length + takers().length === 0);
      const empty = bytes.slice().fill(0, Buffer.from(bytes).indexOf('mdat') + 8);
      expect(await upload(room, empty)).toMatchObject({
        state: 'failed',
        message: expect.stringMatching(/^can't be converted: ffmpeg says "[^/]+"$/),
      });
    });
  });
