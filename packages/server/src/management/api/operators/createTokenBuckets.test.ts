import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { createTokenBuckets } from './createTokenBuckets.ts';

test('a bucket is full at first, empties, and gets one token back at a time', () => {
  let now = 1_000_000;
  const buckets = createTokenBuckets({ capacity: 3, refillMilliseconds: 1000 }, () => now);
  for (let taken = 0; taken < 3; taken++) {
    expect(buckets.wait('ken')).toBe(0);
    buckets.take('ken');
  }
  expect([buckets.wait('ken'), buckets.wait('mia')]).toEqual([1000, 0]);
  now += 400;
  expect(buckets.wait('ken')).toBe(600);
  now += 600;
  expect(buckets.wait('ken')).toBe(0);
  buckets.take('ken');
  expect(buckets.wait('ken')).toBe(1000);
  buckets.putBack('ken');
  expect(buckets.wait('ken')).toBe(0);
});

test('a clock that is set back costs at most the time of one token', () => {
  let now = 1_000_000;
  const buckets = createTokenBuckets({ capacity: 1, refillMilliseconds: 1000 }, () => now);
  buckets.take('ken');
  now -= 500_000;
  expect(buckets.wait('ken')).toBe(1000);
  now += 1000;
  expect(buckets.wait('ken')).toBe(0);
});

test('it never exceeds its capacity, and never makes anyone wait longer than one refill', () => {
  const steps = fc.array(
    fc.record({
      elapsed: fc.integer({ min: -10_000, max: 10_000 }),
      action: fc.constantFrom('take', 'putBack', 'wait'),
    }),
    { maxLength: 60 },
  );
  fc.assert(
    fc.property(steps, (given) => {
      let now = 1_000_000;
      const buckets = createTokenBuckets({ capacity: 3, refillMilliseconds: 1000 }, () => now);
      for (const { elapsed, action } of given) {
        now += elapsed;
        buckets[action]('ken');
        expect(buckets.wait('ken')).toBeWithin(0, 1001);
      }
      for (let taken = 0; taken < 3; taken++) buckets.take('ken');
      expect(buckets.wait('ken')).toBe(1000);
    }),
  );
});
