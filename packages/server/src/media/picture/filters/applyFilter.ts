import { rotatedSize, sizeOnCanvas } from '@newsstand/contract/pictureSize';
import type { Size } from '../geometry.ts';
import type { Pixels } from '../Pixels.ts';
import { addNoise } from './addNoise.ts';
import { blur } from './blur.ts';
import { convolve } from './convolve.ts';
import { addBackground, fill } from './fill.ts';
import { changeContrast, equalize, shiftColours, toGrey } from './levels.ts';
import type { Filter, FilterArguments, FilterName, Filters } from './parseFilters.ts';
import { rotate } from './rotate.ts';
import { roundCorners } from './roundCorners.ts';
import { sharpen } from './sharpen.ts';

/** What filters know besides the pixels: the canvas for `fill`, and the seed of the noise. */
export type FilterContext = { readonly canvas: Size; readonly seed: number };

/** What a filter does to pixels. Filters without `apply` only affect how the result is encoded. */
type FilterBehaviour<Arguments> = {
  /** Roughly how many multiplications it takes for each pixel; 2 if not given. */
  readonly cost?: (given: Arguments) => number;
  /** The size of the result, if it differs from that of the input. */
  readonly resultSize?: (size: Size, given: Arguments, canvas: Size) => Size;
  readonly apply?: (pixels: Pixels, given: Arguments, context: FilterContext) => Pixels | Promise<Pixels>;
};

/**
 * What each filter does. How a URL has it is in `parseFilters.ts`, and not here, because the processes that render
 * pictures have no use for the library that parses: it would take 7 MB of each.
 */
const behaviours: { readonly [Name in FilterName]: FilterBehaviour<FilterArguments[Name]> } = {
  brightness: { apply: (pixels, { amount }) => shiftColours(pixels, amount, amount, amount) },
  contrast: { apply: (pixels, { amount }) => changeContrast(pixels, amount) },
  rgb: { apply: (pixels, { red, green, blue }) => shiftColours(pixels, red, green, blue) },
  grayscale: { apply: toGrey },
  equalize: { apply: equalize },
  blur: {
    cost: () => 30,
    apply: (pixels, { radius, sigma }) => blur(pixels, radius, sigma),
  },
  convolution: {
    cost: (given) => given.matrix.length,
    apply: convolve,
  },
  sharpen: {
    cost: () => 50,
    apply: sharpen,
  },
  noise: { apply: (pixels, { amount }, { seed }) => addNoise(pixels, amount, seed) },
  rotate: {
    resultSize: (size, { degrees }) => rotatedSize(size, degrees),
    apply: (pixels, { degrees }) => rotate(pixels, degrees),
  },
  quality: {},
  round_corner: { apply: roundCorners },
  background_color: { apply: (pixels, given) => addBackground(pixels, given.colour) },
  fill: {
    resultSize: (size, _given, canvas) => sizeOnCanvas(size, canvas),
    apply: (pixels, given, { canvas }) => fill(pixels, given, canvas),
  },
  focal: {},
  format: {},
};

/** Whether a filter changes pixels; the others only affect how the result is encoded. */
export function changesPixels(filter: Filter): boolean {
  return behaviours[filter.name].apply !== undefined;
}

/** Applies a filter to pixels. */
export async function applyFilter<Name extends FilterName>(
  pixels: Pixels,
  filter: Filters[Name],
  context: FilterContext,
): Promise<Pixels> {
  return (await behaviours[filter.name].apply?.(pixels, filter, context)) ?? pixels;
}

/** Roughly how many multiplications a filter takes for each pixel. */
export function filterCost<Name extends FilterName>(filter: Filters[Name]): number {
  return behaviours[filter.name].cost?.(filter) ?? 2;
}

/** The size of a picture after a filter. */
export function sizeAfterFilter<Name extends FilterName>(
  size: Size,
  filter: Filters[Name],
  canvas: Size,
): Size {
  return behaviours[filter.name].resultSize?.(size, filter, canvas) ?? size;
}
