import { type MediaOperation, namedFilters, writePicturePath } from '@newsstand/contract';
import { PicturePathError } from './PicturePathError.ts';
import { parsePicturePath } from './parsePicturePath.ts';
import { readFilter } from './readFilter.ts';

/** With a signature and the address before it, a path must still fit into a URL of 8 KiB. */
const longestPath = 7000;

/**
 * Writes operations, in whatever order, as the path of a picture, without its signature.
 * Throws `PicturePathError` where `parsePicturePath` would not read them back.
 */
export function picturePath(operations: readonly MediaOperation[], image: string): string {
  checkOnce(operations);
  for (const each of operations) if (each.type === 'filters') checkFilters(each);
  const path = writePicturePath(operations, image);
  if (path.length > longestPath) {
    throw new PicturePathError(
      `the operations are too many for a URL: ${path.length} characters, the most are ${longestPath}`,
    );
  }
  parsePicturePath(path);
  return path;
}

function checkOnce(operations: readonly MediaOperation[]): void {
  const types = operations.map(({ type }) => type).filter((type) => type !== 'filters');
  for (const type of new Set(types)) {
    const times = types.filter((each) => each === type).length;
    if (times > 1) throw new PicturePathError(`operation '${type}' is given ${times} times; give it once`);
  }
}

/** Each is read on its own: so no text can end its filter and begin another one. */
function checkFilters(filters: Extract<MediaOperation, { type: 'filters' }>): void {
  for (const [name, text] of namedFilters(filters)) readFilter(name, text);
}
