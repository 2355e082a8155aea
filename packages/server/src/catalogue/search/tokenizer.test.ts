import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { runs } from '../../../../../tests/testing/runs.ts';
import { runAtOnce } from '../../concurrency/timeSlices.ts';
import { foldText } from './foldText.ts';
import { tokenize } from './tokenizer.ts';

const stepCharacters = 16_384;

const pieces = [
  ...[
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
    'ש\u05B8',
    '한',
    'の',
    'ニュース',
    '・',
    '々',
  ],
  'x'.repeat(70),
];

/** The tokens in the obvious way: runs by regular expressions. */
function tokensOf(text: string): readonly string[] {
  const unspacedScript =
    '\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{scx=Hangul}\\p{scx=Thai}\\p{scx=Lao}\\p{scx=Khmer}\\p{scx=Myanmar}';
  const word = `[[\\p{L}\\p{M}\\p{Nd}]--[${unspacedScript}]]`;
  const runs = text.match(new RegExp(`${word}+|[^${word}\\p{White_Space}]+`, 'gv')) ?? [];
  const isWord = new RegExp(`^${word}`, 'v');
  const compound = /^[\u3005\u3400-\u9fff\u30a1-\u30fa\u30fc-\u30fe]{3,}/;
  const isJapanese = /[ぁ-ヾ]/.test(text.slice(0, stepCharacters / 2));
  return runs.flatMap((run) =>
    isWord.test(run)
      ? [run.slice(0, 64)]
      : Array.from({ length: run.length }, (_, at) => {
          const [tail] = run.slice(at, at + 8).match(compound) ?? [];
          return [
            `${run[at]}|${run[at + 1] ?? ' '}`,
            ...(tail === undefined ? [] : [isJapanese ? tail : ' | ']),
          ];
        }).flat(),
  );
}

function collected(text: string): { readonly tokens: readonly string[]; readonly steps: number } {
  const tokens: string[] = [];
  const steps = tokenize(text, {
    word: (start, end) => tokens.push(text.slice(start, end)),
    pair: (...pair) => tokens.push(pair.map((unit) => String.fromCharCode(unit)).join('|')),
  });
  let count = 1;
  while (!steps.next().done) count++;
  return { tokens, steps: count };
}

test('the tokens of a text are its words and the pairs of its other runs', () => {
  const texts = fc.array(fc.constantFrom(...pieces), { maxLength: 40 }).map((all) => foldText(all.join('')));
  fc.assert(
    fc.property(texts, (text) => {
      expect(collected(text).tokens).toEqual(tokensOf(text));
    }),
    { numRuns: runs(1000) },
  );
});

test('a text that is tokenized in several steps has the same tokens', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...pieces),
      fc.integer({ min: stepCharacters - 80, max: stepCharacters }),
      fc.array(fc.constantFrom(...pieces), { maxLength: 40 }),
      (piece, length, rest) => {
        const text = foldText(piece.repeat(length / piece.length + 1).slice(0, length) + rest.join(''));
        expect(collected(text + text).tokens).toEqual(tokensOf(text + text));
        expect(collected(text + text).steps).toBeGreaterThan(1);
      },
    ),
    { numRuns: runs(30) },
  );
});

test('no step is longer than another, whatever the text is made of', () => {
  for (const piece of ['a', '<', '東', ' ', 'a ', '😀']) {
    let visited = 0;
    const visitor = { word: () => void visited++, pair: () => void visited++ };
    let most = 0;
    for (const _ of tokenize(piece.repeat(100_000), visitor)) {
      most = Math.max(most, visited);
      visited = 0;
    }
    expect(most).toBeLessThan(stepCharacters * 1.1);
  }
  expect(runAtOnce(tokenize('', { word: () => {}, pair: () => {} }))).toBeUndefined();
});
