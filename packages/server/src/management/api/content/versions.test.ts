import { expect, test } from 'bun:test';
import { versions } from '@newsstand/contract/manage';
import { type Ask, withNewsroom } from '../testing/withNewsroom.ts';

const hello = '/news/instances/press/news/n1';

async function history(ask: Ask) {
  const { current, list } = versions.parse((await ask('GET', `${hello}/versions`)).body);
  return { current, list: list.map(({ version, item, replacedBy }) => [version, item['name'], replacedBy]) };
}

test('all versions of an item can be seen and restored', () =>
  withNewsroom(async ({ ken, mia, api, audit }) => {
    const { clock } = api;
    await ken('PATCH', hello, { ifMatch: '*', body: { name: 'Second', tags: [] } });
    api.clock += 1000;
    await mia('PATCH', hello, { ifMatch: '*', body: { name: 'Third' } });
    const told = versions.parse((await ken('GET', `${hello}/versions`)).body);
    expect(told).toMatchObject({
      current: 3,
      list: [
        { version: 2, writtenAt: clock, writtenBy: 'ken', replacedAt: clock + 1000, replacedBy: 'mia' },
        { version: 1, replacedAt: clock, replacedBy: 'ken', wasDeleted: false, item: { name: 'Hello' } },
      ],
    });
    expect(told.list[1]).not.toHaveProperty('writtenBy');
    api.clock += 1000;
    expect((await ken('POST', `${hello}/versions/1/restore`)).status).toBe(428);
    const restored = await ken('POST', `${hello}/versions/1/restore`, { ifMatch: '*' });
    expect(restored).toMatchObject({
      status: 200,
      body: {
        ...{ version: 4, changedBy: 'ken', changedAt: api.clock },
        item: { name: 'Hello', tags: [{ tagId: 't1' }], createdAt: clock, updatedAt: api.clock },
      },
    });
    const names = [
      [3, 'Third', 'ken'],
      [2, 'Second', 'mia'],
      [1, 'Hello', 'ken'],
    ];
    expect(await history(ken)).toEqual({ current: 4, list: names });
    const again = await ken('POST', `${hello}/versions/1/restore`, { ifMatch: '*' });
    expect(again).toMatchObject({ status: 200, etag: restored.etag, body: { version: 4 } });
    expect((await audit()).at(-1)).toBe('ken news.restore web/news/press/n1');
    expect((await ken('POST', `${hello}/versions/9/restore`, { ifMatch: '*' })).status).toBe(404);
  }));

test('the times of versions are listed without their content', () =>
  withNewsroom(async ({ ken, api }) => {
    await ken('PATCH', hello, { ifMatch: '*', body: { closingAt: api.clock + 5000 } });
    await ken('PATCH', hello, { ifMatch: '*', body: { name: 'Third' } });
    const { body } = await ken('GET', `${hello}/versions?times=true`);
    expect(versions.parse(body)).toMatchObject({ current: 3, list: [{ version: 2 }, { version: 1 }] });
    expect(versions.parse(body).list.map(({ item }) => item)).toEqual([
      { status: 'published', closingAt: api.clock + 5000 },
      { status: 'published' },
    ]);
    expect((await ken('GET', `${hello}/versions?times=maybe`)).status).toBe(400);
  }));

test('deleted items are listed, and can be restored', () =>
  withNewsroom(async ({ ken, api }) => {
    await ken('DELETE', hello, { ifMatch: '*' });
    expect((await ken('GET', '/removed')).body).toEqual([
      {
        ...{ kind: 'news', instanceId: 'press', id: 'n1', name: 'Hello', version: 1 },
        ...{ removedAt: api.clock, removedBy: 'ken' },
      },
    ]);
    expect(await history(ken)).toEqual({ current: undefined, list: [[1, 'Hello', 'ken']] });
    const back = await ken('POST', `${hello}/versions/1/restore`, { headers: { 'if-none-match': '*' } });
    expect(back).toMatchObject({ status: 201, body: { version: 2, item: { name: 'Hello' } } });
    expect(await history(ken)).toEqual({ current: 2, list: [[1, 'Hello', 'ken']] });
    expect((await ken('GET', '/removed')).body).toEqual([]);
    // Who deleted it is not who brought it back.
    expect((await ken('GET', hello)).body).not.toHaveProperty('changedBy');
    await ken('PATCH', hello, { ifMatch: '*', body: { name: 'Third' } });
    const told = versions.parse((await ken('GET', `${hello}/versions`)).body);
    expect(told.list.map(({ wasDeleted }) => wasDeleted)).toEqual([false, true]);
    expect(told.list[0]).not.toHaveProperty('writtenBy');
    expect((await ken('GET', '/news/instances/press/news/never/versions')).status).toBe(404);
  }));

test('a version can be restored only if everything that it refers to exists', () =>
  withNewsroom(async ({ ken }) => {
    await ken('PATCH', hello, { ifMatch: '*', body: { tags: null } });
    expect((await ken('DELETE', '/collection/tags/t1', { ifMatch: '*' })).status).toBe(204);
    const refused = await ken('POST', `${hello}/versions/1/restore`, { ifMatch: '*' });
    expect([refused.status, refused.faults]).toEqual([409, ["tags: there is no tag 't1' in this space"]]);
    expect((await ken('GET', hello)).body).toMatchObject({ version: 2 });
  }));
