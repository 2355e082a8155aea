import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { aspectCrop, aspectOf, cropOf, shapeOf } from './cropShape.ts';

test('a crop inside the picture survives the conversion to percent and back', () => {
  const side = fc.integer({ min: 1, max: 20_000 });
  fc.assert(
    fc.property(
      side,
      side,
      fc.array(fc.nat(20_000), { minLength: 4, maxLength: 4 }),
      (width, height, numbers) => {
        const [a = 0, b = 0, c = 0, d = 0] = numbers;
        const crop = { left: a % width, top: b % height, right: (c % width) + 1, down: (d % height) + 1 };
        const shape = shapeOf(crop, { width, height });
        const isEmpty = crop.right <= crop.left || crop.down <= crop.top;
        if (shape === undefined) expect(isEmpty).toBe(true);
        else expect(cropOf(shape, { width, height })).toEqual(crop);
      },
    ),
  );
});

test('a crop ends at the edge of the picture, and an empty one is none', () => {
  const sides = { width: 200, height: 100 };
  expect(shapeOf({ left: 100, top: 0, right: 900, down: 900 }, sides)).toEqual({
    x: 50,
    y: 0,
    width: 50,
    height: 100,
  });
  expect(shapeOf({ left: 300, top: 0, right: 900, down: 900 }, sides)).toBeUndefined();
  expect(cropOf({ x: 10, y: 10, width: 0.1, height: 50 }, sides)).toBeUndefined();
});

test('a crop of a ratio is as large as possible, and near the focal point', () => {
  const sides = { width: 1600, height: 900 };
  expect(aspectCrop(1, sides)).toEqual({ left: 350, top: 0, right: 1250, down: 900 });
  expect(aspectCrop(1, sides, { x: 1, y: 0.5 })).toEqual({ left: 700, top: 0, right: 1600, down: 900 });
  expect(aspectCrop(16 / 9, sides)).toEqual({ left: 0, top: 0, right: 1600, down: 900 });
  expect(aspectCrop(4, sides, { x: 0, y: 0 })).toEqual({ left: 0, top: 0, right: 1600, down: 400 });
  expect(aspectOf('free', sides, sides)).toBeUndefined();
  expect(aspectOf('original', sides, { width: 1, height: 1 })).toBe(16 / 9);
  expect(aspectOf('custom', sides, { width: 2, height: 1 })).toBe(2);
  expect(aspectOf('custom', sides, { width: 0, height: 1 })).toBeUndefined();
});
