import { expect } from 'bun:test';
import { isFull } from '../../../../../../tests/testing/runs.ts';
import { type Bookmark, beginning, type Change, type Changes } from '../../Store.ts';
import { describeOpened } from './describeOpened.ts';
import type { OpenHarness } from './OpenHarness.ts';
import { category, changes, credential, item, key, media, plain, press, put, space, tag } from './samples.ts';

/** What changed, in order, each thing once. */
export function describeChangeLog(open: OpenHarness): void {
  describeOpened('the change log', open, (test) => {
    test('reports each thing once, as it is now', async ({ store }) => {
      await put(store, category);
      const start = await store.bookmark();
      await put(store, { ...plain, document: '{"n":0}' });
      await put(store, plain, tag);
      await store.write((writer) => writer.removeRecord(tag));
      await store.write((writer) => writer.putCredential(credential));
      expect(await changes(store, start)).toEqual([
        { type: 'instance', instance: press, present: true },
        { type: 'record', key: key(plain), record: plain },
        { type: 'record', key: key(tag), record: undefined },
        { type: 'credential', key: 'k1', credential },
      ]);
    });

    test('reports new spaces and removed instances', async ({ store }) => {
      await store.write((writer) => writer.putInstance(press));
      await store.write((writer) => writer.removeInstance(press));
      expect(await changes(store, beginning)).toEqual([
        { type: 'space', space, present: true },
        { type: 'instance', instance: press, present: false },
      ]);
    });

    test('holds nothing about changes without effect', async ({ store }) => {
      const all = async () => {
        await put(store, item, media, tag, category);
        await store.write(async (writer) => {
          await writer.putSpace(space);
          await writer.putInstance(press);
          await writer.putCredential(credential);
        });
      };
      await all();
      const before = await store.bookmark();
      await all();
      expect(await store.bookmark()).toEqual(before);
      expect(await changes(store, before)).toEqual([]);
    });

    const differences = {
      document: { ...item, document: '{}' },
      alias: { ...item, alias: 'other' },
      'missing alias': { ...item, alias: undefined },
      'order of links': { ...item, links: item.links.toReversed() },
    };
    for (const [name, changed] of Object.entries(differences)) {
      test(`reports another ${name}`, async ({ store }) => {
        await put(store, item, media, tag, category);
        const before = await store.bookmark();
        await put(store, changed);
        expect(await changes(store, before)).toEqual([{ type: 'record', key: key(item), record: changed }]);
      });
    }

    test('grows, also after everything was removed and the store reopened', async ({ store, another }) => {
      await put(store, plain);
      const first = await store.bookmark();
      await store.write((writer) => writer.removeRecord(plain));
      const second = await store.bookmark();
      const again = await another();
      await put(again, plain);
      expect(second.revision).toBeGreaterThan(first.revision);
      expect((await again.bookmark()).revision).toBeGreaterThan(second.revision);
    });

    test('does not know a revision that is still to come', async ({ store }) => {
      await put(store, plain);
      const newest = await store.bookmark();
      expect(await changes(store, newest)).toEqual([]);
      expect(await changes(store, { ...newest, revision: newest.revision + 1 })).toBeUndefined();
    });

    test('does not know a revision of another history', async ({ store }) => {
      await put(store, plain);
      const known = await store.bookmark();
      await put(store, tag);
      expect(await changes(store, known)).toHaveLength(1);
      expect(await changes(store, { ...known, mark: 'other' })).toBeUndefined();
      expect(await changes(store, { revision: 0, mark: 'other' })).toBeUndefined();
      expect(await changes(store, { ...known, revision: known.revision - 1 })).toBeUndefined();
    });

    test('returns the ends of the transactions since, newest last', async ({ store }) => {
      await put(store, plain);
      const ends = [await store.bookmark()];
      for (const each of [tag, category, media]) {
        await put(store, each);
        ends.push(await store.bookmark());
      }
      const [first = beginning, ...rest] = ends;
      let received: readonly Bookmark[] = [];
      const take = async ({ bookmarks, batches }: Changes) => {
        received = bookmarks;
        await Array.fromAsync(batches);
      };
      expect(await store.changesAfter(first, take)).toBe('taken');
      expect(received).toEqual(rest);
      expect(new Set(ends.map(({ mark }) => mark)).size).toBe(4);
    });

    test('numbers its changes upwards, none of them past the end of its transaction', async ({ store }) => {
      const ends = [beginning];
      for (const records of [[plain, tag], [category], [{ ...plain, document: '{}' }, media]]) {
        await put(store, ...records);
        ends.push(await store.bookmark());
      }
      const numbers: number[] = [];
      await store.changesAfter(beginning, async ({ batches }) => {
        for await (const batch of batches) numbers.push(...batch.map(({ revision }) => revision));
      });
      expect(numbers).toEqual(numbers.toSorted((one, other) => one - other));
      expect(new Set(numbers).size).toBe(numbers.length);
      expect(numbers.at(-1)).toBe(ends.at(-1)?.revision ?? 0);
      // What changed again has the number of its last change.
      expect(numbers.filter((number) => number > (ends[2]?.revision ?? 0))).toHaveLength(2);
    });

    test('is still there if taking failed', async ({ store }) => {
      await put(store, plain);
      const failed = store.changesAfter(beginning, () => Promise.reject(new Error('no')));
      await expect(failed).rejects.toThrow('no');
      expect(await changes(store, beginning)).toHaveLength(3);
    });

    test('is a consistent snapshot, even while another process commits', async ({ store, another }) => {
      const many = Array.from({ length: isFull ? 2100 : 1100 }, (_, index) => ({
        ...plain,
        id: `n${index}`,
      }));
      await put(store, ...many);
      const other = await another();
      const seen: Change[] = [];
      await store.changesAfter(beginning, async ({ bookmarks, batches }) => {
        await put(other, ...many.map((record) => ({ ...record, document: '{}' })), tag);
        for await (const batch of batches) seen.push(...batch);
        expect(bookmarks.at(-1)?.revision).toBeLessThan((await other.bookmark()).revision);
      });
      const records = seen.flatMap((change) => (change.type === 'record' ? [change.record] : []));
      expect(records).toEqual(many);
    });

    test('is pruned, and says so', async () => {
      const short = await open({ keptChanges: 5 });
      const ends: Bookmark[] = [];
      for (let index = 0; index < 8; index++) {
        await put(short.store, { ...plain, id: `n${index}` });
        ends.push(await short.store.bookmark());
      }
      expect(await changes(short.store, ends[2] ?? beginning)).toHaveLength(5);
      expect(await changes(short.store, ends[1] ?? beginning)).toBeUndefined();
      const again = await short.another();
      expect(await changes(again, beginning)).toBeUndefined();
      await short.dispose();
    });

    test('comes in batches', async ({ store }) => {
      const count = isFull ? 2100 : 1100;
      await put(store, ...Array.from({ length: count }, (_, index) => ({ ...plain, id: `n${index}` })));
      expect(await changes(store, beginning)).toHaveLength(count + 2);
    });
  });
}
