import type { Sharp } from 'sharp';
import type { Operations } from './Operations.ts';
import type { Picture } from './openPicture.ts';
import type { Pixels } from './Pixels.ts';
import { type Plan, type Size, sizeOf } from './planPicture.ts';

/** What pictures are made of: an encoded picture, or pixels in memory. */
export type Source = Pick<Picture, 'width' | 'height' | 'hasProfile' | 'open'> & {
  readonly format: Picture['format'] | 'pixels';
  /** Where they are in memory. */
  readonly pixels?: Pixels;
};

/** What is cut out, what size it is brought to, and whether it is flipped then. */
export type Shape = Pick<Plan, 'cut' | 'size'> &
  Pick<Operations, 'isMirrored' | 'isUpsideDown'> & {
    /** Whether filters follow, which would make the slightest drift of levels seen. */
    readonly isFiltered: boolean;
  };

/** Turns a picture the way its camera was held, cuts it, resizes it and flips it. */
export function shapeImage(source: Source, shape: Shape): Sharp {
  const image = scalesWhole(source, shape) ? scaleAndCut(source, shape) : cutAndScale(source, shape);
  return image.flop(shape.isMirrored).flip(shape.isUpsideDown);
}

/**
 * Whether the whole picture is scaled before it is cut. Some decoders make it smaller while they read it, which saves
 * most of the work, and drawings are sharp at any size; but the cut then falls on whole pixels of the answer.
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

/** The size of the whole picture when the cut has the size asked for. */
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
  // It is cut after it was flipped. Asked to turn it last, it is turned after it was made smaller.
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
  // Where libvips averages before it resizes, 8 bits make levels drift by half a level.
  const drifts = width >= 4 * size.width || height >= 4 * size.height;
  if (drifts && isFiltered && !source.hasProfile) part.pipelineColourspace('rgb16');
  return part.resize({ ...size, fit: 'fill' });
}
