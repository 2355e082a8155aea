import { expect, test } from 'bun:test';
import { recalling } from './recalling.ts';

test('the same of a text is made once, until there are too many', () => {
  const made: string[] = [];
  const recall = recalling((text) => {
    made.push(text);
    return { text };
  }, 2);
  expect(recall('a')).toBe(recall('a'));
  expect(['b', 'a', 'c', 'a', 'c'].map((text) => recall(text).text)).toEqual(['b', 'a', 'c', 'a', 'c']);
  expect(made).toEqual(['a', 'b', 'c', 'a']);
});
