import { mentions, parseQuery, type Query } from '@newsstand/contract';
import { type Audience, prepareList, writeList, writeNamedItem } from '../catalogue/answer.ts';
import type { ByteWriter } from '../catalogue/items/ByteWriter.ts';
import type { Shelf } from '../catalogue/Shelf.ts';
import type { Space } from '../catalogue/Space.ts';
import { keysOfItem, keysOfList } from '../cdn/surrogateKeys.ts';
import { invalidParameters, problems, type RequestProblem } from './problems.ts';
import type { ContentRoute } from './readRequest.ts';

/** What is to be said of content that was found. */
export type FoundContent = {
  readonly surrogateKeys: string;
  /** Whether the filter of a list had been evaluated before. */
  readonly isFilterCached?: boolean | undefined;
};

/** Checks the parameters in the query and in the path. */
export function readQuery(
  { operation, undecoded }: ContentRoute,
  text: string,
  mayPreview: boolean,
): Query | RequestProblem {
  const { query, faults = [] } = parseQuery(operation, text);
  const namesPreview = query === undefined ? mentions(text, 'previewAt') : query.previewAt !== undefined;
  if (namesPreview && !mayPreview) return problems.previewDenied;
  if (query !== undefined && undecoded.length === 0) return query;
  const pathFaults = undecoded.map((parameter) => ({
    parameter,
    message: 'is not valid percent-encoded UTF-8',
  }));
  return invalidParameters([...pathFaults, ...faults]);
}

/** Writes what a request is allowed to see; a promise where that has to be prepared first, and then tried again. */
export function writeContent(
  writer: ByteWriter,
  space: Space | undefined,
  shelf: Shelf | undefined,
  route: ContentRoute,
  query: Query,
  audience: Audience,
): FoundContent | RequestProblem | Promise<void> {
  if (space === undefined || shelf === undefined) return problems.scopeNotFound;
  const { projectId, spaceId } = space;
  const { instanceId, name = '' } = route;
  const { kind, single } = route.operation;
  const shelfName = { projectId, spaceId, kind, instanceId };
  const seen = { ...audience, previewAt: query.previewAt };
  if (single) {
    const item = writeNamedItem(writer, space, shelf, name, seen);
    if (item === undefined) return problems.itemNotFound;
    return { surrogateKeys: keysOfItem(shelfName, item, name) };
  }
  const preparing = prepareList(shelf, query, audience);
  if (preparing !== undefined) return preparing;
  const { areFiltersCached } = writeList(writer, space, shelf, query, seen);
  return { surrogateKeys: keysOfList(shelfName, query), isFilterCached: areFiltersCached };
}
