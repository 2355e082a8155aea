import { expect, test } from 'bun:test';
import { overview } from '@newsstand/contract/manage';
import { Catalogue } from '../../../catalogue/Catalogue.ts';
import type { StoredRecord } from '../../../store/Store.ts';
import { withApi } from '../testing/withApi.ts';
import { serviceHandlers } from './serviceHandlers.ts';
import { shelvesOf } from './shelvesOf.ts';

const day = 86_400_000;

function news(projectId: string, id: string, times: object): StoredRecord {
  const values = { title: id, body: {}, thumbnail: { mediaId: 'm' } };
  const document = { contentId: id, projectId, spaceId: 's', name: `The ${id}`, status: 'published', values };
  const key = { kind: 'news', projectId, spaceId: 's', instanceId: 'i', id } as const;
  return { ...key, alias: undefined, document: JSON.stringify({ ...document, ...times }), links: [] };
}

test('an overview covers the visible projects: what is there, and what happens in thirty days', async () => {
  const catalogue = new Catalogue({ media: { url: 'https://media.test', key: 'k' } });
  await withApi(
    async (api) => {
      const at = api.clock;
      await api.store.write(async (writer) => {
        for (let number = 0; number < 510; number++)
          await writer.putRecord(news('a', `n${number}`, { openingAt: at + 1 + number }));
        await writer.putRecord(news('a', 'later', { openingAt: at + 30 * day + 1 }));
        await writer.putRecord(news('a', 'over', { closingAt: at }));
        await writer.putRecord(news('b', 'secret', { closingAt: at + 5 }));
      });
      await api.store.read((reader) => catalogue.load(reader));
      await api.addOperator('all', [{ projectId: '*', role: 'viewer' }]);
      await api.addOperator('ann', [{ projectId: 'a', role: 'viewer' }]);
      await api.addOperator('bea', [{ projectId: 'b', role: 'owner' }]);
      const seenBy = async (who: string) =>
        overview.parse(await (await api.ask('/overview', { cookie: await api.sessionOf(who) })).json());
      const newsOf = ({ shelves }: Awaited<ReturnType<typeof seenBy>>) =>
        shelves
          .filter(({ kind }) => kind === 'news')
          .map(({ projectId, live, scheduled, closed, draft }) => [
            projectId,
            live,
            scheduled,
            closed,
            draft,
          ]);

      const all = await seenBy('all');
      expect(newsOf(all)).toEqual([
        ['a', 0, 511, 1, 0],
        ['b', 1, 0, 0, 0],
      ]);
      expect([all.moments.length, all.furtherMoments]).toEqual([500, 11]);
      expect(all.moments[0]).toEqual({
        ...{ at: at + 1, type: 'opens', kind: 'news', projectId: 'a', spaceId: 's', instanceId: 'i' },
        ...{ contentId: 'n0', name: 'The n0' },
      });
      expect(all.moments.filter(({ projectId }) => projectId === 'b')).toMatchObject([
        { at: at + 5, type: 'closes', contentId: 'secret' },
      ]);

      const ann = await seenBy('ann');
      expect(newsOf(ann).map(([projectId]) => projectId)).toEqual(['a']);
      expect([ann.moments.length, ann.furtherMoments]).toEqual([500, 10]);
      expect(JSON.stringify(ann)).not.toContain('secret');
      const bea = await seenBy('bea');
      expect(bea.shelves.every(({ projectId }) => projectId === 'b')).toBe(true);
      expect([bea.moments.length, bea.furtherMoments]).toEqual([1, 0]);
    },
    {
      handlers: (context) => {
        const shelves = { ...shelvesOf(catalogue, () => 0, context.now), traffic: context.shelves.traffic };
        return serviceHandlers({ ...context, shelves });
      },
    },
  );
});
