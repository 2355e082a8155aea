import { expect, test } from 'bun:test';
import { lines } from '../../../transfer/testing/importing.ts';
import { type Ask, bodies, withNewsroom } from '../testing/withNewsroom.ts';

const item = '/news/instances/press/news/n1';
const next = `${item}/next`;
const body = { ...bodies.news, name: 'Later' };

test('a next version waits beside the item until it is published', () =>
  withNewsroom(async ({ ken, audit, api }) => {
    const seen = await ken('GET', item);
    expect((await ken('PUT', next, { body })).status).toBe(428);
    const drafted = await ken('PUT', next, { body, ifMatch: seen.etag });
    expect([drafted.status, drafted.body]).toMatchObject([
      200,
      { item: { name: 'Hello' }, next: { item: { name: 'Later' }, changedBy: 'ken' }, version: 1 },
    ]);
    expect(drafted.body).not.toHaveProperty('next.takesOverAt');
    expect(drafted.etag).not.toBe(seen.etag);
    expect((await ken('GET', item)).body).toEqual(drafted.body);
    api.clock += 5;
    const published = await ken('POST', `${next}/publish`, { ifMatch: drafted.etag });
    expect(published.body).toMatchObject({ item: { name: 'Later', updatedAt: api.clock }, version: 2 });
    expect(published.body).not.toHaveProperty('next');
    expect((await ken('POST', `${next}/publish`, { ifMatch: '*' })).status).toBe(404);
    expect((await ken('DELETE', next, { ifMatch: '*' })).status).toBe(404);
    const { body: versions } = await ken('GET', `${item}/versions`);
    expect(versions).toMatchObject({
      current: 2,
      list: [{ version: 1, item: { name: 'Hello' }, next: { item: { name: 'Later' } } }],
    });
    expect(await audit()).toEqual([
      'ken news.draftNext web/news/press/n1',
      'ken news.publishNext web/news/press/n1',
    ]);
  }));

test('it takes over at its time, and from then on it is what is changed', () =>
  withNewsroom(async ({ ken, mia, api }) => {
    const takesOverAt = api.clock + 100;
    const drafted = await ken('PUT', next, { body: { ...body, takesOverAt }, ifMatch: '*' });
    expect(drafted.body).toMatchObject({ next: { takesOverAt, item: { updatedAt: takesOverAt } } });
    const passed = await ken('PUT', next, { body: { ...body, takesOverAt: api.clock }, ifMatch: '*' });
    expect(passed.faults).toEqual([
      'takesOverAt: has passed; publish the next version instead, or leave it out',
    ]);
    api.clock = takesOverAt;
    const taken = await ken('GET', item);
    expect(taken.body).toMatchObject({
      ...{ item: { name: 'Later' }, version: 2, changedAt: takesOverAt, changedBy: 'ken' },
    });
    expect(taken.body).not.toHaveProperty('next');
    const history = async () => (await ken('GET', `${item}/versions`)).body;
    const first = {
      ...{ version: 1, item: { name: 'Hello' }, replacedAt: takesOverAt, replacedBy: 'ken' },
      next: { item: { name: 'Later' }, takesOverAt },
    };
    expect(await history()).toMatchObject({ current: 2, list: [first] });
    api.clock++;
    expect((await mia('PATCH', item, { body: { name: 'New' }, ifMatch: drafted.etag })).status).toBe(412);
    const changed = await mia('PATCH', item, { body: { name: 'New' }, ifMatch: taken.etag });
    expect(changed.body).toMatchObject({ item: { name: 'New' }, version: 3, changedBy: 'mia' });
    expect(await history()).toMatchObject({
      current: 3,
      list: [
        { version: 2, item: { name: 'Later' }, writtenAt: takesOverAt, replacedBy: 'mia' },
        { ...first, wasDeleted: false },
      ],
    });
    // What took over does not wait again.
    await ken('DELETE', item, { ifMatch: '*' });
    const restored = await ken('POST', `${item}/versions/1/restore`);
    expect(restored.body).toMatchObject({ item: { name: 'Hello' } });
    expect(restored.body).not.toHaveProperty('next');
  }));

test('the calendar says when it takes over, which is neither an opening nor a closing', () =>
  withNewsroom(async ({ ken, api }) => {
    const takesOverAt = api.clock + 100;
    await ken('PUT', next, { body: { ...body, takesOverAt }, ifMatch: '*' });
    const { body: calendar } = await ken('GET', `/calendar?from=${api.clock}&until=${takesOverAt + 1}`);
    expect(calendar).toMatchObject({ list: [{ at: takesOverAt, type: 'changes', id: 'n1' }], further: 0 });
  }));

test('what is replaced or discarded is in the history, but not what the page saved by itself', () =>
  withNewsroom(async ({ ken, mia }) => {
    const save = (ask: Ask, name: string, query = '') =>
      ask('PUT', `${next}${query}`, { body: { ...body, name }, ifMatch: '*' });
    for (const name of ['a', 'b', 'c']) await save(ken, name, '?autosave=true');
    await save(mia, 'd', '?autosave=true');
    await save(ken, 'e');
    expect((await ken('PATCH', item, { body: { name: 'Hi' }, ifMatch: '*' })).body).toMatchObject({
      next: { item: { name: 'e' } },
    });
    await ken('DELETE', next, { ifMatch: '*' });
    const { body: found } = await ken('GET', `${item}/versions`);
    expect(found).toMatchObject({
      list: [
        { item: { name: 'Hi' }, next: { item: { name: 'e' } } },
        { item: { name: 'Hello' }, next: { item: { name: 'e' } } },
        { item: { name: 'Hello' }, next: { item: { name: 'd' } } },
        { item: { name: 'Hello' }, next: { item: { name: 'c' } } },
      ],
    });
    await ken('DELETE', item, { ifMatch: '*' });
    expect((await ken('POST', `${item}/versions/4/restore`)).body).toMatchObject({
      ...{ item: { name: 'Hi' }, next: { item: { name: 'e' } } },
    });
  }));

test('it may lack what a draft may lack until it is to take over', () =>
  withNewsroom(async ({ ken, api }) => {
    const { thumbnail: _, ...values } = lines.news.values;
    const sent = { ...body, values };
    const drafted = await ken('PUT', next, { body: sent, ifMatch: '*' });
    expect(drafted.body).toMatchObject({
      next: { item: { status: 'published' }, missing: ['values.thumbnail'] },
    });
    const scheduled = { ...sent, takesOverAt: api.clock + 1 };
    for (const refused of [
      await ken('PUT', next, { body: scheduled, ifMatch: '*' }),
      await ken('POST', `${next}/publish`, { ifMatch: '*' }),
    ])
      expect([refused.status, refused.body]).toMatchObject([400, { errors: [{ rule: 'incomplete' }] }]);
    expect((await ken('PUT', next, { body: { ...sent, status: 'x' }, ifMatch: '*' })).status).toBe(400);
  }));

test('its alias and what it embeds are checked like those of the item', () =>
  withNewsroom(async ({ ken, import: put }) => {
    await put(
      { ...lines.news, contentId: 'n2', alias: 'two' },
      { ...lines.tag, tagId: 't2', alias: undefined },
    );
    const sent = (more: object) => ken('PUT', next, { body: { ...body, ...more }, ifMatch: '*' });
    expect((await sent({ alias: 'two' })).status).toBe(409);
    expect((await sent({ alias: 'n2' })).status).toBe(409);
    expect((await sent({ tags: [{ tagId: 'none' }] })).status).toBe(409);
    expect((await sent({ alias: 'three', tags: [{ tagId: 't2' }] })).status).toBe(200);
    const other = { ...bodies.news, alias: 'three' };
    const two = item.replace('n1', 'n2');
    expect((await ken('PUT', two, { body: other, ifMatch: '*' })).status).toBe(409);
    const tag = '/collection/tags/t2';
    expect((await ken('GET', `${tag}/uses`)).body).toMatchObject({ totalCount: 1 });
    expect((await ken('DELETE', tag, { ifMatch: '*' })).status).toBe(409);
    expect((await ken('POST', `${tag}/merge`, { body: { into: 't1' }, ifMatch: '*' })).status).toBe(200);
    expect((await ken('GET', item)).body).toMatchObject({ next: { item: { tags: [{ tagId: 't1' }] } } });
  }));

test('actions, categories and tags are about both', () =>
  withNewsroom(async ({ ken, api }) => {
    await ken('PUT', next, { body: { ...body, tags: [], category: undefined }, ifMatch: '*' });
    const change = { kind: 'news', instanceId: 'press', id: 'n1' };
    const changes = [
      { ...change, action: 'addTag', target: 't1' },
      { ...change, action: 'setCategory', target: 'c1' },
      { ...change, action: 'close', at: api.clock + 10 },
    ];
    expect((await ken('POST', '/batch', { body: { changes } })).body).toEqual({ changed: 1, unchanged: 0 });
    const filed = {
      ...{ tags: [{ tagId: 't1' }], category: { categoryId: 'c1' }, closingAt: api.clock + 10 },
    };
    expect((await ken('GET', item)).body).toMatchObject({
      ...{ item: { name: 'Hello', ...filed }, next: { item: { name: 'Later', ...filed } } },
    });
  }));
