import type { Query } from '@newsstand/contract';
import { type Answer, type Audience, answerItem, answerList, prepareList } from '../catalogue/answer.ts';
import type { Space } from '../catalogue/Space.ts';
import type { Refusal } from './Refusal.ts';
import { refusals } from './refusals.ts';
import type { Route } from './route.ts';

/** Answers a question that is right and that its asker is allowed to ask; a promise where it has to be asked again. */
export function findAnswer(
  space: Space | undefined,
  { operation, instanceId, name = '' }: Route,
  query: Query,
  audience: Audience,
): Answer | Refusal | Promise<void> {
  const shelf = space?.shelf(operation.kind, instanceId);
  if (space === undefined || shelf === undefined) return refusals.scopeNotFound;
  const seen = { ...audience, previewAt: query.previewAt };
  if (operation.single) return answerItem(space, shelf, name, seen) ?? refusals.itemNotFound;
  return prepareList(shelf, query) ?? answerList(space, shelf, query, seen);
}
