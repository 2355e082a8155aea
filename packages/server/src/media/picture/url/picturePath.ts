import { type Focal, type MediaOperation, namedFilters, writePicturePath } from '@newsstand/contract';
import { PicturePathError, quote } from '../../FileError.ts';
import { parseFilter } from '../filters/parseFilters.ts';
import { noOperations, type Operations, operationSegments } from '../Operations.ts';

/** A parsed picture path. */
export type PicturePath = {
  readonly operations: Operations;
  /** The rest of the path, decoded. There may be no such picture. */
  readonly image: string;
};

/** In the order of the URL. */
const grammar = Object.values(operationSegments);

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

/** With the signature and the address in front, the URL must fit into 8 KiB. */
const maxLength = 7000;

/**
 * Writes operations, given in any order, as the path of a picture, without its signature.
 * Throws `PicturePathError` if `parsePicturePath` could not parse the result.
 */
export function picturePath(operations: readonly MediaOperation[], image: string, focal?: Focal): string {
  checkOnce(operations);
  for (const each of operations) if (each.type === 'filters') checkFilters(each);
  const path = writePicturePath(operations, image, focal);
  if (path.length > maxLength) {
    throw new PicturePathError(
      `the operations make a path of ${path.length} characters; at most ${maxLength} are allowed`,
    );
  }
  parsePicturePath(path);
  return path;
}

function checkOnce(operations: readonly MediaOperation[]): void {
  const types = operations.map(({ type }) => type).filter((type) => type !== 'filters');
  for (const type of new Set(types)) {
    const times = types.filter((each) => each === type).length;
    if (times > 1)
      throw new PicturePathError(`operation '${type}' is given ${times} times; it may occur only once`);
  }
}

/** Each filter is parsed on its own, so that no value can end its filter and start another one. */
function checkFilters(filters: Extract<MediaOperation, { type: 'filters' }>): void {
  for (const [name, text] of namedFilters(filters)) parseFilter(name, text);
}
