import { expect, test } from 'bun:test';
import { exactMatch, preselected } from './labelMatch.ts';

const options = ['Sports news', 'Sports', 'ＭＯＶＩＥ'].map((label, at) => ({ value: `${at}`, label }));

test.each([
  ['sports', '1'],
  [' Sports  News ', '0'],
  ['movie', '2'],
  ['Sport', undefined],
])('the exact match of %j', (name, value) => {
  expect(exactMatch(options, name)?.value).toBe(value);
});

test('Enter takes the exact match, or else the first one', () => {
  expect(preselected(options, 'sports')).toBe(1);
  expect(preselected(options, 'Spo')).toBe(0);
  expect(preselected([...options, { value: '+', label: 'Spo', isNew: true }], 'Spo')).toBe(0);
  expect(preselected(options, ' ')).toBeUndefined();
  expect(preselected([], 'Spo')).toBeUndefined();
});
