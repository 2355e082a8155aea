import { expect, test } from 'bun:test';
import { memoryCache } from './memoryCache.ts';

const answer = (text: string) => ({ etag: `"${text}"`, text });

test('evicts the least recently used entry', () => {
  const cache = memoryCache({ entries: 2 });
  cache.set('a', answer('1'));
  cache.set('b', answer('2'));
  expect(cache.get('a')).toEqual(answer('1'));
  cache.set('c', answer('3'));
  expect(['a', 'b', 'c'].map((key) => cache.get(key))).toEqual([answer('1'), undefined, answer('3')]);
  cache.set('a', answer('4'));
  expect(['a', 'c'].map((key) => cache.get(key))).toEqual([answer('4'), answer('3')]);
});

test('holds no more than so many characters', () => {
  const cache = memoryCache({ characters: 10 });
  const held = () => ['a', 'b', 'c'].filter((key) => cache.get(key) !== undefined);
  cache.set('a', answer('1234'));
  cache.set('b', answer('1234'));
  cache.set('a', answer('12345'));
  expect(held()).toEqual(['a', 'b']);
  cache.set('c', answer('12345678901'));
  expect(held()).toEqual(['a', 'b']);
  cache.set('c', answer('12'));
  expect(held()).toEqual(['b', 'c']);
});

test('holds nothing if the limit is zero', () => {
  const cache = memoryCache({ entries: 0 });
  cache.set('a', answer('1'));
  expect(cache.get('a')).toBeUndefined();
});
