import { expect, test } from 'bun:test';
import { foldText } from './foldText.ts';

// What Unicode's CaseFolding.txt (statuses C and F) says of NFKC text, for the characters where lower-casing goes wrong.
const HARD_CASES = [
  ['Hello, World 42', 'hello, world 42'],
  ['最新ニュース', '最新ニュース'],
  ['straße STRASSE', 'strasse strasse'],
  ['\u1E9E', 'ss'],
  ['\u0130', 'i\u0307'],
  ['\u0131', '\u0131'],
  ['I', 'i'],
  ['ΟΔΟΣ οδος', 'οδοσ οδοσ'],
  ['\u0345', '\u03B9'],
  ['\u1F88', '\u1F00\u03B9'],
  ['\u1FB3', '\u03B1\u03B9'],
  ['\u0390', '\u03B9\u0308\u0301'],
  ['\u01F0', 'j\u030C'],
  ['\u1E96', 'h\u0331'],
  ['\u13A0', '\u13A0'],
  ['\uAB70', '\u13A0'],
  ['\u13F8', '\u13F0'],
  ['\u1C80', '\u0432'],
  ['\u017F', 's'],
  ['\u00B5', '\u03BC'],
  ['\u{10400}', '\u{10428}'],
  ['ＡＢＣ１２３', 'abc123'],
  ['ｶﾞ', 'ガ'],
  ['か\u3099', 'が'],
  ['e\u0301', 'é'],
  ['ﬁ', 'fi'],
  ['\u3000', ' '],
  ['\uD800x', '\uD800x'],
] as const;

test.each(HARD_CASES)('%j folds to %j', (text, folded) => {
  expect(foldText(text)).toBe(folded);
});

test('of marks beyond what any language needs the rest is left out, which keeps the work linear', () => {
  const many = `a${'\u0301\u0316'.repeat(200_000)}b`;
  expect(Array.from(foldText(many)).length).toBeLessThan(40);
  expect(foldText(`a${'\u0316'.repeat(30)}`)).toBe(`a${'\u0316'.repeat(30)}`);
});

test('what becomes a mark only when it is normalised counts as one', () => {
  expect(foldText(`a${'\u0301\uFF9E'.repeat(1000)}b`).length).toBeLessThan(40);
  expect(foldText('ｶﾞﾊﾟ')).toBe('ガパ');
});
