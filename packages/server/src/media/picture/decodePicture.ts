import { decoding, openPixels, readPixels } from './libvips.ts';
import { openPicture, type Picture } from './openPicture.ts';
import { type PictureLimits, pictureLimits } from './PictureLimits.ts';
import type { Source } from './shapeImage.ts';

/** A picture, and what answers are made of: the pixels of a small one, since it is mostly wanted in several sizes. */
export type ReadyPicture = {
  readonly picture: Picture;
  readonly source: Source;
  /** What it takes in memory. */
  readonly bytes: number;
};

const mostPixels = 2_000_000;

/** Makes the bytes of an original ready for one answer or many. */
export async function readyPicture(
  bytes: Uint8Array,
  limits: PictureLimits = pictureLimits,
): Promise<ReadyPicture> {
  const picture = await openPicture(bytes, limits);
  const { frames, width, height, format } = picture;
  // A drawing is sharp at any size only as long as it is not made of pixels.
  const isSmall = frames === 1 && width * height <= mostPixels && format !== 'svg';
  if (!isSmall) return { picture, source: picture, bytes: bytes.length };
  const source = await pixelsOf(picture);
  return { picture, source, bytes: width * height * 4 };
}

/** All pixels of a picture, turned the way its camera was held. */
export async function pixelsOf(picture: Picture): Promise<Source> {
  const pixels = await decoding(readPixels(picture.open().autoOrient()));
  const { width, height } = pixels;
  return { width, height, format: 'pixels', hasProfile: false, open: () => openPixels(pixels), pixels };
}
