import { quote } from '../../quote.ts';
import { type Filter, parseFilter } from '../filters/filters.ts';
import { PicturePathError } from './PicturePathError.ts';

/** How many filters one URL may have. */
const maxFilters = 30;

/** Parses the filters of a URL: `a(..):b(..)`. Throws `PicturePathError`. */
export function parseFilters(text: string): readonly Filter[] {
  const filters: Filter[] = [];
  for (let start = 0; start < text.length; ) {
    const open = text.indexOf('(', start);
    if (open < 0) throw syntaxError(text.slice(start));
    const close = closing(text, open);
    filters.push(parseFilter(text.slice(start, open), text.slice(open + 1, close)));
    if (filters.length > maxFilters) throw new PicturePathError(`there are more than ${maxFilters} filters`);
    const rest = text.slice(close, close + 3);
    // A closing parenthesis, then the end or a colon and another filter.
    if (rest !== ')' && !(rest.startsWith('):') && rest.length === 3)) throw syntaxError(text.slice(start));
    start = close + 2;
  }
  return filters;
}

/** The position of the matching closing parenthesis; the end of the text if there is none. */
function closing(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    if (text[at] === '(') depth++;
    if (text[at] === ')' && --depth === 0) return at;
  }
  return text.length;
}

function syntaxError(text: string): PicturePathError {
  return new PicturePathError(
    `filters must be written as filters:name(arguments):name(arguments), not ${quote(text)}`,
  );
}
