import { expect, test } from 'bun:test';
import { mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { until } from '../../../../../../tests/testing/until.ts';
import { fullDisks, lacksDisks, mountFullDisk } from '../../../files/testing/fullDisk.ts';
import { originalPath } from '../../../media/originals/folder/findOriginal.ts';
import { originalName } from '../../../media/originals/Originals.ts';
import { drawing } from '../../../media/testing/realFiles.ts';
import {
  begin,
  codeOf,
  giveUp,
  head,
  inUploadRoom,
  locationOf,
  metadata,
  offsetOf,
  send,
  settled,
  stateOf,
  type UploadContext,
  upload,
} from '../testing/withUploads.ts';
import { readUploadedMedia } from './Upload.ts';

const picture = await drawing(600, 400).png().toBuffer();
const day = 86_400_000;

test('a picture arrives in chunks, and becomes an original', async () => {
  await inUploadRoom(async (room) => {
    const name = 'Überblick 写真.png';
    const about = metadata({ filename: name, other: 'x' });
    const created = await begin(room, picture.length, { 'upload-metadata': about });
    const location = locationOf(created);
    expect(created.status).toBe(201);
    expect(created.headers.get('tus-resumable')).toBe('1.0.0');
    expect(location).toMatch(/^\/manage\/v1\/projects\/acme\/uploads\/[0-9a-f]{32}$/);
    const [first, second] = [picture.subarray(0, 100), picture.subarray(100)];
    const patched = await send(room, location, 0, first.slice());
    expect([patched.status, patched.headers.get('upload-offset')]).toEqual([204, '100']);
    expect(Date.parse(patched.headers.get('upload-expires') ?? '')).toBeGreaterThan(
      Date.now() + day - 60_000,
    );
    const asked = await head(room, location);
    expect(Object.fromEntries(asked.headers)).toMatchObject({
      'upload-offset': '100',
      'upload-length': `${picture.length}`,
      'upload-metadata': about,
      'tus-resumable': '1.0.0',
    });
    expect(await stateOf(room, location)).toMatchObject({ state: 'receiving', offset: 100, name });
    expect((await send(room, location, 100, second.slice())).status).toBe(204);
    const ready = await settled(room, location);
    expect(ready).toMatchObject({
      state: 'ready',
      offset: picture.length,
      media: { type: 'image', fileSize: picture.length, width: 600, height: 400, meta: { ext: 'png' } },
    });
    const brought = await readUploadedMedia(room, 'acme', ready.uploadId);
    const kept = originalPath(room.originals, originalName({ sha256: '', ext: '', ...brought.original }));
    expect(await Bun.file(kept).bytes()).toEqual(new Uint8Array(picture));
    expect(await readdir(join(room.uploadFolder, ready.uploadId))).toEqual(['outcome.json', 'upload.json']);
    expect((await stat(join(room.uploadFolder, ready.uploadId))).mode & 0o777).toBe(0o700);
    // Asked again, and after a restart, it is the same.
    await room.restart();
    expect(await stateOf(room, location)).toEqual({ ...ready, expiresAt: expect.any(Number) });
    expect(await readUploadedMedia(room, 'acme', ready.uploadId)).toEqual(brought);
    expect(await offsetOf(room, location)).toBe(picture.length);
    expect((await send(room, location, picture.length, undefined)).status).toBe(204);
    expect(room.errors).toEqual([]);
  });
});

test('a picture may be sent with the request that creates its upload', async () => {
  await inUploadRoom(async (room) => {
    const headers = {
      'tus-resumable': '1.0.0',
      'upload-length': `${picture.length}`,
      'upload-metadata': metadata({ filename: 'a.png' }),
      'content-type': 'application/offset+octet-stream',
    };
    const created = await fetch(room.url(), { method: 'POST', headers, body: picture.slice() });
    expect([created.status, created.headers.get('upload-offset')]).toEqual([201, `${picture.length}`]);
    expect((await settled(room, locationOf(created))).state).toBe('ready');
  });
});

/** Sends a part of what it has announced, and nothing more. */
async function sendPart(room: UploadContext, location: string, announced: number, part: Uint8Array) {
  const url = new URL(room.url(location));
  const socket = connect(Number(url.port), url.hostname);
  socket.on('error', () => {});
  socket.write(
    `PATCH ${url.pathname} HTTP/1.1\r\nhost: x\r\ntus-resumable: 1.0.0\r\nupload-offset: 0\r\n` +
      `content-type: application/offset+octet-stream\r\ncontent-length: ${announced}\r\n\r\n`,
  );
  socket.write(part);
  await until('the part', async () => (await offsetOf(room, location)) >= part.length);
  return socket;
}

async function goOn(room: UploadContext, location: string): Promise<Response> {
  const offset = await offsetOf(room, location);
  return await send(room, location, offset, picture.subarray(offset).slice());
}

test('bytes received before a connection broke are kept, even across a restart', async () => {
  await inUploadRoom(async (room) => {
    const location = locationOf(await begin(room, picture.length));
    const socket = await sendPart(room, location, picture.length, picture.subarray(0, 1000));
    socket.destroy();
    expect(await offsetOf(room, location)).toBe(1000);
    await room.restart();
    expect(await offsetOf(room, location)).toBe(1000);
    expect(await stateOf(room, location)).toMatchObject({ state: 'receiving', offset: 1000 });
    expect((await goOn(room, location)).status).toBe(204);
    expect((await settled(room, location)).state).toBe('ready');
    expect(room.errors).toEqual([]);
  });
});

test('of two concurrent senders the second is refused, unless the first is silent', async () => {
  await inUploadRoom(async (room) => {
    const location = locationOf(await begin(room, picture.length));
    const sockets: Socket[] = [];
    sockets.push(await sendPart(room, location, picture.length, picture.subarray(0, 1000)));
    expect(await codeOf(await goOn(room, location))).toEqual([409, 'upload_offset', '1.0.0']);
    expect(await offsetOf(room, location)).toBe(1000);
    // Its connection is lost, though nobody here has noticed.
    room.clock += 6000;
    expect((await goOn(room, location)).status).toBe(204);
    expect((await settled(room, location)).state).toBe('ready');
    for (const socket of sockets) socket.destroy();
  });
});

test('a cancelled upload is deleted, even while it is being received', async () => {
  await inUploadRoom(async (room) => {
    const location = locationOf(await begin(room, picture.length));
    const socket = await sendPart(room, location, picture.length, picture.subarray(0, 1000));
    expect((await giveUp(room, location)).status).toBe(204);
    for (const ask of [head, giveUp, goOn]) expect((await ask(room, location)).status).toBe(404);
    expect((await fetch(room.url(location))).status).toBe(404);
    expect(await readdir(room.uploadFolder)).toEqual([]);
    socket.destroy();
    expect(room.errors).toEqual([]);
  });
});

test('violations of the protocol are refused, and change nothing', async () => {
  await inUploadRoom(
    async (room) => {
      const location = locationOf(await begin(room, 1000));
      expect((await send(room, location, 0, 'x'.repeat(10))).status).toBe(204);
      const cases: readonly [() => Promise<Response>, number, string][] = [
        [() => begin(room, 10, { 'tus-resumable': '0.2.2' }), 412, 'upload_protocol'],
        [() => begin(room, 10, { 'tus-resumable': '' }), 412, 'upload_protocol'],
        [() => begin(room, 10, { 'upload-length': '' }), 400, 'invalid_parameters'],
        [() => begin(room, 10, { 'upload-length': '-1' }), 400, 'invalid_parameters'],
        [() => begin(room, 10, { 'upload-length': '1e3' }), 400, 'invalid_parameters'],
        [() => begin(room, 10, { 'upload-metadata': '' }), 400, 'invalid_parameters'],
        [
          () => begin(room, 10, { 'upload-metadata': metadata({ filename: 'a\nb' }) }),
          400,
          'invalid_parameters',
        ],
        [() => begin(room, 100_001), 413, 'too_large'],
        [() => send(room, location, 0, 'x'), 409, 'upload_offset'],
        [() => send(room, location, 11, 'x'), 409, 'upload_offset'],
        [() => send(room, location, 10, 'x', { 'upload-offset': '' }), 400, 'invalid_parameters'],
        [() => send(room, location, 10, 'x', { 'content-type': 'image/png' }), 415, 'unsupported_type'],
        [() => send(room, location, 10, 'x', { 'tus-resumable': '2.0.0' }), 412, 'upload_protocol'],
        [() => send(room, location, 10, 'x'.repeat(991)), 413, 'too_large'],
        [() => send(room, location.replace('acme', 'beta'), 10, 'x'), 404, 'not_found'],
        [() => giveUp(room, location.replace('acme', 'beta')), 404, 'not_found'],
        [() => send(room, `${location}0`, 10, 'x'), 404, 'not_found'],
      ];
      for (const [ask, status, code] of cases)
        expect(await codeOf(await ask())).toEqual([status, code, '1.0.0']);
      const other = await begin(room, 10, { 'tus-resumable': '0.2.2' });
      expect(other.headers.get('tus-version')).toBe('1.0.0');
      expect((await fetch(room.url(location.replace('acme', 'beta')))).status).toBe(404);
      expect((await head(room, location.replace('acme', 'beta'))).status).toBe(404);
      expect(await offsetOf(room, location)).toBe(10);
      const more = await send(room, location, 10, unannounced('x'.repeat(991)));
      expect(await codeOf(more)).toEqual([413, 'too_large', '1.0.0']);
      expect(await stateOf(room, location)).toMatchObject({ state: 'receiving' });
      expect(room.errors).toEqual([]);
    },
    { uploadBytes: 100_000 },
  );
});

/** A body of which nobody says how long it is. */
function unannounced(text: string): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async start(controller) {
      for (const letter of [text.slice(0, 1), text.slice(1)]) {
        controller.enqueue(Buffer.from(letter));
        await Bun.sleep(1);
      }
      controller.close();
    },
  });
}

test('an upload of another project, or one that is not ready, brings nothing', async () => {
  await inUploadRoom(async (room) => {
    const ready = await upload(room, picture);
    const open = locationOf(await begin(room, 10)).slice(-32);
    const failed = await upload(room, Buffer.from('hello'));
    for (const [projectId, uploadId, message] of [
      ['beta', ready.uploadId, 'no such upload'],
      ['acme', '../acme', 'no such upload'],
      ['acme', open, 'wait until it is ready'],
      ['acme', failed.uploadId, 'is not in a supported format'],
    ] as const) {
      const asked = readUploadedMedia(room, projectId, uploadId);
      await expect(asked).rejects.toMatchObject({
        code: 'upload_not_ready',
        message: expect.stringContaining(message),
      });
    }
  });
});

test('the number of uploads in progress is limited', async () => {
  await inUploadRoom(async (room) => {
    const statuses = await Promise.all(Array.from({ length: 25 }, () => begin(room, 10)));
    expect(statuses.filter(({ status }) => status === 201).length).toBe(20);
    expect(statuses.filter(({ status }) => status === 429).length).toBe(5);
    for (const name of ['ben', 'cleo', 'dan', 'eve'])
      for (let each = 0; each < 20; each++)
        expect((await begin(room, 10, { 'x-operator': name })).status).toBe(201);
    expect((await begin(room, 10, { 'x-operator': 'fay' })).status).toBe(429);
    const [first] = statuses.filter(({ status }) => status === 201);
    if (first) await giveUp(room, locationOf(first));
    expect((await begin(room, 10, { 'x-operator': 'fay' })).status).toBe(201);
  });
});

test('uploads without activity for a day are deleted', async () => {
  await inUploadRoom(async (room) => {
    const location = locationOf(await begin(room, 1000));
    await send(room, location, 0, 'x');
    const ready = await upload(room, picture);
    await mkdir(join(room.uploadFolder, 'left over'));
    await room.uploads().sweep();
    room.clock = day - 60_000;
    await room.uploads().sweep();
    expect((await readdir(room.uploadFolder)).length).toBe(3);
    room.clock = day + 60_000;
    // At a start too.
    await room.restart();
    await room.uploads().sweep();
    expect(await readdir(room.uploadFolder)).toEqual([]);
    expect((await head(room, location)).status).toBe(404);
    await expect(readUploadedMedia(room, 'acme', ready.uploadId)).rejects.toMatchObject({
      code: 'upload_not_ready',
    });
  });
});

test.skipIf(lacksDisks()).each(fullDisks)(
  'a full disk (%s) refuses uploads, and nothing is lost',
  async (how) => {
    using disk = mountFullDisk(how);
    disk.mend();
    await inUploadRoom(
      async (room) => {
        const location = locationOf(await begin(room, picture.length));
        expect((await send(room, location, 0, picture.subarray(0, 1000).slice())).status).toBe(204);
        disk.spoil();
        expect(await codeOf(await begin(room, 10))).toEqual([507, 'disk_full', '1.0.0']);
        if (how !== 'no room for another file') {
          const rest = picture.subarray(1000).slice();
          expect(await codeOf(await send(room, location, 1000, rest))).toEqual([507, 'disk_full', '1.0.0']);
        }
        expect(await offsetOf(room, location)).toBeGreaterThanOrEqual(1000);
        disk.mend();
        expect((await goOn(room, location)).status).toBe(204);
        expect((await settled(room, location)).state).toBe('ready');
      },
      { uploadFolder: join(disk.folder, 'uploads') },
    );
  },
);

test('complete but unprocessed uploads are processed after a restart', async () => {
  await inUploadRoom(async (room) => {
    const location = locationOf(await begin(room, picture.length));
    await send(room, location, 0, picture.subarray(0, -1).slice());
    // As if the service had ended between the last byte and the work.
    const bytes = join(room.uploadFolder, location.slice(-32), 'bytes');
    await writeFile(bytes, picture);
    await room.restart();
    expect((await settled(room, location)).state).toBe('ready');
  });
});
