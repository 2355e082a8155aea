import { expect } from 'bun:test';
import { pressRoom } from './content.ts';
import { sharedTest } from './openService.ts';

const { banner, bannerPath, collectionPath, collections, news, newsPath } = pressRoom('operations');

const records = [
  ...collections,
  news('n1', {
    createdAt: 1,
    category: { categoryId: 'c1' },
    tags: [{ tagId: 't1' }, { tagId: 't2' }],
    alias: 'first',
  }),
  news(
    'n2',
    { createdAt: 2, category: { categoryId: 'c2' }, tags: [{ tagId: 't2' }], name: '最新ニュース速報' },
    { isRss: true },
  ),
  news(
    'n3',
    { createdAt: 3, openingAt: 5 },
    { body: { blocks: [{ html: '<p>Launching <b>soon</b></p>' }] } },
  ),
  banner('b1', { createdAt: 1 }),
  banner('b2', { createdAt: 2, alias: 'second' }),
  { kind: 'instance', app: 'news', projectId: 'operations', spaceId: 'web', instanceId: 'empty' },
];

sharedTest('every operation and every parameter works', records, async ({ ask, createKey }) => {
  const keys = await createKey('--project', 'operations');
  const list = async (path: string) => {
    const { status, body } = await ask(path, { keys });
    expect([path, status]).toEqual([path, 200]);
    return body;
  };
  const ids = async (query: string) => {
    const { list: items, totalCount } = await list(`${newsPath}?${query}`);
    return [totalCount, ...items.map(({ contentId }) => contentId)];
  };

  expect(await ids('')).toEqual([3, 'n3', 'n2', 'n1']);
  expect(await ids('sort=createdAt:asc')).toEqual([3, 'n1', 'n2', 'n3']);
  expect(await ids('sort=openingAt:desc,contentId:desc')).toEqual([3, 'n3', 'n2', 'n1']);
  expect(await ids('size=2')).toEqual([3, 'n3', 'n2']);
  expect(await ids('size=2&page=2')).toEqual([3, 'n1']);
  expect(await ids('size=99&page=9007199254740991')).toEqual([3]);
  expect(await ids('contentIds=n1,n3,unknown')).toEqual([2, 'n3', 'n1']);
  expect(await ids('contentIds=n1&contentIds=n3')).toEqual([2, 'n3', 'n1']);
  expect(await ids('category=c1')).toEqual([1, 'n1']);
  expect(await ids('category=products')).toEqual([1, 'n1']);
  expect(await ids('category=unknown')).toEqual([0]);
  expect(await ids('tags=t1')).toEqual([1, 'n1']);
  expect(await ids('tags=launch,t2')).toEqual([2, 'n2', 'n1']);
  expect(await ids('tags=unknown')).toEqual([0]);
  expect(await ids('rssOnly=true')).toEqual([1, 'n2']);
  expect(await ids('rssOnly=false')).toEqual([3, 'n3', 'n2', 'n1']);
  expect(await ids(`search=${encodeURIComponent('ニュース')}`)).toEqual([1, 'n2']);
  expect(await ids('search=launch')).toEqual([1, 'n3']);
  expect(await ids('search=aunch')).toEqual([0]);
  expect(await ids('search=SOON+title')).toEqual([1, 'n3']);
  expect(await ids('category=c1&tags=t2&search=first')).toEqual([1, 'n1']);

  const bare = await list(newsPath);
  expect(bare.list.some((item) => 'category' in item || 'tags' in item)).toBe(false);
  const full = await list(`${newsPath}?includeCategory=true&includeTags=true&contentIds=n1`);
  expect(full.list[0]).toMatchObject({
    category: { categoryId: 'c1', name: 'Products', alias: 'products' },
    tags: [
      { tagId: 't1', name: 'Launch', alias: 'launch' },
      { tagId: 't2', name: 'Award' },
    ],
  });
  expect(full.list[0]?.values.thumbnail.media).toMatchObject({ mediaId: 'm1', name: 'Cover' });

  const one = await list(`${newsPath}/n1`);
  expect(one).toMatchObject({ contentId: 'n1', category: { categoryId: 'c1' } });
  expect(one.tags).toHaveLength(2);
  expect((await list(`${newsPath}/first`)).contentId).toBe('n1');

  expect((await list(bannerPath)).list.map(({ contentId }) => contentId)).toEqual(['b2', 'b1']);
  expect((await list(`${bannerPath}?contentIds=b1`)).totalCount).toBe(1);
  expect((await list(`${bannerPath}/second`)).contentId).toBe('b2');
  expect((await list(`${bannerPath}/b1`)).values.image.media?.name).toBe('Cover');

  expect((await list(`${collectionPath}/medias`)).list.map(({ mediaId }) => mediaId)).toEqual(['m2', 'm1']);
  expect((await list(`${collectionPath}/medias?mediaIds=m1&sort=fileSize:asc`)).totalCount).toBe(1);
  expect((await list(`${collectionPath}/medias/cover`)).mediaId).toBe('m1');
  expect((await list(`${collectionPath}/categories?sort=name:asc`)).list.map(({ name }) => name)).toEqual([
    'Products',
    '会社',
  ]);
  expect((await list(`${collectionPath}/tags?tagIds=t2`)).list.map(({ name }) => name)).toEqual(['Award']);
  expect((await list(newsPath.replace('press', 'empty'))).totalCount).toBe(0);
});

const ordered = pressRoom('operations-order');
const everything = [
  ...ordered.collections,
  ordered.news(
    'n1',
    {
      alias: 'a',
      reservedAt: 1,
      openingAt: 2,
      closingAt: 9_000_000_000_000,
      category: { categoryId: 'c1' },
      tags: [{ tagId: 't1' }],
    },
    {
      sponsors: [{ name: 'S' }],
      seo: { isPreventCrawling: true, canonicalUrl: 'https://example.com/a' },
      isOutline: true,
      share: {
        x: { text: 't', users: ['u'], hashTags: ['h'], followButtonUsers: [{ userId: 'i', name: 'n' }] },
      },
      isRss: false,
    },
  ),
  ordered.banner('b1', { alias: 'b', openingAt: 1 }),
];

sharedTest('members are in the order of the interface', everything, async (service) => {
  const keys = await service.createKey('--project', 'operations-order');
  const one = await service.ask(`${ordered.newsPath}/n1`, { keys });
  expect(Object.keys(one.body)).toEqual(
    'contentId projectId spaceId name alias status reservedAt openingAt closingAt values category tags createdAt updatedAt'.split(
      ' ',
    ),
  );
  expect(Object.keys(one.body.values)).toEqual(
    'title body thumbnail sponsors seo isOutline share isRss'.split(' '),
  );
  const top = await service.ask(`${ordered.bannerPath}/b1`, { keys });
  expect(Object.keys(top.body)).toEqual(
    'contentId projectId spaceId name status values alias openingAt createdAt updatedAt'.split(' '),
  );
  const media = await service.ask(`${ordered.collectionPath}/medias/m1`, { keys });
  expect(Object.keys(media.body)).toEqual(
    'name type mediaId projectId spaceId accessUrl meta fileSize operations alias'.split(' '),
  );
  const category = await service.ask(`${ordered.collectionPath}/categories?categoryIds=c1`, { keys });
  expect(Object.keys(category.body.list[0] ?? {})).toEqual(
    'categoryId name projectId spaceId createdAt updatedAt alias'.split(' '),
  );
});
