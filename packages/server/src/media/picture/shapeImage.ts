import type { Sharp } from 'sharp';
import type { PictureDescription } from './describePicture.ts';
import type { Operations } from './Operations.ts';
import { type Plan, type Size, sizeOf } from './planPicture.ts';

/** A picture that can be decoded more than once. */
export type Source = Size & {
  readonly format: PictureDescription['format'] | 'pixels';
  readonly open: () => Sharp;
};

/** What is cut out, what size it is brought to, and whether it is flipped then. */
export type Shape = Pick<Plan, 'cut' | 'size'> & Pick<Operations, 'isMirrored' | 'isUpsideDown'>;

/** Turns a picture the way its camera was held, cuts it, resizes it and flips it. */
export function shapeImage(source: Source, shape: Shape): Sharp {
  const image = scalesWhole(source, shape) ? scaleAndCut(source, shape) : cutAndScale(source, shape);
  return image.flop(shape.isMirrored).flip(shape.isUpsideDown);
}

/**
 * Whether the whole picture is scaled before it is cut. Some decoders make it smaller while they read it, which saves
 * most of the work, and drawings are sharp at any size; but the cut then falls on whole pixels of the answer.
 */
function scalesWhole(source: Source, { cut, size }: Shape): boolean {
  if (source.format === 'svg') {
    const whole = wholeSize(source, { cut, size });
    return Math.max(whole.width, whole.height) <= 10_000;
  }
  const { width, height } = sizeOf(cut);
  const isShrunk = width >= 2 * size.width && height >= 2 * size.height;
  return isShrunk && (source.format === 'jpeg' || source.format === 'webp');
}

/** The size of the whole picture when the cut has the size asked for. */
function wholeSize(source: Size, { cut, size }: Pick<Shape, 'cut' | 'size'>): Size {
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

function cutAndScale(source: Source, { cut, size }: Shape): Sharp {
  const { width, height } = sizeOf(cut);
  const image = source.open().autoOrient();
  const isWhole = width === source.width && height === source.height;
  const part = isWhole ? image : image.extract({ left: cut.left, top: cut.top, width, height });
  return part.resize({ ...size, fit: 'fill' });
}
