import { expect } from 'bun:test';
import { isFull } from '../../../../../../tests/testing/runs.ts';
import { beginning, type Followed } from '../../Store.ts';
import { describeOpened } from './describeOpened.ts';
import type { OpenHarness } from './OpenHarness.ts';
import { category, credential, everything, item, media, plain, press, put, space, tag } from './samples.ts';

/** What is put comes back. */
export function describeRecords(open: OpenHarness): void {
  describeOpened('records', open, (test) => {
    test('an empty store has nothing', async ({ store }) => {
      expect(await store.bookmark()).toEqual(beginning);
      expect(await everything(store)).toEqual({ spaces: [], instances: [], credentials: [], records: [] });
      expect(await store.read((reader) => reader.find(item))).toBeUndefined();
    });

    test('are found in bulk, in the order of the keys', async ({ store }) => {
      await put(store, item, media, tag, category);
      const keys = [tag, { ...item, id: 'none' }, item, { ...tag, spaceId: 'none' }, tag];
      const found = await store.read((reader) => reader.findAll(keys));
      expect(found).toEqual([tag, undefined, item, undefined, tag]);
      expect(await store.read((reader) => reader.findAll([]))).toEqual([]);
    });

    test('a transaction finds what it has put and removed', async ({ store }) => {
      await put(store, tag);
      await store.write(async (writer) => {
        await writer.putRecord(category);
        await writer.removeRecord(tag);
        expect(await writer.findAll([category, tag])).toEqual([category, undefined]);
        await writer.putRecord({ ...category, document: '{"c":2}' });
        expect(await writer.find(category)).toEqual({ ...category, document: '{"c":2}' });
        expect((await Array.fromAsync(writer.records())).flat()).toHaveLength(1);
      });
    });

    test('a key for media is there from the beginning, stays, and can be taken over', async ({
      store,
      another,
    }) => {
      const keyOf = (opened: Followed) => opened.read((reader) => reader.mediaKey());
      const made = await keyOf(store);
      expect(made.length).toBeGreaterThanOrEqual(32);
      expect(await keyOf(await another())).toBe(made);
      await store.write((writer) => writer.putMediaKey('of another store'));
      expect(await keyOf(await another())).toBe('of another store');
    });

    test('come back as they were put, those that others link to first', async ({ store }) => {
      await put(store, item, media, tag, category);
      expect(await everything(store)).toEqual({
        spaces: [space],
        instances: [press],
        credentials: [],
        records: [category, tag, media, item],
      });
      expect(await store.read((reader) => reader.find(item))).toEqual(item);
    });

    test('are there after the store was opened again', async ({ store, another }) => {
      await put(store, item, media, tag, category);
      const before = await everything(store);
      const again = await another();
      expect(await everything(again)).toEqual(before);
      expect(await again.bookmark()).toEqual(await store.bookmark());
    });

    test('keep any text', async ({ store }) => {
      const document = JSON.stringify({ text: '最新ニュース 👋 \u0000 \u2028 \'";--' });
      await put(store, { ...plain, alias: 'ニュース 👋', document });
      const found = await store.read((reader) => reader.find(plain));
      expect(found).toEqual({ ...plain, alias: 'ニュース 👋', document });
    });

    test('are replaced and removed', async ({ store }) => {
      await put(store, item, media, tag, category);
      const changed = {
        ...item,
        alias: undefined,
        document: '{}',
        links: [{ kind: 'tag', id: 't1' }] as const,
      };
      await put(store, changed);
      expect(await store.read((reader) => reader.find(item))).toEqual(changed);
      expect(await store.write((writer) => writer.removeRecord(item))).toBe(true);
      expect(await store.write((writer) => writer.removeRecord(item))).toBe(false);
      expect(await store.read((reader) => reader.find(item))).toBeUndefined();
    });

    test('are read by project, space and instance', async ({ store }) => {
      const others = [
        { ...plain, instanceId: 'blog' },
        { ...plain, spaceId: 'app' },
        { ...plain, projectId: 'other' },
        { ...plain, instanceId: 'top', kind: 'banner' as const },
      ];
      await put(store, category, plain, ...others);
      const count = async (scope: object) =>
        store.read(async (reader) => (await Array.fromAsync(reader.records(scope))).flat().length);
      expect(await count({})).toBe(6);
      expect(await count({ projectId: 'acme' })).toBe(5);
      expect(await count(space)).toBe(4);
      expect(await count({ ...space, instanceId: 'press' })).toBe(1);
      expect(await count({ projectId: 'nobody' })).toBe(0);
    });

    test('come in batches, each once, in a steady order', async ({ store }) => {
      const many = Array.from({ length: isFull ? 2500 : 1100 }, (_, index) => ({
        ...plain,
        id: `n${index}`,
      }));
      await put(store, ...many);
      const batches = await store.read((reader) => Array.fromAsync(reader.records()));
      expect(Math.max(...batches.map((batch) => batch.length))).toBeLessThanOrEqual(1000);
      expect(batches.flat()).toEqual(many);
    });

    test('need an instance for news, and none for a category', async ({ store }) => {
      const { instanceId: _, ...homeless } = plain;
      await expect(put(store, homeless)).rejects.toThrow('needs an instance');
      await expect(put(store, { ...category, instanceId: 'press' })).rejects.toThrow('has no instance');
      expect(await store.bookmark()).toEqual(beginning);
    });
  });
  describeOpened('spaces, instances and credentials', open, (test) => {
    test('are there without any record', async ({ store }) => {
      await store.write(async (writer) => {
        await writer.putSpace({ projectId: 'acme', spaceId: 'empty' });
        await writer.putInstance(press);
        await writer.putCredential(credential);
      });
      const { spaces, instances, credentials } = await everything(store);
      expect(spaces).toEqual([{ projectId: 'acme', spaceId: 'empty' }, space]);
      expect(instances).toEqual([press]);
      expect(credentials).toEqual([credential]);
    });

    test('an instance can be removed and recreated', async ({ store }) => {
      await store.write((writer) => writer.putInstance(press));
      expect(await store.write((writer) => writer.removeInstance(press))).toBe(true);
      expect(await store.write((writer) => writer.removeInstance(press))).toBe(false);
      expect((await everything(store)).instances).toEqual([]);
      await put(store, plain);
      expect((await everything(store)).instances).toEqual([press]);
    });

    test('a credential is replaced as a whole', async ({ store }) => {
      const revoked = { ...credential, grants: [], secrets: [], revokedAt: 9 };
      await store.write((writer) => writer.putCredential(credential));
      await store.write((writer) => writer.putCredential(revoked));
      expect((await everything(store)).credentials).toEqual([revoked]);
    });
  });
}
