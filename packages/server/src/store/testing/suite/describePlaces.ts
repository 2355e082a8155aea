import { expect } from 'bun:test';
import type { RemovedPlace } from '../../Place.ts';
import { beginning } from '../../Store.ts';
import { describeOpened } from './describeOpened.ts';
import type { OpenHarness } from './OpenHarness.ts';
import { category, changes, everything, faultsIn, key, media, plain, press, put, space } from './samples.ts';

const removed: RemovedPlace = {
  ...{ removalId: 'r1', place: { projectId: 'acme', spaceId: 'web' }, name: 'Web' },
  ...{ removedAt: 5, removedBy: 'ken', records: 2 },
};

/** Names of places, spaces that are removed, and what is kept of them. */
export function describePlaces(open: OpenHarness): void {
  describeOpened('places', open, (test) => {
    test('have names, which are replaced and taken away', async ({ store }) => {
      await store.write(async (writer) => {
        await writer.putPlaceName({ projectId: 'b' }, 'B');
        await writer.putPlaceName({ projectId: 'a', spaceId: 'x', instanceId: 'i' }, '新着');
        await writer.putPlaceName({ projectId: 'a', spaceId: 'x' }, 'X');
        await writer.putPlaceName({ projectId: 'a', spaceId: 'x' }, 'Y');
        await writer.putPlaceName({ projectId: 'b' }, undefined);
      });
      expect(await store.read((reader) => reader.placeNames())).toEqual([
        { projectId: 'a', spaceId: 'x', name: 'Y' },
        { projectId: 'a', spaceId: 'x', instanceId: 'i', name: '新着' },
      ]);
    });

    test('are removed when they are empty, and come back', async ({ store }) => {
      await put(store, category, plain);
      const start = await store.bookmark();
      expect(await faultsIn(store.write((writer) => writer.removeSpace(space)))).toHaveLength(1);
      await store.write(async (writer) => {
        await writer.removeRecord(category);
        await writer.removeRecord(plain);
        await writer.removeInstance(press);
        expect(await writer.removeSpace(space)).toBe(true);
        expect(await writer.removeSpace(space)).toBe(false);
      });
      expect(await everything(store)).toMatchObject({ spaces: [], instances: [], records: [] });
      expect(await changes(store, start)).toEqual([
        { type: 'record', key: key(category), record: undefined },
        { type: 'record', key: key(plain), record: undefined },
        { type: 'instance', instance: press, present: false },
        { type: 'space', space, present: false },
      ]);
      await put(store, media);
      expect(await everything(store)).toMatchObject({ spaces: [space], records: [media] });
      expect(await changes(store, beginning)).toContainEqual({ type: 'space', space, present: true });
    });

    test('come back in the transaction that removes them', async ({ store }) => {
      await put(store, category);
      await store.write(async (writer) => {
        await writer.removeRecord(category);
        await writer.removeSpace(space);
        await writer.putRecord(category);
      });
      expect(await everything(store)).toMatchObject({ spaces: [space], records: [category] });
    });

    test('lose the versions of everything in them, and no others', async ({ store }) => {
      const other = { ...category, spaceId: 'other' };
      await put(store, category, other, plain);
      const changed = { document: '{"z":1}' };
      await put(store, { ...category, ...changed }, { ...other, ...changed }, { ...plain, ...changed });
      const versions = async (scope?: object) =>
        (await store.read((reader) => Array.fromAsync(reader.allVersions({ scope })))).flat();
      expect([await versions(), await versions(space)]).toMatchObject([{ length: 3 }, { length: 2 }]);
      await store.write(async (writer) => {
        await writer.removeRecord(plain);
        await writer.forgetVersions(space);
      });
      expect((await versions()).map(({ record }) => record)).toMatchObject([other]);
    });

    test('are kept in parts after their removal, until they are forgotten', async ({ store, another }) => {
      await store.write(async (writer) => {
        await writer.addRemovedParts('r1', [
          { type: 'record', document: 'one' },
          { type: 'media', document: 'two' },
        ]);
        await writer.addRemovedParts('r2', [{ type: 'media', document: 'other' }]);
        await writer.addRemovedParts('r1', [{ type: 'media', document: 'three' }]);
        await writer.putRemovedPlace(removed);
        await writer.putRemovedPlace({ ...removed, removalId: 'r2', removedAt: 6 });
      });
      const reading = await another();
      const parts = (id: string, types?: readonly 'media'[]) =>
        reading.read(async (reader) =>
          (await Array.fromAsync(reader.removedParts(id, types))).flat().map(({ document }) => document),
        );
      expect(await reading.read((reader) => reader.removedPlaces())).toEqual([
        { ...removed, removalId: 'r2', removedAt: 6 },
        removed,
      ]);
      expect(await parts('r1')).toEqual(['one', 'two', 'three']);
      expect(await parts('r1', ['media'])).toEqual(['two', 'three']);
      await store.write(async (writer) => {
        const [first, second] = (await Array.fromAsync(writer.removedParts('r1'))).flat();
        await writer.putRemovedPart('r1', first?.number ?? 0, 'new');
        await writer.putRemovedPart('r1', second?.number ?? 0, undefined);
      });
      expect(await parts('r1')).toEqual(['new', 'three']);
      expect(await store.write((writer) => writer.deleteRemovedParts(10))).toBe(0);
      await store.write((writer) => writer.forgetRemovedPlace('r1'));
      expect(await store.write((writer) => writer.deleteRemovedParts(1))).toBe(1);
      expect(await store.write((writer) => writer.deleteRemovedParts(10))).toBe(1);
      expect([await parts('r1'), await parts('r2')]).toEqual([[], ['other']]);
      await reading.close();
    });
  });
}
