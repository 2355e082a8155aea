import { type MediaOperation, namedFilters, writePicturePath } from '@newsstand/contract';
import { parseFilter } from '../filters/filters.ts';
import { PicturePathError } from './PicturePathError.ts';
import { parsePicturePath } from './parsePicturePath.ts';

/** With the signature and the address in front, the URL must fit into 8 KiB. */
const maxLength = 7000;

/**
 * Writes operations, given in any order, as the path of a picture, without its signature.
 * Throws `PicturePathError` if `parsePicturePath` could not parse the result.
 */
export function picturePath(operations: readonly MediaOperation[], image: string): string {
  checkOnce(operations);
  for (const each of operations) if (each.type === 'filters') checkFilters(each);
  const path = writePicturePath(operations, image);
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
