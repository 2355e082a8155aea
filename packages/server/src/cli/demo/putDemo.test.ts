import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { inTemporaryFolder } from '../../../../../tests/newsstandProcess.ts';
import { readConfig } from '../../config.ts';
import { withStore } from '../withStore.ts';
import { putDemo } from './putDemo.ts';

test('fills an empty store once, and makes no keys: whether they can be shown is not yet known', async () => {
  await inTemporaryFolder(async (folder) => {
    const config = readConfig({}, { data: folder });
    await withStore(`sqlite:${join(folder, 'newsstand.db')}`, async (store) => {
      expect(await putDemo(store, config)).toBe(true);
      const revision = await store.revision();
      expect(await store.read((reader) => reader.instances())).toHaveLength(3);
      expect(await store.read((reader) => reader.credentials())).toEqual([]);
      expect(await putDemo(store, config)).toBe(false);
      expect(await store.revision()).toBe(revision);
    });
  });
});
