import fc from 'fast-check';
import { PictureError } from '../../FileError.ts';
import { openPixels, openSource, pictureLimits, readPixels } from '../libvips.ts';
import { noOperations, type Operations } from '../Operations.ts';
import type { Pixels } from '../Pixels.ts';
import { renderPicture } from '../renderPicture.ts';

/** Draws a picture from a function of position and channel. */
export function draw(
  width: number,
  height: number,
  channels: 3 | 4,
  levelAt: (x: number, y: number, channel: number) => number,
): Pixels {
  const data = new Uint8ClampedArray(width * height * channels);
  for (let at = 0; at < data.length; at++) {
    const pixel = Math.trunc(at / channels);
    data[at] = levelAt(pixel % width, Math.trunc(pixel / width), at % channels);
  }
  return { width, height, channels, data: new Uint8Array(data.buffer) };
}

/** A smooth picture without any repetition. */
export function gradient(width: number, height: number, channels: 3 | 4 = 3): Pixels {
  return draw(width, height, channels, (x, y, channel) => {
    const [across, down] = [x / Math.max(1, width - 1), y / Math.max(1, height - 1)];
    return [255 * across, 255 * down, 255 * (1 - across * down), 64 + 191 * across][channel] ?? 0;
  });
}

/** Pseudo-random pixels from a seed. */
export function noise(width: number, height: number, channels: 3 | 4, seed: number): Pixels {
  let state = seed;
  return draw(width, height, channels, () => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    return state >>> 24;
  });
}

/** Small pictures of all kinds for properties: odd sizes, single pixels and lines, with alpha and without. */
export const pictures: fc.Arbitrary<Pixels> = fc
  .record({
    width: fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 40 })),
    height: fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 40 })),
    channels: fc.constantFrom(3 as const, 4 as const),
    seed: fc.nat(),
    kind: fc.constantFrom('noise', 'gradient', 'plain'),
  })
  .map(({ width, height, channels, seed, kind }) => {
    if (kind === 'noise') return noise(width, height, channels, seed);
    if (kind === 'gradient') return gradient(width, height, channels);
    return draw(width, height, channels, (_x, _y, channel) => (seed >> (channel * 8)) & 255);
  });

/** No operations except those given. */
export function operationsOf(some: Partial<Operations>): Operations {
  return { ...noOperations, ...some };
}

/** A picture as a PNG file. */
export async function pngOf(pixels: Pixels): Promise<Uint8Array> {
  return await openPixels(pixels).png().toBuffer();
}

/** The pixels of the first frame of an encoded picture. */
export async function pixelsOf(bytes: Uint8Array): Promise<Pixels> {
  return await readPixels(openSource(bytes, pictureLimits));
}

/** Renders a file to PNG, and returns its pixels. */
export async function rendered(source: Uint8Array, some: Partial<Operations>): Promise<Pixels> {
  const { bytes } = await renderPicture(source, operationsOf(some), { format: 'png', seed: 1 });
  return await pixelsOf(bytes);
}

/** The level of a channel at a position; edge pixels are repeated beyond the edges. */
export function levelAt(
  { width, height, channels, data }: Pixels,
  x: number,
  y: number,
  channel: number,
): number {
  const column = Math.min(Math.max(x, 0), width - 1);
  const row = Math.min(Math.max(y, 0), height - 1);
  return data[(row * width + column) * channels + channel] ?? 0;
}

/** The difference between two pictures of the same size, over all channels. */
export function difference(a: Pixels, b: Pixels): { most: number; psnr: number; over2: number } {
  if (a.width !== b.width || a.height !== b.height || a.channels !== b.channels)
    throw new Error(`${a.width}x${a.height}x${a.channels} is not ${b.width}x${b.height}x${b.channels}`);
  let [most, squares, over] = [0, 0, 0];
  for (let at = 0; at < a.data.length; at++) {
    const distance = Math.abs((a.data[at] ?? 0) - (b.data[at] ?? 0));
    most = Math.max(most, distance);
    squares += distance ** 2;
    if (distance > 2) over++;
  }
  return { most, psnr: 10 * Math.log10((255 ** 2 * a.data.length) / squares), over2: over / a.data.length };
}

/** An SVG, 50 x 50 by default. */
export function svg(content: string, attributes = 'width="50" height="50"'): Buffer {
  const spaces =
    'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:xi="http://www.w3.org/2001/XInclude"';
  return Buffer.from(`<svg ${spaces} ${attributes}>${content}</svg>`);
}

/** The reason why a picture is rejected; any other error is rethrown. */
export async function reasonOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return 'none';
  } catch (error) {
    if (error instanceof PictureError) return error.reason;
    throw error;
  }
}
