import type { MediaOperation } from '@newsstand/contract';
import { PicturePathError, quote } from '../FileError.ts';
import { type Filter, parseFilters } from './filters/parseFilters.ts';
import type { Box } from './geometry.ts';

const fits = ['fit-in', 'full-fit-in', 'adaptive-fit-in', 'adaptive-full-fit-in'] as const;

/**
 * The operations of a picture URL, parsed and within bounds. To add one, add its members here and its row to
 * `operationSegments`, then apply it in `planPicture` or `renderPicture`.
 */
export type Operations = {
  readonly trim?: { readonly corner: 'top-left' | 'bottom-right'; readonly tolerance: number } | undefined;
  readonly crop?: Box | undefined;
  readonly fit?: (typeof fits)[number] | undefined;
  /** 0: follows from the other side. Both 0: the size of the source. */
  readonly width: number;
  readonly height: number;
  readonly isMirrored: boolean;
  readonly isUpsideDown: boolean;
  readonly horizontal: 'left' | 'center' | 'right';
  readonly vertical: 'top' | 'middle' | 'bottom';
  readonly isSmart: boolean;
  /** Applied in this order. */
  readonly filters: readonly Filter[];
  /** The result is scaled down to this width if it is wider. Not part of a path, and so of no signature. */
  readonly mostWidth?: number | undefined;
};

/** No operations at all. */
export const noOperations: Operations = {
  width: 0,
  height: 0,
  isMirrored: false,
  isUpsideDown: false,
  horizontal: 'center',
  vertical: 'middle',
  isSmart: false,
  filters: [],
};

/** How an operation is written in a URL. `parse` gives undefined if a segment is not of this kind. */
export type OperationSegment = {
  readonly name: string;
  readonly parse: (segment: string) => Partial<Operations> | undefined;
};

/** All operations of the contract, in the order of the URL. */
export const operationSegments: { readonly [Type in MediaOperation['type']]: OperationSegment } = {
  trim: { name: 'trim', parse: parseTrim },
  crop: { name: 'crop', parse: parseCrop },
  'fit-in': { name: 'fit-in', parse: oneOf(fits, (fit) => ({ fit })) },
  size: { name: 'size', parse: parseSize },
  'h-align': {
    name: 'horizontal alignment',
    parse: oneOf(['left', 'center', 'right'], (horizontal) => ({ horizontal })),
  },
  'v-align': {
    name: 'vertical alignment',
    parse: oneOf(['top', 'middle', 'bottom'], (vertical) => ({ vertical })),
  },
  smart: { name: 'smart', parse: oneOf(['smart'], () => ({ isSmart: true })) },
  filters: {
    name: 'filters',
    parse: (segment) =>
      segment.startsWith('filters:')
        ? { filters: parseFilters(segment.slice('filters:'.length)) }
        : undefined,
  },
};

/** The longest side of a result, and the farthest edge of a crop, which is clipped to the picture anyway. */
const [maxSide, maxEdge] = [10_000, 100_000];
/** The largest possible distance between two pixels, over all four channels. */
const maxTolerance = 510;

function oneOf<Word extends string>(
  words: readonly Word[],
  operations: (word: Word) => Partial<Operations>,
): OperationSegment['parse'] {
  return (segment) => {
    const word = words.find((each) => each === segment);
    return word === undefined ? undefined : operations(word);
  };
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
