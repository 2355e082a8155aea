import { expect, test } from 'bun:test';
import { lines } from '../../../transfer/testing/importing.ts';
import { withNewsroom } from '../testing/withNewsroom.ts';

const news = '/news/instances/press/news';

test('a list shows every state, and what was just written', () =>
  withNewsroom(async ({ ken }) => {
    const made = await ken('POST', news, {
      body: { name: 'Draft', status: 'draft', values: lines.news.values },
    });
    expect(made.status).toBe(201);
    const all = await ken('GET', `${news}?sort=name:asc`);
    expect(all.body).toMatchObject({
      ...{ totalCount: 2, currentPage: 1, counts: { live: 1, draft: 1, scheduled: 0, closed: 0 } },
      list: [
        { state: 'draft', item: { name: 'Draft' } },
        { state: 'live', item: { name: 'Hello', category: { name: 'Products' } } },
      ],
    });
    const found = async (query: string) => (await ken('GET', `${news}?${query}`)).body;
    expect(await found('state=draft')).toMatchObject({ totalCount: 1, list: [{ state: 'draft' }] });
    expect(await found('search=hel&tags=t1&category=products')).toMatchObject({ totalCount: 1 });
    expect(await found('page=2&size=1&sort=name:desc')).toMatchObject({
      list: [{ item: { name: 'Draft' } }],
    });
    const medias = await ken('GET', '/collection/medias?type=image&search=cov');
    expect(medias.body).toMatchObject({ totalCount: 1, list: [{ item: { mediaId: 'm1' } }] });
    expect((await ken('GET', '/collection/medias?type=video')).body).toMatchObject({ totalCount: 0 });
  }));

test('a query is checked as on the public listener', () =>
  withNewsroom(async ({ ken }) => {
    const faults = async (path: string) => {
      const told = await ken('GET', path);
      return [told.status, ...told.faults];
    };
    expect(await faults(`${news}?size=100`)).toEqual([400, 'size: must be an integer from 1 to 99']);
    expect(await faults(`${news}?state=gone&size=0`)).toEqual([
      ...[
        400,
        'state: must be one of live, scheduled, closed, draft',
        'size: must be an integer from 1 to 99',
      ],
    ]);
    expect(await faults(`${news}?state=live&state=draft`)).toEqual([400, 'state: must be given once']);
    expect(await faults('/collection/tags?sort=nmae:asc')).toEqual([
      ...[
        400,
        "sort: can't sort by 'nmae'; did you mean 'name'? fields are: tagId, name, alias, createdAt, updatedAt",
      ],
    ]);
    expect(await faults('/collection/tags?state=live')).toEqual([
      ...[400, 'state: is not a parameter of this operation; known are: page, size, sort, search'],
    ]);
    expect(await faults('/news/instances/none/news')).toEqual([404]);
  }));

test('rows say who changed them last, and are filtered by that and by dates', () =>
  withNewsroom(async ({ ken, mia, api, import: put }) => {
    await put({
      ...lines.news,
      contentId: 'n2',
      name: 'Second',
      createdAt: 10,
      updatedAt: 20,
      openingAt: 500,
    });
    const { body, etag } = await ken('GET', `${news}/n1`);
    expect(body).toMatchObject({ item: { contentId: 'n1' } });
    api.clock += 5;
    const changed = await mia('PATCH', `${news}/n1`, {
      ifMatch: etag,
      body: { name: 'Changed', values: { ...lines.news.values, title: 'Hello, "title" \\ 東京' } },
    });
    expect(changed.status).toBe(200);
    const all = await ken('GET', `${news}?sort=contentId:asc`);
    expect(all.body).toMatchObject({
      list: [
        { item: { contentId: 'n1' }, changedBy: 'mia', changedAt: api.clock },
        { item: { contentId: 'n2' }, changedBy: 'command line' },
      ],
    });
    const ids = async (query: string) => {
      const { status, body } = await ken('GET', `${news}?${query}`);
      const { list = [] } = JSON.parse(JSON.stringify(body));
      return [status, ...list.map(({ item }: { item: { contentId: string } }) => item.contentId)];
    };
    expect(await ids('changedBy=mia')).toEqual([200, 'n1']);
    expect(await ids('changedBy=mia&search=hello')).toEqual([200, 'n1']);
    expect(await ids('changedBy=nobody')).toEqual([200]);
    expect(await ids('from=20&until=21')).toEqual([200, 'n2']);
    expect(await ids('until=20')).toEqual([200]);
    expect(await ids('dates=openingAt&from=500')).toEqual([200, 'n2']);
    expect(await ids('dates=publishedAt&from=500&until=501&state=live')).toEqual([200, 'n2']);
    expect(await ids('dates=createdAt&from=11&changedBy=mia&category=products')).toEqual([200, 'n1']);
    expect((await ken('GET', `${news}?from=x&dates=name&changedBy=`)).faults).toEqual([
      'changedBy: must not be empty',
      'dates: must be one of updatedAt, publishedAt, createdAt, openingAt, closingAt',
      'from: must be an integer from -8640000000000000 to 8640000000000000',
    ]);
    const recent = await ken('GET', '/recent?size=1');
    expect(recent.body).toMatchObject({
      list: [{ kind: 'news', id: 'n1', name: 'Changed', title: 'Hello, "title" \\ 東京', changedBy: 'mia' }],
    });
    expect((await ken('GET', '/recent?changedBy=mia&state=draft')).body).toEqual({ list: [] });
  }));

test('a search finds everything in a space, what is named like it first', () =>
  withNewsroom(async ({ ken }) => {
    const body = { blocks: [{ type: 'paragraph', text: 'about the 東京タワー sale' }] };
    await ken('PUT', `${news}/n2`, {
      body: { name: 'Other', status: 'published', values: { ...lines.news.values, body } },
    });
    const found = async (query: string, more = '') => {
      const { body } = await ken('GET', `/search?query=${encodeURIComponent(query)}${more}`);
      const { list } = JSON.parse(JSON.stringify(body));
      return list.map(({ kind, id }: { kind: string; id: string }) => `${kind} ${id}`);
    };
    expect(await found('sale')).toEqual(['banner b1', 'news n2']);
    expect(await found('タワー')).toEqual(['news n2']);
    expect(await found('cover')).toEqual(['media m1']);
    expect(await found('Prod')).toEqual(['category c1']);
    expect(await found('cover', '&items=true')).toEqual([]);
    expect(await found('タワー', '&items=true')).toEqual(['news n2']);
    expect(await found('nothing at all')).toEqual([]);
    expect((await ken('GET', '/search?query=%20')).status).toBe(400);
    expect((await ken('GET', `/search?query=${'x'.repeat(101)}`)).status).toBe(400);
  }));

test('a calendar lists what opens and closes in some time, in one space', () =>
  withNewsroom(async ({ ken, import: put }) => {
    await put({ ...lines.banner, spaceId: 'other', reservedAt: 1500, values: {} });
    await ken('PATCH', '/banner/instances/top/banners/b1', {
      ...{ ifMatch: '*', body: { reservedAt: 1000, closingAt: 3000 } },
    });
    const { body } = await ken('GET', '/calendar?from=1000&until=3000');
    expect(body).toEqual({
      list: [
        {
          at: 1000,
          type: 'opens',
          kind: 'banner',
          instanceId: 'top',
          id: 'b1',
          name: 'Sale',
          title: 'Sale',
          state: 'closed',
        },
      ],
      further: 0,
    });
    expect((await ken('GET', '/calendar?from=1001&until=3001')).body).toMatchObject({
      list: [{ type: 'closes' }],
    });
    expect((await ken('GET', '/calendar?from=1&until=1')).faults).toEqual([
      'until: must be after from, by at most 400 days',
    ]);
  }));

test('the interface describes itself', () =>
  withNewsroom(async ({ ken, api }) => {
    const { status, body } = await ken('GET', '//openapi.json');
    expect([status, body]).toMatchObject([200, { servers: [{ url: `${api.origin}/manage/v1` }] }]);
  }));
