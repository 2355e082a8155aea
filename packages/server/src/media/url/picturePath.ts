import type { MediaOperation } from '@newsstand/contract';
import type { Filter } from '../picture/Operations.ts';
import { PathFault } from './PathFault.ts';
import { parsePicturePath } from './parsePicturePath.ts';
import { readFilter } from './readFilter.ts';

/** With a signature and the address before it, a path must still fit into a URL of 8 KiB. */
const longestPath = 7000;

/**
 * Writes operations, in whatever order, as the path of a picture, without its signature.
 * Throws `PathFault` where `parsePicturePath` would not read them back.
 */
export function picturePath(operations: readonly MediaOperation[], image: string): string {
  const segments = order.flatMap((type) => segmentOf(operations, type));
  const filters = operations.flatMap((each) => (each.type === 'filters' ? writeFilters(each) : []));
  if (filters.length > 0) segments.push(`filters:${filters.join(':')}`);
  const path = [...segments, encodeURIComponent(image)].join('/');
  if (path.length > longestPath) {
    throw new PathFault(
      `the operations are too many for a URL: ${path.length} characters, the most are ${longestPath}`,
    );
  }
  parsePicturePath(path);
  return path;
}

type Filters = Extract<MediaOperation, { type: 'filters' }>;
type Single = Exclude<MediaOperation, Filters>;

const order = [
  'trim',
  'crop',
  'fit-in',
  'size',
  'h-align',
  'v-align',
  'smart',
] as const satisfies Single['type'][];

function segmentOf(operations: readonly MediaOperation[], type: Single['type']): string[] {
  const written = operations.flatMap((each) => (each.type === type ? [writeSegment(each)] : []));
  if (written.length <= 1) return written;
  throw new PathFault(`operation '${type}' is given ${written.length} times; give it once`);
}

function writeSegment(operation: Single): string {
  switch (operation.type) {
    case 'trim':
      return `trim:${operation.orientation}`;
    case 'crop':
      return `${operation.left}x${operation.top}:${operation.right}x${operation.down}`;
    case 'size':
      return `${operation.width}x${operation.height}`;
    case 'smart':
      return 'smart';
    default:
      return operation.value;
  }
}

/** The members of `filters` in the order in which they apply, each with its name in a URL. */
const filterNames = [
  ['fill', 'fill'],
  ['brightness', 'brightness'],
  ['contrast', 'contrast'],
  ['backgroundColor', 'background_color'],
  ['quality', 'quality'],
  ['noise', 'noise'],
  ['blur', 'blur'],
  ['sharpen', 'sharpen'],
  ['rotate', 'rotate'],
  ['convolution', 'convolution'],
  ['roundCorner', 'round_corner'],
  ['rgb', 'rgb'],
  ['grayscale', 'grayscale'],
  ['equalize', 'equalize'],
] as const satisfies [Exclude<keyof Filters, 'type'>, Filter['name']][];

function writeFilters(filters: Filters): string[] {
  return filterNames.flatMap(([member, name]) => {
    const value = filters[member];
    return value === undefined || value === false
      ? []
      : [writeFilter(name, value === true ? '' : `${value}`)];
  });
}

function writeFilter(name: Filter['name'], text: string): string {
  const words = text.split(',').map((word) => word.trim());
  // Read on its own first: so no text can end its filter and begin another one.
  readFilter(name, words.join(','));
  // Of all that a filter may hold, only the bar is not allowed in a URL.
  return `${name}(${words.join(',').replaceAll('|', '%7C')})`;
}
