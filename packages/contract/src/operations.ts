import type { ParameterName } from './parameters.ts';
import { type Kind, plainKinds } from './plainKinds.ts';

/** One of the eight operations of the interface. */
export type Operation = {
  readonly name: OperationName;
  readonly kind: Kind;
  readonly single: boolean;
  /** The path, with its parameters in braces. */
  readonly path: string;
  /** The names in the braces, in their order. */
  readonly pathParameters: readonly string[];
  readonly summary: string;
  readonly parameters: readonly ParameterName[];
};

/** The stable name of an operation, in the OpenAPI document, logs and metrics. */
export type OperationName =
  | 'listNews'
  | 'getNews'
  | 'listBanners'
  | 'getBanner'
  | 'listMedia'
  | 'getMedia'
  | 'listCategories'
  | 'listTags';

const newsFilters = ['category', 'tags', 'rssOnly', 'search', 'includeCategory', 'includeTags'] as const;

/** All operations, in the order of the interface. */
export const operations: readonly Operation[] = [
  list('listNews', 'news', 'contentIds', newsFilters),
  single('getNews', 'news', 'Get one news item, by its ID or alias'),
  list('listBanners', 'banner', 'contentIds'),
  single('getBanner', 'banner', 'Get one banner, by its ID or alias'),
  list('listMedia', 'media', 'mediaIds'),
  single('getMedia', 'media', 'Get one media file, by its ID or alias'),
  list('listCategories', 'category', 'categoryIds'),
  list('listTags', 'tag', 'tagIds'),
];

function list(
  name: OperationName,
  kind: Kind,
  ids: ParameterName,
  filters: readonly ParameterName[] = [],
): Operation {
  const path = collectionPath(kind);
  return {
    name,
    kind,
    single: false,
    path,
    pathParameters: namesIn(path),
    summary: `List ${plainKinds[kind].title}`,
    parameters: ['page', 'size', 'sort', ids, ...filters, 'previewAt'],
  };
}

function single(name: OperationName, kind: Kind, summary: string): Operation {
  const path = `${collectionPath(kind)}/{${plainKinds[kind].idField}}`;
  const pathParameters = namesIn(path);
  return { name, kind, single: true, path, pathParameters, summary, parameters: ['previewAt'] };
}

function namesIn(path: string): readonly string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
}

function collectionPath(kind: Kind): string {
  const room = plainKinds[kind].app ? `${kind}/instances/{instanceId}` : 'collection';
  return `/static/projects/{projectId}/spaces/{spaceId}/${room}/${plainKinds[kind].path}`;
}
