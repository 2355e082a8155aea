import { itemParameters, listParameters, type ParameterName } from './parameters.ts';
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

/** All operations, in the order of the interface. */
export const operations: readonly Operation[] = [
  list('listNews', 'news'),
  single('getNews', 'news', 'Get one news item, by its ID or alias'),
  list('listBanners', 'banner'),
  single('getBanner', 'banner', 'Get one banner, by its ID or alias'),
  list('listMedia', 'media'),
  single('getMedia', 'media', 'Get one media file, by its ID or alias'),
  list('listCategories', 'category'),
  list('listTags', 'tag'),
];

function list(name: OperationName, kind: Kind): Operation {
  const path = collectionPath(kind);
  return {
    name,
    kind,
    single: false,
    path,
    pathParameters: namesIn(path),
    summary: `List ${plainKinds[kind].title}`,
    parameters: listParameters(kind),
  };
}

function single(name: OperationName, kind: Kind, summary: string): Operation {
  const path = `${collectionPath(kind)}/{${plainKinds[kind].idField}}`;
  const pathParameters = namesIn(path);
  return { name, kind, single: true, path, pathParameters, summary, parameters: itemParameters };
}

function namesIn(path: string): readonly string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
}

function collectionPath(kind: Kind): string {
  const room = plainKinds[kind].app ? `${kind}/instances/{instanceId}` : 'collection';
  return `/static/projects/{projectId}/spaces/{spaceId}/${room}/${plainKinds[kind].path}`;
}
