/** Content for acceptance tests: a press room with an item in every state, and a rival next door. */

const hour = 3_600_000;
type Extra = Record<string, unknown>;

export const now = Date.now();

/** Items that ordinary credentials must never see, by reason. */
export const hiddenItems: Readonly<Record<string, Extra>> = {
  draft: { status: 'draft' },
  reserved: { status: 'draft', reservedAt: now + hour },
  'reserved-though-published': { status: 'published', reservedAt: now + hour },
  unopened: { status: 'published', openingAt: now + hour },
  closed: { status: 'published', closingAt: now - hour },
  'opens-after-it-closes': { status: 'published', openingAt: now - hour, closingAt: now - 2 * hour },
};

/** Items that everyone sees. */
export const liveItems: Readonly<Record<string, Extra>> = {
  plain: {},
  'reservation-passed': { status: 'draft', reservedAt: now - hour },
  'open-for-now': { openingAt: now - hour, closingAt: now + hour },
};

/** A press room in a project of its own, for tests that share a service. */
export function pressRoom(projectId: string, rivalId = `${projectId}-rival`) {
  const place = { projectId, spaceId: 'web' };
  const path = `/static/projects/${projectId}/spaces/web`;

  const collections = [
    {
      kind: 'category',
      ...place,
      categoryId: 'c1',
      name: 'Products',
      alias: 'products',
      createdAt: 1,
      updatedAt: 1,
    },
    { kind: 'category', ...place, categoryId: 'c2', name: '会社', createdAt: 2, updatedAt: 2 },
    { kind: 'tag', ...place, tagId: 't1', name: 'Launch', alias: 'launch', createdAt: 1, updatedAt: 1 },
    { kind: 'tag', ...place, tagId: 't2', name: 'Award', createdAt: 2, updatedAt: 2 },
    {
      kind: 'media',
      ...place,
      mediaId: 'm1',
      name: 'Cover',
      type: 'image',
      accessUrl: 'https://cdn.example.com/cover.jpg',
      meta: { ext: 'jpg', mimetype: 'image/jpeg' },
      fileSize: 1234,
      alias: 'cover',
      operations: [{ type: 'size', width: 800, height: 450 }],
    },
    {
      kind: 'media',
      ...place,
      mediaId: 'm2',
      name: 'Clip',
      type: 'video',
      accessUrl: 'https://cdn.example.com/clip.m3u8',
      duration: 61_000,
      status: 'published',
    },
  ];

  /** A news item of the press room. */
  function news(contentId: string, extra: Extra = {}, values: Extra = {}): object {
    return {
      kind: 'news',
      ...place,
      instanceId: 'press',
      contentId,
      name: `Name of ${contentId}`,
      status: 'published',
      createdAt: 1000,
      updatedAt: 1000,
      ...extra,
      values: {
        title: `Title of ${contentId}`,
        body: { text: 'plain' },
        thumbnail: { mediaId: 'm1' },
        ...values,
      },
    };
  }

  function banner(contentId: string, extra: Extra = {}): object {
    return {
      kind: 'banner',
      ...place,
      instanceId: 'top',
      contentId,
      name: `Name of ${contentId}`,
      status: 'published',
      createdAt: 1000,
      updatedAt: 1000,
      values: { title: contentId, url: 'https://example.com/sale', image: { mediaId: 'm1' } },
      ...extra,
    };
  }

  const rival = { projectId: rivalId, spaceId: 'web' };

  /** The same IDs elsewhere: none of this may show in the press room. */
  const rivals = [
    { kind: 'category', ...rival, categoryId: 'c1', name: 'Rival category', alias: 'rival-category' },
    { kind: 'media', ...rival, mediaId: 'm1', name: 'Rival cover', type: 'image' },
    { ...news('plain'), ...rival, name: 'Rival news', alias: 'rival-alias', category: { categoryId: 'c1' } },
    { ...news('other-instance'), instanceId: 'intern', alias: 'intern-alias' },
    {
      ...news('other-space'),
      spaceId: 'app',
      values: { title: 'x', body: {}, thumbnail: { mediaId: 'm9' } },
    },
    { kind: 'media', projectId, spaceId: 'app', mediaId: 'm9', name: 'App cover', type: 'image' },
  ];

  return {
    place,
    ...{ collections, news, banner, rivals },
    newsPath: `${path}/news/instances/press/news`,
    bannerPath: `${path}/banner/instances/top/banners`,
    collectionPath: `${path}/collection`,
  };
}

/** The press room of tests with a service of their own. */
export const { collections, news, banner, rivals, newsPath, bannerPath, collectionPath } = pressRoom(
  'acme',
  'rival',
);
