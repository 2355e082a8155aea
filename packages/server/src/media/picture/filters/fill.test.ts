import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { runs } from '../../../../../../tests/testing/runs.ts';
import { openPixels, readPixels } from '../libvips.ts';
import type { Pixels } from '../Pixels.ts';
import { difference, draw, gradient, levelAt, noise, pictures } from '../testing/drawn.ts';
import { reference } from '../testing/referenceFilters.ts';
import { fill } from './fill.ts';

const colour = { red: 10, green: 20, blue: 30 };

/** The part of a canvas that a centred picture covers. */
function middleOf(canvas: Pixels, { width, height }: Pixels): Pixels {
  const left = Math.trunc((canvas.width - width) / 2);
  const top = Math.trunc((canvas.height - height) / 2);
  return draw(width, height, canvas.channels, (x, y, channel) => levelAt(canvas, left + x, top + y, channel));
}

test('centres any picture on any canvas, with alpha', async () => {
  const side = fc.integer({ min: 1, max: 60 });
  const property = fc.asyncProperty(pictures, side, side, async (pixels, width, height) => {
    const filled = await fill(pixels, { colour, fillsTransparent: false }, { width, height });
    expect([filled.width, filled.height]).toEqual([
      Math.max(width, pixels.width),
      Math.max(height, pixels.height),
    ]);
    expect(middleOf(filled, pixels)).toEqual(pixels);
    const expected = filled.data.length - pixels.data.length;
    const around = filled.data.filter((level, at) => {
      const [x, y] = [
        Math.trunc(at / filled.channels) % filled.width,
        Math.trunc(at / filled.channels / filled.width),
      ];
      const left = Math.trunc((filled.width - pixels.width) / 2);
      const top = Math.trunc((filled.height - pixels.height) / 2);
      const isInside = x >= left && x < left + pixels.width && y >= top && y < top + pixels.height;
      return !isInside && level === [10, 20, 30, 255][at % filled.channels];
    });
    expect(around.length).toBe(expected);
  });
  await fc.assert(property, { numRuns: runs(60) });
});

test('shows through transparent parts if requested', async () => {
  const pixels = noise(12, 9, 4, 1);
  const filled = await fill(pixels, { colour, fillsTransparent: true }, { width: 20, height: 9 });
  const seen = reference.background(pixels, colour);
  expect(difference(middleOf(filled, pixels), seen).most).toBeLessThanOrEqual(1);
});

test('transparent adds an alpha channel', async () => {
  const pixels = noise(4, 4, 3, 1);
  const filled = await fill(
    pixels,
    { colour: 'transparent', fillsTransparent: false },
    { width: 8, height: 4 },
  );
  expect(filled.channels).toBe(4);
  expect([0, 1, 2, 5, 6, 7].map((x) => levelAt(filled, x, 0, 3))).toEqual([0, 0, 255, 255, 0, 0]);
  expect(levelAt(filled, 2, 3, 1)).toBe(levelAt(pixels, 0, 3, 1));
});

test('auto is the mean colour of the visible pixels, rounded down', async () => {
  const half = draw(3, 2, 3, (x) => (x === 0 ? 100 : 51));
  const filled = await fill(half, { colour: 'auto', fillsTransparent: false }, { width: 5, height: 2 });
  expect(levelAt(filled, 0, 0, 0)).toBe(67);
  const hidden = draw(2, 1, 4, (x, _y, channel) => (channel === 3 ? 255 * x : 40 + 100 * x));
  const seen = await fill(hidden, { colour: 'auto', fillsTransparent: false }, { width: 4, height: 1 });
  expect([0, 1, 2, 3].map((channel) => levelAt(seen, 0, 0, channel))).toEqual([140, 140, 140, 255]);
});

test('blur is the picture itself, blurred by 50 and scaled to the canvas', async () => {
  const pixels = gradient(60, 40);
  const filled = await fill(pixels, { colour: 'blur', fillsTransparent: false }, { width: 60, height: 80 });
  const blurred = openPixels(reference.blur(pixels, { radius: 50, sigma: 50 }));
  const stretched = await readPixels(blurred.resize({ width: 60, height: 80, fit: 'fill' }));
  const top = (canvas: Pixels): Pixels => ({
    ...canvas,
    height: 20,
    data: canvas.data.slice(0, 60 * 20 * 3),
  });
  expect(difference(top(filled), top(stretched)).most).toBeLessThanOrEqual(2);
  expect(middleOf(filled, pixels)).toEqual(pixels);
});
