import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { runs } from '../../../../../tests/testing/runs.ts';
import { runAtOnce } from '../../concurrency/timeSlices.ts';
import { compareText } from './compareItems.ts';
import { sortTexts } from './createSorter.ts';

test('texts are sorted by code point, whatever their number', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', 'z', '市', '｡', '😀', '\u{E000}'), maxLength: 6 });
  fc.assert(
    fc.property(
      fc.constantFrom(0, 1, 4095, 4097, 13_000),
      fc.array(text, { minLength: 1 }),
      (count, endings) => {
        const texts = Array.from(
          { length: count },
          (_, n) => `${n % 7 === 0 ? '😀' : ''}${n % 211}${endings[n % endings.length]}`,
        );
        const plain = texts.map((one) => one.replaceAll('😀', '~'));
        for (const some of [texts, plain]) {
          const sorted = runAtOnce(sortTexts(Uint32Array.from(some.keys()), some));
          expect(Array.from(sorted, (slot) => some[slot] ?? '')).toEqual(some.toSorted(compareText));
          expect(new Set(sorted).size).toBe(some.length);
        }
      },
    ),
    { numRuns: runs(20) },
  );
});
