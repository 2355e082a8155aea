import { mentions, parseQuery, type Query } from '@newsstand/contract';
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
  const { query, faults = [] } = parseQuery(route.operation, queryText);
  if (route.undecoded.length === 0 && query !== undefined) {
    return { namesPreview: query.previewAt !== undefined, query };
  }
  const undecoded = route.undecoded.map((parameter) => ({
    parameter,
    message: 'is not valid percent-encoded UTF-8',
  }));
  return {
    namesPreview: mentions(queryText, 'previewAt'),
    query: invalidParameters([...undecoded, ...faults]),
  };
}
