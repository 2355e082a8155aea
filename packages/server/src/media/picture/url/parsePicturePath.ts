import { quote } from '../../quote.ts';
import { type Filter, parseFilter } from '../filters/filters.ts';
import { noOperations, type Operations } from '../Operations.ts';
import { PicturePathError } from './PicturePathError.ts';

/** A parsed picture path. */
export type PicturePath = {
  readonly operations: Operations;
  /** The rest of the path, decoded. There may be no such picture. */
  readonly image: string;
};

/**
 * Parses the path of a picture: what follows the signature and its slash, still encoded. Throws `PicturePathError`.
 * Takes linear time for any input.
 */
export function parsePicturePath(path: string): PicturePath {
  const segments = path.split('/').map(decode);
  let operations: Operations = noOperations;
  let start = 0;
  // The last segment is always the picture, even if it looks like an operation.
  const last = segments.length - 1;
  for (const { parse } of grammar) {
    const part = start < last ? parse(segments[start] ?? '') : undefined;
    if (part === undefined) continue;
    operations = { ...operations, ...part };
    start++;
  }
  const next = segments[start] ?? '';
  if (start < last && grammar.some(({ parse }) => parse(next) !== undefined)) throw outOfOrder(next);
  return { operations, image: checkImage(segments.slice(start).join('/')) };
}

/** The longest side of a result, and the farthest edge of a crop, which is clipped to the picture anyway. */
const [maxSide, maxEdge] = [10_000, 100_000];
/** The largest possible distance between two pixels, over all four channels. */
const maxTolerance = 510;

const fits = ['fit-in', 'full-fit-in', 'adaptive-fit-in', 'adaptive-full-fit-in'] as const;

/** An operation in a URL. `parse` gives undefined if a segment is not of this kind. */
type Segment = {
  readonly name: string;
  readonly parse: (segment: string) => Partial<Operations> | undefined;
};

/** All operations, in the order of the URL. */
const grammar: readonly Segment[] = [
  { name: 'trim', parse: parseTrim },
  { name: 'crop', parse: parseCrop },
  { name: 'fit-in', parse: (segment) => choose(fits, segment, (fit) => ({ fit })) },
  { name: 'size', parse: parseSize },
  {
    name: 'horizontal alignment',
    parse: (segment) => choose(['left', 'center', 'right'], segment, (horizontal) => ({ horizontal })),
  },
  {
    name: 'vertical alignment',
    parse: (segment) => choose(['top', 'middle', 'bottom'], segment, (vertical) => ({ vertical })),
  },
  { name: 'smart', parse: (segment) => (segment === 'smart' ? { isSmart: true } : undefined) },
  {
    name: 'filters',
    parse: (segment) =>
      segment.startsWith('filters:')
        ? { filters: parseFilters(segment.slice('filters:'.length)) }
        : undefined,
  },
];

function choose<Word extends string>(
  words: readonly Word[],
  segment: string,
  operations: (word: Word) => Partial<Operations>,
): Partial<Operations> | undefined {
  const word = words.find((each) => each === segment);
  return word === undefined ? undefined : operations(word);
}

function parseTrim(segment: string): Partial<Operations> | undefined {
  if (segment !== 'trim' && !segment.startsWith('trim:')) return undefined;
  const found = segment.match(/^trim(?::(top-left|bottom-right))?(?::(\d+))?$/);
  const tolerance = Number(found?.[2] ?? 0);
  if (found === null || tolerance > maxTolerance) {
    throw new PicturePathError(
      `${quote(segment)}: use trim, trim:top-left or trim:bottom-right, optionally followed by :tolerance up to ${maxTolerance}`,
    );
  }
  return { trim: { corner: found[1] === 'bottom-right' ? 'bottom-right' : 'top-left', tolerance } };
}

function parseCrop(segment: string): Partial<Operations> | undefined {
  const found = segment.match(/^(-?\d+)x(-?\d+):(-?\d+)x(-?\d+)$/);
  if (found === null) return undefined;
  const [, left = 0, top = 0, right = 0, bottom = 0] = found.map(Number);
  if ([left, top, right, bottom].some((edge) => edge < 0 || edge > maxEdge)) {
    throw new PicturePathError(`crop ${quote(segment)}: use edges from 0 to ${maxEdge}`);
  }
  return { crop: { left, top, right, bottom } };
}

function parseSize(segment: string): Partial<Operations> | undefined {
  const found = segment.match(/^(-?)(\d*|orig)x(-?)(\d*|orig)$/);
  if (found === null) return undefined;
  const [, mirrored, wide = '', upsideDown, high = ''] = found;
  const isOriginal = wide === 'orig' && high === 'orig';
  const [width, height] = isOriginal ? [0, 0] : [Number(wide), Number(high)];
  // Negated, so that it also catches NaN, such as for a single `orig`.
  if (!(width <= maxSide && height <= maxSide)) {
    throw new PicturePathError(`size ${quote(segment)}: use sides from 0 to ${maxSide}, or origxorig`);
  }
  return { width, height, isMirrored: mirrored === '-', isUpsideDown: upsideDown === '-' };
}

/** How many filters one URL may have. */
const maxFilters = 30;

/** Parses the filters of a URL: `a(..):b(..)`. Throws `PicturePathError`. */
function parseFilters(text: string): readonly Filter[] {
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

function outOfOrder(segment: string): PicturePathError {
  const order = [...grammar.map(({ name }) => name), 'picture'].join(', ');
  return new PicturePathError(`${quote(segment)} is repeated or out of order; the order is: ${order}`);
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw new PicturePathError(`${quote(segment)} is not valid percent-encoded UTF-8`);
  }
}

function checkImage(image: string): string {
  if (image === '') throw new PicturePathError('the path must end with the name of a picture');
  if (image.includes('\0')) throw new PicturePathError('the name of the picture contains a null byte');
  if (image.split(/[/\\]/).includes('..'))
    throw new PicturePathError("the name of the picture contains '..'");
  return image;
}
