const contentSortFields = [
  'publishedAt',
  'contentId',
  'name',
  'alias',
  'createdAt',
  'updatedAt',
  'reservedAt',
  'openingAt',
  'closingAt',
] as const;

/**
 * The five kinds of content, without their schemas, in the order of the interface. `app` kinds live in an instance, the
 * others in a space. `path` is what follows the space (or the instance) in a URL. `get` is missing if single items are not
 * delivered.
 */
export const plainKinds = {
  news: {
    title: 'news',
    singular: 'news item',
    app: true,
    idField: 'contentId',
    path: 'news',
    operations: { list: 'listNews', get: 'getNews' },
    sortFields: contentSortFields,
    defaultSort: 'publishedAt:desc',
  },
  banner: {
    title: 'banners',
    singular: 'banner',
    app: true,
    idField: 'contentId',
    path: 'banners',
    operations: { list: 'listBanners', get: 'getBanner' },
    sortFields: [...contentSortFields, 'position'],
    defaultSort: 'publishedAt:desc',
  },
  media: {
    title: 'media',
    singular: 'media file',
    app: false,
    idField: 'mediaId',
    path: 'medias',
    operations: { list: 'listMedia', get: 'getMedia' },
    sortFields: ['mediaId', 'name', 'alias', 'type', 'fileSize', 'duration'],
    defaultSort: 'name:asc',
  },
  category: {
    title: 'categories',
    singular: 'category',
    app: false,
    idField: 'categoryId',
    path: 'categories',
    operations: { list: 'listCategories' },
    sortFields: ['categoryId', 'name', 'alias', 'createdAt', 'updatedAt'],
    defaultSort: 'createdAt:desc',
  },
  tag: {
    title: 'tags',
    singular: 'tag',
    app: false,
    idField: 'tagId',
    path: 'tags',
    operations: { list: 'listTags' },
    sortFields: ['tagId', 'name', 'alias', 'createdAt', 'updatedAt'],
    defaultSort: 'createdAt:desc',
  },
} as const;

/** The name of a kind of content. */
export type Kind = keyof typeof plainKinds;
/** The kinds that live in an instance. */
export type AppKind = {
  [K in Kind]: (typeof plainKinds)[K]['app'] extends true ? K : never;
}[Kind];
/** All kinds; the ones that others refer to come first. */
export const kindNames = ['category', 'tag', 'media', 'news', 'banner'] as const satisfies readonly Kind[];

const appKindNames: ReadonlySet<string> = new Set(kindNames.filter((kind) => plainKinds[kind].app));

/** Whether a kind lives in an instance. */
export function isAppKind(kind: string): kind is AppKind {
  return appKindNames.has(kind);
}

/** The kinds that live in an instance. */
export const appKinds = kindNames.filter(isAppKind);
