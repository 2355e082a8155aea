import type { Banner, Category, News, Tag } from './content.ts';
import type { Media } from './media.ts';

const scope = { projectId: 'acme', spaceId: 'web' } as const;
const stamps = { createdAt: 1788220800000, updatedAt: 1788307200000 } as const;

const cover: Media = {
  name: 'Aurora cover',
  type: 'image',
  mediaId: 'm1',
  ...scope,
  accessUrl: 'https://media.example.com/kJ4vT1c9w0s2mQ7xYb3nLd5uHfE=/1200x630/smart/img/aurora.jpg',
  meta: { ext: 'jpg', mimetype: 'image/jpeg' },
  fileSize: 248113,
  operations: [{ type: 'size', width: 1200, height: 630 }, { type: 'smart' }],
  alias: 'aurora-cover',
  originalUrl: 'https://media.example.com/originals/img/aurora.jpg',
  status: 'published',
  signed: true,
  width: 2400,
  height: 1600,
};

const products: Category = {
  categoryId: 'c1',
  name: 'Products',
  ...scope,
  ...stamps,
  alias: 'products',
};

const launch: Tag = { tagId: 't1', name: 'Launch', ...scope, ...stamps, alias: 'launch' };

const aurora: News = {
  contentId: 'n1',
  ...scope,
  name: 'Aurora is here',
  alias: 'aurora-is-here',
  status: 'published',
  openingAt: 1788253200000,
  values: {
    title: 'Aurora is here',
    body: { blocks: [{ type: 'paragraph', text: 'A lamp that follows the sun, from today in every shop.' }] },
    thumbnail: { mediaId: cover.mediaId, media: cover },
    sponsors: [{ name: 'Northlight' }],
    seo: { isPreventCrawling: false, canonicalUrl: 'https://www.example.com/news/aurora-is-here' },
    isOutline: false,
    share: { x: { text: 'Aurora is here.', users: ['acme'], hashTags: ['aurora'] } },
    isRss: true,
  },
  category: { categoryId: products.categoryId, name: products.name, alias: 'products' },
  tags: [{ tagId: launch.tagId, name: launch.name, alias: 'launch' }],
  ...stamps,
};

const sale: Banner = {
  contentId: 'b1',
  ...scope,
  name: 'Autumn sale',
  status: 'published',
  values: {
    title: 'Autumn sale: 20 % off',
    url: 'https://www.example.com/sale',
    image: { mediaId: cover.mediaId, media: cover },
  },
  alias: 'autumn-sale',
  openingAt: 1788253200000,
  closingAt: 1790812800000,
  ...stamps,
};

/** One realistic resource of each kind, for documentation and tests. */
export const samples = {
  news: aurora,
  banner: sale,
  media: cover,
  category: products,
  tag: launch,
} as const;

/** Values of the path parameters that lead to the samples. */
export const samplePath = {
  ...scope,
  instanceId: { news: 'press', banner: 'top' },
} as const;
