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
    expect(await faults(`${news}?state=live&state=draft`)).toEqual([400, 'state: is given more than once']);
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

test('the interface describes itself', () =>
  withNewsroom(async ({ ken, api }) => {
    const { status, body } = await ken('GET', '//openapi.json');
    expect([status, body]).toMatchObject([200, { servers: [{ url: `${api.origin}/manage/v1` }] }]);
  }));
