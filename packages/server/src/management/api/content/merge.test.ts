import { expect, test } from 'bun:test';
import { lines } from '../../../transfer/testing/importing.ts';
import { withNewsroom } from '../testing/withNewsroom.ts';

const tagTwo = { ...lines.tag, tagId: 't2', name: 'Two' };
const categoryTwo = { ...lines.category, categoryId: 'c2', name: 'Two', alias: 'two' };
const both = { ...lines.news, contentId: 'n2', tags: [{ tagId: 't1' }, { tagId: 't2' }] };

test('another one takes its place everywhere', () =>
  withNewsroom(async ({ ken, import: bring, audit, api }) => {
    await bring(tagTwo, categoryTwo, both);
    expect((await ken('POST', '/collection/tags/t1/merge', { body: { into: 't2' } })).status).toBe(428);
    const tags = await ken('POST', '/collection/tags/t1/merge', { ifMatch: '*', body: { into: 't2' } });
    expect([tags.status, tags.body]).toEqual([200, { changed: 2, unchanged: 0 }]);
    for (const id of ['n1', 'n2']) {
      const { body } = await ken('GET', `/news/instances/press/news/${id}`);
      expect(body).toMatchObject({ version: 2, changedBy: 'ken', item: { tags: [{ tagId: 't2' }] } });
    }
    expect((await ken('GET', '/collection/tags/t1')).status).toBe(404);
    const { etag } = await ken('GET', '/collection/categories/c1');
    const merge = { ifMatch: etag, body: { into: 'c2' } };
    expect((await ken('POST', '/collection/categories/c1/merge', merge)).body).toMatchObject({ changed: 2 });
    const uses = await ken('GET', '/collection/categories/c2/uses');
    expect(uses.body).toEqual({
      totalCount: 2,
      list: [
        { kind: 'news', instanceId: 'press', id: 'n1', name: 'Hello' },
        { kind: 'news', instanceId: 'press', id: 'n2', name: 'Hello' },
      ],
    });
    expect(await audit()).toEqual(['ken tag.merge web/tag/t1', 'ken category.merge web/category/c1']);
    const [entry] = await api.store.read((reader) => reader.audit({ most: 1 }));
    expect(entry?.details).toEqual({ name: 'Products', into: 'c2', changed: 2 });
  }));

test('not into itself, and not into nothing', () =>
  withNewsroom(async ({ ken, audit }) => {
    const merge = (path: string, into: string, ifMatch = '*') =>
      ken('POST', `/collection/${path}/merge`, { ifMatch, body: { into } });
    expect((await merge('tags/t1', 't1')).faults).toEqual(['into: must be another one']);
    const none = await merge('tags/t1', 't9');
    expect([none.status, none.faults]).toEqual([404, ["into: there is no tag 't9' in this space"]]);
    expect((await merge('tags/t1', 'c1')).status).toBe(404);
    expect((await merge('tags/t1', 't2', '"old"')).status).toBe(412);
    expect((await merge('tags/none', 't1')).status).toBe(412);
    expect((await ken('GET', '/collection/tags/none/uses')).status).toBe(404);
    expect(await audit()).toEqual([]);
  }));
