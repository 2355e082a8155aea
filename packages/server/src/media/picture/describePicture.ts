import { openPicture, type PictureDescription } from './openPicture.ts';
import { type PictureLimits, pictureLimits } from './PictureLimits.ts';

/** Describes a picture without decoding it. */
export async function describePicture(
  source: Uint8Array,
  limits: PictureLimits = pictureLimits,
): Promise<PictureDescription> {
  const { hasProfile, open, ...description } = await openPicture(source, limits);
  return description;
}
