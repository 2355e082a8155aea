import { expect } from 'bun:test';
import { isFull } from '../../../../../../tests/testing/runs.ts';
import { beginning, type Instance, type RecordKey, type StoredRecord } from '../../Store.ts';
import { describeOpened } from './describeOpened.ts';
import type { OpenHarness } from './OpenHarness.ts';
import {
  category,
  everything,
  faultsIn,
  faultsOf,
  item,
  key,
  media,
  plain,
  press,
  put,
  refusalOf,
  tag,
} from './samples.ts';

/** Nothing broken is ever kept. */
export function describeIntegrity(open: OpenHarness): void {
  describeOpened('integrity', open, (test) => {
    test('a link needs its target, in the same space', async ({ store }) => {
      const elsewhere = { ...category, spaceId: 'app' };
      expect(await faultsOf(store, elsewhere, tag, media, item)).toEqual([
        { type: 'dangling', source: key(item), target: { kind: 'category', id: 'c1' } },
      ]);
      expect(await store.bookmark()).toEqual(beginning);
    });

    test('linked records can only be removed together with their sources', async ({ store }) => {
      await put(store, item, media, tag, category);
      const remove = (...keys: RecordKey[]) =>
        store.write(async (writer) => {
          for (const each of keys) await writer.removeRecord(each);
        });
      expect(await faultsIn(remove(tag))).toEqual([
        { type: 'dangling', source: key(item), target: { kind: 'tag', id: 't1' } },
      ]);
      await remove(tag, item);
      expect((await everything(store)).records).toEqual([category, media]);
    });

    test('a removed record can be put back in the same transaction', async ({ store }) => {
      await put(store, item, media, tag, category);
      await store.write(async (writer) => {
        await writer.removeRecord(tag);
        await writer.putRecord(tag);
      });
      expect((await everything(store)).records).toEqual([category, tag, media, item]);
    });

    test('an alias is unique in its kind and instance', async ({ store }) => {
      const second = { ...plain, id: 'n2', alias: 'hello' };
      await put(store, { ...plain, alias: 'hello' });
      expect(await faultsOf(store, second)).toEqual([
        { type: 'alias', alias: 'hello', keys: [key(plain), key(second)] },
      ]);
      await put(store, { ...second, instanceId: 'blog' }, { ...second, instanceId: 'top', kind: 'banner' });
      await put(store, { ...category, alias: 'hello' }, { ...tag, alias: 'hello' });
      await put(store, { ...second, spaceId: 'app' }, { ...second, projectId: 'other' });
    });

    test('an alias is never the ID of another record on its shelf, whichever comes first', async ({
      store,
    }) => {
      const holder = { ...plain, id: 'a', alias: 'b' };
      const named = { ...plain, id: 'b' };
      const fault = { type: 'aliasIsId', alias: 'b', holder: key(holder) } as const;
      expect(await faultsOf(store, holder, named)).toEqual([fault]);
      expect(await faultsOf(store, named, holder)).toEqual([fault]);
      await put(store, holder);
      expect(await faultsOf(store, named)).toEqual([fault]);
      await store.write((writer) => writer.removeRecord(holder));
      await put(store, named);
      expect(await faultsOf(store, holder)).toEqual([fault]);
      expect(await faultsOf(store, { ...named, alias: 'c' }, { ...plain, id: 'c' })).toHaveLength(1);
      // On another shelf, or as its own ID, it is fine; so is one that is free again.
      await put(store, { ...holder, instanceId: 'blog' }, { ...category, id: 'x', alias: 'b' });
      await put(store, { ...named, alias: 'b' });
      await store.write(async (writer) => {
        await writer.removeRecord(named);
        await writer.putRecord(holder);
      });
    });

    test('records that share a name since before that rule can still be changed', async ({ store }) => {
      const [holder, named] = [
        { ...plain, id: 'a', alias: 'b' },
        { ...plain, id: 'b' },
      ];
      await store.write(
        async (writer) => {
          await writer.putRecord(holder);
          await writer.putRecord(named);
        },
        { isCopy: true },
      );
      const changed = [
        { ...holder, document: '{"n":2}' },
        { ...named, document: '{"n":3}' },
      ];
      await put(store, ...changed);
      await put(store, holder);
      await put(store, named);
      await store.write((writer) => writer.removeRecord(named));
      expect(await faultsOf(store, named)).toHaveLength(1);
    });

    test('news and banners of a space do not share an instance ID', async ({ store }) => {
      const banners = { ...press, app: 'banner' } as const;
      const make = (...instances: Instance[]) =>
        store.write(async (writer) => {
          for (const each of instances) await writer.putInstance(each);
        });
      expect(await faultsIn(make(press, banners))).toHaveLength(2);
      await make(press);
      const fault = { type: 'instanceId', instance: banners, other: press } as const;
      expect(await faultsIn(make(banners))).toEqual([fault]);
      expect(await faultsOf(store, { ...plain, kind: 'banner' })).toEqual([fault]);
      await make({ ...banners, spaceId: 'app' }, { ...banners, projectId: 'other' });
      await make(press);
      await store.write(async (writer) => {
        await writer.removeInstance(press);
        await writer.putInstance(banners);
      });
      expect(await faultsOf(store, plain)).toHaveLength(1);
    });

    test('of two instances made at the same time, one is refused', async ({ store, another }) => {
      const other = await another();
      const made = await Promise.allSettled([
        store.write((writer) => writer.putInstance(press)),
        other.write((writer) => writer.putInstance({ ...press, app: 'banner' })),
      ]);
      expect(made.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      expect((await everything(store)).instances).toHaveLength(1);
    });

    test('instances that share an ID since before that rule can still be written to', async ({ store }) => {
      const banners = { ...press, app: 'banner' } as const;
      await store.write(
        async (writer) => {
          await writer.putInstance(press);
          await writer.putInstance(banners);
        },
        { isCopy: true },
      );
      await put(store, plain, { ...plain, kind: 'banner' });
      await store.write((writer) => writer.putInstance(press));
    });

    test('two aliases may be exchanged', async ({ store }) => {
      await put(store, { ...plain, id: 'a', alias: 'x' }, { ...plain, id: 'b', alias: 'y' });
      await put(store, { ...plain, id: 'a', alias: 'y' }, { ...plain, id: 'b', alias: 'x' });
      const found = await store.read((reader) => reader.find({ ...plain, id: 'b' }));
      expect(found?.alias).toBe('x');
    });

    test('an instance goes only when it is empty', async ({ store }) => {
      await put(store, plain, { ...plain, id: 'n2' });
      const removal = store.write((writer) => writer.removeInstance(press));
      expect(await faultsIn(removal)).toEqual([{ type: 'instance', instance: press, items: 2 }]);
      await store.write(async (writer) => {
        await writer.removeInstance(press);
        await writer.removeRecord(plain);
        await writer.removeRecord({ ...plain, id: 'n2' });
      });
      expect((await everything(store)).instances).toEqual([]);
    });

    test('an item put after the removal brings the instance back', async ({ store }) => {
      await store.write(async (writer) => {
        await writer.putRecord(plain);
        await writer.removeInstance(press);
        await writer.putRecord({ ...plain, id: 'n2' });
      });
      expect((await everything(store)).instances).toEqual([press]);
    });

    test('a refusal says whether it lists everything', async ({ store }) => {
      const faulty = (count: number) =>
        Array.from({ length: count }, (_, index) => ({
          ...{ ...plain, id: `n${index}` },
          links: [{ kind: 'tag', id: 'none' }] as const,
        }));
      const found = async (...records: StoredRecord[]) => {
        const { faults, isComplete } = await refusalOf(put(store, ...records));
        return [faults.length, isComplete] as const;
      };
      expect(await found(...faulty(1000))).toEqual([1000, true]);
      expect(await found(...faulty(1001))).toEqual([1000, false]);
      const sharing = faulty(1002).map((record) => ({ ...record, alias: 'same', links: [] }));
      if (isFull) expect(await found(...sharing.slice(0, 1000))).toEqual([1, true]);
      expect(await found(...sharing)).toEqual([1, false]);
    });

    test('all faults are listed, up to a limit', async ({ store }) => {
      const broken = Array.from({ length: 700 }, (_, index) => ({
        ...item,
        id: `n${index}`,
        alias: `a${index % 350}`,
      }));
      const faults = await faultsOf(store, ...broken);
      expect(faults).toHaveLength(1000);
      expect(await faultsOf(store, ...broken.slice(0, 100))).toHaveLength(300);
      expect(await faultsOf(store, item, { ...item, id: 'n2' })).toHaveLength(7);
    });
  });
}
