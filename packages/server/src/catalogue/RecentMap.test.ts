import { expect, test } from 'bun:test';
import { RecentMap } from './RecentMap.ts';

test('what was not used for the longest time goes first', () => {
  const map = new RecentMap<number>(2);
  map.set('a', 1);
  map.set('b', 2);
  expect(map.get('a')).toBe(1);
  map.set('c', 3);
  expect(map.entries()).toEqual([
    ['a', 1],
    ['c', 3],
  ]);
});

test('values that weigh too much together make room', () => {
  const map = new RecentMap<number>(100, 10, (value) => value);
  map.set('a', 4);
  map.set('b', 4);
  map.set('a', 5);
  map.set('c', 3);
  expect(map.entries().map(([key]) => key)).toEqual(['a', 'c']);
  map.set('d', 11);
  expect(map.size).toBe(0);
});
