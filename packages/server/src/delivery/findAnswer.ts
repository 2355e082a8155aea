import type { Query } from '@newsstand/contract';
import { type Answer, type Audience, answerItem, answerList, prepareList } from '../catalogue/answer.ts';
import type { Space } from '../catalogue/Space.ts';
import type { Refusal } from './Refusal.ts';
import { refusals } from './refusals.ts';
import type { Route } from './route.ts';
import { keysOfItem, keysOfList } from './surrogateKeys.ts';

/** An answer, and the keys by which a cache in front can forget it; undefined where none may keep it. */
export type Found = { readonly answer: Answer; readonly keys: string | undefined };

/** Answers a question that is right and that its asker is allowed to ask; a promise where it has to be asked again. */
export function findAnswer(
  space: Space | undefined,
  { operation, instanceId, name = '' }: Route,
  query: Query,
  audience: Audience,
): Found | Refusal | Promise<void> {
  const { kind, single } = operation;
  const shelf = space?.shelf(kind, instanceId);
  if (space === undefined || shelf === undefined) return refusals.scopeNotFound;
  const { projectId, spaceId } = space;
  const shelfName = { projectId, spaceId, kind, instanceId };
  const seen = { ...audience, previewAt: query.previewAt };
  if (single) {
    const answer = answerItem(space, shelf, name, seen);
    if (answer?.item === undefined) return refusals.itemNotFound;
    return { answer, keys: audience.preview ? undefined : keysOfItem(shelfName, answer.item, name) };
  }
  const preparing = prepareList(shelf, query);
  if (preparing !== undefined) return preparing;
  const answer = answerList(space, shelf, query, seen);
  return { answer, keys: audience.preview ? undefined : keysOfList(shelfName, query) };
}
