import { expect, test } from 'bun:test';
import { engines, openFresh } from '../../../../../tests/engines.ts';
import type { RecordKey, Store, StoredRecord } from '../../store/Store.ts';
import { openTemporary } from '../../store/sqlite/openSqlite.ts';
import { filesOf, mediaRecords } from '../copy/copyMediaFiles.ts';
import { parseLine } from '../ndjson/parseLine.ts';
import { removePlace, restorePlace } from '../places/movePlace.ts';
import { readReferencedFiles } from './collectGarbage.ts';
import { NothingToTakeDown, ReferencedElsewhere, type TakedownOptions, takeDown } from './takeDown.ts';

const [a, b, poster, bundle] = ['a'.repeat(64), 'b'.repeat(64), 'c'.repeat(64), 'd'.repeat(64)] as const;
const web = { projectId: 'acme', spaceId: 'web' };
const app = { projectId: 'acme', spaceId: 'app' };
const key = (id: string, space = web): RecordKey => ({ kind: 'media', ...space, id });

/** A media record that refers to an original. */
function picture(id: string, sha256: string = a, space = web): StoredRecord {
  const { projectId, spaceId } = space;
  const about = { name: `Picture ${id}`, type: 'image', mediaId: id, projectId, spaceId, alias: `the-${id}` };
  const document = JSON.stringify({ ...about, fileSize: 5, original: { sha256, ext: 'png' } });
  return { ...key(id, space), alias: `the-${id}`, document, links: [] };
}

function video(id: string): StoredRecord {
  const about = { name: 'A film', type: 'video', mediaId: id, ...web };
  const files = {
    original: { sha256: b, ext: 'mp4' },
    bundle: { id: bundle, entry: 'master.m3u8' },
    poster: { sha256: poster, ext: 'jpg' },
  };
  return { ...key(id), document: JSON.stringify({ ...about, ...files }), links: [] };
}

function news(mediaId: string): StoredRecord {
  const values = { title: 'x', body: {}, thumbnail: { mediaId } };
  const document = JSON.stringify({ contentId: 'n1', ...web, name: 'x', status: 'published', values });
  return {
    kind: 'news',
    ...web,
    instanceId: 'press',
    id: 'n1',
    document,
    links: [{ kind: 'media', id: mediaId }],
  };
}

async function put(store: Store, ...records: readonly StoredRecord[]): Promise<void> {
  await store.write(async (writer) => {
    for (const record of records) await writer.putRecord(record);
  });
}

function run(store: Store, options: Partial<TakedownOptions> & Pick<TakedownOptions, 'targets'>) {
  return store.write((writer) => takeDown(writer, { isEverywhere: false, ...options }));
}

const byId = (id: string) => [{ space: web, media: id }];

/** All records and past versions, as `id` and the hashes of their files. */
async function contentOf(store: Store) {
  return await store.read(async (reader) => ({
    records: (await Array.fromAsync(mediaRecords(reader))).flat().map(summary).toSorted(),
    versions: (await Array.fromAsync(reader.allVersions({ kind: 'media' })))
      .flat()
      .map(({ record }) => summary(record)),
  }));
}

function summary(record: StoredRecord): string {
  return [record.id, ...filesOf(record).map((name) => name[0])].join(' ');
}

for (const engine of engines) {
  test(`removes media with all their past files (${engine.name})`, async () => {
    const store = await openFresh(engine);
    await put(store, picture('m1', b), video('other'), picture('stays', poster));
    await put(store, picture('m1', a));
    await store.write((writer) => writer.removeRecord(key('other')));
    // The same file as the film, in its past only: a restore would bring it back.
    const taken = await run(store, { targets: byId('the-m1') });
    expect(taken.records).toEqual([{ key: key('m1'), name: 'Picture m1', outcome: 'deleted' }]);
    expect([...taken.hashes].toSorted()).toEqual([a, b].toSorted());
    expect(taken.versions).toBe(3);
    expect(await contentOf(store)).toEqual({ records: ['stays c'], versions: [] });
    await expect(run(store, { targets: byId('m1') })).rejects.toThrow(NothingToTakeDown);
    await store.close();
  });

  test(`items that embed the media stay, without it (${engine.name})`, async () => {
    const store = await openFresh(engine);
    await put(store, picture('m1'), news('m1'));
    const { records } = await run(store, { targets: [{ hash: a }] });
    expect(records).toMatchObject([{ outcome: 'emptied' }]);
    expect(await contentOf(store)).toEqual({ records: ['m1'], versions: [] });
    const left = await store.read((reader) => reader.find(key('m1')));
    const { name, type, mediaId, alias } = JSON.parse(left?.document ?? '');
    expect({ name, type, mediaId, alias }).toEqual({
      ...{ name: 'Picture m1', type: 'image', mediaId: 'm1', alias: 'the-m1' },
    });
    // It can be exported, and imported elsewhere.
    const line = JSON.stringify({ kind: 'media', ...JSON.parse(left?.document ?? '') });
    expect(parseLine(line, 0)).toMatchObject({ action: { type: 'put' } });
    await store.close();
  });

  test(`other media with the same file are reported, and removed only on request (${engine.name})`, async () => {
    const store = await openFresh(engine);
    await put(store, picture('m1'), picture('m2'), picture('m3', a, app));
    const before = await contentOf(store);
    const refused = async (options: Parameters<typeof run>[1]) => {
      const error: unknown = await run(store, options).catch((reason: unknown) => reason);
      if (!(error instanceof ReferencedElsewhere)) throw new Error('it was not refused', { cause: error });
      return error.others.map(({ spaceId, id }) => `${spaceId}/${id}`);
    };
    expect(await refused({ targets: byId('m1') })).toEqual(['app/m3', 'web/m2']);
    expect(await refused({ targets: [{ hash: a }], scope: web })).toEqual(['app/m3']);
    expect(await contentOf(store)).toEqual(before);
    const { records } = await run(store, { targets: byId('m1'), isEverywhere: true });
    expect(records.map(({ key: { spaceId, id } }) => `${spaceId}/${id}`)).toEqual([
      'app/m3',
      'web/m1',
      'web/m2',
    ]);
    expect(await contentOf(store)).toEqual({ records: [], versions: [] });
    await store.close();
  });

  test(`deleted media can be taken down by ID or by hash (${engine.name})`, async () => {
    const store = await openFresh(engine);
    await put(store, picture('m1'), video('film'));
    await store.write(async (writer) => {
      await writer.removeRecord(key('m1'));
      await writer.removeRecord(key('film'));
    });
    expect(await run(store, { targets: byId('m1') })).toMatchObject({
      records: [],
      versions: 1,
      hashes: new Set([a]),
    });
    expect(await run(store, { targets: [{ hash: poster }] })).toMatchObject({
      records: [],
      versions: 1,
    });
    expect(await contentOf(store)).toEqual({ records: [], versions: [] });
    await store.close();
  });
}

test('removes a video with everything made from it, whichever file is named', async () => {
  for (const hash of [b, poster, bundle]) {
    const store = await openTemporary();
    await put(store, video('film'));
    const { hashes } = await run(store, { targets: [{ hash }] });
    expect([...hashes].toSorted()).toEqual([b, poster, bundle].toSorted());
    await store.close();
  }
});

test('files are taken from what was removed with its space, too', async () => {
  const store = await openTemporary();
  await put(store, picture('m1'), picture('m2', b), picture('m1', a, app));
  await put(store, { ...picture('m2', a), alias: 'new' });
  const by = { name: 'boss', at: 1 };
  const removed = await store.write((writer) => removePlace(writer, web, { removalId: 'r', by }));
  expect((await readReferencedFiles(store)).has(`${a}.png`)).toBe(true);
  await run(store, { targets: [{ hash: a }] });
  expect((await readReferencedFiles(store)).has(`${a}.png`)).toBe(false);
  await store.write((writer) => restorePlace(writer, removed));
  expect(await contentOf(store)).toEqual({ records: ['m1', 'm2'], versions: ['m2 b'] });
  await store.close();
});
