import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { runs } from '../../../../../tests/testing/runs.ts';
import type { Operations } from './Operations.ts';
import { planPicture } from './planPicture.ts';
import { operationsOf } from './testing/drawn.ts';
import { plainPlan } from './testing/plans.ts';

const side = fc.oneof(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 8000 }));
const asked = fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 30 }), fc.integer({ min: 1, max: 10_000 }));
const place = fc.integer({ min: -10, max: 9000 });
const box = fc.record({ left: place, top: place, right: place, bottom: place });
const operations: fc.Arbitrary<Operations> = fc.record({
  crop: fc.option(box, { nil: undefined, freq: 2 }),
  fit: fc.constantFrom(
    undefined,
    undefined,
    'fit-in',
    'full-fit-in',
    'adaptive-fit-in',
    'adaptive-full-fit-in',
  ),
  width: asked,
  height: asked,
  isMirrored: fc.boolean(),
  isUpsideDown: fc.boolean(),
  horizontal: fc.constantFrom('left', 'center', 'right'),
  vertical: fc.constantFrom('top', 'middle', 'bottom'),
  isSmart: fc.constant(false),
  filters: fc.constant([]),
});

/** A source, and what was detected in it: its content and a focus. */
const sources = fc.record({ width: side, height: side }).chain(({ width, height }) =>
  fc.record({
    source: fc.constant({ width, height }),
    found: fc.record({
      content: fc.option(
        fc
          .tuple(fc.nat(width - 1), fc.nat(height - 1), fc.nat(width - 1), fc.nat(height - 1))
          .map(([a, b, c, d]) => ({
            left: Math.min(a, c),
            top: Math.min(b, d),
            right: Math.max(a, c) + 1,
            bottom: Math.max(b, d) + 1,
          })),
        { nil: undefined },
      ),
      focus: fc.option(fc.record({ x: fc.nat(width - 1), y: fc.nat(height - 1) }), { nil: undefined }),
    }),
  }),
);

test('any plan equals that of the reference implementation', () => {
  fc.assert(
    fc.property(sources, operations, ({ source, found }, some) => {
      expect(planPicture(source, some, found)).toEqual(plainPlan(source, some, found));
    }),
    { numRuns: runs(3000) },
  );
});

test("also for sources of nearly the target's aspect ratio, where rounding decides", () => {
  const small = fc.integer({ min: 1, max: 400 });
  fc.assert(
    fc.property(
      small,
      small,
      fc.integer({ min: 1, max: 8 }),
      fc.integer({ min: -2, max: 2 }),
      (w, h, by, more) => {
        const some = operationsOf({ width: Math.max(1, w * by + more), height: h * by });
        const source = { width: w, height: h };
        expect(planPicture(source, some)).toEqual(plainPlan(source, some, {}));
      },
    ),
    { numRuns: runs(3000) },
  );
});

test('a plan never leaves the picture', () => {
  fc.assert(
    fc.property(sources, operations, ({ source, found }, some) => {
      const { cut, size, canvas } = planPicture(source, some, found);
      expect(cut.left).toBeGreaterThanOrEqual(0);
      expect(cut.top).toBeGreaterThanOrEqual(0);
      expect(cut.right).toBeGreaterThan(cut.left);
      expect(cut.bottom).toBeGreaterThan(cut.top);
      expect(cut.right).toBeLessThanOrEqual(source.width);
      expect(cut.bottom).toBeLessThanOrEqual(source.height);
      expect(Math.min(size.width, size.height)).toBeGreaterThanOrEqual(1);
      expect(canvas.width >= size.width && canvas.height >= size.height).toBe(true);
    }),
    { numRuns: runs(1000) },
  );
});

describe('examples', () => {
  const sizes = (width: number, height: number, some: Partial<Operations>) => {
    const { size, canvas } = planPicture({ width, height }, operationsOf(some));
    return [size.width, size.height, canvas.width, canvas.height];
  };
  const cuts = (width: number, height: number, some: Partial<Operations>) => {
    const { left, top, right, bottom } = planPicture({ width, height }, operationsOf(some)).cut;
    return [left, top, right, bottom];
  };

  test('a missing side follows from the other, rounding halves to even', () => {
    expect(sizes(300, 225, { width: 150 })).toEqual([150, 112, 150, 112]);
    expect(sizes(333, 517, { width: 120 })).toEqual([120, 186, 120, 186]);
    expect(sizes(640, 480, { height: 100 })).toEqual([133, 100, 133, 100]);
    expect(sizes(5000, 1, { width: 10 })).toEqual([10, 1, 10, 1]);
    expect(sizes(30, 20, {})).toEqual([30, 20, 30, 20]);
  });

  test('fit-in contains and never enlarges, full-fit-in covers, adaptive-fit-in swaps sides', () => {
    expect(sizes(640, 480, { fit: 'fit-in', width: 200, height: 200 })).toEqual([200, 150, 200, 200]);
    expect(sizes(300, 260, { fit: 'fit-in', width: 900, height: 900 })).toEqual([300, 260, 900, 900]);
    expect(sizes(640, 480, { fit: 'full-fit-in', width: 150, height: 300 })).toEqual([400, 300, 400, 300]);
    expect(sizes(333, 517, { fit: 'adaptive-fit-in', width: 300, height: 200 })).toEqual([
      193, 300, 200, 300,
    ]);
    expect(sizes(20, 10, { fit: 'full-fit-in', width: 40, height: 40 })).toEqual([80, 40, 80, 40]);
  });

  test('a cut follows the alignment', () => {
    const wide = { width: 100, height: 200 };
    expect(cuts(640, 480, wide)).toEqual([200, 0, 440, 480]);
    expect(cuts(640, 480, { ...wide, horizontal: 'left' })).toEqual([0, 0, 240, 480]);
    expect(cuts(640, 480, { ...wide, horizontal: 'right' })).toEqual([400, 0, 640, 480]);
    expect(cuts(333, 517, { width: 200, height: 100, vertical: 'bottom' })).toEqual([0, 351, 333, 517]);
  });

  test('a slight distortion is accepted', () => {
    expect(cuts(800, 533, { width: 300, height: 200 })).toEqual([0, 0, 800, 533]);
    expect(cuts(800, 500, { width: 300, height: 200 })).toEqual([25, 0, 775, 500]);
  });

  test('a crop is clipped, and ignored if nothing would be left', () => {
    expect(cuts(100, 80, { crop: { left: 90, top: -5, right: 200, bottom: 10 } })).toEqual([90, 0, 100, 10]);
    expect(cuts(100, 80, { crop: { left: 60, top: 60, right: 20, bottom: 20 } })).toEqual([0, 0, 100, 80]);
    expect(cuts(100, 80, { crop: { left: 100, top: 0, right: 200, bottom: 20 } })).toEqual([0, 0, 100, 80]);
  });
});
