import { describe, expect, test } from 'bun:test';
import { type Engine, engines } from '../engines.ts';
import { openEngineService } from './openEngineService.ts';

const path = '/static/projects/p/spaces/s/news/instances/one/news';

function item(contentId: string, times: object): object {
  const values = { title: contentId, body: { text: 'tick' }, thumbnail: { mediaId: 'm1' } };
  const stamps = { createdAt: 1, updatedAt: 1 };
  return {
    contentId,
    projectId: 'p',
    spaceId: 's',
    name: contentId,
    status: 'draft',
    ...times,
    values,
    ...stamps,
  };
}

/** Every request that can show the item that opens and closes. */
const ways = ['', '?search=tick', '?sort=name:asc', '?contentIds=x', '?page=1&size=1', '/x'];

const feeds: readonly (readonly [string, Engine?])[] = [
  ['directly'],
  ...engines.map((engine) => [`through ${engine.name}`, engine] as const),
];

describe.each(feeds)('fed %s', (_name, engine) => {
  for (const [name, times, opens, closes] of [
    ['a reservation and a closing', { reservedAt: 10_000, closingAt: 20_500 }, 10_000, 20_500],
    [
      'an opening and a closing',
      { status: 'published', openingAt: 10_001, closingAt: 10_002 },
      10_001,
      10_002,
    ],
    [
      'the later of reservation and opening',
      { reservedAt: 5_000, openingAt: 7_777, closingAt: 9_999 },
      7_777,
      9_999,
    ],
  ] as const) {
    test(`an item appears and disappears at exactly its millisecond: ${name}`, async () => {
      await using service = await openEngineService(engine);
      await service.put('news', 'one', item('x', times));
      // In this order, each response is cached when the next time comes.
      const moments = [
        0,
        opens - 1,
        opens - 1,
        opens,
        opens,
        closes - 1,
        closes,
        closes + 1,
        opens,
        opens - 1,
      ];
      for (const way of ways) {
        for (const moment of moments) {
          const isThere = opens <= moment && moment < closes;
          const { status, body, maxAge } = await service.read(`${path}${way}`, moment);
          if (way === '/x') expect([way, moment, status]).toEqual([way, moment, isThere ? 200 : 404]);
          else expect([way, moment, body.totalCount]).toEqual([way, moment, isThere ? 1 : 0]);
          const next = [opens, closes].find((change) => change > moment) ?? Infinity;
          if (status === 200) expect(maxAge).toBe(Math.min(60, Math.floor((next - moment) / 1000)));
        }
      }
    });
  }

  test('an entity tag is valid only while the response is the same', async () => {
    await using service = await openEngineService(engine);
    await service.put('news', 'one', item('x', { reservedAt: 100 }));
    const before = await service.read(path, 99);
    expect((await service.read(path, 99, { 'if-none-match': before.etag })).status).toBe(304);
    const after = await service.read(path, 100, { 'if-none-match': before.etag });
    expect([after.status, after.body.totalCount]).toEqual([200, 1]);
    // Once the response is the same again, so is its tag.
    expect((await service.read(path, 99)).etag).toBe(before.etag);
  });

  test('every max-age ends with the next transition of the whole shelf, whatever the request', async () => {
    await using service = await openEngineService(engine);
    await service.put('news', 'one', { ...item('y', {}), status: 'published', alias: 'why' });
    const asked = ['', '?search=tick', '?search=nothing', '?contentIds=y', '?contentIds=x', '/y', '/why'];
    const lives = async (now: number) => {
      const ages: number[] = [];
      // The third time it is cached.
      for (const way of [...asked, ...asked, ...asked])
        ages.push((await service.read(path + way, now)).maxAge);
      return new Set(ages);
    };
    expect(await lives(0)).toEqual(new Set([60]));
    await service.put('news', 'one', item('x', { reservedAt: 5000 }));
    expect(await lives(0)).toEqual(new Set([5]));
    // Items that never open shorten nothing.
    await service.put('news', 'one', item('z', { openingAt: 3000, closingAt: 2000, reservedAt: 1 }));
    expect(await lives(1)).toEqual(new Set([4]));
    expect(await lives(5000)).toEqual(new Set([60]));
    await service.put('news', 'one', {
      ...item('y', { closingAt: 9000 }),
      status: 'published',
      alias: 'why',
    });
    expect(await lives(5000)).toEqual(new Set([4]));
    // Other shelves have their own transitions.
    expect((await service.read(path.replace('one', 'two'), 5000)).maxAge).toBe(60);
    expect((await service.read('/static/projects/p/spaces/s/collection/tags', 5000)).maxAge).toBe(60);
  });

  test('what opens by the clock is first in its list from that millisecond on', async () => {
    await using service = await openEngineService(engine);
    const live = { status: 'published' };
    await service.put('news', 'one', { ...item('early', { ...live, openingAt: 2000 }), createdAt: 9000 });
    await service.put('news', 'one', { ...item('plain', live), createdAt: 3000 });
    await service.put('news', 'one', item('reserved', { reservedAt: 5000, openingAt: 4000 }));
    await service.put('news', 'one', item('opened', { ...live, reservedAt: 1000, openingAt: 7000 }));
    // Opens together with the one before it: then the ID decides.
    await service.put('news', 'one', item('later', { reservedAt: 7000 }));
    const orders = [
      [4999, 'plain early'],
      [5000, 'reserved plain early'],
      [6999, 'reserved plain early'],
      [7000, 'later opened reserved plain early'],
      [5000, 'reserved plain early'],
      [4999, 'plain early'],
    ] as const;
    for (const query of ['', '?sort=publishedAt:desc', '?search=tick', '?size=2&page=1']) {
      for (const [at, ids] of orders) {
        const { body } = await service.read(`${path}${query}`, at);
        const shown = ids.split(' ').slice(0, query.startsWith('?size') ? 2 : 5);
        const found = body.list.map(({ contentId }: { contentId: string }) => contentId);
        expect([query, at, found]).toEqual([query, at, shown]);
      }
    }
  });

  test('the earliest and latest possible times keep their order, to the millisecond', async () => {
    await using service = await openEngineService(engine);
    const end = 8_640_000_000_000_000;
    const created = { a: -end, b: -end + 1, c: end };
    for (const [id, createdAt] of Object.entries(created)) {
      await service.put('news', 'one', { ...item(id, {}), status: 'published', createdAt });
    }
    const { body } = await service.read(`${path}?sort=createdAt:desc`, 0);
    expect(body.list.map(({ contentId }: { contentId: string }) => contentId)).toEqual(['c', 'b', 'a']);
  });
});
