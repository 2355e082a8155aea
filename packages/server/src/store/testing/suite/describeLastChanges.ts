import { expect } from 'bun:test';
import { isFull } from '../../../../../../tests/testing/runs.ts';
import { describeOpened } from './describeOpened.ts';
import type { OpenHarness } from './OpenHarness.ts';
import { category, item, key, media, plain, put, tag } from './samples.ts';

/** Who changed records last, for lists. */
export function describeLastChanges(open: OpenHarness): void {
  describeOpened('last changes', open, (test) => {
    test('name the author and time of what a record is now', async ({ store }) => {
      const by = (name: string, at: number) => ({ by: { name, at } });
      await store.write((writer) => writer.putRecord(plain), by('ken', 5));
      expect(await store.read((reader) => reader.lastChanges([plain, media]))).toEqual([
        { changedAt: 5, changedBy: 'ken' },
        undefined,
      ]);
      // Without effect.
      await store.write((writer) => writer.putRecord(plain), by('mia', 6));
      const changed = { ...plain, document: '{"n":2}' };
      const [before] = await store.read((reader) => reader.lastChanges([plain]));
      await store.write((writer) => writer.putRecord(changed), by('mia', 7));
      const [after] = await store.read((reader) => reader.lastChanges([plain]));
      expect([before, after]).toEqual([
        { changedAt: 5, changedBy: 'ken' },
        { changedAt: 7, changedBy: 'mia' },
      ]);
    });

    test('are listed by scope and author, the latest first', async ({ store }) => {
      await put(store, media, tag, category);
      const numbered = (n: number) => ({ ...plain, id: `n${n}` });
      for (const n of [1, 2, 3, 4])
        await store.write((writer) => writer.putRecord(numbered(n)), {
          by: { name: n % 2 === 0 ? 'ken' : 'mia', at: 10 + n },
        });
      await store.write((writer) => writer.putRecord({ ...item, spaceId: 'elsewhere', links: [] }), {
        by: { name: 'ken', at: 99 },
      });
      const { projectId, spaceId } = plain;
      const listed = async (most: number, by?: string) =>
        (await store.read((reader) => reader.changedLast({ scope: { projectId, spaceId }, by, most }))).map(
          (change) => [change.key.id, change.changedAt, change.changedBy],
        );
      expect(await listed(3)).toEqual([
        ['n4', 14, 'ken'],
        ['n3', 13, 'mia'],
        ['n2', 12, 'ken'],
      ]);
      expect(await listed(9, 'mia')).toEqual([
        ['n3', 13, 'mia'],
        ['n1', 11, 'mia'],
      ]);
      const ids = await store.read((reader) => reader.idsChangedBy(key(plain), 'ken'));
      expect([...ids].sort()).toEqual(['n2', 'n4']);
      expect(await store.read((reader) => reader.idsChangedBy(key(plain), 'nobody'))).toEqual([]);
    });

    test('lead to all items of an author, however many', async ({ store }) => {
      const ids = Array.from({ length: isFull ? 4500 : 1100 }, (_, index) => `n${index}`);
      await store.write(
        async (writer) => {
          for (const id of ids) await writer.putRecord({ ...plain, id });
        },
        { by: { name: 'ken', at: 1_800_000_000_000 } },
      );
      const found = await store.read((reader) => reader.idsChangedBy(key(plain), 'ken'));
      expect([...found].sort()).toEqual([...ids].sort());
    });

    test('are copied from another store as they are', async ({ store }) => {
      await put(store, plain);
      const change = { changedAt: 3, changedBy: 'ken' };
      await store.write((writer) => writer.putLastChanges([{ key: plain, ...change }]), { isCopy: true });
      expect(await store.read((reader) => reader.lastChanges([plain]))).toEqual([change]);
    });
  });
}
