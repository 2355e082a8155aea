import { quote } from '../../quote.ts';
import { type Operations, untouched } from '../Operations.ts';
import { PicturePathError } from './PicturePathError.ts';
import { readFilters } from './readFilters.ts';

/** What the path of a picture says. */
export type PicturePath = {
  readonly operations: Operations;
  /** The rest of the path, decoded. Whether there is such a picture is another question. */
  readonly image: string;
};

/**
 * Reads the path of a picture: what follows the signature and its slash, as it was sent.
 * Throws `PicturePathError`. The time it takes grows with the length, whatever is in it.
 */
export function parsePicturePath(path: string): PicturePath {
  const segments = path.split('/').map(decode);
  let operations: Operations = untouched;
  let start = 0;
  // The last segment is always the picture, whatever it is called.
  const last = segments.length - 1;
  for (const read of readers) {
    const part = start < last ? read(segments[start] ?? '') : undefined;
    if (part === undefined) continue;
    operations = { ...operations, ...part };
    start++;
  }
  const next = segments[start] ?? '';
  if (start < last && readers.some((read) => read(next) !== undefined)) throw outOfOrder(next);
  return { operations, image: checkImage(segments.slice(start).join('/')) };
}

/** The longest side that may be asked for, and the farthest edge of a crop, which ends at the picture's anyway. */
const [longestSide, farthestEdge] = [10_000, 100_000];
/** The distance between two pixels that differ in all four channels as far as they can. */
const largestTolerance = 510;

const fits = ['fit-in', 'full-fit-in', 'adaptive-fit-in', 'adaptive-full-fit-in'] as const;

/** What a segment says; undefined where it says nothing of this kind. */
type Reader = (segment: string) => Partial<Operations> | undefined;

/** In the order of the URL. */
const readers: readonly Reader[] = [
  readTrim,
  readCrop,
  (segment) => choose(fits, segment, (fit) => ({ fit })),
  readSize,
  (segment) => choose(['left', 'center', 'right'], segment, (horizontal) => ({ horizontal })),
  (segment) => choose(['top', 'middle', 'bottom'], segment, (vertical) => ({ vertical })),
  (segment) => (segment === 'smart' ? { isSmart: true } : undefined),
  (segment) =>
    segment.startsWith('filters:') ? { filters: readFilters(segment.slice('filters:'.length)) } : undefined,
];

function choose<Word extends string>(
  words: readonly Word[],
  segment: string,
  say: (word: Word) => Partial<Operations>,
): Partial<Operations> | undefined {
  const word = words.find((each) => each === segment);
  return word === undefined ? undefined : say(word);
}

function readTrim(segment: string): Partial<Operations> | undefined {
  if (segment !== 'trim' && !segment.startsWith('trim:')) return undefined;
  const found = segment.match(/^trim(?::(top-left|bottom-right))?(?::(\d+))?$/);
  const tolerance = Number(found?.[2] ?? 0);
  if (found === null || tolerance > largestTolerance) {
    throw new PicturePathError(
      `${quote(segment)}: give trim, trim:top-left or trim:bottom-right, and after that, if need be, :tolerance up to ${largestTolerance}`,
    );
  }
  return { trim: { corner: found[1] === 'bottom-right' ? 'bottom-right' : 'top-left', tolerance } };
}

function readCrop(segment: string): Partial<Operations> | undefined {
  const found = segment.match(/^(-?\d+)x(-?\d+):(-?\d+)x(-?\d+)$/);
  if (found === null) return undefined;
  const [, left = 0, top = 0, right = 0, bottom = 0] = found.map(Number);
  if ([left, top, right, bottom].some((edge) => edge < 0 || edge > farthestEdge)) {
    throw new PicturePathError(`crop ${quote(segment)}: give edges from 0 to ${farthestEdge}`);
  }
  return { crop: { left, top, right, bottom } };
}

function readSize(segment: string): Partial<Operations> | undefined {
  const found = segment.match(/^(-?)(\d*|orig)x(-?)(\d*|orig)$/);
  if (found === null) return undefined;
  const [, mirrored, wide = '', upsideDown, high = ''] = found;
  const isOriginal = wide === 'orig' && high === 'orig';
  const [width, height] = isOriginal ? [0, 0] : [Number(wide), Number(high)];
  // Written so that it holds for what is no number too, such as a single `orig`.
  if (!(width <= longestSide && height <= longestSide)) {
    throw new PicturePathError(`size ${quote(segment)}: give sides from 0 to ${longestSide}, or origxorig`);
  }
  return { width, height, isMirrored: mirrored === '-', isUpsideDown: upsideDown === '-' };
}

function outOfOrder(segment: string): PicturePathError {
  const order = 'trim, crop, fit-in, size, horizontal alignment, vertical alignment, smart, filters';
  return new PicturePathError(
    `${quote(segment)} stands twice or out of order; the order is: ${order}, picture`,
  );
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw new PicturePathError(`${quote(segment)} is not valid percent-encoded UTF-8`);
  }
}

function checkImage(image: string): string {
  if (image === '') throw new PicturePathError('the path ends without the name of a picture');
  if (image.includes('\0')) throw new PicturePathError('the name of the picture holds a null byte');
  if (image.split(/[/\\]/).includes('..')) throw new PicturePathError("the name of the picture holds '..'");
  return image;
}
