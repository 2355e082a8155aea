import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { headingIds } from './headings.ts';

test.each([
  ['Three pours, and a swirl!', 'three-pours-and-a-swirl'],
  ['見出し：はじめに', '見出し-はじめに'],
  ['Für Ångström', 'für-ångström'],
  ['ｶﾌｪ', 'カフェ'],
  ['हिन्दी', 'हिन्दी'],
  ['93 °C', '93-c'],
  ['???', 'section'],
])('%s', (text, id) => {
  expect(headingIds()(text)).toBe(id);
});

test('duplicates get a number, and so does an ID that is taken', () => {
  const ids = headingIds();
  expect(['a', 'a', 'a 2', 'b', 'A!'].map((text) => ids(text))).toEqual(['a', 'a-2', 'a-2-2', 'b', 'a-3']);
  expect(['c 2', 'c', 'c'].map((text) => ids(text))).toEqual(['c-2', 'c', 'c-3']);
  expect(ids('x', 'b')).toBe('b-2');
  expect(ids('x', ' of my own ')).toBe('of-my-own');
  expect(ids('x', 'n\0ull')).toBe('null');
  expect(headingIds('body-')('a', 'b')).toBe('body-b');
});

test('no two are alike, and each can be linked to', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.string({ unit: 'binary' }), fc.option(fc.string(), { nil: undefined }))),
      (all) => {
        const ids = headingIds();
        const made = all.map(([text, given]) => ids(text, given));
        expect(new Set(made).size).toBe(all.length);
        for (const id of made) expect(id).toMatch(/^\S+$/);
      },
    ),
  );
});
