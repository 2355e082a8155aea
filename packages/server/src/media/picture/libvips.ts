import { broken } from '@newsstand/contract/plain';
import sharp, { type Sharp } from 'sharp';
import { PictureError } from '../FileError.ts';
import type { Pixels } from './Pixels.ts';

// Allow only these loaders, and only from memory.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif', 'Svg'].map(
    (format) => `VipsForeignLoad${format}Buffer`,
  ),
});
// No source is decoded twice, and each process renders one picture on one core.
sharp.cache(false);
sharp.concurrency(1);

/** Opens the bytes of a picture, which are decoded lazily. */
export function openSource(source: Uint8Array, limits: PictureLimits, animated = false): Sharp {
  // Tolerate the small faults of phone cameras, but not truncated or broken files.
  return sharp(source, { failOn: 'error', limitInputPixels: limits.inputPixels, animated });
}

/** Opens pixels in memory. */
export function openPixels({ data, width, height, channels }: Pixels): Sharp {
  return sharp(data, { raw: { width, height, channels } });
}

/** The pixels of a picture, in sRGB. */
export async function readPixels(image: Sharp): Promise<Pixels> {
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
  return {
    width: info.width,
    height: info.height,
    channels: info.channels === 4 ? 4 : 3,
    // Not a Buffer, whose `slice` does not copy.
    data: new Uint8Array(data.buffer, data.byteOffset, data.length),
  };
}

/** Awaits work on a source, and attributes its failure to the source. */
export async function decoding<T>(work: Promise<T>): Promise<T> {
  return await work.catch((cause: Error) => {
    throw cause.message.includes('pixel limit')
      ? new PictureError('too-large', broken('too_many_pixels'), { cause })
      : new PictureError('undecodable', broken('damaged_picture'), { cause });
  });
}

/** Limits for rendering a picture. */
export type PictureLimits = {
  /** Bytes of a source. */
  readonly bytes: number;
  /** Pixels of a source; of an animation, those of all frames together. */
  readonly inputPixels: number;
  /** Pixels of a result; of an animation, those of all frames together. */
  readonly outputPixels: number;
  /** Pixels of one side of a result. */
  readonly side: number;
  /** Multiplications that filters may take: pixels times cost. */
  readonly work: number;
  /** Frames of an animation; of a longer one only the first frame is sent. */
  readonly frames: number;
};

/** Suitable for a machine with 2 GB of memory. */
export const pictureLimits: PictureLimits = {
  bytes: 100_000_000,
  inputPixels: 50_000_000,
  outputPixels: 40_000_000,
  side: 10_000,
  work: 2_000_000_000,
  frames: 300,
};
