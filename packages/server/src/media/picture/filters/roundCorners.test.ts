import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { runs } from '../../../../../../tests/testing/runs.ts';
import type { Pixels } from '../Pixels.ts';
import { draw, gradient, levelAt, pictures } from '../testing/drawn.ts';
import { roundCorners } from './roundCorners.ts';

const green = { red: 0, green: 255, blue: 0 };

/** How much of a pixel the ellipses cover, by sampling many points in it. */
function plainCoverage({ width, height }: Pixels, x: number, y: number, rx: number, ry: number): number {
  const [across, down] = [Math.min(rx, width / 2), Math.min(ry, height / 2)];
  const places = Array.from({ length: 40 }, (_, at) => (at + 0.5) / 40);
  const [left, top] = [Math.min(x, width - x), Math.min(y, height - 1 - y)];
  if (left >= across || top >= down) return 1;
  const within = places.flatMap((dx) =>
    places.filter((dy) => {
      const [aside, above] = [Math.max(0, across - left - dx), Math.max(0, down - top - dy)];
      return (aside / (across - 0.25)) ** 2 + (above / (down - 0.25)) ** 2 <= 1;
    }),
  );
  return within.length / places.length ** 2;
}

test('keeps pixels within the ellipses, and blends the colour elsewhere', () => {
  const radii = fc.integer({ min: 0, max: 30 });
  fc.assert(
    fc.property(pictures, radii, radii, fc.boolean(), (pixels, radiusX, radiusY, isTransparent) => {
      const rounded = roundCorners(pixels, { radiusX, radiusY, colour: green, isTransparent });
      expect([rounded.width, rounded.height]).toEqual([pixels.width, pixels.height]);
      expect(rounded.channels).toBe(isTransparent ? 4 : pixels.channels);
      for (let y = 0; y < pixels.height; y += 3) {
        for (let x = 0; x < pixels.width; x++) {
          const share = plainCoverage(pixels, x, y, radiusX, radiusY);
          for (let channel = 0; channel < rounded.channels; channel++) {
            const before = channel < pixels.channels ? levelAt(pixels, x, y, channel) : 255;
            const behind = channel === 3 ? (isTransparent ? 0 : 255) : channel === 1 ? 255 : 0;
            const kept = isTransparent && channel < 3;
            const expected = kept ? before : share * before + (1 - share) * behind;
            // 64 samples per pixel are coarse for the narrowest ellipses.
            expect(Math.abs(levelAt(rounded, x, y, channel) - expected)).toBeLessThan(25);
          }
        }
      }
    }),
    { numRuns: runs(40) },
  );
});

test('removes the corners, keeps the middle of each edge, and antialiases', () => {
  const black = draw(101, 61, 3, () => 0);
  const rounded = roundCorners(black, { radiusX: 20, radiusY: 20, colour: green, isTransparent: false });
  for (const [x, y] of [
    [0, 0],
    [100, 0],
    [0, 60],
    [100, 60],
  ] as const)
    expect(levelAt(rounded, x, y, 1)).toBe(255);
  for (const [x, y] of [
    [50, 0],
    [0, 30],
    [100, 30],
    [50, 60],
    [50, 30],
  ] as const)
    expect(levelAt(rounded, x, y, 1)).toBe(0);
  expect(rounded.data.some((level) => level > 50 && level < 200)).toBe(true);
});

test('radii are limited to half a side', () => {
  const pixels = gradient(20, 10);
  const huge = { colour: green, isTransparent: false, radiusX: 5000, radiusY: 5000 };
  expect(roundCorners(pixels, huge)).toEqual(roundCorners(pixels, { ...huge, radiusX: 10, radiusY: 5 }));
});
