import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { runs } from '../../../../../../tests/testing/runs.ts';
import type { Pixels } from '../Pixels.ts';
import { difference, pictures } from '../testing/drawn.ts';
import { reference } from '../testing/referenceFilters.ts';
import { applyFilter } from './applyFilter.ts';
import type { Filter } from './parseFilters.ts';

const percent = fc.integer({ min: -100, max: 100 });
const byte = fc.integer({ min: 0, max: 255 });
const colour = fc.record({ red: byte, green: byte, blue: byte });

async function apply(pixels: Pixels, filter: Filter): Promise<Pixels> {
  const before = pixels.data.slice();
  const result = await applyFilter(pixels, filter, { canvas: pixels, seed: 7 });
  expect(pixels.data).toEqual(before);
  return result;
}

/** Compares a filter with its reference implementation, for any picture. */
async function holds<Value>(
  values: fc.Arbitrary<Value>,
  filterOf: (value: Value) => Filter,
  expected: (pixels: Pixels, value: Value) => Pixels,
  tolerance = 0,
): Promise<void> {
  const property = fc.asyncProperty(pictures, values, async (pixels, value) => {
    const { most } = difference(await apply(pixels, filterOf(value)), expected(pixels, value));
    expect(most).toBeLessThanOrEqual(tolerance);
  });
  await fc.assert(property, { numRuns: runs(60) });
}

test('brightness', () =>
  holds(
    percent,
    (amount) => ({ name: 'brightness', amount }),
    (pixels, amount) => reference.rgb(pixels, { red: amount, green: amount, blue: amount }),
  ));

test('rgb', () =>
  holds(
    fc.record({ red: percent, green: percent, blue: percent }),
    (amounts) => ({ name: 'rgb', ...amounts }),
    reference.rgb,
  ));

test('contrast', () => holds(percent, (amount) => ({ name: 'contrast', amount }), reference.contrast));

test('grayscale', () => holds(fc.constant(null), () => ({ name: 'grayscale' }), reference.grayscale));

test('equalize', () => holds(fc.constant(null), () => ({ name: 'equalize' }), reference.equalize));

test('convolution', () => {
  const kernels = fc.record({ columns: fc.constantFrom(1, 3, 5, 15), rows: fc.constantFrom(1, 3, 7) });
  const values = kernels.chain(({ columns, rows }) =>
    fc.record({
      matrix: fc.array(fc.integer({ min: -9, max: 9 }), {
        minLength: columns * rows,
        maxLength: columns * rows,
      }),
      columns: fc.constant(columns),
      isNormalized: fc.boolean(),
    }),
  );
  return holds(values, (kernel) => ({ name: 'convolution', ...kernel }), reference.convolution);
});

test('sharpen, within one level of rounding', () =>
  holds(
    fc.record({
      amount: fc.double({ min: 0, max: 10, noNaN: true }),
      radius: fc.double({ min: 0, max: 5, noNaN: true }),
      isLuminanceOnly: fc.boolean(),
    }),
    (sharpness) => ({ name: 'sharpen', ...sharpness }),
    reference.sharpen,
    1,
  ));

test('rotate', () =>
  holds(
    fc.constantFrom(0 as const, 90 as const, 180 as const, 270 as const),
    (degrees) => ({ name: 'rotate', degrees }),
    reference.rotate,
  ));

test('background_color', () =>
  holds(colour, (value) => ({ name: 'background_color', colour: value }), reference.background, 1));
