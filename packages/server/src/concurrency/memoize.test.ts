import { expect, test } from 'bun:test';
import { memoize } from './memoize.ts';

test('computes a result once for each string, until there are too many', () => {
  const made: string[] = [];
  const memoized = memoize((text) => {
    made.push(text);
    return { text };
  }, 2);
  expect(memoized('a')).toBe(memoized('a'));
  expect(['b', 'a', 'c', 'a', 'c'].map((text) => memoized(text).text)).toEqual(['b', 'a', 'c', 'a', 'c']);
  expect(made).toEqual(['a', 'b', 'c', 'a']);
});
