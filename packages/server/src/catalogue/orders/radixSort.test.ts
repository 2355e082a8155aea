import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { runAtOnce } from '../../concurrency/timeSlices.ts';
import { radixSort } from './radixSort.ts';

test('sorting by keys is a stable sort, whatever the size of the keys', () => {
  const key = fc.oneof(fc.nat(3), fc.nat(5000), fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }));
  fc.assert(
    fc.property(
      fc.array(key, { maxLength: 300, size: 'max' }),
      fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })),
      (keys, random) => {
        const slots = keys.map((_, slot) => slot).filter(() => (random.next().value ?? 0) < 0.8);
        const expected = slots.toSorted((a, b) => (keys[a] ?? 0) - (keys[b] ?? 0));
        expect([...runAtOnce(radixSort(Uint32Array.from(slots), Float64Array.from(keys)))]).toEqual(expected);
      },
    ),
  );
});
