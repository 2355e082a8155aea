import type { Pixels } from '../Pixels.ts';

/** Adds to red, green and blue; amounts in percent of the full range. */
export function shiftColours(pixels: Pixels, red: number, green: number, blue: number): Pixels {
  return mapLevels(
    pixels,
    [red, green, blue].map((percent) => {
      const shift = Math.trunc((255 * percent) / 100);
      return levelTable((level) => level + shift);
    }),
  );
}

/** Moves levels away from the middle, or towards it. */
export function changeContrast(pixels: Pixels, amount: number): Pixels {
  const factor = Math.trunc((amount + 100) ** 2 / 100);
  const table = levelTable((level) => Math.trunc((factor * (level - 128)) / 100) + 128);
  return mapLevels(pixels, [table, table, table]);
}

/** Replaces each pixel by its luminance. */
export function toGrey(pixels: Pixels): Pixels {
  const { channels } = pixels;
  const data = pixels.data.slice();
  for (let at = 0; at < data.length; at += channels) {
    const [red = 0, green = 0, blue = 0] = [data[at], data[at + 1], data[at + 2]];
    const grey = (19595 * red + 38470 * green + 7471 * blue + 32768) >> 16;
    data[at] = grey;
    data[at + 1] = grey;
    data[at + 2] = grey;
  }
  return { ...pixels, data };
}

/** Equalises the histogram of each channel. */
export function equalize(pixels: Pixels): Pixels {
  const area = pixels.width * pixels.height;
  const counts = [0, 1, 2].map((channel) => cumulatedCounts(pixels, channel));
  // The lowest level in any channel becomes black.
  const first = Math.min(...counts.map((upTo) => upTo.findIndex((count) => count > 0)));
  const tables = counts.map((upTo) => {
    const least = upTo[first] ?? 0;
    if (least === area) return levelTable((level) => level);
    return levelTable((level) => Math.trunc((((upTo[level] ?? 0) - least) / (area - least)) * 255));
  });
  return mapLevels(pixels, tables);
}

/** The cumulative histogram of a channel. */
function cumulatedCounts({ channels, data }: Pixels, channel: number): Uint32Array {
  const counts = new Uint32Array(256);
  for (let at = channel; at < data.length; at += channels) {
    const level = data[at] ?? 0;
    counts[level] = (counts[level] ?? 0) + 1;
  }
  for (let level = 1; level < 256; level++) counts[level] = (counts[level] ?? 0) + (counts[level - 1] ?? 0);
  return counts;
}

/** A lookup table for the 256 levels. */
function levelTable(levelOf: (level: number) => number): Uint8ClampedArray {
  return Uint8ClampedArray.from({ length: 256 }, (_, level) => levelOf(level));
}

/** Maps each level through the table of its channel. Alpha is unchanged. */
function mapLevels(pixels: Pixels, tables: readonly Uint8ClampedArray[]): Pixels {
  const { channels } = pixels;
  const data = pixels.data.slice();
  for (const [channel, table] of tables.entries()) {
    for (let at = channel; at < data.length; at += channels) data[at] = table[data[at] ?? 0] ?? 0;
  }
  return { ...pixels, data };
}
