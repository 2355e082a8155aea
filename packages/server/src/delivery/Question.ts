import { mentions, type ParameterFault, parseQuery, type Query } from '@newsstand/contract';
import type { Refusal } from './Refusal.ts';
import { invalidParameters } from './refusals.ts';
import type { Route } from './route.ts';

/** What the parameters of a request ask for, or what is wrong with them. */
export type Question = {
  /** Whether `previewAt` is named at all, whatever its value. */
  readonly namesPreview: boolean;
  readonly query: Query | Refusal;
};

/** Reads the parameters in the path and in the query. */
export function readQuestion(route: Route, queryText: string): Question {
  const undecoded = undecodedParts(route);
  const { query, faults = [] } = parseQuery(route.operation, queryText);
  if (undecoded.length === 0 && query !== undefined) {
    return { namesPreview: query.previewAt !== undefined, query };
  }
  return {
    namesPreview: mentions(queryText, 'previewAt'),
    query: invalidParameters([...undecoded, ...faults]),
  };
}

function undecodedParts({ operation, ...parts }: Route): readonly ParameterFault[] {
  const values: Record<string, string | undefined> = { contentId: parts.name, mediaId: parts.name, ...parts };
  return operation.pathParameters
    .filter((name) => values[name] === undefined)
    .map((parameter) => ({ parameter, message: 'is not valid percent-encoded UTF-8' }));
}
