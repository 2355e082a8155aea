import type { Box, Operations } from './Operations.ts';
import type { Pixels } from './Pixels.ts';

/** The box of all that differs from the colour in a corner; undefined where nothing does. */
export function findContent(pixels: Pixels, trim: NonNullable<Operations['trim']>): Box | undefined {
  const isContent = differsFrom(pixels, trim);
  const { width, height } = pixels;
  let [left, top, right, bottom] = [width, height, 0, 0];
  for (let y = 0; y < height; y++) {
    let first = 0;
    while (first < width && !isContent(y * width + first)) first++;
    if (first === width) continue;
    let last = width - 1;
    // Content further in than what is known already changes nothing.
    while (last >= right && !isContent(y * width + last)) last--;
    [left, right] = [Math.min(left, first), Math.max(right, last + 1)];
    [top, bottom] = [Math.min(top, y), y + 1];
  }
  return right === 0 ? undefined : { left, top, right, bottom };
}

/** Tells for a pixel whether its distance from the corner's, over all channels, is more than is tolerated. */
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
