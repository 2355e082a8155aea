import type { Colour } from '../filters/colour.ts';
import type { Filter } from '../filters/parseFilters.ts';
import type { Pixels } from '../Pixels.ts';
import { draw, levelAt } from './drawn.ts';

type Arguments<Name extends Filter['name']> = Omit<Extract<Filter, { readonly name: Name }>, 'name'>;
type Level = (x: number, y: number, channel: number) => number;

/** A picture of the same size; alpha stays. */
function redraw(pixels: Pixels, level: Level): Pixels {
  return draw(pixels.width, pixels.height, pixels.channels, (x, y, channel) =>
    channel === 3 ? levelAt(pixels, x, y, 3) : Math.trunc(level(x, y, channel)),
  );
}

/** Plain reference implementations of the filters, pixel by pixel. */
export const reference = {
  rgb: (pixels: Pixels, { red, green, blue }: Arguments<'rgb'>): Pixels =>
    redraw(pixels, (x, y, channel) => {
      const amount = [red, green, blue][channel] ?? 0;
      return levelAt(pixels, x, y, channel) + Math.trunc((255 * amount) / 100);
    }),

  contrast: (pixels: Pixels, amount: number): Pixels =>
    redraw(pixels, (x, y, channel) => {
      const d = Math.trunc(((amount + 100) * (amount + 100)) / 100);
      return Math.trunc((d * (levelAt(pixels, x, y, channel) - 128)) / 100) + 128;
    }),

  grayscale: (pixels: Pixels): Pixels =>
    redraw(pixels, (x, y) => {
      const [red, green, blue] = [0, 1, 2].map((channel) => levelAt(pixels, x, y, channel));
      return Math.floor((19595 * (red ?? 0) + 38470 * (green ?? 0) + 7471 * (blue ?? 0) + 32768) / 65536);
    }),

  equalize: (pixels: Pixels): Pixels => {
    const area = pixels.width * pixels.height;
    const levels = [0, 1, 2].map((channel) =>
      pixels.data.filter((_, at) => at % pixels.channels === channel),
    );
    const upTo = (channel: number, level: number) =>
      levels[channel]?.filter((each) => each <= level).length ?? 0;
    let first = 0;
    while ([0, 1, 2].every((channel) => upTo(channel, first) === 0)) first++;
    return redraw(pixels, (x, y, channel) => {
      const level = levelAt(pixels, x, y, channel);
      const min = upTo(channel, first);
      return min === area ? level : ((upTo(channel, level) - min) / (area - min)) * 255;
    });
  },

  /** Alpha is blurred like a colour, which is right only for opaque pictures. */
  blur: (pixels: Pixels, { radius, sigma }: Arguments<'blur'>): Pixels => {
    const bell = (distance: number) => Math.exp(-(distance ** 2) / (2 * sigma ** 2));
    const distances = Array.from({ length: 2 * radius + 1 }, (_, at) => at - radius);
    const total = distances.reduce((sum, distance) => sum + bell(distance), 0);
    const blurred = (level: (distance: number) => number) =>
      distances.reduce((sum, distance) => sum + bell(distance) * level(distance), 0) / total + 1e-9;
    const { width, height, channels } = pixels;
    const across = draw(width, height, channels, (x, y, channel) =>
      Math.trunc(blurred((distance) => levelAt(pixels, x + distance, y, channel))),
    );
    return draw(width, height, channels, (x, y, channel) =>
      Math.trunc(blurred((distance) => levelAt(across, x, y + distance, channel))),
    );
  },

  convolution: (pixels: Pixels, { matrix, columns, isNormalized }: Arguments<'convolution'>): Pixels => {
    const total = matrix.reduce((sum, weight) => sum + weight, 0);
    const [aside, above] = [(columns - 1) / 2, (matrix.length / columns - 1) / 2];
    return redraw(pixels, (x, y, channel) => {
      const sum = matrix.reduce((before, weight, at) => {
        const [column, row] = [x + (at % columns) - aside, y + Math.floor(at / columns) - above];
        return before + weight * levelAt(pixels, column, row, channel);
      }, 0);
      return isNormalized && total !== 0 ? sum / total : sum;
    });
  },

  sharpen: (pixels: Pixels, { amount, radius, isLuminanceOnly }: Arguments<'sharpen'>): Pixels => {
    const { width, height } = pixels;
    const sharpPlane = (level: (x: number, y: number) => number) => {
      const bounced = (place: number, length: number): number => {
        if (length === 1) return 0;
        if (place < 0) return bounced(-place, length);
        return place >= length ? bounced(2 * (length - 1) - place, length) : place;
      };
      let current = Array.from({ length: height }, (_r, y) =>
        Array.from({ length: width }, (_c, x) => level(x, y) / 255),
      );
      const out = current.map((row) => row.map(() => 0));
      const at = (plane: number[][], x: number, y: number) =>
        plane[bounced(y, height)]?.[bounced(x, width)] ?? 0;
      for (let step = 0; step < 5; step++) {
        const s = 2 ** step;
        const smooth = (plane: number[][], dx: number, dy: number) =>
          plane.map((row, y) =>
            row.map(
              (_, x) => (at(plane, x - dx, y - dy) + 2 * at(plane, x, y) + at(plane, x + dx, y + dy)) / 4,
            ),
          );
        const low = smooth(smooth(current, s, 0), 0, s);
        const strength = amount * Math.E ** (-((step - radius) ** 2) / 1.5) + 1;
        for (const [y, row] of out.entries())
          for (const [x, value] of row.entries())
            row[x] = value + (at(current, x, y) - at(low, x, y)) * strength;
        current = low;
      }
      return out.map((row, y) => row.map((value, x) => 255 * (value + at(current, x, y))));
    };
    if (!isLuminanceOnly) {
      const planes = [0, 1, 2].map((channel) => sharpPlane((x, y) => levelAt(pixels, x, y, channel)));
      return redraw(pixels, (x, y, channel) => planes[channel]?.[y]?.[x] ?? 0);
    }
    const ycc = (x: number, y: number) => {
      const [r = 0, g = 0, b = 0] = [0, 1, 2].map((channel) => levelAt(pixels, x, y, channel));
      const luminance = 0.299 * r + 0.587 * g + 0.114 * b;
      return [luminance, (b - luminance) / 1.772, (r - luminance) / 1.402] as const;
    };
    const bright = sharpPlane((x, y) => ycc(x, y)[0]);
    return redraw(pixels, (x, y, channel) => {
      const [, cb, cr] = ycc(x, y);
      const luminance = bright[y]?.[x] ?? 0;
      return luminance + ([1.402 * cr, -0.344136 * cb - 0.714136 * cr, 1.772 * cb][channel] ?? 0);
    });
  },

  rotate: (pixels: Pixels, degrees: 0 | 90 | 180 | 270): Pixels => {
    const { width, height, channels } = pixels;
    if (degrees === 0) return pixels;
    // 90° at a time: the right edge becomes the top.
    const quarter = draw(height, width, channels, (x, y, channel) =>
      levelAt(pixels, width - 1 - y, x, channel),
    );
    return degrees === 90 ? quarter : reference.rotate(quarter, degrees === 180 ? 90 : 180);
  },

  background: (pixels: Pixels, { red, green, blue }: Colour): Pixels =>
    draw(pixels.width, pixels.height, pixels.channels, (x, y, channel) => {
      const alpha = (pixels.channels === 4 ? levelAt(pixels, x, y, 3) : 255) / 255;
      if (channel === 3) return 255;
      return Math.round(
        alpha * levelAt(pixels, x, y, channel) + (1 - alpha) * ([red, green, blue][channel] ?? 0),
      );
    }),
};
