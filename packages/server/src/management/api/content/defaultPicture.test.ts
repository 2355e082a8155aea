import { expect, test } from 'bun:test';
import { z } from 'zod';
import { lines, openImportStore } from '../../../transfer/testing/importing.ts';
import { type Newsroom, type ReadResponse, withNewsroom } from '../testing/withNewsroom.ts';

const settings = '/news/instances/press/settings';
const list = '/news/instances/press/news';
const any = { ifMatch: '*' };
const noPicture =
  'values.thumbnail: is missing; choose its picture before it is published or scheduled, or save it as a draft';

/** Breaking news: two lines, and no picture. */
const brief = { name: 'Brief', status: 'draft', values: { title: 'Brief', body: { blocks: [] } } };

function withDefault(work: (room: Newsroom) => Promise<void>): Promise<void> {
  return withNewsroom(async (room) => {
    const saved = await room.boss('PUT', settings, { body: { defaultPicture: 'm1' } });
    expect(saved.body).toEqual({ defaultPicture: 'm1' });
    await work(room);
  });
}

const thumbnailIn = z.object({ item: z.object({ values: z.object({ thumbnail: z.unknown() }) }) });
const pictureIn = ({ body }: ReadResponse) => thumbnailIn.safeParse(body).data?.item.values.thumbnail;
const filled = { mediaId: 'm1' };

test('news get the default picture when they are published without one, in whatever way', () =>
  withDefault(async ({ ken, api }) => {
    const at = api.clock + 1000;
    const ways: readonly (readonly [string, string, object])[] = [
      ['POST', 'publish', any],
      ['POST', 'reserve', { ...any, body: { at } }],
      ['PATCH', '', { ...any, body: { status: 'published' } }],
      ['PATCH', '', { ...any, body: { reservedAt: at } }],
      ['PUT', '', { ...any, body: { ...brief, status: 'published' } }],
    ];
    for (const [index, [method, action, more]] of ways.entries()) {
      const path = `${list}/d${index}`;
      const draft = await ken('PUT', path, { body: brief });
      expect([pictureIn(draft), draft.body]).toMatchObject([undefined, { missing: ['values.thumbnail'] }]);
      const done = await ken(method, action === '' ? path : `${path}/${action}`, more);
      expect([method, action, done.status, pictureIn(done)]).toEqual([method, action, 200, filled]);
      expect(done.body).not.toHaveProperty('missing');
      // Nor can a published item lose it.
      const emptied = await ken('PATCH', path, { ...any, body: { values: { thumbnail: null } } });
      expect(pictureIn(emptied)).toEqual(filled);
    }
    await ken('PUT', `${list}/d9`, { body: brief });
    const changes = [{ kind: 'news', instanceId: 'press', id: 'd9', action: 'publish' }];
    expect((await ken('POST', '/batch', { body: { changes } })).status).toBe(200);
    expect(pictureIn(await ken('GET', `${list}/d9`))).toEqual(filled);
  }));

test('so does a next version that is due or published, but not while it is a draft', () =>
  withDefault(async ({ ken, api }) => {
    const sent = { ...brief, status: 'published' };
    const waiting = await ken('PUT', `${list}/n1/next`, { ...any, body: sent });
    expect(waiting.body).toMatchObject({ next: { missing: ['values.thumbnail'] } });
    const due = await ken('PUT', `${list}/n1/next`, {
      ...any,
      body: { ...sent, takesOverAt: api.clock + 1000 },
    });
    expect(due.body).toMatchObject({ next: { item: { values: { thumbnail: filled } } } });
    await ken('PUT', `${list}/n1/next`, { ...any, body: sent });
    expect(pictureIn(await ken('POST', `${list}/n1/next/publish`, any))).toEqual(filled);
  }));

test('with four eyes, what was proposed without a picture is published with the default one', () =>
  withNewsroom(async ({ boss, ken, mia }) => {
    await boss('PUT', settings, { body: { fourEyes: true, defaultPicture: 'm1' } });
    await ken('PUT', `${list}/d1`, { body: brief });
    const proposed = await ken('POST', `${list}/d1/proposals`, any);
    expect(proposed.status).toBe(200);
    const { proposalId } = z.object({ proposalId: z.string() }).parse(proposed.body);
    expect((await mia('POST', `${list}/d1/proposals/${proposalId}/publish`, any)).status).toBe(200);
    expect(pictureIn(await ken('GET', `${list}/d1`))).toEqual(filled);
  }));

test('it is a picture of the space, set by owners, and stays until it is taken back', () =>
  withDefault(async ({ boss, ken, audit }) => {
    const put = (body: object, path = settings) => boss('PUT', path, { body });
    const wrong = ['defaultPicture: must be the ID of a picture of this space'];
    expect((await put({ defaultPicture: 'm7' })).faults).toEqual(wrong);
    const film = { name: 'Film', type: 'video', accessUrl: 'https://example.com/film.m3u8' };
    await ken('PUT', '/collection/medias/film', { body: film });
    expect((await put({ defaultPicture: 'film' })).faults).toEqual(wrong);
    expect((await put({ defaultPicture: 'm1' }, '/banner/instances/top/settings')).faults).toEqual([
      'defaultPicture: defaultPicture is for news only',
    ]);
    expect((await ken('PUT', settings, { body: { defaultPicture: 'm1' } })).status).toBe(403);
    // Who does not know it leaves it as it is.
    expect((await put({ fourEyes: false })).body).toEqual({ defaultPicture: 'm1' });
    expect((await put({ defaultPicture: null })).body).toEqual({});
    await ken('PUT', `${list}/d1`, { body: brief });
    expect((await ken('POST', `${list}/d1/publish`, any)).faults).toEqual([noPicture]);
    expect((await audit()).filter((entry) => entry.includes('instance.settings'))).toHaveLength(3);
  }));

test('its media is not deleted unless that is forced, and then there is none', () =>
  withDefault(async ({ boss, ken }) => {
    const media = { name: 'Nine', type: 'image', accessUrl: 'https://example.com/nine.png' };
    await ken('PUT', '/collection/medias/m9', { body: media });
    await boss('PUT', settings, { body: { defaultPicture: 'm9' } });
    const uses = { totalCount: 0, list: [], defaultOf: ['press'] };
    expect((await ken('GET', '/collection/medias/m9/uses')).body).toEqual(uses);
    const refused = await ken('DELETE', '/collection/medias/m9', any);
    expect(refused).toMatchObject({ status: 409, body: { code: 'in_use', uses } });
    expect(refused.faults).toEqual([": can't be deleted: it is the default picture of press"]);
    expect((await ken('DELETE', '/collection/medias/m9?force=true', any)).status).toBe(204);
    await ken('PUT', `${list}/d1`, { body: brief });
    expect((await ken('POST', `${list}/d1/publish`, any)).faults).toEqual([noPicture]);
  }));

test('an import uses it, and brings it', async () => {
  await using from = await openImportStore();
  const { values: _, tags: __, category: ___, ...rest } = lines.news;
  const values = { title: 'Brief', body: {} };
  const line = { ...rest, contentId: 'd1', alias: undefined, values };
  const draft = { ...line, contentId: 'd2', status: 'draft' };
  expect(await from.faults([...Object.values(lines), line])).toEqual([
    `${Object.values(lines).length + 1}: ${noPicture}`,
  ]);
  const instance = { ...lines.instance, defaultPicture: 'm1' };
  await from.run([instance, ...Object.values(lines), line, draft]);
  await from.run([{ ...line, contentId: 'd3' }]);
  const text = await from.exported();
  expect(text).toContain('"defaultPicture":"m1"');
  const pictures = text
    .split('\n')
    .filter((each) => each.includes('"title":"Brief"'))
    .map((each) => each.includes('"thumbnail":{"mediaId":"m1"'));
  expect(pictures).toEqual([true, false, true]);
});
