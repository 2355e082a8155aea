import { expect, test } from 'bun:test';
import * as tus from 'tus-js-client';
import { drawing } from '../../../media/testing/realFiles.ts';
import { inUploadRoom, settled, type UploadContext } from '../testing/withUploads.ts';

const picture = await drawing(600, 400).png().toBuffer();

test('a third-party client starts, breaks off, and resumes', async () => {
  await inUploadRoom(async (room) => {
    const broken = await sendPart(room, 5000);
    const sent: string[] = [];
    const url = await sendAll(room, { uploadUrl: broken }, (method) => sent.push(method));
    expect(sent).toEqual(['HEAD', 'PATCH']);
    expect(url).toBe(broken);
    expect(await settled(room, new URL(url).pathname)).toMatchObject({
      state: 'ready',
      name: 'ein Bild.png',
      media: { fileSize: picture.length },
    });
    await endAll(room);
    expect(room.errors).toEqual([]);
  });
});

const usual = {
  metadata: { filename: 'ein Bild.png' },
  retryDelays: null,
  storeFingerprintForResuming: false,
};

/** Sends pieces of a size, and breaks off after the first. */
function sendPart(room: UploadContext, chunkSize: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const upload = new tus.Upload(picture, {
      ...{ ...usual, endpoint: room.url(), chunkSize, onError: reject },
      onChunkComplete: () => void upload.abort().then(() => resolve(upload.url ?? '')),
    });
    upload.start();
  });
}

function sendAll(
  room: UploadContext,
  options: tus.UploadOptions,
  onSent: (method: string) => void,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const upload = new tus.Upload(picture, {
      ...{ ...usual, endpoint: room.url(), ...options, onError: reject },
      onAfterResponse: (request) => onSent(request.getMethod()),
      onSuccess: () => resolve(upload.url ?? ''),
    });
    upload.start();
  });
}

/** What it sends at once with the beginning, and what it gives up. */
async function endAll(room: UploadContext): Promise<void> {
  const sent: string[] = [];
  const url = await sendAll(room, { uploadDataDuringCreation: true }, (method) => sent.push(method));
  expect(sent).toEqual(['POST']);
  await tus.Upload.terminate(url, {});
  expect((await fetch(url)).status).toBe(404);
}
