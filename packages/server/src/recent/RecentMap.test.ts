import { expect, test } from 'bun:test';
import { RecentMap } from './RecentMap.ts';

const entry = 200;

test('the oldest goes first, and what was used meanwhile after all others', () => {
  const map = new RecentMap<number>(
    () => 2 * (entry + 2),
    () => 0,
  );
  map.set('a', 1);
  map.set('b', 2);
  expect(map.get('a')).toBe(1);
  map.set('c', 3);
  expect(map.entries()).toEqual([['a', 1]]);
});

test('keys and values that weigh too much together make room', () => {
  let most = 10_000;
  const map = new RecentMap<number>(
    () => most,
    (value) => value,
  );
  map.set('a', 4000);
  map.set('b', 4000);
  map.set('a', 5000);
  map.set('c', 3000);
  expect(map.entries().map(([key]) => key)).toEqual(['a', 'c']);
  map.set('k'.repeat(4000), 0);
  expect(map.size).toBe(1);
  map.clear();
  for (const key of ['a', 'b', 'c']) map.set(key, 1000);
  most = 2000;
  map.set('d', 100);
  expect(map.entries().map(([key]) => key)).toEqual(['c', 'd']);
  map.set('e', 10_000);
  expect(map.size).toBe(0);
});
