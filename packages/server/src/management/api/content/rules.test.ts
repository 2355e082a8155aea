import { describe, expect, test } from 'bun:test';
import { lines } from '../../../transfer/testing/importing.ts';
import { bodies, withNewsroom } from '../testing/withNewsroom.ts';

const hello = '/news/instances/press/news/n1';
const top = '/banner/instances/top/banners/b1';
const minute = 60_000;
const any = { ifMatch: '*' };
const cleared = {
  path: 'reservedAt',
  message: 'had passed and was removed, because from then on the item would be published; it is a draft now',
};

describe('a draft that reservedAt has published', () => {
  test('is shown as published, and what was shown can be sent again', () =>
    withNewsroom(async ({ ken, api }) => {
      const body = { ...bodies.news, status: 'draft', reservedAt: api.clock + minute };
      expect((await ken('PUT', hello, { ...any, body })).body).toMatchObject({ item: { status: 'draft' } });
      api.clock += 2 * minute;
      const shown = await ken('GET', hello);
      expect(shown.body).toMatchObject({ state: 'live', item: { status: 'published' } });
      const again = await ken('PUT', hello, {
        ifMatch: shown.etag,
        body: { ...body, status: 'published' },
      });
      expect([again.status, again.etag]).toEqual([200, shown.etag]);
      const patched = await ken('PATCH', hello, { ...any, body: { name: 'New' } });
      expect(patched.body).toMatchObject({ state: 'live', item: { name: 'New' } });
      expect(patched.body).not.toHaveProperty('notes');
      const kept = await ken('PATCH', hello, { ...any, body: { reservedAt: null } });
      expect(kept.body).toMatchObject({ state: 'live', item: { status: 'published' } });
    }));

  test('is taken down by the status alone, and the answer says so', () =>
    withNewsroom(async ({ ken, api }) => {
      const planned = { ...bodies.news, status: 'draft', reservedAt: api.clock };
      const reserve = async () => {
        const body = { ...planned, reservedAt: api.clock + 1 };
        expect((await ken('PUT', hello, { ...any, body })).status).toBe(200);
        api.clock += 1000;
      };
      const { reservedAt: _, ...draft } = planned;
      for (const [method, path, body] of [
        ['PATCH', hello, { status: 'draft' }],
        ['PUT', hello, draft],
        ['POST', `${hello}/unpublish`, {}],
      ] as const) {
        await reserve();
        const taken = await ken(method, path, { ...any, body });
        expect(taken.body).toMatchObject({ state: 'draft', item: { status: 'draft' }, notes: [cleared] });
        expect(taken.body).not.toHaveProperty('item.reservedAt');
      }
      await reserve();
      const changes = [
        { kind: 'banner', instanceId: 'top', id: 'b1', action: 'unpublish' },
        { kind: 'news', instanceId: 'press', id: 'n1', action: 'unpublish' },
      ];
      expect((await ken('POST', '/batch', { body: { changes } })).body).toMatchObject({
        changed: 1,
        notes: [{ ...cleared, path: 'changes.1.reservedAt' }],
      });
    }));

  test('a reservation to come stays beside a draft', () =>
    withNewsroom(async ({ ken, api }) => {
      const body = { ...bodies.news, reservedAt: api.clock + minute };
      await ken('PUT', hello, { ...any, body });
      const drafted = await ken('PATCH', hello, { ...any, body: { status: 'draft' } });
      expect(drafted.body).toMatchObject({ state: 'scheduled', item: { reservedAt: api.clock + minute } });
      expect(drafted.body).not.toHaveProperty('notes');
    }));

  test('is refused if it is sent as such, with the ways out', () =>
    withNewsroom(async ({ ken, api }) => {
      const sent = { status: 'draft', reservedAt: api.clock };
      const fault =
        'status: is draft, but reservedAt has passed, which publishes the item: for a draft leave reservedAt out or set it in the future, or else set status to published';
      for (const [method, path, body] of [
        ['PUT', hello, { ...bodies.news, ...sent }],
        ['PATCH', hello, sent],
        ['POST', '/news/instances/press/news', { ...bodies.news, ...sent }],
        ['PUT', top, { ...bodies.banner, ...sent }],
      ] as const) {
        const refused = await ken(method, path, { ...any, body });
        expect([refused.status, refused.faults]).toEqual([400, [fault]]);
      }
      const patched = await ken('PATCH', hello, { ...any, body: { reservedAt: api.clock } });
      expect(patched.body).toMatchObject({ state: 'live' });
    }));
});

test('closingAt comes after openingAt', () =>
  withNewsroom(async ({ ken }) => {
    const body = { ...bodies.news, openingAt: 5, closingAt: 5 };
    const put = await ken('PUT', hello, { ...any, body });
    expect([put.status, put.faults]).toEqual([400, ['closingAt: must be after openingAt, which is 5']]);
    await ken('PATCH', hello, { ...any, body: { openingAt: 5 } });
    expect((await ken('PATCH', hello, { ...any, body: { closingAt: 4 } })).status).toBe(400);
    expect((await ken('PATCH', hello, { ...any, body: { closingAt: 6 } })).status).toBe(200);
  }));

test('a link leads to the web, a video to HLS, and texts are Unicode', () =>
  withNewsroom(async ({ ken }) => {
    const link = (url: string) =>
      ken('PUT', top, { ...any, body: { ...bodies.banner, values: { title: 'A', url } } });
    expect((await link('/sale')).status).toBe(200);
    expect((await link('javascript:alert(1)')).faults).toEqual([
      'values.url: must be an http or https URL, a path that begins with /, mailto: or tel:',
    ]);
    const video = (accessUrl: string) =>
      ken('PUT', '/collection/medias/v1', { body: { name: 'V', type: 'video', accessUrl } });
    expect((await video('https://example.com/v.mp4')).status).toBe(400);
    expect((await video('https://example.com/v.m3u8?t=1')).status).toBe(201);
    const half = '{"name":"A","alias":"x\\ud800"}';
    expect((await ken('PUT', '/collection/tags/t9', { body: half })).status).toBe(400);
    expect((await ken('PUT', '/collection/tags/t9', { body: { name: 'A', alias: '..' } })).faults).toEqual([
      'alias: must not be . or ..',
    ]);
  }));

test('texts and lists have limits', () =>
  withNewsroom(async ({ ken }) => {
    const most = '\u{1F600}'.repeat(1000);
    const tag = (name: string) => ken('PUT', '/collection/tags/t1', { ...any, body: { name } });
    expect((await tag(`${most}!`)).faults).toEqual(['name: must be at most 1000 characters']);
    expect((await tag(most)).status).toBe(200);
    const values = {
      body: {},
      thumbnail: { mediaId: 'm1' },
      title: 'a'.repeat(1_000_000),
      sponsors: [{ name: 'A' }, { name: 'a'.repeat(1001) }],
      share: { x: { hashTags: Array.from({ length: 1001 }, () => 'a') } },
      seo: { canonicalUrl: `https://example.com/${'a'.repeat(8192)}` },
    };
    const faults = [
      'values.title: must be at most 1000 characters',
      'values.sponsors[1].name: must be at most 1000 characters',
      'values.seo.canonicalUrl: must be at most 8192 characters',
      'values.share.x.hashTags: must have at most 1000 elements',
    ];
    const body = { ...bodies.news, values };
    expect((await ken('PUT', hello, { ...any, body })).faults).toEqual(faults);
    expect((await ken('PUT', `${hello}/next`, { ...any, body })).faults).toEqual(faults);
    expect((await ken('PATCH', hello, { ...any, body: { values } })).faults).toEqual(faults);
  }));

test('an alias is never the ID of another, whichever comes first', () =>
  withNewsroom(async ({ ken }) => {
    const put = (id: string, alias?: string) =>
      ken('PUT', `/collection/tags/${id}`, { body: { name: id, alias } });
    expect((await put('a', 'b')).status).toBe(201);
    const later = await put('b');
    expect([later.status, later.faults]).toEqual([
      409,
      ["tagId: 'b' is the alias of tag 'a'; choose another ID, or change that alias"],
    ]);
    const other = await put('c', 'a');
    expect([other.status, other.faults]).toEqual([
      409,
      ["alias: 'a' is the ID of another tag; choose another alias"],
    ]);
    expect((await put('d', 'd')).status).toBe(201);
  }));

test('an instance ID belongs to news or to banners', () =>
  withNewsroom(async ({ boss }) => {
    const refused = await boss('PUT', '/banner/instances/press');
    expect([refused.status, refused.faults]).toEqual([
      409,
      ["instanceId: 'press' is already an instance for news in this space; choose another ID"],
    ]);
    const both = await Promise.all([
      boss('PUT', '/banner/instances/fresh'),
      boss('PUT', '/news/instances/fresh'),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([204, 409]);
    expect((await boss('PUT', '/news/instances/press')).status).toBe(204);
  }));

test('what was stored before these rules can still be published, taken down and restored', () =>
  withNewsroom(async ({ ken, api }) => {
    const { kind, instanceId, contentId, ...item } = lines.banner;
    const { projectId, spaceId } = item;
    const old = {
      ...item,
      ...{
        contentId,
        values: { title: 'Old'.repeat(1000), url: 'javascript:1' },
        openingAt: 9,
        closingAt: 5,
      },
      ...{ createdAt: 1, updatedAt: 1 },
    };
    const record = { kind, projectId, spaceId, instanceId, id: contentId, links: [] };
    await api.store.write((writer) => writer.putRecord({ ...record, document: JSON.stringify(old) }));
    expect((await ken('POST', `${top}/publish`, any)).status).toBe(200);
    expect((await ken('POST', `${top}/unpublish`, any)).body).toMatchObject({ state: 'draft' });
    expect((await ken('PATCH', top, { ...any, body: { name: 'New' } })).faults).toHaveLength(3);
    expect((await ken('DELETE', top, any)).status).toBe(204);
    expect((await ken('POST', `${top}/versions/3/restore`)).status).toBe(201);
  }));
