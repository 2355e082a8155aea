import type { Box } from './geometry.ts';
import type { Operations } from './Operations.ts';
import type { Pixels } from './Pixels.ts';

/** The bounding box of everything that differs from the colour in a corner; undefined if nothing does. */
export function findContent(pixels: Pixels, trim: NonNullable<Operations['trim']>): Box | undefined {
  const isContent = differsFrom(pixels, trim);
  const { width, height } = pixels;
  let [left, top, right, bottom] = [width, height, 0, 0];
  for (let y = 0; y < height; y++) {
    let first = 0;
    while (first < width && !isContent(y * width + first)) first++;
    if (first === width) continue;
    let last = width - 1;
    // Content inside the box found so far changes nothing.
    while (last >= right && !isContent(y * width + last)) last--;
    [left, right] = [Math.min(left, first), Math.max(right, last + 1)];
    [top, bottom] = [Math.min(top, y), y + 1];
  }
  return right === 0 ? undefined : { left, top, right, bottom };
}

/** Whether the distance of a pixel's colour from the corner's, over all channels, exceeds the tolerance. */
function differsFrom(
  { channels, data }: Pixels,
  { corner, tolerance }: NonNullable<Operations['trim']>,
): (pixel: number) => boolean {
  const reference = corner === 'top-left' ? 0 : data.length - channels;
  const most = tolerance ** 2;
  return (pixel) => {
    let distance = 0;
    for (let channel = 0; channel < channels; channel++) {
      const difference = (data[pixel * channels + channel] ?? 0) - (data[reference + channel] ?? 0);
      distance += difference * difference;
    }
    return distance > most;
  };
}
