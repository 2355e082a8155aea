import type { Filter } from '../Operations.ts';
import type { Pixels } from '../Pixels.ts';
import type { Size } from '../planPicture.ts';
import { addNoise } from './addNoise.ts';
import { blur } from './blur.ts';
import { convolve } from './convolve.ts';
import { addBackground, fill } from './fill.ts';
import { changeContrast, equalize, shiftColours, toGrey } from './levels.ts';
import { rotate } from './rotate.ts';
import { roundCorners } from './roundCorners.ts';
import { sharpen } from './sharpen.ts';

/** What filters know besides the pixels: the canvas of `fill`, and what noise is made from. */
export type FilterContext = { readonly canvas: Size; readonly seed: number };

/** A filter that changes pixels; the others speak about how the answer is written. */
export type PixelFilter = Exclude<Filter, { readonly name: 'quality' | 'format' }>;

/** Whether a filter changes pixels. */
export function isPixelFilter(filter: Filter): filter is PixelFilter {
  return filter.name !== 'quality' && filter.name !== 'format';
}

/** The pixels as a filter leaves them. */
export async function applyFilter(
  pixels: Pixels,
  filter: PixelFilter,
  context: FilterContext,
): Promise<Pixels> {
  switch (filter.name) {
    case 'brightness':
      return shiftColours(pixels, filter.amount, filter.amount, filter.amount);
    case 'contrast':
      return changeContrast(pixels, filter.amount);
    case 'rgb':
      return shiftColours(pixels, filter.red, filter.green, filter.blue);
    case 'grayscale':
      return toGrey(pixels);
    case 'equalize':
      return equalize(pixels);
    case 'blur':
      return blur(pixels, filter.radius, filter.sigma);
    case 'convolution':
      return convolve(pixels, filter);
    case 'sharpen':
      return sharpen(pixels, filter);
    case 'noise':
      return addNoise(pixels, filter.amount, context.seed);
    case 'rotate':
      return rotate(pixels, filter.degrees);
    case 'round_corner':
      return roundCorners(pixels, filter);
    case 'background_color':
      return addBackground(pixels, filter.colour);
    case 'fill':
      return fill(pixels, filter, context.canvas);
  }
}
