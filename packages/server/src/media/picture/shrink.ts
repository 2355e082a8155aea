import { decoding, readPixels } from './libvips.ts';
import type { Box } from './Operations.ts';
import type { Pixels } from './Pixels.ts';
import { sizeOf } from './planPicture.ts';
import { type Source, shapeImage } from './shapeImage.ts';

/** A part of a picture, made so small that no side is longer than said. */
export async function glance(source: Source, part: Box, side: number): Promise<Pixels> {
  const { width, height } = sizeOf(part);
  const scale = Math.min(1, side / Math.max(width, height));
  const size = {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
  const shape = { cut: part, size, isMirrored: false, isUpsideDown: false, isFiltered: false };
  return await decoding(readPixels(shapeImage(source, shape)));
}
