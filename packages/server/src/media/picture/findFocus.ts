import { type Box, type Point, type Size, sizeOf, wholeOf } from './geometry.ts';
import { openPixels } from './libvips.ts';
import type { Source } from './openPicture.ts';
import { ratioBox } from './planPicture.ts';
import { shrink } from './shapeImage.ts';

/**
 * The most salient point in part of a picture (skin, saturated colours, edges), for cutting out a box of the target's
 * aspect ratio.
 */
export async function findFocus(source: Source, part: Box, target: Size): Promise<Point> {
  const small = await shrink(source, part, 256);
  const { info } = await openPixels(small)
    .resize({ ...windowSize(small, target), fit: 'cover', position: 'attention' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { attentionX = small.width / 2, attentionY = small.height / 2 } = info;
  const { width, height } = sizeOf(part);
  return {
    x: part.left + Math.trunc((attentionX * width) / small.width),
    y: part.top + Math.trunc((attentionY * height) / small.height),
  };
}

/** The window in the small picture. It leaves out at least one row, since libvips would not search otherwise. */
function windowSize(small: Size, target: Size): Size {
  const { width, height } = sizeOf(ratioBox(wholeOf(small), target, { x: 0, y: 0 }));
  return { width, height: width === small.width ? Math.max(1, Math.min(height, small.height - 1)) : height };
}
