import { blur } from './filters/blur.ts';
import { wholeOf } from './geometry.ts';
import { openPixels, type PictureLimits, pictureLimits } from './libvips.ts';
import { openPicture } from './openPicture.ts';
import type { Pixels } from './Pixels.ts';
import { shrink } from './shapeImage.ts';

/** What pages show while a picture is loading. */
export type Placeholder = {
  /** A tiny picture to be scaled up, as a data URI of fewer than 400 characters. */
  readonly preview: string;
  /** The dominant colour, as `#rrggbb`. */
  readonly colour: string;
};

/** Makes the placeholder of a picture. */
export async function placeholder(
  source: Uint8Array,
  limits: PictureLimits = pictureLimits,
): Promise<Placeholder> {
  const picture = await openPicture(source, limits);
  const small = await shrink(picture, wholeOf(picture), 64);
  return { preview: await previewOf(small), colour: dominantColour(small) };
}

async function previewOf(pixels: Pixels): Promise<string> {
  let preview = '';
  // Pictures that compress badly are scaled down until they fit.
  for (const side of [24, 16, 12, 8, 4]) {
    const tiny = openPixels(blur(pixels, 2, 2)).resize(side, side, {
      fit: 'inside',
      withoutEnlargement: true,
    });
    const bytes = await tiny.webp({ quality: 40, alphaQuality: 20, effort: 6 }).toBuffer();
    preview = `data:image/webp;base64,${bytes.toString('base64')}`;
    if (preview.length < 400) break;
  }
  return preview;
}

/** The mean of the most frequent of 16 × 16 × 16 colour ranges, weighted by alpha. */
function dominantColour({ channels, data }: Pixels): string {
  const sums = new Float64Array(16 ** 3 * 4);
  for (let at = 0; at < data.length; at += channels) {
    const [red = 0, green = 0, blue = 0, alpha = 255] = data.subarray(at, at + channels);
    const range = 4 * ((red >> 4) * 256 + (green >> 4) * 16 + (blue >> 4));
    for (const [channel, value] of [red * alpha, green * alpha, blue * alpha, alpha].entries())
      sums[range + channel] = (sums[range + channel] ?? 0) + value;
  }
  let most = 0;
  for (let range = 0; range < sums.length; range += 4) {
    if ((sums[range + 3] ?? 0) > (sums[most + 3] ?? 0)) most = range;
  }
  const [red = 0, green = 0, blue = 0, weight] = sums.subarray(most, most + 4);
  const levels = [red, green, blue].map((sum) => Math.round(sum / (weight || 1)));
  return `#${Buffer.from(levels).toString('hex')}`;
}
