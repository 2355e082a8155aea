import { type Pixels, withAlpha } from '../Pixels.ts';
import type { Colour } from './colour.ts';

/** The radii of the corners, and what is behind them. */
export type Corners = {
  readonly radiusX: number;
  readonly radiusY: number;
  readonly colour: Colour;
  readonly isTransparent: boolean;
};

/**
 * Rounds the corners to quarters of an ellipse. As in Thumbor, they end a quarter of a pixel before the edges,
 * and those on the right are one pixel further out.
 */
export function roundCorners(pixels: Pixels, { radiusX, radiusY, colour, isTransparent }: Corners): Pixels {
  const { width, height, channels, data: before } = isTransparent ? withAlpha(pixels) : pixels;
  const data = before.slice();
  const [across, down] = [Math.min(radiusX, width / 2), Math.min(radiusY, height / 2)];
  const behind = [colour.red, colour.green, colour.blue, isTransparent ? 0 : 255];
  // Invisible pixels need no colour: for transparent corners only alpha is blended.
  const firstChannel = isTransparent ? 3 : 0;
  for (let y = 0; y < height; y++) {
    const fromTop = Math.min(y, height - 1 - y);
    for (let x = 0; fromTop < down && x < width; x++) {
      const share = coverage(Math.min(x, width - x), fromTop, across, down);
      const at = (y * width + x) * channels;
      for (let channel = firstChannel; share < 1 && channel < channels; channel++) {
        const level = data[at + channel] ?? 0;
        data[at + channel] = Math.round(level * share + (behind[channel] ?? 0) * (1 - share));
      }
    }
  }
  return { width, height, channels, data };
}

const samples = 8;
const inset = 0.25;

/** How much of a pixel is inside the rounded corner, from 0 to 1; coordinates start at the corner. */
function coverage(x: number, y: number, across: number, down: number): number {
  if (x >= across || isWithin(x, y, across, down)) return 1;
  if (!isWithin(x + 1, y + 1, across, down)) return 0;
  let count = 0;
  for (let sample = 0; sample < samples ** 2; sample++) {
    const [aside, below] = [(sample % samples) + 0.5, Math.trunc(sample / samples) + 0.5];
    if (isWithin(x + aside / samples, y + below / samples, across, down)) count++;
  }
  return count / samples ** 2;
}

/** Whether a point is inside the ellipse; beyond its centre everything is. */
function isWithin(x: number, y: number, across: number, down: number): boolean {
  const aside = Math.max(0, across - x) / (across - inset);
  const above = Math.max(0, down - y) / (down - inset);
  return aside * aside + above * above <= 1;
}
