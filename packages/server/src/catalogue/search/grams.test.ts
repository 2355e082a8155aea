import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { runAtOnce } from '../../concurrency/timeSlices.ts';
import { foldText } from './foldText.ts';
import { type GramVisitor, visitGrams, visitGramsInSteps } from './grams.ts';

function collected(visit: (visitor: GramVisitor) => void): readonly (string | number)[] {
  const grams: (string | number)[] = [];
  visit({
    word: (text, start, end) => grams.push(text.slice(start, end)),
    pair: (key) => grams.push(key),
  });
  return grams;
}

const pieces = [
  'a',
  'word',
  ' ',
  '\n',
  '東',
  '京',
  '+',
  '-',
  '😀',
  '𐐀',
  '\uD83D',
  '\uDE00',
  'é',
  'x'.repeat(70),
];

test('in steps of any length the same grams are told, in the same order', () => {
  const texts = fc.array(fc.constantFrom(...pieces), { maxLength: 40 }).map((all) => foldText(all.join('')));
  fc.assert(
    fc.property(texts, fc.integer({ min: 1, max: 50 }), (text, characters) => {
      const atOnce = collected((visitor) => visitGrams(text, visitor));
      const inSteps = collected((visitor) => runAtOnce(visitGramsInSteps(text, visitor, characters)));
      expect(inSteps).toEqual(atOnce);
    }),
    { numRuns: 2000 },
  );
});

test('no step is longer than another, whatever the text is made of', () => {
  for (const piece of ['a', '<', '東', ' ', 'a ', '😀']) {
    let told = 0;
    const visitor = { word: () => void told++, pair: () => void told++ };
    let most = 0;
    for (const _ of visitGramsInSteps(piece.repeat(100_000), visitor, 1000)) {
      most = Math.max(most, told);
      told = 0;
    }
    expect(most).toBeLessThan(1100);
  }
});
