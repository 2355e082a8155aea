import type { Pixels } from '../Pixels.ts';
import { type Cosine, fitCosines } from './fitCosines.ts';
import { premultiply, unpremultiply } from './premultiply.ts';

/**
 * A Gaussian blur, cut off at the radius; beyond an edge its pixels go on.
 * The time it takes does not depend on the radius.
 */
export function blur(pixels: Pixels, radius: number, sigma: number): Pixels {
  // Further out than that there is nothing to be seen.
  const reach = Math.min(Math.trunc(radius), Math.ceil(3.5 * sigma));
  if (reach < 1 || sigma <= 0) return pixels;
  const cosines = fitCosines(reach, sigma);
  const turned = blurRows(blurRows(premultiply(pixels), reach, cosines), reach, cosines);
  return unpremultiply(turned);
}

/** Blurs along the rows, and turns rows into columns: so the second time, the columns are blurred and turned back. */
function blurRows(pixels: Pixels, reach: number, cosines: readonly Cosine[]): Pixels {
  const { width, height, channels } = pixels;
  const data = new Uint8Array(pixels.data.length);
  // One more than the reach on each side, for what comes into reach next.
  const row = new Float64Array(width + 2 * reach + 2);
  const blurred = new Float64Array(width);
  for (let y = 0; y < height; y++) {
    for (let channel = 0; channel < channels; channel++) {
      readRow(row, pixels.data, y * width * channels + channel, channels, reach + 1);
      // Levels are cut to whole numbers, but one that is whole must not fall below itself.
      blurred.fill(1e-3);
      for (const cosine of cosines) addBlurred(blurred, row, reach, cosine);
      for (let x = 0; x < width; x++) data[(x * height + y) * channels + channel] = blurred[x] ?? 0;
    }
  }
  return { width: height, height: width, channels, data };
}

/** Reads one channel of a row, and lets its ends go on to both sides. */
function readRow(row: Float64Array, data: Uint8Array, start: number, step: number, margin: number): void {
  const end = row.length - margin;
  for (let x = margin, at = start; x < end; x++, at += step) row[x] = data[at] ?? 0;
  row.fill(row[margin] ?? 0, 0, margin);
  row.fill(row[end - 1] ?? 0, end);
}

/**
 * Adds the row, weighted all around each pixel by a cosine of the distance.
 * Two such sums side by side give the next: s(x+1) = 2 cos(w) s(x) - s(x-1), and what enters and leaves the reach.
 */
function addBlurred(blurred: Float64Array, row: Float64Array, reach: number, cosine: Cosine): void {
  const { weight, turn, entering, leaving } = cosine;
  let sum = cosineSum(row, 1, cosine);
  let previous = cosineSum(row, 0, cosine);
  const far = 2 * reach + 2;
  for (let x = 0; x < blurred.length; x++) {
    blurred[x] = (blurred[x] ?? 0) + weight * sum;
    const outside = (row[x] ?? 0) + (row[x + far] ?? 0);
    const inside = (row[x + 1] ?? 0) + (row[x + far - 1] ?? 0);
    // In this order, only the last two steps wait for the sum before.
    const next = turn * sum + (entering * outside - leaving * inside - previous);
    previous = sum;
    sum = next;
  }
}

function cosineSum(row: Float64Array, start: number, { values }: Cosine): number {
  let sum = 0;
  for (let at = 0; at < values.length; at++) sum += (row[start + at] ?? 0) * (values[at] ?? 0);
  return sum;
}
