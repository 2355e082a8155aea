import { expect, test } from 'bun:test';
import { withNewsroom } from '../testing/withNewsroom.ts';

const hello = '/news/instances/press/news/n1';
const banner = '/banner/instances/top/banners/b1';
const day = 86_400_000;

test('publish, unpublish and reserve decide whether it is published', () =>
  withNewsroom(async ({ ken, api, audit }) => {
    const at = api.clock + day;
    const act = async (action: string, body?: object) => {
      const { status, body: told } = await ken('POST', `${banner}/${action}`, { ifMatch: '*', body });
      expect(status).toBe(200);
      return told;
    };
    expect(await act('publish')).toMatchObject({ state: 'live', item: { status: 'published' } });
    expect(await act('reserve', { at })).toMatchObject({
      ...{ state: 'scheduled', item: { status: 'published', reservedAt: at } },
    });
    const draft = await act('unpublish');
    expect(draft).toMatchObject({ state: 'draft', item: { status: 'draft' } });
    expect(draft).not.toHaveProperty('item.reservedAt');
    expect(await act('reserve', { at })).toMatchObject({ state: 'scheduled', item: { status: 'draft' } });
    const published = await act('publish', {});
    expect(published).toMatchObject({ state: 'live', version: 6 });
    expect(published).not.toHaveProperty('item.reservedAt');
    expect((await audit()).slice(0, 2)).toEqual([
      'ken banner.publish web/banner/top/b1',
      'ken banner.reserve web/banner/top/b1',
    ]);
  }));

test('open and close set the time in which it is shown', () =>
  withNewsroom(async ({ ken, api }) => {
    const now = api.clock;
    const act = (action: string, body?: object) => ken('POST', `${hello}/${action}`, { ifMatch: '*', body });
    expect((await act('open', { at: now + day })).body).toMatchObject({
      ...{ state: 'scheduled', item: { openingAt: now + day, updatedAt: now } },
    });
    const early = await act('close');
    expect([early.status, early.faults]).toEqual([
      400,
      [`at: must be after openingAt, which is ${now + day}; change that first, or unpublish it`],
    ]);
    expect((await act('close', { at: now + 2 * day })).body).toMatchObject({ state: 'scheduled' });
    expect((await act('open')).body).toMatchObject({ state: 'live', item: { openingAt: now } });
    api.clock += 1000;
    expect((await act('close')).body).toMatchObject({ state: 'closed', item: { closingAt: now + 1000 } });
    expect((await act('open')).faults).toEqual([
      `at: must be before closingAt, which is ${now + 1000}; change that first`,
    ]);
  }));

test('a moment must be one, and the item must be there', () =>
  withNewsroom(async ({ ken }) => {
    expect((await ken('POST', `${hello}/reserve`, { ifMatch: '*', body: {} })).faults).toEqual([
      'at: is missing',
    ]);
    expect((await ken('POST', `${hello}/close`, { ifMatch: '*', body: { at: 1.5 } })).status).toBe(400);
    expect((await ken('POST', `${hello}/publish`, { ifMatch: '*', body: { at: 5 } })).status).toBe(400);
    expect((await ken('POST', '/news/instances/press/news/none/publish')).status).toBe(404);
    expect((await ken('POST', '/collection/tags/t1/publish', { ifMatch: '*' })).status).toBe(404);
  }));
