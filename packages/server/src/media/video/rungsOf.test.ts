import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { rungsOf } from './rungsOf.ts';

const sizes = (width: number, height: number) =>
  rungsOf(width, height).map((rung) => `${rung.width}x${rung.height}`);

test.each([
  [3840, 2160, ['1280x720', '854x480', '640x360']],
  [1280, 720, ['1280x720', '854x480', '640x360']],
  [1278, 719, ['854x480', '640x360']],
  [1080, 1920, ['406x720', '270x480', '202x360']],
  [640, 360, ['640x360']],
  [638, 359, ['636x358']],
  [101, 75, ['100x74']],
  [1, 1, ['2x2']],
  [1, 2000, ['2x720', '2x480', '2x360']],
])('%i x %i', (width, height, expected) => {
  expect(sizes(width, height)).toEqual(expected);
});

test('no rung is larger than the video, all sizes are even, and all have its aspect ratio', () => {
  const side = fc.integer({ min: 16, max: 8000 });
  fc.assert(
    fc.property(side, side, (width, height) => {
      for (const rung of rungsOf(width, height)) {
        expect(rung.height).toBeLessThanOrEqual(height);
        expect([rung.width % 2, rung.height % 2]).toEqual([0, 0]);
        expect(Math.abs(rung.width - (width * rung.height) / height)).toBeLessThan(2);
      }
    }),
  );
});
