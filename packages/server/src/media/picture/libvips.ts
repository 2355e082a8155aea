import sharp, { type Sharp } from 'sharp';
import { PictureError } from './PictureError.ts';
import type { PictureLimits } from './PictureLimits.ts';
import type { Pixels } from './Pixels.ts';

// Nothing is read but these, from memory, whatever the bytes claim to be.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif', 'Svg'].map(
    (format) => `VipsForeignLoad${format}Buffer`,
  ),
});
// Each picture comes once, and several are made at the same time, each on one core.
sharp.cache(false);
sharp.concurrency(1);

/** Opens the bytes of a picture; nothing is decoded before it is needed. */
export function openSource(source: Uint8Array, limits: PictureLimits, animated = false): Sharp {
  // What phones write with small faults can be shown; what is cut short or broken can't.
  return sharp(source, { failOn: 'error', limitInputPixels: limits.inputPixels, animated });
}

/** Opens pixels that are in memory. */
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
    // Not a Buffer, whose slices are no copies.
    data: new Uint8Array(data.buffer, data.byteOffset, data.length),
  };
}

/** Waits for what is made out of a source. Where that fails, the source is at fault. */
export async function decoding<T>(work: Promise<T>): Promise<T> {
  return await work.catch((cause: Error) => {
    throw cause.message.includes('pixel limit')
      ? new PictureError('too-large', 'The picture has too many pixels.', { cause })
      : new PictureError('undecodable', 'The picture is damaged, or not what it seems to be.', { cause });
  });
}
