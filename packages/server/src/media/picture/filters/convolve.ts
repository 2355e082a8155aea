import type { Pixels } from '../Pixels.ts';

/** A matrix of weights, row by row. */
export type Kernel = {
  readonly matrix: readonly number[];
  readonly columns: number;
  /** Whether the weights are divided by their sum. */
  readonly isNormalized: boolean;
};

/** Convolves the colours with a kernel; edge pixels are repeated beyond the edges. Alpha is unchanged. */
export function convolve(pixels: Pixels, { matrix, columns, isNormalized }: Kernel): Pixels {
  const { width, height, channels } = pixels;
  const weights = Float64Array.from(matrix);
  const [aside, above] = [(columns - 1) / 2, (weights.length / columns - 1) / 2];
  const divisor = (isNormalized && weights.reduce((sum, weight) => sum + weight, 0)) || 1;
  const rows = widened(pixels, aside);
  const stride = (width + 2 * aside) * channels;
  const data = new Uint8ClampedArray(pixels.data);
  const sums = new Float64Array(width * channels);
  for (let y = 0; y < height; y++) {
    sums.fill(0);
    for (let at = 0; at < weights.length; at += columns) {
      const row = Math.min(Math.max(y + at / columns - above, 0), height - 1);
      addRow(sums, rows, row * stride, weights.subarray(at, at + columns), channels);
    }
    writeColours(data, y * width * channels, sums, divisor, channels);
  }
  return { ...pixels, data: new Uint8Array(data.buffer) };
}

/** The rows, extended on both sides by repeating their first and last pixels. */
function widened({ width, height, channels, data }: Pixels, margin: number): Uint8Array {
  const stride = (width + 2 * margin) * channels;
  const rows = new Uint8Array(stride * height);
  for (let y = 0; y < height; y++) {
    const row = data.subarray(y * width * channels, (y + 1) * width * channels);
    rows.set(row, y * stride + margin * channels);
    for (let x = 0; x < margin; x++) {
      rows.set(row.subarray(0, channels), y * stride + x * channels);
      rows.set(row.subarray(-channels), (y + 1) * stride - (x + 1) * channels);
    }
  }
  return rows;
}

/** Adds a row to the sums, weighted around each pixel. */
function addRow(
  sums: Float64Array,
  rows: Uint8Array,
  start: number,
  weights: Float64Array,
  channels: number,
): void {
  for (let at = 0; at < sums.length; at++) {
    let sum = sums[at] ?? 0;
    for (let column = 0, from = start + at; column < weights.length; column++, from += channels)
      sum += (weights[column] ?? 0) * (rows[from] ?? 0);
    sums[at] = sum;
  }
}

function writeColours(
  data: Uint8ClampedArray,
  start: number,
  sums: Float64Array,
  divisor: number,
  channels: number,
): void {
  for (let at = 0; at < sums.length; at += channels) {
    for (let channel = at; channel < at + 3; channel++)
      data[start + channel] = Math.trunc((sums[channel] ?? 0) / divisor);
  }
}
