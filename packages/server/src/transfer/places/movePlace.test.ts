import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { sharedPostgres } from '../../../../../tests/startPostgres.ts';
import { runs } from '../../../../../tests/testing/runs.ts';
import { openStore } from '../../store/openStore.ts';
import type { Place } from '../../store/Place.ts';
import type { Store } from '../../store/Store.ts';
import { credential, everything, item, media, press, put, space } from '../../store/testing/suite/samples.ts';
import { digestStore } from '../copy/digestStore.ts';
import { content, putContent } from '../testing/copyContent.ts';
import { openPair } from '../testing/copyPair.ts';
import {
  NoSuchPlace,
  PlaceTaken,
  pruneRemoved,
  removePlace,
  renamePlace,
  restorePlace,
} from './movePlace.ts';
import { idsOf, movedDocument } from './placeParts.ts';

const by = { name: 'boss', at: 9 };
const remove = (store: Store, place: Place, removalId = 'gone') =>
  store.write((writer) => removePlace(writer, place, { removalId, by }), { by, isCopy: true });
const rename = (store: Store, place: Place, to: Place) =>
  store.write((writer) => renamePlace(writer, place, to, by), { by, isCopy: true });
const digest = (store: Store) => store.read((reader) => digestStore(reader, {}));

/** Everything, and who changed it last. */
async function snapshot(store: Store) {
  const changes = await store.read(async (reader) =>
    reader.lastChanges((await Array.fromAsync(reader.records())).flat()),
  );
  return { digest: await digest(store), changes };
}

/** The place of a depth in which there is something. */
async function somePlace(store: Store, depth: number): Promise<Place | undefined> {
  const { spaces, instances } = await everything(store);
  const [[space], [instance]] = [spaces, instances];
  if (depth === 0) return space && { projectId: space.projectId };
  return depth === 1 ? space : instance && idsOf(instance);
}

async function checkIdentity(store: Store, depth: number): Promise<void> {
  const place = await somePlace(store, depth);
  if (place === undefined) return;
  const before = await snapshot(store);
  const removed = await remove(store, place);
  const left = await store.read(async (reader) => (await Array.fromAsync(reader.records(place))).flat());
  expect(left).toEqual([]);
  expect(await somePlace(store, depth)).not.toEqual(place);
  await store.write((writer) => restorePlace(writer, removed), { by, isCopy: true });
  expect(await snapshot(store)).toEqual(before);
  const names = ['projectId', 'spaceId', 'instanceId'] as const;
  const to = { ...place, [names[depth] ?? '']: 'renamed' };
  await rename(store, place, to);
  expect(await snapshot(store)).not.toEqual(before);
  await rename(store, to, place);
  expect(await snapshot(store)).toEqual(before);
}

const view = { viewId: 'v1', name: 'Drafts', address: 'state=draft', columns: ['state'] };

test('what is removed and restored, or renamed there and back, is as it was (SQLite)', async () => {
  await fc.assert(
    fc.asyncProperty(content, fc.nat(2), async (content, depth) => {
      await using pair = await openPair();
      await putContent(pair.from, content);
      await checkIdentity(pair.from, depth);
    }),
    { numRuns: runs(40) },
  );
});

test('what is removed and restored, or renamed there and back, is as it was (PostgreSQL)', async () => {
  await fc.assert(
    fc.asyncProperty(content, fc.nat(2), async (content, depth) => {
      const store = await openStore(await (await sharedPostgres()).freshStore());
      // No operator has a name that PostgreSQL can't read.
      const items = content.items.map(([record, next]): (typeof content.items)[number] => [
        record,
        next && { ...next, changedBy: 'ken' },
      ]);
      await putContent(store, { ...content, items });
      await checkIdentity(store, depth);
      await store.close();
    }),
    { numRuns: runs(4) },
  );
});

test('a document is moved as if it were read and written, whatever it holds', () => {
  const id = fc.stringMatching(/^[\w.~-]{1,8}$/);
  const place = fc.record({ projectId: id, spaceId: id });
  const value = fc.oneof(fc.string({ unit: 'binary' }), fc.jsonValue());
  fc.assert(
    fc.property(fc.dictionary(fc.string(), value), place, fc.jsonValue(), place, (first, own, last, to) => {
      const { projectId: _, spaceId: __, ...others } = first;
      const members = { ...others, ...own, values: { projectId: 'x', spaceId: 'y', last } };
      const moved = movedDocument(JSON.stringify(members), to);
      expect(moved).toBe(JSON.stringify({ ...members, ...to }));
      expect(movedDocument(moved, own)).toBe(JSON.stringify(members));
    }),
  );
  expect(movedDocument('{"contentId":"n","projectId":"a","spaceId":"b","z":1}', { projectId: 'c' })).toBe(
    '{"contentId":"n","projectId":"c","spaceId":"b","z":1}',
  );
  for (const others of ['{"n":1}', '{"__proto__":{}}'])
    expect(movedDocument(others, { projectId: 'c' })).toBe(others);
});

test('whatever names a place follows its new ID, at every depth', async () => {
  await using pair = await openPair();
  const store = pair.from;
  await put(store, media, { ...item, links: [{ kind: 'media', id: 'm1' }] });
  const { app: _, ...place } = press;
  const link = {
    ...credential,
    key: 'link',
    grants: [],
    item: { ...place, kind: 'news' as const, id: 'n1' },
  };
  const role = 'editor' as const;
  await store.write(async (writer) => {
    await writer.putCredential(credential);
    await writer.putCredential(link);
    await writer.putPlaceName(place, 'Press');
    await writer.putInstanceSettings(press, { previewUrl: 'https://example.com/{token}' });
    await writer.putOperator({
      ...{ operatorId: 'ken', name: 'Ken', createdAt: 1 },
      roles: [
        { projectId: '*', role },
        { ...space, role },
        { projectId: 'other', role },
      ],
    });
    await writer.putAuthToken({
      ...{ sha256: 'ab', type: 'token', operatorId: 'ken', id: 't', createdAt: 1 },
      scopes: [
        { ...place, role },
        { projectId: 'other', role },
      ],
    });
    await writer.putWebhook({
      ...{ ...place, webhookId: 'w', url: 'https://example.com', build: false, drafts: false },
      ...{ secrets: [], createdAt: 1 },
    });
    await writer.putSavedViews(press, [view]);
    await writer.putInstance({ ...press, instanceId: 'old' });
  });
  await remove(store, { ...space, instanceId: 'old' });
  await rename(store, place, { ...place, instanceId: 'news' });
  await rename(store, space, { ...space, spaceId: 'site' });
  await rename(store, { projectId: 'acme' }, { projectId: 'corp' });
  const now = { projectId: 'corp', spaceId: 'site', instanceId: 'news' };
  await store.read(async (reader) => {
    expect(await reader.credentials()).toMatchObject([
      { key: 'k1', grants: [{ projectId: 'corp' }, now] },
      { key: 'link', item: { ...now, id: 'n1' } },
    ]);
    expect(await reader.placeNames()).toEqual([{ ...now, name: 'Press' }]);
    expect((await reader.operator('ken'))?.roles).toEqual([
      { projectId: '*', role },
      { projectId: 'corp', spaceId: 'site', role },
      { projectId: 'other', role },
    ]);
    expect(await reader.authTokens('ken')).toMatchObject([
      {
        scopes: [
          { ...now, role },
          { projectId: 'other', role },
        ],
      },
    ]);
    expect(await reader.webhooks()).toMatchObject([now]);
    expect(await reader.instanceSettings({ app: 'news', ...now })).toMatchObject({
      previewUrl: 'https://example.com/{token}',
    });
    expect(await reader.savedViews({ app: 'news', ...now })).toEqual([view]);
    expect(await reader.removedPlaces()).toMatchObject([
      { place: { projectId: 'corp', spaceId: 'site', instanceId: 'old' } },
    ]);
  });
  await expect(rename(store, { projectId: 'acme' }, { projectId: 'new' })).rejects.toThrow(NoSuchPlace);
  await put(store, { ...media, projectId: 'acme' });
  await expect(rename(store, { projectId: 'acme' }, { projectId: 'corp' })).rejects.toThrow(PlaceTaken);
});

test('a place whose ID was taken again is restored under another one', async () => {
  await using pair = await openPair();
  await put(pair.from, media);
  const before = await digest(pair.from);
  const removed = await remove(pair.from, space);
  await put(pair.from, { ...media, id: 'm2' });
  const restore = (to?: Place) => pair.from.write((writer) => restorePlace(writer, removed, to));
  await expect(restore()).rejects.toThrow(PlaceTaken);
  await restore({ ...space, spaceId: 'back' });
  const records = async (spaceId: string) =>
    (await pair.from.read((reader) => Array.fromAsync(reader.records({ ...space, spaceId })))).flat();
  expect([await records('web'), await records('back')]).toMatchObject([[{ id: 'm2' }], [{ id: 'm1' }]]);
  await remove(pair.from, space);
  await rename(pair.from, { ...space, spaceId: 'back' }, space);
  expect((await digest(pair.from)).shelves).toEqual(before.shelves);
});

test('what was removed more than 30 days ago is deleted, and nothing else', async () => {
  await using pair = await openPair();
  await put(pair.from, media, { ...media, spaceId: 'other' });
  await remove(pair.from, space, 'old');
  const at = by.at + 5 * 86_400_000;
  const later = { name: 'boss', at };
  await pair.from.write((writer) =>
    removePlace(writer, { ...space, spaceId: 'other' }, { removalId: 'new', by: later }),
  );
  expect(await pruneRemoved(pair.from, by.at + 30 * 86_400_000 - 1)).toBe(0);
  expect(await pruneRemoved(pair.from, by.at + 30 * 86_400_000)).toBe(1);
  const parts = (id: string) => pair.from.read((reader) => Array.fromAsync(reader.removedParts(id)));
  expect([await parts('old'), await parts('new')]).toMatchObject([[], [{ length: 2 }]]);
});
