import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { compareText } from './compareItems.ts';
import { sortTexts } from './sortTexts.ts';
import { finish } from './steps.ts';

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
        expect([...finish(sortTexts(texts))]).toEqual(texts.toSorted(compareText));
        const plain = texts.map((one) => one.replaceAll('😀', '~'));
        expect([...finish(sortTexts(plain))]).toEqual(plain.toSorted(compareText));
      },
    ),
    { numRuns: 20 },
  );
});
