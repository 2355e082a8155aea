import { expect, test } from 'bun:test';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { IngestedMedia } from '../../../media/ingestMedia.ts';
import { mediaDocument } from '../../../media/mediaDocument.ts';
import { MediaUnavailable, originalName } from '../../../media/originals/Originals.ts';
import { realPicture } from '../../../media/testing/realFiles.ts';
import { uploadPaths } from '../media/Upload.ts';
import type { TestApi } from '../testing/withApi.ts';
import { type Ask, bodies, withNewsroom } from '../testing/withNewsroom.ts';

const cover = '/collection/medias/m1';

/** An upload that has been made into a media's file, as it lies on disk. */
async function readyUpload(
  { context, folder }: TestApi,
  brought: IngestedMedia,
  projectId = 'acme',
): Promise<string> {
  await Bun.write(join(folder, 'a.png'), bytes);
  await using ingest = context.originals.beginIngest();
  await ingest.add(join(folder, 'a.png'));
  await ingest.commit();
  const id = Buffer.from(context.random(16)).toString('hex');
  const paths = uploadPaths(context.uploadFolder, id);
  await mkdir(paths.folder, { recursive: true });
  const order = { projectId, operatorId: 'ken', name: 'a.png', length: 5, isPackage: false, metadata: '' };
  await Bun.write(paths.order, JSON.stringify({ ...order, createdAt: context.now() }));
  await Bun.write(paths.outcome, JSON.stringify({ type: 'ready', brought }));
  return id;
}

const bytes = realPicture('png');
const original = { sha256: new Bun.CryptoHasher('sha256').update(bytes).digest('hex'), ext: 'png' };
const picture: IngestedMedia = {
  type: 'image',
  fileSize: 5,
  meta: { ext: 'png', mimetype: 'image/png' },
  original,
  about: { width: 40, height: 30 },
};

async function keptDocument({ store }: TestApi) {
  const key = { kind: 'media', projectId: 'acme', spaceId: 'web', id: 'm1' } as const;
  const record = await store.read((reader) => reader.find(key));
  return mediaDocument.parse(JSON.parse(record?.document ?? ''));
}

async function putUpload(ask: Ask, api: TestApi) {
  const upload = await readyUpload(api, picture);
  const { type: _, ...body } = bodies.media;
  return await ask('PUT', cover, { ifMatch: '*', body: { ...body, upload } });
}

test('a file arrives as an upload', () =>
  withNewsroom(async ({ ken, api }) => {
    const put = await putUpload(ken, api);
    expect(put).toMatchObject({
      status: 200,
      body: {
        ...{ version: 2, width: 40, height: 30 },
        item: { type: 'image', fileSize: 5, meta: picture.meta, name: 'Cover' },
        delivered: { accessUrl: expect.stringContaining('/m/'), signed: true, width: 40, height: 30 },
      },
    });
    expect(put.body).not.toHaveProperty('item.original');
    expect(put.body).not.toHaveProperty('item.accessUrl');
    expect(await keptDocument(api)).toMatchObject({ original: picture.original });
    const created = await ken('POST', '/collection/medias', {
      body: { name: 'New', upload: await readyUpload(api, picture) },
    });
    expect(created).toMatchObject({ status: 201, body: { item: { name: 'New', type: 'image' } } });
  }));

test('without an upload a media keeps its files, whatever the body says', () =>
  withNewsroom(async ({ ken, api }) => {
    await putUpload(ken, api);
    const operations = [{ type: 'size', width: 20, height: 10 }];
    const computed = { accessUrl: 'not a url', signed: true, fileSize: 7, width: 7, height: -7 };
    const body = { name: 'Renamed', operations, ...computed };
    expect((await ken('PUT', cover, { ifMatch: '*', body })).status).toBe(200);
    const kept = await keptDocument(api);
    expect(kept).toMatchObject({ ...picture, name: 'Renamed', operations });
    expect(kept).not.toHaveProperty('accessUrl');
    await ken('PATCH', cover, { ifMatch: '*', body: { alias: 'cover', operations: null } });
    expect(await keptDocument(api)).toMatchObject({ ...picture, alias: 'cover' });
    const video = await ken('PATCH', cover, { ifMatch: '*', body: { type: 'video' } });
    expect(video.faults).toEqual(["type: is 'video', but the file contains an image"]);
    const restored = await ken('POST', `${cover}/versions/1/restore`, { ifMatch: '*' });
    expect(restored.body).not.toHaveProperty('item.fileSize');
    const back = await ken('POST', `${cover}/versions/2/restore`, { ifMatch: restored.etag });
    expect(back.body).toMatchObject({ item: { fileSize: 5 }, width: 40 });
    expect(await keptDocument(api)).toMatchObject({ original: picture.original });
  }));

test('an upload of another project cannot be used', () =>
  withNewsroom(async ({ ken, api }) => {
    const put = (body: object) => ken('PUT', cover, { ifMatch: '*', body: { ...bodies.media, ...body } });
    const upload = await readyUpload(api, picture, 'other');
    expect(await put({ upload })).toMatchObject({ status: 409, body: { code: 'upload_not_ready' } });
    expect((await put({ upload: 'a'.repeat(32) })).status).toBe(409);
    expect((await put({ upload: 7 })).faults).toEqual(['upload: must be the ID of an upload']);
    expect((await put({ file: 'a.png' })).faults).toEqual([
      'file: is not accepted here; upload the file, and give the ID of the upload as `upload`',
    ]);
    expect((await put({ type: undefined })).faults).toEqual(['type: is missing']);
    expect((await put({ operations: [{ type: 'filters', blur: 1e6 }] })).status).toBe(400);
    expect((await put({ accessUrl: 'https://example.com/a.png' })).body).toMatchObject({
      ...{
        item: { accessUrl: 'https://example.com/a.png' },
        delivered: { accessUrl: 'https://example.com/a.png' },
      },
    });
  }));

test('the size of media hosted elsewhere is what is said of it, and stays until something else is said', () =>
  withNewsroom(async ({ ken }) => {
    const elsewhere = { ...bodies.media, accessUrl: 'https://example.com/a.png', width: 640, height: 480 };
    const told = { item: { width: 640, height: 480 }, delivered: { width: 640, height: 480 } };
    const put = await ken('PUT', cover, { ifMatch: '*', body: elsewhere });
    expect(put).toMatchObject({ status: 200, body: told });
    const renamed = await ken('PATCH', cover, { ifMatch: '*', body: { name: 'Renamed' } });
    expect(renamed).toMatchObject({ status: 200, body: told });
    const body = { width: null, height: null };
    const forgotten = await ken('PATCH', cover, { ifMatch: '*', body });
    for (const part of ['item', 'delivered']) expect(forgotten.body).not.toHaveProperty(`${part}.width`);
    const wrong = await ken('PATCH', cover, { ifMatch: '*', body: { width: 0 } });
    expect(wrong.faults).toEqual([expect.stringContaining('width: ')]);
  }));

test('a deleted media can be restored as long as its file is kept; otherwise the problem says so', () =>
  withNewsroom(async ({ ken, api }) => {
    const { context } = api;
    const upload = await readyUpload(api, picture);
    const made = await ken('PUT', '/collection/medias/m9', { body: { name: 'Nine', upload } });
    const path = '/collection/medias/m9';
    expect((await ken('DELETE', path, { ifMatch: made.etag })).status).toBe(204);
    // Whoever clears up has seen it already: putting it back begins its time anew.
    const gc = context.originals.gc();
    const name = originalName(original);
    await gc.mark(name);
    const before = (await gc.markedAt(name)) ?? Infinity;
    await Bun.sleep(5);
    const back = await ken('POST', `${path}/versions/1/restore`);
    expect(back).toMatchObject({ status: 201, body: { item: { fileSize: 5 } } });
    expect(await gc.markedAt(name)).toBeGreaterThan(before);
    expect((await ken('DELETE', path, { ifMatch: back.etag })).status).toBe(204);
    await gc.remove(name);
    for (const version of [1, 2]) {
      const gone = await ken('POST', `${path}/versions/${version}/restore`);
      expect(gone).toMatchObject({ status: 409, body: { code: 'file_gone' } });
    }
    // Nor by an upload that is still known.
    const again = await ken('PUT', path, { body: { name: 'Nine', upload } });
    expect(again).toMatchObject({ status: 409, body: { code: 'file_gone' } });
    expect((await ken('GET', path)).status).toBe(404);
    // Other changes of a media never ask for its file.
    const cover = await ken('PATCH', '/collection/medias/m1', { ifMatch: '*', body: { name: 'Other' } });
    expect(cover.status).toBe(200);
  }));

test('if files cannot be reached, nothing is restored, and the problem says to try again', () =>
  withNewsroom(
    async ({ ken, api }) => {
      const upload = await readyUpload(api, picture);
      const put = await ken('PUT', '/collection/medias/m9', { body: { name: 'Nine', upload } });
      expect(put).toMatchObject({ status: 503, body: { code: 'not_ready' } });
      expect(put.headers.get('retry-after')).toBe('5');
    },
    async () => {
      throw new MediaUnavailable('S3 is gone', 'transient');
    },
  ));

test('texts and focal point are delivered; labels and the time of creation are for operators only', () =>
  withNewsroom(async ({ ken, api, import: bring }) => {
    await putUpload(ken, api);
    const texts = { alt: 'A red lamp', credit: 'Ann', rights: '© Ann', focalPoint: { x: 0.25, y: 1 } };
    const operations = [{ type: 'size', width: 10, height: 10 }, { type: 'smart' }];
    const body = { ...texts, operations, labels: ['Lamps', 'Press', 'Lamps'] };
    const put = await ken('PATCH', cover, { ifMatch: '*', body });
    expect(put).toMatchObject({
      body: { item: { ...texts, labels: ['Lamps', 'Press'] }, delivered: { ...texts, name: 'Cover' } },
    });
    const added = [...Object.keys(texts), 'width', 'height'];
    expect(Object.keys(Object(Object(put.body).delivered)).slice(-6)).toEqual(added);
    expect(put.body).not.toHaveProperty('delivered.labels');
    expect(put.body).not.toHaveProperty('delivered.createdAt');
    // The middle of the small box is the point: 10 of 40, 30 of 30.
    expect(put.body).toHaveProperty(
      'delivered.accessUrl',
      expect.stringContaining('/10x10/smart/filters:focal(9x29:11x31)/'),
    );
    expect(put.body).toHaveProperty('delivered.thumbnailAccessUrl', expect.not.stringContaining('focal'));
    const created = await ken('POST', '/collection/medias', {
      body: { name: 'New', upload: await readyUpload(api, picture) },
    });
    const createdAt = api.context.now();
    expect(created).toHaveProperty('body.item.createdAt', createdAt);
    const id = String(Object(Object(created.body).item).mediaId);
    const kept = await ken('PUT', `/collection/medias/${id}`, { ifMatch: '*', body: { name: 'Renamed' } });
    expect(kept).toMatchObject({ body: { item: { name: 'Renamed', createdAt } } });
    await bring({
      kind: 'media',
      projectId: 'acme',
      spaceId: 'web',
      mediaId: 'far',
      name: 'Far',
      type: 'image',
      labels: ['Far'],
    });
    const far = await ken('GET', '/collection/medias/far');
    expect(far).toMatchObject({ body: { item: { labels: ['Far'], createdAt: expect.any(Number) } } });
    expect(far.body).not.toHaveProperty('delivered.labels');
  }));

test.each([
  [{ alt: 'x'.repeat(2001) }, 'alt: must be at most 2000 characters'],
  [{ focalPoint: { x: 2, y: 0 } }, 'focalPoint.x: '],
  [{ labels: ['a,b'] }, 'labels[0]: must hold neither commas nor control characters'],
])('%j is refused', (body, fault) =>
  withNewsroom(async ({ ken }) => {
    const { status, faults } = await ken('PATCH', cover, { ifMatch: '*', body });
    expect({ status, fault: faults[0]?.startsWith(fault) }).toEqual({ status: 400, fault: true });
  }),
);

test('media are listed newest first, by label, file and missing alternative text, and found by their texts', () =>
  withNewsroom(async ({ ken, api }) => {
    const make = async (body: object) => {
      const made = await ken('POST', '/collection/medias', {
        body: { ...body, upload: await readyUpload(api, picture) },
      });
      return String(Object(Object(made.body).item).mediaId);
    };
    const one = await make({ name: 'One', createdAt: 5, labels: ['Lamps'] });
    const two = await make({ name: 'Two', createdAt: 7, labels: ['Lamps', 'Press'], alt: 'Café at night' });
    const list = async (query: string) => {
      const found = await ken('GET', `/collection/medias?size=99&${query}`);
      const rows: { item: { mediaId: string } }[] = Object(found.body).list ?? [];
      return { ...found, ids: rows.map(({ item }) => item.mediaId) };
    };
    const seen = async (query: string, ids: readonly string[]) => {
      for (let tries = 0; tries < 100; tries++) {
        if (Bun.deepEquals((await list(query)).ids, ids)) return;
        await Bun.sleep(10);
      }
      expect((await list(query)).ids).toEqual([...ids]);
    };
    await seen('sort=createdAt:desc', ['m1', two, one]);
    await seen('sort=createdAt:asc', [one, two, 'm1']);
    await seen('label=Press', [two]);
    await seen('search=cafe', [two]);
    await seen('search=lamps&alt=missing', [one]);
    await seen(`hash=${original.sha256}&sort=mediaId:asc`, [one, two].sort());
    const { body } = await list('labels=true&label=Press');
    expect(body).toMatchObject({
      labels: [
        { label: 'Lamps', count: 2 },
        { label: 'Press', count: 1 },
      ],
      list: [{ about: { width: 40, height: 30, createdAt: 7, labels: ['Lamps', 'Press'] } }],
    });
    expect((await list('label=')).status).toBe(400);
    expect((await list('sort=createdAt:up')).status).toBe(400);
  }));

test('labels, credit and rights are changed in bulk', () =>
  withNewsroom(async ({ ken }) => {
    const batch = (...changes: object[]) =>
      ken('POST', '/batch', {
        body: { changes: changes.map((each) => ({ kind: 'media', id: 'm1', ...each })) },
      });
    const done = await batch(
      { action: 'addLabel', value: 'Press' },
      { action: 'addLabel', value: 'Lamps' },
      { action: 'removeLabel', value: 'Press' },
      { action: 'setCredit', value: 'Ann' },
      { action: 'setRights', value: '© Ann' },
    );
    expect(done).toMatchObject({ status: 200, body: { changed: 1 } });
    const item = { labels: ['Lamps'], credit: 'Ann', rights: '© Ann' };
    expect((await ken('GET', cover)).body).toMatchObject({ item });
    expect(await batch({ action: 'setCredit' })).toMatchObject({ status: 200 });
    expect((await ken('GET', cover)).body).not.toHaveProperty('item.credit');
    expect((await batch({ action: 'addLabel' })).status).toBe(400);
    expect((await batch({ action: 'addLabel', value: 'a,b' })).status).toBe(400);
  }));
