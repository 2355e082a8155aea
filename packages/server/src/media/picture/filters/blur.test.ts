import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { runs } from '../../../../../../tests/testing/runs.ts';
import type { Pixels } from '../Pixels.ts';
import { difference, draw, levelAt, noise, pictures } from '../testing/drawn.ts';
import { reference } from '../testing/referenceFilters.ts';
import { blur } from './blur.ts';

function opaque(pixels: Pixels): Pixels {
  const { width, height, channels } = pixels;
  return draw(width, height, channels, (x, y, channel) =>
    channel === 3 ? 255 : levelAt(pixels, x, y, channel),
  );
}

test('equals the reference Gaussian, for any radius', () => {
  const sigmas = fc.double({ min: 0.1, max: 150, noNaN: true });
  const radii = fc.integer({ min: 1, max: 150 });
  const property = fc.property(pictures.map(opaque), radii, fc.option(sigmas), (pixels, radius, given) => {
    const sigma = given ?? radius;
    const { most } = difference(blur(pixels, radius, sigma), reference.blur(pixels, { radius, sigma }));
    // Rows and columns may each be rounded to the neighbouring level.
    expect(most).toBeLessThanOrEqual(2);
  });
  fc.assert(property, { numRuns: runs(25) });
});

test('differs by one level in at most one of a hundred pixels', () => {
  const pixels = noise(90, 60, 3, 2);
  for (const [radius, sigma] of [
    [5, 5],
    [40, 40],
    [20, 8],
    [30, 9],
  ] as const) {
    const expected = reference.blur(pixels, { radius, sigma }).data;
    const differing = blur(pixels, radius, sigma).data.filter((level, at) => level !== expected[at]);
    expect(differing.length / expected.length).toBeLessThan(0.01);
  }
});

test('errors do not accumulate along a long row', () => {
  const black = draw(4000, 1, 3, (x) => (x > 1000 && x < 1003 ? 255 : 0));
  for (const radius of [2, 20, 150]) {
    const [blurred, expected] = [
      blur(black, radius, radius),
      reference.blur(black, { radius, sigma: radius }),
    ];
    expect(difference(blurred, expected).most).toBeLessThanOrEqual(1);
    expect(levelAt(blurred, 3999, 0, 0)).toBe(0);
  }
});

test('a uniform colour is unchanged', () => {
  for (const level of [0, 1, 100, 254, 255]) {
    const plain = draw(300, 40, 3, () => level);
    for (const radius of [1, 2, 3, 7, 50, 150]) expect(blur(plain, radius, radius).data).toEqual(plain.data);
  }
});

test('a radius of 0 changes nothing', () => {
  const pixels = noise(9, 7, 3, 1);
  expect(blur(pixels, 0, 5)).toEqual(pixels);
});

test('transparent pixels do not bleed into visible ones', () => {
  const half = draw(40, 1, 4, (x, _y, channel) => {
    if (channel === 3) return x < 20 ? 255 : 0;
    return channel === 0 ? 200 : x < 20 ? 0 : 255;
  });
  const blurred = blur(half, 5, 5);
  for (let x = 0; x < 22; x++) {
    expect(Math.abs(levelAt(blurred, x, 0, 0) - 200)).toBeLessThanOrEqual(4);
    expect(levelAt(blurred, x, 0, 1)).toBe(0);
  }
  expect(levelAt(blurred, 19, 0, 3)).toBeGreaterThan(100);
  expect(levelAt(blurred, 19, 0, 3)).toBeLessThan(160);
});
