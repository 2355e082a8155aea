import { type ParameterFault, parseQuery } from '@newsstand/contract';
import { type Answer, type Audience, answerItem, answerList } from '../catalogue/answer.ts';
import type { Catalogue } from '../catalogue/Catalogue.ts';
import type { Refusal } from './Reply.ts';
import { invalidParameters, refusals } from './refusals.ts';
import type { Route } from './route.ts';

/** Answers a question that its asker is allowed to ask: parameters first, then the resource. */
export function findAnswer(
  catalogue: Catalogue,
  asked: Route,
  queryText: string,
  audience: Audience,
): Answer | Refusal {
  const { operation, projectId = '', spaceId = '', instanceId, name = '' } = asked;
  const undecoded = undecodedParts(asked);
  const { query, faults = [] } = parseQuery(operation, queryText);
  if (undecoded.length > 0 || query === undefined) return invalidParameters([...undecoded, ...faults]);
  const space = catalogue.space(projectId, spaceId);
  const shelf = space?.shelf(operation.kind, instanceId);
  if (space === undefined || shelf === undefined) return refusals.scopeNotFound;
  const seen = { ...audience, previewAt: query.previewAt };
  return operation.single
    ? (answerItem(space, shelf, name, seen) ?? refusals.itemNotFound)
    : answerList(space, shelf, query, seen);
}

function undecodedParts({ operation, ...parts }: Route): readonly ParameterFault[] {
  const values: Record<string, string | undefined> = { contentId: parts.name, mediaId: parts.name, ...parts };
  return operation.pathParameters
    .filter((name) => values[name] === undefined)
    .map((parameter) => ({ parameter, message: 'is not valid percent-encoded UTF-8' }));
}
