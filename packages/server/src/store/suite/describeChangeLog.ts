import { expect } from 'bun:test';
import { describeOpened } from './describeOpened.ts';
import type { OpenHarness } from './OpenHarness.ts';
import { category, changes, credential, item, key, media, plain, press, put, space, tag } from './samples.ts';

/** What changed, in order, each thing once. */
export function describeChangeLog(open: OpenHarness): void {
  describeOpened('the change log', open, (test) => {
    test('tells each thing once, as it is now', async ({ store }) => {
      await put(store, category);
      const start = await store.revision();
      await put(store, { ...plain, document: '{"n":0}' });
      await put(store, plain, tag);
      await store.write((writer) => writer.removeRecord(tag));
      await store.write((writer) => writer.putCredential(credential));
      expect(await changes(store, start)).toEqual([
        { type: 'instance', instance: press, present: true },
        { type: 'record', key: key(plain), record: plain },
        { type: 'record', key: key(tag), record: undefined },
        { type: 'credential', credential },
      ]);
    });

    test('tells of new spaces and removed instances', async ({ store }) => {
      await store.write((writer) => writer.putInstance(press));
      await store.write((writer) => writer.removeInstance(press));
      expect(await changes(store, 0)).toEqual([
        { type: 'space', space },
        { type: 'instance', instance: press, present: false },
      ]);
    });

    test('holds nothing of what changed nothing', async ({ store }) => {
      const all = async () => {
        await put(store, item, media, tag, category);
        await store.write(async (writer) => {
          await writer.putSpace(space);
          await writer.putInstance(press);
          await writer.putCredential(credential);
        });
      };
      await all();
      const before = await store.revision();
      await all();
      expect(await store.revision()).toBe(before);
      expect(await changes(store, before)).toEqual([]);
    });

    const differences = {
      document: { ...item, document: '{}' },
      alias: { ...item, alias: 'other' },
      'missing alias': { ...item, alias: undefined },
      'order of links': { ...item, links: item.links.toReversed() },
    };
    for (const [name, changed] of Object.entries(differences)) {
      test(`tells of another ${name}`, async ({ store }) => {
        await put(store, item, media, tag, category);
        const before = await store.revision();
        await put(store, changed);
        expect(await changes(store, before)).toEqual([{ type: 'record', key: key(item), record: changed }]);
      });
    }

    test('grows, also after everything was removed and the store reopened', async ({ store, another }) => {
      await put(store, plain);
      const first = await store.revision();
      await store.write((writer) => writer.removeRecord(plain));
      const second = await store.revision();
      const again = await another();
      await put(again, plain);
      expect(second).toBeGreaterThan(first);
      expect(await again.revision()).toBeGreaterThan(second);
    });

    test('does not know a revision that is still to come', async ({ store }) => {
      await put(store, plain);
      const newest = await store.revision();
      expect(await changes(store, newest)).toEqual([]);
      expect(await changes(store, newest + 1)).toBeUndefined();
    });

    test('is pruned, and says so', async () => {
      const short = await open({ keptChanges: 5 });
      for (let index = 0; index < 8; index++) await put(short.store, { ...plain, id: `n${index}` });
      const newest = await short.store.revision();
      expect(await changes(short.store, newest - 5)).toHaveLength(5);
      expect(await changes(short.store, newest - 6)).toBeUndefined();
      const again = await short.another();
      expect(await changes(again, 0)).toBeUndefined();
      await short.dispose();
    });

    test('comes in batches', async ({ store }) => {
      await put(store, ...Array.from({ length: 2100 }, (_, index) => ({ ...plain, id: `n${index}` })));
      expect(await changes(store, 0)).toHaveLength(2102);
    });
  });
}
