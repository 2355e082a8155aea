import { expect, test } from 'bun:test';
import { lines } from '../../../transfer/testing/importing.ts';
import { type Ask, withNewsroom } from '../testing/withNewsroom.ts';

const order = '/banner/instances/top/order';
const list = '/banner/instances/top/banners';

const banner = (contentId: string, more = {}) => ({ ...lines.banner, contentId, name: contentId, ...more });

async function listed(ken: Ask, sort = 'position:asc'): Promise<unknown> {
  const { body } = await ken('GET', `${list}?sort=${sort}`);
  return JSON.parse(JSON.stringify(body)).list.map(
    ({ item }: { item: { contentId: string } }) => item.contentId,
  );
}

test('banners are put in a fixed order, and the others come after them', () =>
  withNewsroom(async ({ ken, import: put, audit }) => {
    await put(banner('b2'), banner('b3'), banner('b4'));
    const first = await ken('GET', order);
    expect(first.body).toEqual({ contentIds: [] });
    const ordered = await ken('PUT', order, { ifMatch: first.etag, body: { contentIds: ['b3', 'b1'] } });
    expect([ordered.status, ordered.body]).toEqual([200, { contentIds: ['b3', 'b1'] }]);
    expect(await listed(ken)).toEqual(['b3', 'b1', 'b2', 'b4']);
    expect(await listed(ken, 'position:desc')).toEqual(['b1', 'b3', 'b2', 'b4']);
    const next = await ken('PUT', order, { ifMatch: ordered.etag, body: { contentIds: ['b4', 'b3', 'b2'] } });
    expect(next.status).toBe(200);
    expect(await listed(ken)).toEqual(['b4', 'b3', 'b2', 'b1']);
    expect((await ken('GET', order)).body).toEqual({ contentIds: ['b4', 'b3', 'b2'] });
    const same = await ken('PUT', order, { ifMatch: next.etag, body: { contentIds: ['b4', 'b3', 'b2'] } });
    expect(same.etag).toBe(next.etag);
    expect(await audit()).toEqual(['ken banner.order web/banner/top', 'ken banner.order web/banner/top']);
  }));

test('an order that somebody else has changed meanwhile is not overwritten', () =>
  withNewsroom(async ({ ken, mia, import: put }) => {
    await put(banner('b2'), banner('b3'));
    const { etag } = await ken('GET', order);
    expect((await ken('PUT', order, { body: { contentIds: ['b2'] } })).status).toBe(428);
    const both = await Promise.all([
      ken('PUT', order, { ifMatch: etag, body: { contentIds: ['b2', 'b1'] } }),
      mia('PUT', order, { ifMatch: etag, body: { contentIds: ['b3', 'b1'] } }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 412]);
    const kept = both.find(({ status }) => status === 200);
    expect((await ken('GET', order)).body).toEqual(kept?.body);
  }));

test('an order names banners of its instance, each once', () =>
  withNewsroom(async ({ ken }) => {
    const put = (contentIds: readonly string[]) => ken('PUT', order, { ifMatch: '*', body: { contentIds } });
    expect((await put(['b1', 'b1'])).faults).toEqual(['contentIds: must name each banner once']);
    expect((await put(['b1', 'b9'])).faults).toEqual([
      "contentIds.1: there is no banner 'b9' in this instance",
    ]);
    expect((await ken('GET', order)).body).toEqual({ contentIds: [] });
    expect((await ken('GET', '/banner/instances/none/order')).status).toBe(404);
    expect((await ken('GET', '/news/instances/press/order')).status).toBe(404);
  }));

test('who edits a banner neither sees nor changes its place, nor is in conflict with a new order', () =>
  withNewsroom(async ({ ken, mia, import: put, api }) => {
    await put(banner('b2'));
    const seen = await ken('GET', `${list}/b1`);
    await mia('PUT', order, { ifMatch: '*', body: { contentIds: ['b2', 'b1'] } });
    const { contentId: _, ...body } = { ...lines.banner, name: 'New' };
    const changed = await ken('PUT', `${list}/b1`, { ifMatch: seen.etag, body });
    expect([changed.status, changed.body]).toMatchObject([200, { item: { name: 'New' } }]);
    expect(JSON.stringify(changed.body)).not.toContain('position');
    await mia('PUT', order, { ifMatch: '*', body: { contentIds: ['b1', 'b2'] } });
    const restored = await ken('POST', `${list}/b1/versions/1/restore`, { ifMatch: changed.etag });
    expect(restored.body).toMatchObject({ item: { name: 'Sale' } });
    // A line as it is delivered has no place; the banner keeps its own.
    await put({ ...lines.banner, name: 'Imported' });
    api.clock++;
    expect(await listed(ken)).toEqual(['b1', 'b2']);
    await put(banner('b2', { position: -1 }));
    await ken('GET', order).then(({ body }) => expect(body).toEqual({ contentIds: ['b2', 'b1'] }));
  }));
