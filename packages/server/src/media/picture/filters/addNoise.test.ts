import { expect, test } from 'bun:test';
import { draw, noise } from '../testing/drawn.ts';
import { addNoise } from './addNoise.ts';

const grey = draw(400, 300, 4, (_x, _y, channel) => (channel === 3 ? 99 : 128));

/** The changes of all pixels, which are the same in red, green and blue. */
function changes(amount: number, seed: number): number[] {
  const { data } = addNoise(grey, amount, seed);
  const pixels = Array.from({ length: data.length / 4 }, (_, at) => data.subarray(4 * at, 4 * at + 4));
  expect(pixels.every(([red, green, blue, alpha]) => red === green && red === blue && alpha === 99)).toBe(
    true,
  );
  return pixels.map(([red = 0]) => red - 128);
}

test.each([1, 2, 3, 40, 99, 100])(
  'all changes from minus to plus half of %d are equally frequent',
  (amount) => {
    const found = changes(amount, 5);
    expect(Math.min(...found)).toBe(0 - Math.trunc(amount / 2));
    expect(Math.max(...found)).toBe(Math.ceil(amount / 2) - 1);
    const expected = found.length / amount;
    for (const change of new Set(found)) {
      const count = found.filter((each) => each === change).length;
      // Six standard deviations.
      expect(Math.abs(count - expected)).toBeLessThan(6 * Math.sqrt(expected) + 1);
    }
  },
);

test('neighbouring pixels are uncorrelated', () => {
  const found = changes(100, 9);
  const product = found.reduce((sum, change, at) => sum + (change + 0.5) * ((found[at + 1] ?? 0) + 0.5), 0);
  expect(Math.abs(product / found.length / 833)).toBeLessThan(0.02);
});

test('the same seed gives the same noise, another seed other noise', () => {
  expect(changes(50, 1)).toEqual(changes(50, 1));
  expect(changes(50, 1)).not.toEqual(changes(50, 2));
});

test('levels are clamped, and an amount of 0 changes nothing', () => {
  const pixels = noise(30, 20, 3, 3);
  expect(addNoise(pixels, 0, 1)).toEqual(pixels);
  const white = draw(30, 20, 3, () => 255);
  expect(Math.min(...addNoise(white, 20, 1).data)).toBe(245);
});
