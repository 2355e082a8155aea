import type { Pixels } from '../Pixels.ts';

/**
 * A Gaussian blur, truncated at the radius; edge pixels are repeated beyond the edges.
 * The time does not depend on the radius.
 */
export function blur(pixels: Pixels, radius: number, sigma: number): Pixels {
  // Weights further out are negligible.
  const reach = Math.min(Math.trunc(radius), Math.ceil(3.5 * sigma));
  if (reach < 1 || sigma <= 0) return pixels;
  const cosines = fitCosines(reach, sigma);
  const turned = blurRows(blurRows(premultiply(pixels), reach, cosines), reach, cosines);
  return unpremultiply(turned);
}

/** Blurs the rows and transposes the result, so that a second pass blurs the columns and transposes back. */
function blurRows(pixels: Pixels, reach: number, cosines: readonly Cosine[]): Pixels {
  const { width, height, channels } = pixels;
  const data = new Uint8Array(pixels.data.length);
  // One more than the reach on each side, for the pixel that enters next.
  const row = new Float64Array(width + 2 * reach + 2);
  const blurred = new Float64Array(width);
  for (let y = 0; y < height; y++) {
    for (let channel = 0; channel < channels; channel++) {
      readRow(row, pixels.data, y * width * channels + channel, channels, reach + 1);
      // Levels are truncated to integers; rounding errors must not push an exact integer below itself.
      blurred.fill(1e-3);
      for (const cosine of cosines) addBlurred(blurred, row, reach, cosine);
      for (let x = 0; x < width; x++) data[(x * height + y) * channels + channel] = blurred[x] ?? 0;
    }
  }
  return { width: height, height: width, channels, data };
}

/** Reads one channel of a row, repeating its first and last pixel beyond the edges. */
function readRow(row: Float64Array, data: Uint8Array, start: number, step: number, margin: number): void {
  const end = row.length - margin;
  for (let x = margin, at = start; x < end; x++, at += step) row[x] = data[at] ?? 0;
  row.fill(row[margin] ?? 0, 0, margin);
  row.fill(row[end - 1] ?? 0, end);
}

/**
 * Adds the convolution of the row with a cosine. Two neighbouring sums give the next one:
 * s(x+1) = 2 cos(w) s(x) - s(x-1), plus the pixels that enter and minus those that leave the reach.
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
    // In this order, only the last two operations depend on the previous sum.
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

/** Multiplies colours by alpha, so that the colours of transparent pixels do not bleed into others. */
export function premultiply(pixels: Pixels): Pixels {
  return weighColours(pixels, (level, alpha) => (level * alpha) / 255);
}

/** Reverts `premultiply`. */
function unpremultiply(pixels: Pixels): Pixels {
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

/** One cosine of the distance from a pixel, with what is needed to sum over it from pixel to pixel. */
type Cosine = {
  /** Its share of the whole. */
  readonly weight: number;
  /** Its values from one end of the reach to the other. */
  readonly values: Float64Array;
  /** Twice the cosine of one pixel. */
  readonly turn: number;
  /** The cosine of the reach. */
  readonly entering: number;
  /** The cosine of one pixel more. */
  readonly leaving: number;
};

/**
 * Cosines that together make a Gaussian bell within a reach, and sum to 1 over it.
 * Their period is longer than the bell, since they need not fit it outside. With these figures they miss it
 * by less than a tenth of a level, for any bell not narrower than two sevenths of its reach.
 */
function fitCosines(reach: number, sigma: number): readonly Cosine[] {
  const [stretch, most] = sigma >= reach ? [2, 4] : [1.3, 6];
  const period = stretch * (2 * reach + 1);
  const distances = Float64Array.from({ length: 2 * reach + 1 }, (_, at) => at - reach);
  const bell = distances.map((distance) => Math.exp(-(distance ** 2) / (2 * sigma ** 2)));
  const angles = Array.from(
    { length: Math.min(most, reach + 1) },
    (_, wave) => (2 * Math.PI * wave) / period,
  );
  const waves = angles.map((angle) => distances.map((distance) => Math.cos(angle * distance)));
  const shares = leastSquares(waves, bell);
  const total = waves.reduce((sum, values, wave) => sum + (shares[wave] ?? 0) * sumOf(values), 0);
  return waves.map((values, wave) => {
    const angle = angles[wave] ?? 0;
    return {
      weight: (shares[wave] ?? 0) / total,
      values,
      turn: 2 * Math.cos(angle),
      entering: Math.cos(angle * reach),
      leaving: Math.cos(angle * (reach + 1)),
    };
  });
}

/** How much of each wave to take so that their sum comes nearest to a curve (normal equations, Gauss-Jordan). */
function leastSquares(waves: readonly Float64Array[], curve: Float64Array): readonly number[] {
  let rows = waves.map((wave) =>
    [...waves, curve].map((other) => sumOf(wave.map((v, at) => v * (other[at] ?? 0)))),
  );
  for (let at = 0; at < rows.length; at++) {
    const pivot = rows[at] ?? [];
    rows = rows.map((row) => (row === pivot ? row : cleared(row, pivot, at)));
  }
  return rows.map((row, at) => (row.at(-1) ?? 0) / (row[at] ?? 1));
}

/** The row less as much of the pivot as makes it 0 at one place. */
function cleared(row: readonly number[], pivot: readonly number[], at: number): number[] {
  const factor = (row[at] ?? 0) / (pivot[at] ?? 1);
  return row.map((value, column) => value - factor * (pivot[column] ?? 0));
}

function sumOf(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0);
}
