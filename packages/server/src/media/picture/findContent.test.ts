import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { runs } from '../../../../../tests/testing/runs.ts';
import type { Box } from './geometry.ts';
import type { Operations } from './Operations.ts';
import type { Pixels } from './Pixels.ts';
import { findContent } from './renderPicture.ts';
import { draw, levelAt, pictures } from './testing/drawn.ts';

type Trim = NonNullable<Operations['trim']>;

/** A reference: checks every pixel, and returns the smallest box around those that differ. */
function plainContent(pixels: Pixels, { corner, tolerance }: Trim): Box | undefined {
  const { width, height, channels } = pixels;
  const [cornerX, cornerY] = corner === 'top-left' ? [0, 0] : [width - 1, height - 1];
  const found = Array.from({ length: width * height }, (_, at) => ({
    x: at % width,
    y: Math.floor(at / width),
  })).filter(({ x, y }) => {
    const distances = Array.from({ length: channels }, (_, channel) =>
      Math.abs(levelAt(pixels, x, y, channel) - levelAt(pixels, cornerX, cornerY, channel)),
    );
    return Math.hypot(...distances) > tolerance;
  });
  if (found.length === 0) return undefined;
  const [xs, ys] = [found.map(({ x }) => x), found.map(({ y }) => y)];
  return {
    left: Math.min(...xs),
    top: Math.min(...ys),
    right: Math.max(...xs) + 1,
    bottom: Math.max(...ys) + 1,
  };
}

const trims = fc.record({
  corner: fc.constantFrom('top-left' as const, 'bottom-right' as const),
  tolerance: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 510 })),
});

test('finds the smallest box around everything that differs from the corner', () => {
  fc.assert(
    fc.property(pictures, trims, (pixels, trim) => {
      expect(findContent(pixels, trim)).toEqual(plainContent(pixels, trim));
    }),
  );
});

test('finds single pixels anywhere', () => {
  const spot = fc.record({ x: fc.nat(19), y: fc.nat(14), channel: fc.nat(3) });
  fc.assert(
    fc.property(fc.array(spot, { maxLength: 4 }), trims, (spots, trim) => {
      const pixels = draw(20, 15, 4, (x, y, channel) =>
        spots.some((each) => each.x === x && each.y === y && each.channel === channel) ? 90 : 80,
      );
      const small = { ...trim, tolerance: trim.tolerance % 12 };
      expect(findContent(pixels, small)).toEqual(plainContent(pixels, small));
    }),
    { numRuns: runs(500) },
  );
});
