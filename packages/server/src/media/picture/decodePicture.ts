import { decoding, openPixels, readPixels } from './libvips.ts';
import { openPicture, type Picture } from './openPicture.ts';
import { type PictureLimits, pictureLimits } from './PictureLimits.ts';
import type { Source } from './shapeImage.ts';

/** A picture, and the source to render from: for small ones their pixels, since most are needed in several sizes. */
export type DecodedPicture = {
  readonly picture: Picture;
  readonly source: Source;
  /** The memory it takes. */
  readonly bytes: number;
};

const maxPixels = 2_000_000;

/** Prepares an original for rendering it once or several times. */
export async function decodePicture(
  bytes: Uint8Array,
  limits: PictureLimits = pictureLimits,
): Promise<DecodedPicture> {
  const picture = await openPicture(bytes, limits);
  const { frames, width, height, format } = picture;
  // An SVG is sharp at any size only until it is rasterised.
  const isSmall = frames === 1 && width * height <= maxPixels && format !== 'svg';
  if (!isSmall) return { picture, source: picture, bytes: bytes.length };
  const source = await pixelsOf(picture);
  return { picture, source, bytes: width * height * 4 };
}

/** All pixels of a picture, with its EXIF orientation applied. */
export async function pixelsOf(picture: Picture): Promise<Source> {
  const pixels = await decoding(readPixels(picture.open().autoOrient()));
  const { width, height } = pixels;
  return { width, height, format: 'pixels', hasProfile: false, open: () => openPixels(pixels), pixels };
}
