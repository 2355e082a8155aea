import { expect, test } from 'bun:test';
import { detailsOf } from './detailsOf.ts';

test('authors, excerpt and old paths are read, and nothing else in their place', () => {
  expect(
    detailsOf({ authors: ['Ann', 5, ' '], excerpt: 'Short', oldPaths: ['/a', 'b'], blocks: [] }),
  ).toEqual({
    authors: ['Ann'],
    excerpt: 'Short',
    oldPaths: ['/a'],
  });
  for (const body of [null, 5, 'text', [], { authors: {}, excerpt: {}, oldPaths: { 0: '/a' } }])
    expect(detailsOf(body)).toEqual({ authors: [], excerpt: undefined, oldPaths: [] });
});
