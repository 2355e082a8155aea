import { sniffedBytes, sniffFormat } from '../formats.ts';
import { decoding, openSource } from './libvips.ts';
import { PictureError } from './PictureError.ts';
import { type PictureLimits, pictureLimits } from './PictureLimits.ts';
import type { Size } from './planPicture.ts';

/** What a picture is, as it is seen: turned the way its camera was held. */
export type PictureDescription = Size & {
  readonly format: 'jpeg' | 'png' | 'gif' | 'webp' | 'avif' | 'svg';
  readonly frames: number;
  /** How long an animation takes, in milliseconds. */
  readonly duration?: number;
  readonly hasAlpha: boolean;
};

/** Tells from the bytes of a picture what it is, without decoding it. */
export async function describePicture(
  source: Uint8Array,
  limits: PictureLimits = pictureLimits,
): Promise<PictureDescription> {
  if (source.length > limits.bytes)
    throw new PictureError('too-large', `The picture has more than ${limits.bytes} bytes.`);
  const format = pictureFormat(source);
  const metadata = await decoding(openSource(source, limits).metadata());
  if (metadata.format !== (format === 'avif' ? 'heif' : format)) throw notReadable();
  const { width, height } = metadata.autoOrient;
  // What else has pages has pictures that belong together, but do not move.
  const frames = format === 'gif' || format === 'webp' ? (metadata.pages ?? 1) : 1;
  const duration = frames > 1 && metadata.delay?.reduce((sum, delay) => sum + delay, 0);
  return { width, height, format, frames, ...(duration ? { duration } : {}), hasAlpha: metadata.hasAlpha };
}

function pictureFormat(source: Uint8Array): PictureDescription['format'] {
  const ext = sniffFormat(source.subarray(0, sniffedBytes))?.ext;
  switch (ext) {
    case 'jpg':
      return 'jpeg';
    case 'png':
    case 'gif':
    case 'webp':
    case 'avif':
    case 'svg':
      return ext;
    default:
      throw notReadable();
  }
}

function notReadable(): PictureError {
  return new PictureError('undecodable', 'This is not a JPEG, PNG, GIF, WebP, AVIF or SVG picture.');
}
