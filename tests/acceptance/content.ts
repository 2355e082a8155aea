/** Content for acceptance tests: a press room with an item in every state, and a rival next door. */

const acme = { projectId: 'acme', spaceId: 'web' };
const hour = 3_600_000;

export const now = Date.now();
export const newsPath = '/static/projects/acme/spaces/web/news/instances/press/news';
export const bannerPath = '/static/projects/acme/spaces/web/banner/instances/top/banners';
export const collectionPath = '/static/projects/acme/spaces/web/collection';

export const collections = [
  {
    kind: 'category',
    ...acme,
    categoryId: 'c1',
    name: 'Products',
    alias: 'products',
    createdAt: 1,
    updatedAt: 1,
  },
  { kind: 'category', ...acme, categoryId: 'c2', name: '会社', createdAt: 2, updatedAt: 2 },
  { kind: 'tag', ...acme, tagId: 't1', name: 'Launch', alias: 'launch', createdAt: 1, updatedAt: 1 },
  { kind: 'tag', ...acme, tagId: 't2', name: 'Award', createdAt: 2, updatedAt: 2 },
  {
    kind: 'media',
    ...acme,
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
    ...acme,
    mediaId: 'm2',
    name: 'Clip',
    type: 'video',
    accessUrl: 'https://cdn.example.com/clip.m3u8',
    duration: 61_000,
    status: 'published',
  },
];

type Extra = Record<string, unknown>;

/** A news item of the press room. */
export function news(contentId: string, extra: Extra = {}, values: Extra = {}): object {
  return {
    kind: 'news',
    ...acme,
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

export function banner(contentId: string, extra: Extra = {}): object {
  return {
    kind: 'banner',
    ...acme,
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

const rival = { projectId: 'rival', spaceId: 'web' };

/** The same IDs elsewhere: none of this may show in the press room. */
export const rivals = [
  { kind: 'category', ...rival, categoryId: 'c1', name: 'Rival category', alias: 'rival-category' },
  { kind: 'media', ...rival, mediaId: 'm1', name: 'Rival cover', type: 'image' },
  { ...news('plain'), ...rival, name: 'Rival news', alias: 'rival-alias', category: { categoryId: 'c1' } },
  { ...news('other-instance'), instanceId: 'intern', alias: 'intern-alias' },
  { ...news('other-space'), spaceId: 'app', values: { title: 'x', body: {}, thumbnail: { mediaId: 'm9' } } },
  { kind: 'media', projectId: 'acme', spaceId: 'app', mediaId: 'm9', name: 'App cover', type: 'image' },
];
