import { expect, test } from 'bun:test';
import { z } from 'zod';
import { isFull } from '../../../../../../tests/testing/runs.ts';
import { lines } from '../../../transfer/testing/importing.ts';
import { withNewsroom } from '../testing/withNewsroom.ts';

const press = { kind: 'news', instanceId: 'press' } as const;
const draft = (contentId: string) => ({ ...lines.news, contentId, status: 'draft' });
const path = (id: string) => `/news/instances/press/news/${id}`;
const tagTwo = { ...lines.tag, tagId: 't2', name: 'Two' };

test('changes many items, with a version and a line in the log for each', () =>
  withNewsroom(async ({ ken, import: bring, audit, api }) => {
    await bring(draft('n2'), draft('n3'), tagTwo);
    api.clock += 1000;
    const { etag } = await ken('GET', path('n3'));
    const done = await ken('POST', '/batch', {
      body: {
        changes: [
          { ...press, id: 'n1', action: 'publish' },
          { ...press, id: 'n2', action: 'publish' },
          { ...press, id: 'n2', action: 'addTag', target: 't2' },
          { ...press, id: 'n2', action: 'setCategory' },
          { ...press, id: 'n3', action: 'delete', ifMatch: etag },
          { kind: 'banner', instanceId: 'top', id: 'b1', action: 'reserve', at: api.clock + 5 },
        ],
      },
    });
    expect([done.status, done.body]).toEqual([200, { changed: 3, unchanged: 1 }]);
    const read = await ken('GET', path('n2'));
    expect(read.body).toMatchObject({
      ...{ version: 2, changedBy: 'ken', state: 'live' },
      item: { status: 'published', tags: [{ tagId: 't1' }, { tagId: 't2' }], updatedAt: api.clock },
    });
    expect(read.body).not.toHaveProperty('item.category');
    expect((await ken('GET', path('n3'))).status).toBe(404);
    expect(await audit()).toEqual([
      'ken news.setCategory web/news/press/n2',
      'ken news.delete web/news/press/n3',
      'ken banner.reserve web/banner/top/b1',
    ]);
  }));

test('all or none: each fault names its change', () =>
  withNewsroom(async ({ ken, mia, import: bring, audit }) => {
    await bring(draft('n2'), tagTwo);
    const { etag } = await ken('GET', path('n1'));
    const publish = { ...press, id: 'n2', action: 'publish' };
    const batch = async (...changes: object[]) => {
      const told = await ken('POST', '/batch', { body: { changes: [publish, ...changes] } });
      return [told.status, ...told.faults];
    };
    expect(await batch({ ...press, id: 'none', action: 'publish' })).toEqual([
      ...[404, "changes.1: there is no news 'none' in instance 'press'"],
    ]);
    expect(await batch({ ...press, id: 'n1', action: 'addTag', target: 't9' })).toEqual([
      ...[409, "changes.1.tags: there is no tag 't9' in this space"],
    ]);
    const unchanged = { ...press, id: 'n1', action: 'publish' };
    expect(await batch(unchanged, { kind: 'tag', id: 't1', action: 'delete' })).toEqual([
      409,
      "changes.0.tags: there is no tag 't1' in this space",
      "changes.2: can't be deleted: it is still used by news 'n1' of instance 'press'",
    ]);
    expect(await batch({ kind: 'tag', id: 't2', action: 'publish' })).toEqual([
      ...[400, 'changes.1.action: publish is for news and banner only (Two)'],
    ]);
    expect(await batch({ ...press, id: 'n1', action: 'addTag' }, { ...publish, action: 'reserve' })).toEqual([
      ...[400, 'changes.1.target: is missing (Hello)', 'changes.2.at: is missing (Hello)'],
    ]);
    expect(await batch({ kind: 'news', id: 'n1', action: 'publish' })).toEqual([
      ...[400, 'changes.1.instanceId: is missing'],
    ]);
    expect(await batch({ ...press, id: 'n2', action: 'delete' }, publish)).toEqual([
      ...[404, "changes.2: there is no news 'n2' in instance 'press' after the earlier changes"],
    ]);
    await mia('PATCH', path('n1'), { ifMatch: '*', body: { name: 'By Mia' } });
    expect(await batch({ ...press, id: 'n1', action: 'unpublish', ifMatch: etag })).toEqual([
      ...[412, 'changes.1: somebody else has changed it in the meantime'],
    ]);
    expect((await ken('GET', path('n2'))).body).toMatchObject({ version: 1, state: 'draft' });
    expect(await audit()).toEqual(['mia news.patch web/news/press/n1']);
  }));

test('very many items are changed in one go', () =>
  withNewsroom(async ({ ken, import: bring, audit }) => {
    const count = isFull ? 1000 : 200;
    const ids = Array.from({ length: count }, (_, index) => `many-${index}`);
    await bring(...ids.map(draft));
    const changes = ids.map((id) => ({ ...press, id, action: 'publish' }));
    const done = await ken('POST', '/batch', { body: { changes } });
    expect(done.body).toEqual({ changed: count, unchanged: 0 });
    expect(await audit()).toHaveLength(count);
    const list = await ken('GET', '/news/instances/press/news?state=live&size=1');
    expect(list.body).toMatchObject({ totalCount: count + 1 });
  }));

test('what somebody changed after it was listed is not overwritten, whatever the kind', () =>
  withNewsroom(async ({ ken, mia, audit }) => {
    const listed = z.object({ list: z.array(z.object({ etag: z.string() })) });
    const tagOf = async (place: string) =>
      listed.parse((await ken('GET', `${place}?etags=true`)).body).list[0]?.etag;
    const shelves = [
      ['/news/instances/press/news', { ...press, id: 'n1', action: 'unpublish' }],
      ['/banner/instances/top/banners', { kind: 'banner', instanceId: 'top', id: 'b1', action: 'publish' }],
      ['/collection/medias', { kind: 'media', id: 'm1', action: 'setCredit', value: 'Ken' }],
      ['/collection/tags', { kind: 'tag', id: 't1', action: 'delete' }],
    ] as const;
    for (const [place, change] of shelves) {
      const ifMatch = await tagOf(place);
      const { etag, body } = await mia('GET', `${place}/${change.id}`);
      expect(body).toMatchObject({ etag: ifMatch });
      await mia('PATCH', `${place}/${change.id}`, { ifMatch: etag, body: { name: 'By Mia' } });
      const refused = await ken('POST', '/batch', { body: { changes: [{ ...change, ifMatch }] } });
      expect([refused.status, ...refused.faults]).toEqual([
        ...[412, 'changes.0: somebody else has changed it in the meantime'],
      ]);
    }
    expect(await audit()).not.toContainEqual(expect.stringContaining('ken'));
    const list = await ken('GET', '/news/instances/press/news');
    expect(list.body).not.toHaveProperty('list.0.etag');
    const ifMatch = await tagOf('/news/instances/press/news');
    const changes = [{ ...press, id: 'n1', action: 'unpublish', ifMatch }];
    expect((await ken('POST', '/batch', { body: { changes } })).body).toEqual({ changed: 1, unchanged: 0 });
  }));
