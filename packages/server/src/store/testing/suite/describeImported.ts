import { expect } from 'bun:test';
import type { Imported } from '../../Admin.ts';
import { describeOpened } from './describeOpened.ts';
import type { OpenHarness } from './OpenHarness.ts';
import { category, key, plain, put, tag } from './samples.ts';

/** What imports from other systems have brought. */
export function describeImported(open: OpenHarness): void {
  describeOpened('imported', open, (test) => {
    test('is known of each record, even after it was removed', async ({ store }) => {
      await put(store, plain, category);
      const note = (...all: readonly Imported[]) => store.write((writer) => writer.putImported(all));
      await note({ key: key(plain), digest: 'a' }, { key: key(category), digest: 'b' });
      await note({ key: key(plain), digest: 'c' }, { key: key(plain), digest: 'd' });
      await note();
      await store.write((writer) => writer.removeRecord(plain));
      const known = () => store.read((reader) => reader.imported([tag, plain, category]));
      expect(await known()).toEqual([undefined, 'd', 'b']);
      expect((await store.read((reader) => Array.fromAsync(reader.allImported()))).flat()).toEqual([
        { key: key(category), digest: 'b' },
        { key: key(plain), digest: 'd' },
      ]);
      const { projectId, spaceId, instanceId } = plain;
      await store.write((writer) => writer.forgetVersions({ projectId, spaceId, instanceId }));
      expect(await known()).toEqual([undefined, undefined, 'b']);
    });
  });
}
