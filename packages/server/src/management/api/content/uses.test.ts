import { expect, test } from 'bun:test';
import { bodies, withNewsroom } from '../testing/withNewsroom.ts';

const cover = '/collection/medias/m9';
const article = '/news/instances/press/news/d1';

const media = { name: 'Nine', type: 'image', accessUrl: 'https://example.com/nine.png' };
const blocks = [
  { type: 'gallery', images: [{ mediaId: 'm9' }] },
  { type: 'image', mediaId: 'm9' },
];
const create = { 'if-none-match': '*' };

test('a picture in a body is used, and is not deleted unless that is forced', () =>
  withNewsroom(async ({ ken }) => {
    await ken('PUT', cover, { body: media, headers: create });
    const body = { status: 'draft', values: { title: 'Summer', body: { blocks } } };
    await ken('PUT', article, { body, headers: create });
    const used = { totalCount: 1, list: [{ kind: 'news', instanceId: 'press', id: 'd1', name: 'Summer' }] };
    expect((await ken('GET', `${cover}/uses`)).body).toEqual(used);
    const refused = await ken('DELETE', cover, { ifMatch: '*' });
    expect(refused).toMatchObject({ status: 409, body: { code: 'in_use', uses: used } });
    expect(refused.faults).toEqual([
      ": can't be deleted: it is still used by 'Summer' (news 'd1' in instance 'press')",
    ]);
    expect((await ken('DELETE', `${cover}?force=yes`, { ifMatch: '*' })).status).toBe(400);
    expect((await ken('DELETE', `${cover}?force=true`, { ifMatch: '*' })).status).toBe(204);
  }));

test('a batch refuses it too, unless what uses it is deleted with it', () =>
  withNewsroom(async ({ ken }) => {
    await ken('PUT', cover, { body: media, headers: create });
    await ken('PUT', article, {
      ...{ body: { ...bodies.news, alias: 'd1', values: { ...values, body: { blocks } } }, headers: create },
    });
    const one = { kind: 'media', id: 'm9', action: 'delete' };
    const send = (...changes: readonly object[]) => ken('POST', '/batch', { body: { changes } });
    const refused = await send({ kind: 'tag', id: 't9', action: 'delete' }, one).then(() => send(one));
    expect(refused).toMatchObject({ status: 409, body: { code: 'in_use', errors: [{ path: 'changes.0' }] } });
    expect((await ken('GET', cover)).status).toBe(200);
    // All of them are named at once, wherever they stand among the others.
    await ken('PUT', '/collection/medias/m8', { body: media, headers: create });
    const several = await send({ ...one, id: 'm1' }, { ...one, id: 'm8' }, one);
    expect(several).toMatchObject({
      ...{ status: 409, body: { code: 'in_use', errors: [{ path: 'changes.0' }, { path: 'changes.2' }] } },
    });
    const both = await send(one, { kind: 'news', instanceId: 'press', id: 'd1', action: 'delete' });
    expect(both).toMatchObject({ status: 200, body: { changed: 2 } });
    await ken('PUT', cover, { body: media, headers: create });
    await ken('POST', `${article}/versions/1/restore`, {});
    expect((await send(one)).status).toBe(409);
    expect((await send({ ...one, force: true })).body).toMatchObject({ changed: 1 });
  }));

const values = { title: 'Summer', thumbnail: { mediaId: 'm1' } };
