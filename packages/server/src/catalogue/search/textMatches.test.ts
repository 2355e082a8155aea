import { expect, test } from 'bun:test';
import { runAtOnce } from '../../concurrency/timeSlices.ts';
import { foldText, searchTerms } from './foldText.ts';
import { SearchIndex } from './SearchIndex.ts';
import { prepareTerms } from './SearchShard.ts';
import { termMatcher, textMatches } from './textMatches.ts';

const cases: readonly (readonly [text: string, query: string, found: boolean])[] = [
  ['最新ニュース速報', 'ニュース', true],
  ['最新ニュース速報', '新', true],
  ['最新ニュース速報', '速報最新', false],
  ['Launching today', 'launch', true],
  ['a fresh start', 'art', false],
  ['a fresh start', 's', true],
  ['a fresh start', 'resh', false],
  ['a fresh start', 'FRESH a', true],
  ['a fresh start', 'fresh b', false],
  ['learn C++ now', 'c++', true],
  ['learn C++ now', '++', true],
  ['learn C++ now', '+', true],
  ['learn ABC++ now', 'c++', false],
  ['some foo-bars', 'foo-bar', true],
  ['some xfoo-bars', 'foo-bar', false],
  ['some foo-bars', '-bar', true],
  ['some foo bars', 'foo-bar', false],
  ['東京Tower', 'tower', true],
  ['東京Towers', '東京tower', true],
  ['東京Tower', '京t', true],
  ['東京Tower', 'ower', false],
  ['Tower東京', 'tower東', true],
  ['Straße', 'STRASSE', true],
  ['STRASSE', 'straß', true],
  ['ＡＢＣ', 'abc', true],
  ['abc', 'ＡＢ', true],
  ['ｶﾞｲﾄﾞ', 'ガ', true],
  ['ガイド', 'ｶﾞｲ', true],
  ['ภาษาไทย', 'ไทย', true],
  ['한국어', '국', true],
  ['대한민국 뉴스', '민국', true],
  ['한국어', '한어', false],
  ['한국어', '한국', true],
  ['हिन्दी', 'न्दी', false],
  ['x\u0301art', 'art', false],
  ['Crème', 'creme', true],
  ['creme', 'CRÈ', true],
  ['Crème', 'me', false],
  ['İstanbul', 'istanbul', true],
  ['Müller', 'muller', true],
  ['Новости России', 'россии', true],
  ['Твой', 'твои', true],
  ['ガイド', 'カ', false],
  ['❤\uFE0F', '❤', true],
  ['❤', '❤\uFE0F', true],
  ['inter\u00ADnational', 'international', true],
  ['ὈΔΥΣΣΕΎΣ', 'οδυσσευς', true],
  ['cut \u{FFFD}', '\u{FFFD}', true],
  ['2026年', '026', false],
  ['2026年', '26年', false],
  ['令和8年', '8年', true],
  ['a👨‍👩‍👧b', '👩', true],
  ['a👨‍👩‍👧b', 'b', true],
  ['😀', '\uD83D', false],
  ['\uD83Dx', '\uD83D', true],
  ['\uD83Dx', 'x', true],
  ['𐐨𐐩', '𐐩', false],
  ['𠮷野家', '野', true],
  ['a\u200Bb', 'b', false],
  ['a\u200Bb', 'ab', true],
  ['anything', '', true],
];

test.each(cases)('%j, asked for %j: %p', (text, query, found) => {
  const folded = foldText(text);
  expect(textMatches(folded, searchTerms(query))).toBe(found);
  expect(searchTerms(query).every((term) => termMatcher(term)(folded))).toBe(found);
  const index = new SearchIndex();
  runAtOnce(index.add(Uint32Array.of(7), () => folded));
  const slots = index.findInShard(0, prepareTerms(searchTerms(query)), () => folded);
  expect(Array.from(slots.toArray())).toEqual(found ? [7] : []);
});
