import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { cropOf, shapeOf } from './cropShape.ts';

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
