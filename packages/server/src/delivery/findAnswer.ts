import type { Query } from '@newsstand/contract';
import { type Answer, type Audience, answerItem, answerList, prepareList } from '../catalogue/answer.ts';
import type { Shelf } from '../catalogue/Shelf.ts';
import type { Space } from '../catalogue/Space.ts';
import type { HeadPart } from '../http/Reply.ts';
import type { Refusal } from './Refusal.ts';
import { refusals } from './refusals.ts';
import type { Route } from './route.ts';
import { keysOfItem, keysOfList } from './surrogateKeys.ts';

/**
 * An answer, and the line that tells a cache in front the keys by which it can forget it; undefined where none may keep
 * it. The line is left open: what the caching says comes right behind it, and may begin with one key more.
 */
export type Found = { readonly answer: Answer; readonly keys: HeadPart | undefined };

/** Answers a question that is right and that its asker is allowed to ask; a promise where it has to be asked again. */
export function findAnswer(
  space: Space | undefined,
  shelf: Shelf | undefined,
  route: Route,
  query: Query,
  audience: Audience,
): Found | Refusal | Promise<void> {
  const { instanceId, name = '' } = route;
  const { kind, single } = route.operation;
  if (space === undefined || shelf === undefined) return refusals.scopeNotFound;
  const { projectId, spaceId } = space;
  const shelfName = { projectId, spaceId, kind, instanceId };
  const seen = { ...audience, previewAt: query.previewAt };
  if (single) {
    const answer = answerItem(space, shelf, name, seen);
    if (answer?.item === undefined) return refusals.itemNotFound;
    return { answer, keys: audience.preview ? undefined : lineOf(keysOfItem(shelfName, answer.item, name)) };
  }
  const preparing = prepareList(shelf, query, audience);
  if (preparing !== undefined) return preparing;
  const answer = answerList(space, shelf, query, seen);
  return { answer, keys: audience.preview ? undefined : listLine(route, shelfName, query) };
}

const lineOf = (keys: string) => `surrogate-key: ${keys}`;

const listLines = new WeakMap<Route, (HeadPart | undefined)[]>();

/** The same few for all lists of a route. */
function listLine(route: Route, shelf: Parameters<typeof keysOfList>[0], query: Query): HeadPart {
  let lines = listLines.get(route);
  if (lines === undefined) {
    lines = [];
    listLines.set(route, lines);
  }
  const hasCategory = query.category !== undefined || query.includeCategory;
  const hasTags = query.tags !== undefined || query.includeTags;
  const number = (hasCategory ? 1 : 0) + (hasTags ? 2 : 0);
  lines[number] ??= Buffer.from(lineOf(keysOfList(shelf, query)), 'latin1');
  return lines[number];
}
