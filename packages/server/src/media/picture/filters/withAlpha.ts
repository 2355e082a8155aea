import type { Pixels } from '../Pixels.ts';

/** Adds an opaque alpha channel if there is none. */
export function withAlpha(pixels: Pixels): Pixels {
  if (pixels.channels === 4) return pixels;
  const data = new Uint8Array(pixels.width * pixels.height * 4).fill(255);
  for (let at = 0, from = 0; at < data.length; at += 4) {
    data[at] = pixels.data[from++] ?? 0;
    data[at + 1] = pixels.data[from++] ?? 0;
    data[at + 2] = pixels.data[from++] ?? 0;
  }
  return { ...pixels, channels: 4, data };
}
