import type { Sharp } from 'sharp';
import { type Box, type Size, sizeOf } from './geometry.ts';
import { decoding, readPixels } from './libvips.ts';
import type { Operations } from './Operations.ts';
import type { Source } from './openPicture.ts';
import type { Pixels } from './Pixels.ts';
import type { Plan } from './planPicture.ts';

/** What to cut out, the size to scale it to, and whether to flip the result. */
type Shape = Pick<Plan, 'cut' | 'size'> &
  Pick<Operations, 'isMirrored' | 'isUpsideDown'> & {
    /** Whether filters follow, which would amplify the slightest drift of levels. */
    readonly isFiltered: boolean;
  };

/** Applies the EXIF orientation, then cuts, resizes and flips a picture. */
export function shapeImage(source: Source, shape: Shape): Sharp {
  const image = scalesWhole(source, shape) ? scaleAndCut(source, shape) : cutAndScale(source, shape);
  return image.flop(shape.isMirrored).flip(shape.isUpsideDown);
}

/**
 * Whether to scale the whole picture before cutting. Some decoders can shrink while they decode, which saves most of the
 * work, and SVGs are sharp at any size; but the cut is then rounded to whole pixels of the result.
 */
function scalesWhole(source: Source, shape: Shape): boolean {
  const { cut, size } = shape;
  if (source.format === 'svg') {
    const whole = wholeSize(source, shape);
    return Math.max(whole.width, whole.height) <= 10_000;
  }
  const { width, height } = sizeOf(cut);
  const isShrunk = width >= 2 * size.width && height >= 2 * size.height;
  return isShrunk && (source.format === 'jpeg' || source.format === 'webp');
}

/** The size of the whole picture once the cut has the requested size. */
function wholeSize(source: Size, { cut, size }: Shape): Size {
  const { width, height } = sizeOf(cut);
  return {
    width: Math.round((source.width * size.width) / width),
    height: Math.round((source.height * size.height) / height),
  };
}

function scaleAndCut(source: Source, shape: Shape): Sharp {
  const { cut, size } = shape;
  const whole = wholeSize(source, shape);
  const image = source.open().resize({ ...whole, fit: 'fill' });
  const left = Math.round((cut.left * whole.width) / source.width);
  const top = Math.round((cut.top * whole.height) / source.height);
  // libvips cuts after flipping. With autoOrient last, it rotates after shrinking.
  return image
    .extract({
      left: shape.isMirrored ? whole.width - size.width - left : left,
      top: shape.isUpsideDown ? whole.height - size.height - top : top,
      ...size,
    })
    .autoOrient();
}

function cutAndScale(source: Source, { cut, size, isFiltered }: Shape): Sharp {
  const { width, height } = sizeOf(cut);
  const image = source.open().autoOrient();
  const isWhole = width === source.width && height === source.height;
  const part = isWhole ? image : image.extract({ left: cut.left, top: cut.top, width, height });
  // Where libvips averages before resizing, 8 bits let levels drift by half a level.
  const drifts = width >= 4 * size.width || height >= 4 * size.height;
  if (drifts && isFiltered && !source.hasProfile) part.pipelineColourspace('rgb16');
  return part.resize({ ...size, fit: 'fill' });
}

/** Scales part of a picture down so that neither side is longer than `side`. */
export async function shrink(source: Source, part: Box, side: number): Promise<Pixels> {
  const { width, height } = sizeOf(part);
  const scale = Math.min(1, side / Math.max(width, height));
  const size = {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
  const shape = { cut: part, size, isMirrored: false, isUpsideDown: false, isFiltered: false };
  return await decoding(readPixels(shapeImage(source, shape)));
}
