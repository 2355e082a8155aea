import { quote } from '../../quote.ts';
import type { Filter } from '../Operations.ts';
import { PicturePathError } from './PicturePathError.ts';
import { readFilter } from './readFilter.ts';

/** How many filters one picture may have. */
const mostFilters = 30;

/** Reads filters as they follow one another in a URL: `a(..):b(..)`. Throws `PicturePathError`. */
export function readFilters(text: string): readonly Filter[] {
  const filters: Filter[] = [];
  for (let start = 0; start < text.length; ) {
    const open = text.indexOf('(', start);
    if (open < 0) throw notFilters(text.slice(start));
    const close = closing(text, open);
    filters.push(readFilter(text.slice(start, open), text.slice(open + 1, close)));
    if (filters.length > mostFilters)
      throw new PicturePathError(`there are more than ${mostFilters} filters`);
    const rest = text.slice(close, close + 3);
    // It is closed, and either the last one or followed by a colon and something more.
    if (rest !== ')' && !(rest.startsWith('):') && rest.length === 3)) throw notFilters(text.slice(start));
    start = close + 2;
  }
  return filters;
}

/** Where the parenthesis that opens here is closed; past the end of the text where it never is. */
function closing(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    if (text[at] === '(') depth++;
    if (text[at] === ')' && --depth === 0) return at;
  }
  return text.length;
}

function notFilters(text: string): PicturePathError {
  return new PicturePathError(
    `filters are written as filters:name(arguments):name(arguments), not ${quote(text)}`,
  );
}
