import { expect, test } from 'bun:test';
import { exactMatch, isFoundByName, preselected } from './labelMatch.ts';

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

test.each([
  ['Harbour', true],
  ['HARB', true],
  ['port harbour', true],
  ['Harbour 2', false],
  ['01a2', false],
  ['01a2-77', true],
  ['', true],
  // The service ignores more than case: what it found, and not by the ID, is a match.
  ['Härbour', true],
])('%j means Harbour: %p', (typed, isMeant) => {
  expect(isFoundByName({ value: '01a2-77', label: 'Harbour', alias: 'Port' }, typed)).toBe(isMeant);
});
