import { foldText } from './foldText.ts';

/** The terms of a query, normalised, each once; all of them must occur in an item. */
export function searchTerms(query: string): readonly string[] {
  const terms = foldText(query).split(/\p{White_Space}+/u);
  return [...new Set(terms)].filter((term) => term !== '');
}
