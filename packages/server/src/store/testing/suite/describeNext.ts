import { expect } from 'bun:test';
import type { NextVersion, RecordKey } from '../../Store.ts';
import { describeOpened } from './describeOpened.ts';
import type { OpenHarness } from './OpenHarness.ts';
import { plain, put, tag } from './samples.ts';

const next: NextVersion = {
  ...{
    alias: 'later',
    document: '{"status":"published","name":"next"}',
    links: [{ kind: 'tag', id: tag.id }],
  },
  ...{ takesOverAt: 100, changedAt: 50, changedBy: 'mia' },
};
const key: RecordKey = plain;

/** The draft of the next version of a record. */
export function describeNext(open: OpenHarness): void {
  describeOpened('next versions', open, (test) => {
    test('come back as they were put, and are no past version yet', async ({ store }) => {
      await put(store, tag);
      await put(store, plain);
      await put(store, { ...plain, next });
      const [found, versions, uses] = await store.read(
        async (reader) =>
          [await reader.find(key), await reader.versions(key), await reader.uses(tag, 9)] as const,
      );
      expect(found).toEqual({ ...plain, next });
      expect([versions, uses.total]).toEqual([[], 1]);
    });

    test('that have taken over are what the next write replaces', async ({ store }) => {
      await put(store, tag);
      await put(store, { ...plain, next });
      const by = { name: 'ken', at: 100 };
      await store.write((writer) => writer.putRecord({ ...plain, document: '{"name":"third"}' }), { by });
      const versions = await store.read((reader) => reader.versions(key));
      expect(
        versions.map(({ number, record, replacedAt, replacedBy }) => [
          ...[number, record.alias, record.document, record.links, record.next, replacedAt, replacedBy],
        ]),
      ).toEqual([
        [2, 'later', next.document, next.links, undefined, 100, 'ken'],
        [1, plain.alias, plain.document, plain.links, next, 100, 'mia'],
      ]);
    });

    test('that are replaced a millisecond before their time have never been', async ({ store }) => {
      await put(store, tag);
      await put(store, { ...plain, next });
      const by = { name: 'ken', at: 99 };
      await store.write((writer) => writer.putRecord({ ...plain, document: '{"name":"third"}' }), { by });
      const versions = await store.read((reader) => reader.versions(key));
      expect(
        versions.map(({ number, record, replacedAt, replacedBy }) => [
          ...[number, record.document, record.next, replacedAt, replacedBy],
        ]),
      ).toEqual([[1, plain.document, next, 99, 'ken']]);
    });
  });
}
