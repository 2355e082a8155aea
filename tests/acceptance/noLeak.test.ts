import { expect } from 'bun:test';
import { until } from '../testing/until.ts';
import { hiddenItems, liveItems, pressRoom } from './content.ts';
import { type OpenService, sharedTest } from './openService.ts';

const { banner, bannerPath, collectionPath, collections, news, newsPath, rivals } = pressRoom('no-leak');

/** Only the hidden items have this word, category, tag and alias. */
const secretWord = 'xylophonic';
const hiddenNews = Object.entries(hiddenItems).map(([id, extra]) =>
  news(
    `hidden-${id}`,
    {
      ...extra,
      alias: `alias-of-${id}`,
      category: { categoryId: 'c2' },
      tags: [{ tagId: 't2' }],
      createdAt: 5000,
    },
    { body: { text: `${secretWord} 秘密情報` }, isRss: true },
  ),
);
const hiddenBanners = Object.entries(hiddenItems).map(([id, extra]) => banner(`hidden-${id}`, extra));
const liveNews = Object.entries(liveItems).map(([id, extra]) =>
  news(`live-${id}`, { ...extra, category: { categoryId: 'c1' }, tags: [{ tagId: 't1' }] }),
);
const world = [...collections, ...rivals, ...liveNews, ...hiddenNews, ...hiddenBanners];
/** Another world, which is changed. */
const changing = pressRoom('no-leak-changes');
const changingWorld = [
  ...changing.collections,
  ...Object.entries(liveItems).map(([id, extra]) => changing.news(`live-${id}`, extra)),
  changing.news('hidden-draft', { status: 'draft' }),
];

const liveIds = Object.keys(liveItems)
  .map((id) => `live-${id}`)
  .sort();

async function idsOf({ ask }: OpenService, path: string, keys: { key: string; secret: string }) {
  const { status, body } = await ask(path, { keys });
  expect([path, status]).toEqual([path, 200]);
  expect(body.totalCount).toBeGreaterThanOrEqual(body.list.length);
  return { total: body.totalCount, ids: body.list.map(({ contentId }) => contentId).sort() };
}

sharedTest('items that are not live are not visible in any way', world, async (service) => {
  const { ask, createKey } = service;
  const keys = await createKey('--project', 'no-leak');
  const all = { total: liveIds.length, ids: liveIds };
  const none = { total: 0, ids: [] };
  const sorts = [
    'publishedAt:desc',
    'createdAt:desc',
    'name:asc',
    'reservedAt:asc',
    'openingAt:desc',
    'closingAt:asc,alias:desc',
  ];
  for (const sort of sorts) expect(await idsOf(service, `${newsPath}?sort=${sort}`, keys)).toEqual(all);
  const filters = [
    `search=${secretWord}`,
    `search=${encodeURIComponent('秘密')}`,
    `search=${encodeURIComponent('秘')}`,
    'search=hidden-draft',
    'search=alias-of-draft',
    'category=c2',
    'tags=t2',
    'rssOnly=true',
    `contentIds=${Object.keys(hiddenItems).map((id) => `hidden-${id}`)}`,
  ];
  for (const filter of filters) expect(await idsOf(service, `${newsPath}?${filter}`, keys)).toEqual(none);
  expect(await idsOf(service, `${newsPath}?page=2&size=${liveIds.length}`, keys)).toEqual({
    ...all,
    ids: [],
  });
  expect((await ask(bannerPath, { keys })).body.totalCount).toBe(0);

  const unknown = await ask(`${newsPath}/no-such-thing`, { keys });
  for (const id of Object.keys(hiddenItems)) {
    for (const path of [
      `${newsPath}/hidden-${id}`,
      `${newsPath}/alias-of-${id}`,
      `${bannerPath}/hidden-${id}`,
    ]) {
      for (const method of ['GET', 'HEAD']) {
        const { status, headers, body } = await ask(path, { keys, method });
        expect([path, status]).toEqual([path, 404]);
        expect(headers.get('etag')).toBeNull();
        expect(headers.get('cache-control')).toBe('private, no-store');
        if (method === 'GET') expect(body.detail).toBe(unknown.body.detail);
      }
    }
  }
});

sharedTest(
  'changes to hidden items change no response, not even its entity tag',
  changingWorld,
  async ({ ask, createKey, put }) => {
    const keys = await createKey('--project', 'no-leak-changes');
    const editor = await createKey('--project', 'no-leak-changes', '--preview');
    const before = await ask(changing.newsPath, { keys });
    expect(before.body.totalCount).toBe(liveIds.length);
    await put(
      changing.news('hidden-draft', { status: 'draft', name: 'changed' }),
      changing.news('new-draft', { status: 'draft' }),
    );
    await until(
      'a changed draft for editors',
      () => ask(`${changing.newsPath}?search=changed`, { keys: editor }),
      ({ body }) => body.totalCount === 1,
    );
    const after = await ask(changing.newsPath, { keys });
    expect(after.text).toBe(before.text);
    expect(after.headers.get('etag')).toBe(before.headers.get('etag'));
  },
);

sharedTest('other projects, spaces and instances are not visible', world, async (service) => {
  const { ask, createKey } = service;
  const ofProject = await createKey('--project', 'no-leak');
  const ofSpace = await createKey('--project', 'no-leak', '--space', 'web');
  const ofInstance = await createKey('--project', 'no-leak', '--space', 'web', '--instance', 'press');
  for (const keys of [ofProject, ofSpace, ofInstance]) {
    expect((await idsOf(service, newsPath, keys)).ids).toEqual(liveIds);
    for (const word of ['rival', 'Rival', 'intern', 'other']) {
      expect((await idsOf(service, `${newsPath}?search=${word}`, keys)).total).toBe(0);
    }
    for (const name of ['plain', 'rival-alias', 'other-instance', 'intern-alias', 'other-space']) {
      expect((await ask(`${newsPath}/${name}`, { keys })).status).toBe(404);
    }
    expect((await idsOf(service, `${newsPath}?category=rival-category`, keys)).total).toBe(0);
  }
  const one = await ask(`${newsPath}/live-plain`, { keys: ofProject });
  expect(one.body.values.thumbnail.media?.name).toBe('Cover');
  expect(one.body.category?.name).toBe('Products');

  const inSpace = '/static/projects/no-leak/spaces';
  const forbidden: [typeof ofProject, string][] = [
    [ofProject, '/static/projects/no-leak-rival/spaces/web/collection/medias'],
    [ofProject, '/static/projects/nowhere/spaces/web/collection/medias'],
    [ofSpace, `${inSpace}/app/collection/medias`],
    [ofSpace, `${inSpace}/nowhere/collection/medias`],
    [ofInstance, `${inSpace}/web/news/instances/intern/news`],
    [ofInstance, `${inSpace}/web/news/instances/nowhere/news`],
    [ofInstance, `${collectionPath}/medias`],
    [ofInstance, `${collectionPath}/categories`],
  ];
  const refusals = new Set<string>();
  for (const [keys, path] of forbidden) {
    const { status, body } = await ask(path, { keys });
    expect([path, status]).toEqual([path, 403]);
    refusals.add(JSON.stringify({ ...body, requestId: '' }));
  }
  // The same message whether or not the thing exists.
  expect(refusals.size).toBe(1);
});

sharedTest(
  'preview credentials see everything, and with previewAt what will be live then',
  world,
  async (service) => {
    const { ask, createKey } = service;
    const keys = await createKey('--project', 'no-leak', '--preview');
    const everything = [...liveIds, ...Object.keys(hiddenItems).map((id) => `hidden-${id}`)].sort();
    const all = await ask(`${newsPath}?size=99`, { keys });
    expect(all.body.list.map(({ contentId }) => contentId).sort()).toEqual(everything);
    expect(all.headers.get('cache-control')).toBe('private, no-store');
    const statusOf = async (id: string) => (await ask(`${newsPath}/${id}`, { keys })).body.status;
    expect(await statusOf('hidden-draft')).toBe('draft');
    expect(await statusOf('hidden-reserved-though-published')).toBe('draft');
    expect(await statusOf('live-reservation-passed')).toBe('published');
    const inTwoHours = Date.now() + 7_200_000;
    const later = await idsOf(service, `${newsPath}?size=99&previewAt=${inTwoHours}`, keys);
    expect(later.ids).toEqual(
      [
        'hidden-reserved',
        'hidden-reserved-though-published',
        'hidden-unopened',
        'live-plain',
        'live-reservation-passed',
      ].sort(),
    );
    expect((await ask(`${newsPath}/hidden-reserved?previewAt=${inTwoHours}`, { keys })).body.status).toBe(
      'published',
    );
    expect((await ask(`${newsPath}/hidden-draft?previewAt=${inTwoHours}`, { keys })).status).toBe(404);
    const reader = await createKey('--project', 'no-leak');
    for (const path of [`${newsPath}?previewAt=1`, `${newsPath}/live-plain?previewAt=nonsense`]) {
      expect((await ask(path, { keys: reader })).body.code).toBe('preview_denied');
    }
    expect((await ask(`${newsPath}?previewAt=nonsense`, { keys })).status).toBe(400);
  },
);
