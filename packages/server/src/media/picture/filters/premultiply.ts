import type { Pixels } from '../Pixels.ts';

/** Colours as strong as they can be seen, so that mixing pixels does not draw in colours that can't. */
export function premultiply(pixels: Pixels): Pixels {
  return weighColours(pixels, (level, alpha) => (level * alpha) / 255);
}

/** Undoes `premultiply`. */
export function unpremultiply(pixels: Pixels): Pixels {
  return weighColours(pixels, (level, alpha) => (alpha === 0 ? 0 : (level * 255) / alpha));
}

function weighColours(pixels: Pixels, weigh: (level: number, alpha: number) => number): Pixels {
  if (pixels.channels === 3) return pixels;
  const data = new Uint8ClampedArray(pixels.data);
  for (let at = 0; at < data.length; at += 4) {
    const alpha = data[at + 3] ?? 0;
    if (alpha === 255) continue;
    for (let channel = at; channel < at + 3; channel++) data[channel] = weigh(data[channel] ?? 0, alpha);
  }
  return { ...pixels, data: new Uint8Array(data.buffer) };
}
