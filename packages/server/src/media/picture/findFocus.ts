import { openPixels } from './libvips.ts';
import type { Box } from './Operations.ts';
import { type Point, ratioBox, type Size, sizeOf, wholeOf } from './planPicture.ts';
import type { Source } from './shapeImage.ts';
import { glance } from './shrink.ts';

/**
 * Where the eye goes first within a part of a picture, of which something of the target's ratio will be cut out:
 * skin, strong colours, edges.
 */
export async function findFocus(source: Source, part: Box, target: Size): Promise<Point> {
  const small = await glance(source, part, 256);
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

/** What is cut out of the small picture. At least one row is cut off, since else nothing would be looked for. */
function windowSize(small: Size, target: Size): Size {
  const { width, height } = sizeOf(ratioBox(wholeOf(small), target, { x: 0, y: 0 }));
  return { width, height: width === small.width ? Math.max(1, Math.min(height, small.height - 1)) : height };
}
