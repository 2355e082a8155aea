import type { MediaOperation } from './media.ts';

/**
 * The path of a picture with operations in any order, without its signature. Nothing is checked: the service does that.
 * Only types are imported here, so that the client can bundle this alone.
 */
export function writePicturePath(operations: readonly MediaOperation[], image: string): string {
  const segments = operationOrder.flatMap((type) =>
    operations.flatMap((each) => (each.type === type ? [writeSegment(each)] : [])),
  );
  const filters = operations.flatMap((each) => (each.type === 'filters' ? writeFilters(each) : []));
  if (filters.length > 0) segments.push(`filters:${filters.join(':')}`);
  return [...segments, encodeURIComponent(image)].join('/');
}

/** The operation that holds filters. */
export type Filters = Extract<MediaOperation, { type: 'filters' }>;
type Single = Exclude<MediaOperation, Filters>;

/** All operations but filters, in the order in which they apply and stand in a URL. */
export const operationOrder = [
  'trim',
  'crop',
  'fit-in',
  'size',
  'h-align',
  'v-align',
  'smart',
] as const satisfies Single['type'][];

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
] as const satisfies [Exclude<keyof Filters, 'type'>, string][];

/** The name of a filter in a URL. */
export type FilterName = (typeof filterNames)[number][1];

/** The filters of an operation in the order in which they apply: the name of each, and its text. */
export function namedFilters(filters: Filters): readonly (readonly [FilterName, string])[] {
  return filterNames.flatMap(([member, name]) => {
    const value = filters[member];
    if (value === undefined || value === false) return [];
    const words = value === true ? [] : `${value}`.split(',').map((word) => word.trim());
    return [[name, words.join(',')] as const];
  });
}

/** Of all that a filter may hold, only the bar is not allowed in a URL. */
function writeFilters(filters: Filters): string[] {
  return namedFilters(filters).map(([name, text]) => `${name}(${text.replaceAll('|', '%7C')})`);
}
