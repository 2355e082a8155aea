import type { Sharp } from 'sharp';
import { sniffedBytes, sniffFormat } from '../formats.ts';
import { decoding, openSource } from './libvips.ts';
import { PictureError } from './PictureError.ts';
import type { PictureLimits } from './PictureLimits.ts';
import type { Size } from './planPicture.ts';

/** What a picture is, as it is seen: turned the way its camera was held. */
export type PictureDescription = Size & {
  readonly format: 'jpeg' | 'png' | 'gif' | 'webp' | 'avif' | 'svg';
  readonly frames: number;
  /** How long an animation takes, in milliseconds. */
  readonly duration?: number;
  readonly hasAlpha: boolean;
};

/** A picture that can be decoded as often as it is needed. */
export type Picture = PictureDescription & {
  /** Whether it says itself what its colours mean. */
  readonly hasProfile: boolean;
  /** Opens its first frame, or all of them one below the other; as stored, not turned. */
  readonly open: (animated?: boolean) => Sharp;
};

/** Reads what a picture is from its bytes, and decodes nothing yet. */
export async function openPicture(source: Uint8Array, limits: PictureLimits): Promise<Picture> {
  if (source.length > limits.bytes)
    throw new PictureError('too-large', `The picture has more than ${limits.bytes} bytes.`);
  const format = pictureFormat(source);
  const metadata = await decoding(openSource(source, limits).metadata());
  if (metadata.format !== (format === 'avif' ? 'heif' : format)) throw notReadable();
  const { width, height } = metadata.autoOrient;
  // What else has pages has pictures that belong together, but do not move.
  const frames = format === 'gif' || format === 'webp' ? (metadata.pages ?? 1) : 1;
  const duration = frames > 1 && metadata.delay?.reduce((sum, delay) => sum + delay, 0);
  const { hasAlpha, hasProfile, depth } = metadata;
  const open = (animated = false) => {
    const image = openSource(source, limits, animated);
    // Profiles are followed to sRGB in 8 bits only.
    return depth === 'ushort' ? image.pipelineColourspace('srgb') : image;
  };
  return { width, height, format, frames, ...(duration ? { duration } : {}), hasAlpha, hasProfile, open };
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
