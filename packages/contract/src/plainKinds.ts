const contentSortFields = [
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
 * The five kinds of content, without their schemas. `app` kinds live in an instance, the others in a space.
 * `path` is what follows the space (or the instance) in a URL.
 */
export const plainKinds = {
  news: {
    title: 'news',
    app: true,
    idField: 'contentId',
    path: 'news',
    sortFields: contentSortFields,
    defaultSort: 'createdAt:desc',
  },
  banner: {
    title: 'banners',
    app: true,
    idField: 'contentId',
    path: 'banners',
    sortFields: contentSortFields,
    defaultSort: 'createdAt:desc',
  },
  media: {
    title: 'media',
    app: false,
    idField: 'mediaId',
    path: 'medias',
    sortFields: ['mediaId', 'name', 'alias', 'type', 'fileSize', 'duration'],
    defaultSort: 'name:asc',
  },
  category: {
    title: 'categories',
    app: false,
    idField: 'categoryId',
    path: 'categories',
    sortFields: ['categoryId', 'name', 'alias', 'createdAt', 'updatedAt'],
    defaultSort: 'createdAt:desc',
  },
  tag: {
    title: 'tags',
    app: false,
    idField: 'tagId',
    path: 'tags',
    sortFields: ['tagId', 'name', 'alias', 'createdAt', 'updatedAt'],
    defaultSort: 'createdAt:desc',
  },
} as const;

/** The name of a kind of content. */
export type Kind = keyof typeof plainKinds;
/** The kinds that live in an instance. */
export type AppKind = 'news' | 'banner';
/** All kinds; the ones that others refer to come first. */
export const kindNames = ['category', 'tag', 'media', 'news', 'banner'] as const satisfies readonly Kind[];

/** Whether a kind lives in an instance. */
export function isAppKind(kind: string): kind is AppKind {
  return kind === 'news' || kind === 'banner';
}
