import { expect, test } from 'bun:test';
import { inTemporaryFolder } from '../../../../tests/newsstandProcess.ts';
import { copyDemo } from '../../../../tests/withDemo.ts';
import { Catalogue } from '../catalogue/Catalogue.ts';
import { readConfig } from '../config/readConfig.ts';
import { withStore } from '../store/openStore.ts';
import { shelfCounts } from './statusCommand.ts';

test('counts as the catalogue does, at any time', async () => {
  await inTemporaryFolder(async (folder) => {
    const config = readConfig({}, { data: folder });
    await copyDemo(folder);
    await withStore(config.databaseUrl, async (store) => {
      await store.write((writer) =>
        writer.putInstance({ app: 'news', projectId: 'empty', spaceId: 'web', instanceId: 'press' }),
      );
      await store.read(async (reader) => {
        const catalogue = new Catalogue({ media: { url: '', key: 'k' } });
        await catalogue.load(reader);
        for (const at of [0, Date.now(), Date.now() + 1e9, 8e15]) {
          const counts = await shelfCounts(reader, at);
          expect(counts).toHaveLength(13);
          expect(counts.toSorted(byText)).toEqual(catalogue.counts(at).toSorted(byText));
        }
      });
    });
  });
});

function byText(a: object, b: object): number {
  const text = ({ projectId, kind, instanceId = '' }: Record<string, unknown>) =>
    `${projectId} ${kind} ${instanceId}`;
  return text({ ...a }) < text({ ...b }) ? -1 : 1;
}
