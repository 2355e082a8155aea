import type { z } from 'zod';

// Everything about picture operations: their schemas, their order and how a URL writes them. zod and limits are passed in
// rather than imported, so that the client and the console can bundle the writing of URLs without them.
type Zod = typeof z;

/** The schema of one image operation; `type` selects one of eight variants. */
export function mediaOperationSchema(zod: Zod, mostCharacters: number) {
  const whole = zod.int();
  const parameters = zod.string().meta({ mostCharacters });
  return zod
    .discriminatedUnion('type', [
      zod.strictObject({ type: zod.literal('trim'), orientation: zod.enum(['top-left', 'bottom-right']) }),
      zod.strictObject({ type: zod.literal('crop'), left: whole, top: whole, right: whole, down: whole }),
      zod.strictObject({
        type: zod.literal('fit-in'),
        value: zod.enum(['fit-in', 'full-fit-in', 'adaptive-fit-in']),
      }),
      zod.strictObject({ type: zod.literal('size'), width: whole, height: whole }),
      zod.strictObject({
        type: zod.literal('h-align'),
        value: zod.enum(['left', 'center', 'right']).meta({ default: 'center' }),
      }),
      zod.strictObject({
        type: zod.literal('v-align'),
        value: zod.enum(['top', 'middle', 'bottom']).meta({ default: 'middle' }),
      }),
      zod.strictObject({ type: zod.literal('smart') }),
      zod.strictObject({
        type: zod.literal('filters'),
        fill: parameters.optional(),
        brightness: parameters.optional(),
        contrast: parameters.optional(),
        backgroundColor: parameters.optional(),
        quality: whole.optional(),
        noise: whole.optional(),
        blur: whole.optional(),
        sharpen: parameters.optional(),
        rotate: zod
          .literal([0, 90, 180, 270])
          .optional()
          .meta({ type: 'integer', description: 'Degrees, counter-clockwise.' }),
        convolution: parameters.optional(),
        roundCorner: parameters.optional(),
        rgb: parameters.optional(),
        grayscale: zod.boolean().optional(),
        equalize: zod.boolean().optional(),
      }),
    ])
    .meta({ id: 'MediaOperation', description: 'One image operation.' });
}

/** One image operation. */
export type MediaOperation = z.infer<ReturnType<typeof mediaOperationSchema>>;
/** The operation that holds filters. */
export type Filters = Extract<MediaOperation, { type: 'filters' }>;

/** The place of each operation, in the order in which they apply. */
const places: Readonly<Record<MediaOperation['type'], number>> = {
  trim: 1,
  crop: 2,
  'fit-in': 3,
  size: 4,
  'h-align': 5,
  'v-align': 6,
  smart: 7,
  filters: 8,
};

/** All operations, in the order in which they apply and stand in a URL. */
export const operationOrder = Object.keys(places)
  .filter(isOperationType)
  .sort((one, other) => places[one] - places[other]);

function isOperationType(type: string): type is MediaOperation['type'] {
  return Object.hasOwn(places, type);
}

/** The widths that a signed picture can be scaled down to without the key. Few, so that strangers can't have many rendered. */
export const pictureWidths: readonly number[] = [160, 320, 480, 640, 800, 960, 1280, 1600, 1920, 2560];

/** The operations of a thumbnail, unless a record has its own. */
export const usualThumbnail: readonly MediaOperation[] = [
  { type: 'fit-in', value: 'fit-in' },
  { type: 'size', width: 320, height: 320 },
];

function writeSegment(operation: Exclude<MediaOperation, Filters>): string {
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

/** The name of each filter in a URL, in the order in which they apply. */
const filterNames = {
  fill: 'fill',
  brightness: 'brightness',
  contrast: 'contrast',
  backgroundColor: 'background_color',
  quality: 'quality',
  noise: 'noise',
  blur: 'blur',
  sharpen: 'sharpen',
  rotate: 'rotate',
  convolution: 'convolution',
  roundCorner: 'round_corner',
  rgb: 'rgb',
  grayscale: 'grayscale',
  equalize: 'equalize',
} as const satisfies Record<FilterMember, string>;

type FilterMember = Exclude<keyof Filters, 'type'>;

/** The name of a filter in a URL. */
export type FilterName = (typeof filterNames)[FilterMember];

/** The filters of an operation in the order in which they apply: the name of each, and its text. */
export function namedFilters(filters: Filters): readonly (readonly [FilterName, string])[] {
  return Object.keys(filterNames).flatMap((member) => {
    if (!isFilterMember(member)) return [];
    const value = filters[member];
    if (value === undefined || value === false) return [];
    const words = value === true ? [] : `${value}`.split(',').map((word) => word.trim());
    return [[filterNames[member], words.join(',')] as const];
  });
}

function isFilterMember(member: string): member is FilterMember {
  return Object.hasOwn(filterNames, member);
}

/** A point of a picture, as fractions of its width and height. */
type FocalPoint = { readonly x: number; readonly y: number };

/**
 * The filter that keeps a focal point visible, as Thumbor writes it: a small box around the point, in pixels of the
 * source, or in fractions if its size is not known. Undefined if the operations crop to no ratio, or say themselves which
 * part to keep.
 */
function focalFilter(
  operations: readonly MediaOperation[],
  { x, y }: FocalPoint,
  source: { readonly width: number; readonly height: number } | undefined,
): string | undefined {
  const size = operations.find((each) => each.type === 'size');
  const isCropped = size !== undefined && size.width !== 0 && size.height !== 0;
  const decides = operations.some(
    ({ type }) => type === 'fit-in' || type === 'h-align' || type === 'v-align',
  );
  if (!isCropped || decides) return undefined;
  if (source === undefined) return `focal(${x.toFixed(4)}x${y.toFixed(4)}:${x.toFixed(4)}x${y.toFixed(4)})`;
  const left = Math.max(0, Math.round(x * source.width) - 1);
  const top = Math.max(0, Math.round(y * source.height) - 1);
  return `focal(${left}x${top}:${left + 2}x${top + 2})`;
}

/** The point that should stay visible, and the size of the source, if it is known. */
export type Focal = {
  readonly focalPoint?: FocalPoint | undefined;
  readonly source?: { readonly width: number; readonly height: number } | undefined;
};

/** The path of a picture with operations in any order, without its signature. Nothing is checked: the service does that. */
export function writePicturePath(
  operations: readonly MediaOperation[],
  image: string,
  { focalPoint, source }: Focal = {},
): string {
  const ordered = operationOrder.flatMap((type) => operations.filter((each) => each.type === type));
  const segments: string[] = [];
  const filters: string[] = [];
  for (const each of ordered) {
    if (each.type !== 'filters') segments.push(writeSegment(each));
    // Of all that a filter may hold, only the bar is not allowed in a URL.
    else
      for (const [name, text] of namedFilters(each)) filters.push(`${name}(${text.replaceAll('|', '%7C')})`);
  }
  const focal = focalPoint && focalFilter(operations, focalPoint, source);
  if (focal !== undefined) filters.unshift(focal);
  if (filters.length > 0) segments.push(`filters:${filters.join(':')}`);
  return [...segments, encodeURIComponent(image)].join('/');
}
