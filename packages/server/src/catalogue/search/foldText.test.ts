import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { isFull, runs } from '../../../../../tests/testing/runs.ts';
import { foldText } from './foldText.ts';
import { plainFold } from './testing/plainFold.ts';

const CASES = [
  ['Hello, World 42', 'hello, world 42'],
  ['最新ニュース', '最新ニュース'],
  ['straße STRASSE \u1E9E', 'strasse strasse ss'],
  ['Crème brûlée, cre\u0301me', 'creme brulee, creme'],
  ['İstanbul, Diyarbakır', 'istanbul, diyarbakır'],
  ['Müller Øst Łódź', 'muller øst łodz'],
  ['ΟΔΟΣ οδός \u1F88', 'οδοσ οδοσ αι'],
  ['Йод ёлка и\u0306', 'иод елка и'],
  ['\u0345', 'ι'],
  ['\u13A0\uAB70 \u13F8', '\u13A0\u13A0 \u13F0'],
  ['\u1C80', 'в'],
  ['\u017F\u00B5\u{10400}', 'sμ\u{10428}'],
  ['ＡＢＣ１２３\u3000ｶﾞ', 'abc123 ガ'],
  ['か\u3099が か゛', 'がが か \u3099'],
  ['ﬁﬀ ㍿ ①', 'fiff 株式会社 1'],
  ['❤\uFE0F 👨\u200D👩\u200D👧', '❤ 👨👩👧'],
  ['inter\u00ADnatio\u200Bnal \uFEFF\u2060', 'international '],
  ['e\u00AD\u0301 \u0130', 'e i'],
  ['\u1112\u1161\u11AB 한', '한 한'],
  ['שָׁלוֹם हिन्दी ไทย่', 'שָׁלוֹם हिन्दी ไทย่'],
  ['x\u20DD 1\uFE0F\u20E3', 'x 1\u20E3'],
  ['\uD800x\u{FFFD}', '\uD800x\u{FFFD}'],
] as const;

test.each(CASES)('%j folds to %j', (text, folded) => {
  expect(foldText(text)).toBe(folded);
  expect(plainFold(text)).toBe(folded);
});

test('every character folds as Unicode defines it', () => {
  const different: string[] = [];
  // Those behind the common scripts are only sampled in a quick run.
  const step = (codePoint: number) => (isFull || codePoint < 0x600 ? 1 : 61);
  for (let codePoint = 0; codePoint <= 0x10ffff; codePoint += step(codePoint)) {
    if (codePoint >= 0xd800 && codePoint < 0xe000) continue;
    const character = String.fromCodePoint(codePoint);
    const folded = plainFold(character);
    if (foldText(character) !== folded) different.push(codePoint.toString(16));
    // The runtime knows which characters change; marks that are dropped are ours.
    const changes = /\p{Changes_When_NFKC_Casefolded}/u.test(character);
    const isLetter = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]/u.test(character);
    if (!isLetter && (folded !== character) !== changes) different.push(codePoint.toString(16));
  }
  expect(different).toEqual([]);
});

const pieces = [
  ...[
    'a',
    'É',
    'e',
    'ß',
    'İ',
    'ı',
    'Σ',
    'ς ',
    'ή',
    'Й',
    'ї',
    'ﬁ',
    'Ａ',
    'ǆ',
    'ḗ',
    '\u1F82',
    '\u0345',
    '\u13F8',
    '\uAB70',
  ],
  ...[
    '\u0301',
    '\u0316',
    '\u0306',
    '\u034F',
    '\u00AD',
    '\u200D',
    '\uFE0F',
    '\u{E0100}',
    '\u3099',
    'ﾞ',
    '\u20E3',
    '\u05B8',
  ],
  ...[
    'か',
    'が',
    'ｶ',
    '東',
    '\uFA12',
    '、',
    '！',
    '한',
    '\u1112',
    '\u1161',
    '\u11AB',
    '\u3131',
    '\u115F',
    'ש',
    'न',
    '\u093C',
    'ท',
    '่',
  ],
  ...['❤', '😀', '1', '①', '´', ' ', '\n', '\u3000', '\uD83D', '\uDE00', '\0'],
];

test('a text folds as its characters do, and what is folded stays as it is', () => {
  const texts = fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string({ unit: 'binary', maxLength: 1 })));
  fc.assert(
    fc.property(texts, (all) => {
      const text = all.join('');
      expect(foldText(text)).toBe(plainFold(text));
      expect(foldText(foldText(text))).toBe(foldText(text));
    }),
    { numRuns: runs(3000) },
  );
});

test('of marks beyond what any language needs the rest is left out, which keeps the work linear', () => {
  for (const marks of ['\u05B8\u05BC', '\u05B8\u00AD', '\u3099\uFF9E']) {
    const many = `ש${marks.repeat(20_000)}b`;
    expect(Array.from(foldText(many)).length).toBeLessThan(40);
  }
  expect(foldText(`a${'\u0301\u0316'.repeat(20_000)}b`)).toBe('ab');
  expect(foldText(`ש${'\u05B8'.repeat(30)}`)).toBe(`ש${'\u05B8'.repeat(30)}`);
});
