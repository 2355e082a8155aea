import { expect, test } from 'bun:test';
import { searchTerms } from './foldText.ts';

test('terms are folded, split on any white space, and each comes once', () => {
  expect(searchTerms('  Foo\u3000ＢＡＲ\tfoo\u0085x\u2028y\u00A0z ')).toEqual(['foo', 'bar', 'x', 'y', 'z']);
});

test('what is no white space does not split', () => {
  expect(searchTerms('a\u200Bb\uFEFFc c++ foo-bar')).toEqual(['abc', 'c++', 'foo-bar']);
});

test('a query of white space and ignorable characters has no terms', () => {
  expect(searchTerms(' \u3000\n\u00AD \uFE0F')).toEqual([]);
});
