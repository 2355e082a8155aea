import { type Box, sizeOf } from './geometry.ts';
import { decoding, readPixels } from './libvips.ts';
import type { Pixels } from './Pixels.ts';
import { type Source, shapeImage } from './shapeImage.ts';

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
