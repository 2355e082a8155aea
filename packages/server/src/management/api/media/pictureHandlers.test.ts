import { expect, test } from 'bun:test';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DiskCache } from '../../../media/DiskCache.ts';
import { openFolderOriginals } from '../../../media/originals/folder/openFolderOriginals.ts';
import { put } from '../../../media/originals/testing/originalsSuite.ts';
import { openRenderer } from '../../../media/picture/render/openRenderer.ts';
import { createMediaServer } from '../../../media/serve/createMediaServer.ts';
import { everyFile, patient } from '../../../media/serve/testing/everyFile.ts';
import { drawing } from '../../../media/testing/realFiles.ts';
import { openTemporary } from '../../../store/sqlite/openSqlite.ts';
import { listen } from '../testing/withUploads.ts';
import { pictureHandlers } from './pictureHandlers.ts';

const place = { kind: 'media', projectId: 'acme', spaceId: 'web' } as const;

test('a picture is shown with operations by the real image server, a video by its poster', async () => {
  await using resources = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'newsstand-test-'));
  resources.defer(() => rm(folder, { recursive: true, force: true }));
  const store = resources.adopt(await openTemporary(), (it) => it.close());
  const renderer = resources.adopt(openRenderer(), (it) => it.stop());
  const originals = openFolderOriginals(join(folder, 'originals'));
  await writeFile(join(folder, 'file'), await drawing(60, 40).png().toBuffer());
  const { sha256, ext } = await put(originals, join(folder, 'file'));
  const addresses = { url: 'http://127.0.0.1/media', key: 'a key of sixteen letters' };
  const media = createMediaServer({
    ...everyFile,
    ...{ originals, renderer, key: addresses.key, allowsUnsafe: false },
    cache: new DiskCache(join(folder, 'pictures'), 1e6),
  });
  await store.write(async (writer) => {
    for (const [id, members] of Object.entries({
      cover: { type: 'image', original: { sha256, ext } },
      poster: { type: 'image', original: { sha256, ext }, about: { width: 30_000, height: 20_000 } },
      film: { type: 'video', original: { sha256, ext: 'mp4' }, poster: { sha256, ext } },
      silent: { type: 'video', original: { sha256, ext: 'mp4' } },
      elsewhere: { type: 'image', accessUrl: 'https://example.com/a.png' },
    })) {
      const document = JSON.stringify({
        ...members,
        mediaId: id,
        name: id,
        projectId: 'acme',
        spaceId: 'web',
      });
      await writer.putRecord({ ...place, id, document, links: [] });
    }
  });
  const handlers = pictureHandlers({
    ...{ store: async () => store, mediaAddresses: async () => addresses, now: () => clock },
  });
  let clock = 0;
  const errors: unknown[] = [];
  const server = resources.adopt(
    listen(handlers, (error) => errors.push(error)),
    (it) => it.stop(true),
  );

  const ask = async (id: string, operations: unknown, as = 'mia') => {
    const path = `/manage/v1/projects/acme/spaces/web/collection/medias/${id}/picture`;
    const response = await fetch(new URL(path, server.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-operator': as },
      body: JSON.stringify({ operations }),
    });
    return { status: response.status, answer: JSON.parse(await response.text()) };
  };
  const shown = async (url: string) => {
    const head = { method: 'GET', header: () => undefined };
    return await media.read(url.slice(addresses.url.length + 1), head)(patient);
  };

  const operations = [
    { type: 'filters', grayscale: true },
    { type: 'size', width: 30, height: 20 },
  ];
  for (const id of ['cover', 'film']) {
    const { status, answer } = await ask(id, operations);
    expect([status, answer]).toEqual([200, { url: expect.stringContaining('/30x20/filters:grayscale()/') }]);
    expect(await shown(answer.url)).toMatchObject({ status: 200 });
    expect(await shown(answer.url.replace('30x20', '31x20'))).toMatchObject({ code: 'signature_invalid' });
  }
  expect((await ask('cover', [])).status).toBe(200);
  for (const id of ['silent', 'elsewhere'])
    expect(await ask(id, [])).toMatchObject({ status: 409, answer: { code: 'conflict' } });
  expect((await ask('nobody', [])).status).toBe(404);
  const twice = { type: 'size', width: 1, height: 1 };
  expect(await ask('cover', [twice, twice])).toMatchObject({
    status: 400,
    answer: {
      code: 'invalid_body',
      errors: [{ path: 'operations', message: "operation 'size' is given 2 times; it may occur only once" }],
    },
  });
  expect(await ask('cover', [{ type: 'filters', convolution: 'x' }])).toMatchObject({ status: 400 });
  expect(await ask('cover', [{ type: 'paint' }])).toMatchObject({ status: 400 });

  // Whoever tries heavy operations has a share of the time of the renderer; others have theirs.
  const heavy = [
    { type: 'size', width: 9000, height: 9000 },
    { type: 'filters', blur: 9 },
  ];
  const statuses = async (count: number, as?: string) => {
    const all = [];
    for (let time = 0; time < count; time++) all.push((await ask('cover', heavy, as)).status);
    return all;
  };
  expect(await statuses(14)).toEqual([...Array.from({ length: 12 }, () => 200), 429, 429]);
  expect(await statuses(1, 'somebody-else')).toEqual([200]);
  expect((await ask('cover', operations)).status).toBe(200);
  clock += 60_000;
  expect(await statuses(1)).toEqual([200]);
  // A small result of a large original takes as long to read.
  clock += 60_000;
  const tiny = [{ type: 'size', width: 1, height: 1 }];
  const small = [];
  for (let time = 0; time < 4; time++) small.push((await ask('poster', tiny)).status);
  expect(small).toEqual([200, 200, 200, 429]);
  expect(errors).toEqual([]);
});
