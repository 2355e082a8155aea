import { expect, test } from 'bun:test';
import { LruCache } from './LruCache.ts';

const entry = 200;

test('evicts the oldest entry first, and recently read ones last', () => {
  const cache = new LruCache<number>(
    () => 2 * (entry + 2),
    () => 0,
  );
  cache.set('a', 1);
  cache.set('b', 2);
  expect(cache.get('a')).toBe(1);
  cache.set('c', 3);
  expect(cache.entries()).toEqual([['a', 1]]);
});

test('counts the weight of keys and values, and follows a changing limit', () => {
  let most = 10_000;
  const cache = new LruCache<number>(
    () => most,
    (value) => value,
  );
  cache.set('a', 4000);
  cache.set('b', 4000);
  cache.set('a', 5000);
  cache.set('c', 3000);
  expect(cache.entries().map(([key]) => key)).toEqual(['a', 'c']);
  cache.set('k'.repeat(4000), 0);
  expect(cache.size).toBe(1);
  cache.clear();
  for (const key of ['a', 'b', 'c']) cache.set(key, 1000);
  most = 2000;
  cache.set('d', 100);
  expect(cache.entries().map(([key]) => key)).toEqual(['c', 'd']);
  cache.set('e', 10_000);
  expect(cache.size).toBe(0);
});
