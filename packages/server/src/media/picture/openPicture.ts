import { broken } from '@newsstand/contract/plain';
import type { Sharp } from 'sharp';
import { PictureError } from '../FileError.ts';
import { sniffedBytes, sniffFormat } from '../formats.ts';
import type { Size } from './geometry.ts';
import {
  decoding,
  openPixels,
  openSource,
  type PictureLimits,
  pictureLimits,
  readPixels,
} from './libvips.ts';
import type { Pixels } from './Pixels.ts';

/** Describes a picture as it is displayed, with its EXIF orientation applied. */
export type PictureDescription = Size & {
  readonly format: 'jpeg' | 'png' | 'gif' | 'webp' | 'avif' | 'svg';
  readonly frames: number;
  /** The length of an animation in milliseconds. */
  readonly duration?: number;
  readonly hasAlpha: boolean;
};

/** A picture that can be decoded any number of times. */
export type Picture = PictureDescription & {
  /** Whether it has a colour profile. */
  readonly hasProfile: boolean;
  /** Opens its first frame, or all frames stacked vertically, without applying the EXIF orientation. */
  readonly open: (animated?: boolean) => Sharp;
};

/** Reads the metadata of a picture without decoding it. */
export async function openPicture(source: Uint8Array, limits: PictureLimits): Promise<Picture> {
  if (source.length > limits.bytes)
    throw new PictureError('too-large', broken('too_many_bytes', { most: limits.bytes }));
  const format = pictureFormat(source);
  const metadata = await decoding(openSource(source, limits).metadata());
  if (metadata.format !== (format === 'avif' ? 'heif' : format)) throw notReadable();
  const { width, height } = metadata.autoOrient;
  // In other formats, pages are not the frames of an animation.
  const frames = format === 'gif' || format === 'webp' ? (metadata.pages ?? 1) : 1;
  const duration = frames > 1 && metadata.delay?.reduce((sum, delay) => sum + delay, 0);
  const { hasAlpha, hasProfile, depth } = metadata;
  const open = (animated = false) => {
    const image = openSource(source, limits, animated);
    // Colour profiles are converted to sRGB in 8 bits only.
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
  return new PictureError('undecodable', broken('not_picture'));
}

/** Describes a picture without decoding it. */
export async function describePicture(
  source: Uint8Array,
  limits: PictureLimits = pictureLimits,
): Promise<PictureDescription> {
  const { hasProfile, open, ...description } = await openPicture(source, limits);
  return description;
}

/** What a result is rendered from: an encoded picture, or pixels in memory. */
export type Source = Pick<Picture, 'width' | 'height' | 'hasProfile' | 'open'> & {
  readonly format: Picture['format'] | 'pixels';
  /** Only if they are in memory. */
  readonly pixels?: Pixels;
};

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
