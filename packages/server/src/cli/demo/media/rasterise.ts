import sharp, { type OutputInfo } from 'sharp';
import { numbers } from '../drawing/numbers.ts';

/** A drawing as a JPEG. */
export function jpegOf(svg: string): Promise<Uint8Array> {
  return sharp(Buffer.from(svg)).jpeg({ quality: 84 }).toBuffer();
}

/** A drawing as a PNG: for flat colours, and for what can be seen through. */
export function pngOf(svg: string): Promise<Uint8Array> {
  return sharp(Buffer.from(svg)).png({ compressionLevel: 3 }).toBuffer();
}

/** A drawing as if it were photographed: darker towards its corners, and with the grain of a film. */
export async function photoOf(svg: string, seed: number): Promise<Uint8Array> {
  const image = sharp(Buffer.from(svg)).flatten().raw();
  const { data, info } = await image.toBuffer({ resolveWithObject: true });
  expose(new Uint8ClampedArray(data.buffer, data.byteOffset, data.length), info, numbers(seed));
  return await sharp(data, { raw: info }).jpeg({ quality: 84 }).toBuffer();
}

/** How much light the corners lose, and how strong the grain is. */
const [loss, strength] = [0.9, 15];

function expose(
  pixels: Uint8ClampedArray,
  { width, height, channels }: OutputInfo,
  random: () => number,
): void {
  // Three together come close to how grain is spread: mostly weak. There is enough of it that none is seen to repeat.
  const grain = Float32Array.from(
    { length: 65_536 },
    () => strength * (random() + random() + random() - 1.5),
  );
  const across = Float32Array.from({ length: width }, (_, x) => loss * (x / width - 0.5) ** 2);
  let [at, next] = [0, 0];
  for (let y = 0; y < height; y++) {
    const row = 1 - loss * (y / height - 0.5) ** 2;
    next += Math.floor(random() * 65_536);
    for (let x = 0; x < width; x++) {
      const light = row - (across[x] ?? 0);
      const noise = grain[next++ & 65_535] ?? 0;
      for (const end = at + channels; at < end; at++) pixels[at] = (pixels[at] ?? 0) * light + noise;
    }
  }
}

/** How many moments a moving picture has, and how long each is seen, in milliseconds. */
const [moments, delay] = [12, 110];

/** A drawing that moves, as a WebP that begins again at its end. It is drawn for moments from 0 to 1. */
export function animationOf(draw: (moment: number) => string): Promise<Uint8Array> {
  const frames = Array.from({ length: moments }, (_, index) => Buffer.from(draw(index / moments)));
  return sharp(frames, { join: { animated: true } })
    .webp({ quality: 80, effort: 0, delay: frames.map(() => delay), loop: 0 })
    .toBuffer();
}
