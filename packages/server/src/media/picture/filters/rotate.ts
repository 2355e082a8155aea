import type { Pixels } from '../Pixels.ts';

/** Rotates a picture counter-clockwise. */
export function rotate(pixels: Pixels, degrees: 0 | 90 | 180 | 270): Pixels {
  if (degrees === 0) return pixels;
  const { width, height } = pixels;
  // The target of the first pixel, and the distances to those of the next pixel and of the next row.
  if (degrees === 90) return moved(pixels, height, (width - 1) * height, -height, 1);
  if (degrees === 180) return moved(pixels, width, width * height - 1, -1, -width);
  return moved(pixels, height, height - 1, height, -1);
}

function moved(pixels: Pixels, newWidth: number, first: number, across: number, down: number): Pixels {
  const { width, height, channels } = pixels;
  const data = new Uint8Array(pixels.data.length);
  for (let y = 0, from = 0; y < height; y++) {
    for (let x = 0, to = (first + y * down) * channels; x < width; x++, to += across * channels) {
      for (let channel = 0; channel < channels; channel++) data[to + channel] = pixels.data[from++] ?? 0;
    }
  }
  return { width: newWidth, height: (width * height) / newWidth, channels, data };
}
