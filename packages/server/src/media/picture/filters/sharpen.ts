import type { Pixels } from '../Pixels.ts';

/** How much to sharpen, and which of the five detail sizes most: 0 is the finest. */
export type Sharpness = {
  readonly amount: number;
  readonly radius: number;
  readonly isLuminanceOnly: boolean;
};

/** Amplifies details by size (wavelet sharpening). Alpha is unchanged. */
export function sharpen(pixels: Pixels, sharpness: Sharpness): Pixels {
  return sharpness.isLuminanceOnly ? sharpenBrightness(pixels, sharpness) : sharpenColours(pixels, sharpness);
}

function sharpenColours(pixels: Pixels, sharpness: Sharpness): Pixels {
  const { width, height, channels } = pixels;
  const data = new Uint8ClampedArray(pixels.data);
  for (const channel of [0, 1, 2]) {
    const plane = new Float32Array(width * height);
    for (let at = 0; at < plane.length; at++) plane[at] = data[at * channels + channel] ?? 0;
    const sharp = sharpenPlane(plane, width, sharpness);
    for (let at = 0; at < sharp.length; at++) data[at * channels + channel] = Math.trunc(sharp[at] ?? 0);
  }
  return { ...pixels, data: new Uint8Array(data.buffer) };
}

/** Changing only Y in YCbCr means adding the same amount to red, green and blue. */
function sharpenBrightness(pixels: Pixels, sharpness: Sharpness): Pixels {
  const { width, height, channels } = pixels;
  const data = new Uint8ClampedArray(pixels.data);
  const plane = new Float32Array(width * height);
  for (let at = 0; at < plane.length; at++) plane[at] = luminance(data, at * channels);
  const sharp = sharpenPlane(plane.slice(), width, sharpness);
  for (let at = 0; at < sharp.length; at++) {
    const change = (sharp[at] ?? 0) - (plane[at] ?? 0);
    for (let channel = at * channels; channel < at * channels + 3; channel++)
      data[channel] = Math.trunc((data[channel] ?? 0) + change);
  }
  return { ...pixels, data: new Uint8Array(data.buffer) };
}

function luminance(data: Uint8ClampedArray, at: number): number {
  return 0.299 * (data[at] ?? 0) + 0.587 * (data[at + 1] ?? 0) + 0.114 * (data[at + 2] ?? 0);
}

/**
 * Splits a plane into details of five sizes and a remainder, and adds them up again with the details amplified.
 * Overwrites its input.
 */
function sharpenPlane(plane: Float32Array, width: number, { amount, radius }: Sharpness): Float32Array {
  const sharp = new Float32Array(plane.length);
  const smoothed = new Float32Array(plane.length);
  for (let level = 0; level < 5; level++) {
    const strength = amount * Math.exp(-((level - radius) ** 2) / 1.5) + 1;
    smoothRows(smoothed, plane, width, 2 ** level);
    takeDetails(sharp, plane, smoothed, width, 2 ** level, strength);
  }
  for (let at = 0; at < sharp.length; at++) sharp[at] = (sharp[at] ?? 0) + (plane[at] ?? 0);
  return sharp;
}

/** Smooths the rows with weights 1, 2, 1 at distance `step`. */
function smoothRows(smoothed: Float32Array, plane: Float32Array, width: number, step: number): void {
  const { before, after } = neighbours(width, step);
  for (let start = 0; start < plane.length; start += width) {
    for (let x = 0; x < width; x++) {
      const around = (plane[start + (before[x] ?? 0)] ?? 0) + (plane[start + (after[x] ?? 0)] ?? 0);
      smoothed[start + x] = (2 * (plane[start + x] ?? 0) + around) / 4;
    }
  }
}

/** Smooths the columns, and adds the difference from the plane to the details. */
function takeDetails(
  details: Float32Array,
  plane: Float32Array,
  smoothed: Float32Array,
  width: number,
  step: number,
  strength: number,
): void {
  const height = plane.length / width;
  const { before, after } = neighbours(height, step);
  for (let y = 0; y < height; y++) {
    const [above, here, below] = [(before[y] ?? 0) * width, y * width, (after[y] ?? 0) * width];
    for (let x = 0; x < width; x++) {
      const around = (smoothed[above + x] ?? 0) + (smoothed[below + x] ?? 0);
      const low = (2 * (smoothed[here + x] ?? 0) + around) / 4;
      details[here + x] = (details[here + x] ?? 0) + ((plane[here + x] ?? 0) - low) * strength;
      plane[here + x] = low;
    }
  }
}

/** For each index, those `step` before and after; mirrored at the ends. */
function neighbours(length: number, step: number): { before: Int32Array; after: Int32Array } {
  const mirrored = (place: number) => {
    const period = Math.max(1, 2 * (length - 1));
    const within = ((place % period) + period) % period;
    return Math.min(within, period - within);
  };
  return {
    before: Int32Array.from({ length }, (_, place) => mirrored(place - step)),
    after: Int32Array.from({ length }, (_, place) => mirrored(place + step)),
  };
}
