import { expect, test } from 'bun:test';
import { toggled } from './useSelection.ts';

const listed = ['a', 'b', 'c', 'd', 'e'];

test('a click toggles one', () => {
  expect([...toggled(new Set(['a']), listed, 'c', undefined)]).toEqual(['a', 'c']);
  expect([...toggled(new Set(['a', 'c']), listed, 'c', undefined)]).toEqual(['a']);
});

test('with Shift, all between it and the last one follow, in either direction', () => {
  expect([...toggled(new Set(['b']), listed, 'd', 'b')]).toEqual(['b', 'c', 'd']);
  expect([...toggled(new Set(['d']), listed, 'b', 'd')].sort()).toEqual(['b', 'c', 'd']);
  expect([...toggled(new Set(listed), listed, 'd', 'b')]).toEqual(['a', 'e']);
});

test('a last one that is no longer listed is ignored', () => {
  expect([...toggled(new Set(), listed, 'd', 'gone')]).toEqual(['d']);
});
