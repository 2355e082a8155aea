import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { limits } from './limits.ts';
import { alias, countCharacters, id, isAlias, isId, nearest, timestamp, uri } from './text.ts';

describe('characters', () => {
  test.each([
    ['', 0],
    ['abc', 3],
    ['日本', 2],
    ['😀', 1],
    ['👩‍👩‍👧', 5],
    ['e\u0301', 2],
    ['\ud800', 1],
  ] as const)('%p counts %d', (text, count) => expect(countCharacters(text)).toBe(count));
});

describe('IDs', () => {
  test.each(['a', 'A', '0', '...', '.a', '_', '~', '-', 'n1', 'a.b_c~d-e', 'x'.repeat(limits.idCharacters)])(
    '%s is an ID',
    (text) => {
      expect(isId(text)).toBe(true);
      expect(id.safeParse(text).success).toBe(true);
    },
  );
  test.each([
    '',
    '.',
    '..',
    ' ',
    'a b',
    'a/b',
    'a,b',
    'a:b',
    'a%20',
    'é',
    '１',
    'a\n',
    '\na',
    'x'.repeat(129),
  ])('%p is no ID', (text) => {
    expect(isId(text)).toBe(false);
    expect(id.safeParse(text).success).toBe(false);
  });
});

describe('aliases', () => {
  const max = limits.aliasCharacters;
  test.each(['a', 'news/2026', 'a b', '新製品', '😀', 'x'.repeat(max), '😀'.repeat(max), '\u00a0', '\u200d'])(
    '%s may be an alias',
    (text) => {
      expect(isAlias(text)).toBe(true);
      expect(alias.safeParse(text).success).toBe(true);
    },
  );
  const bad = [
    '',
    'x'.repeat(max + 1),
    '😀'.repeat(max + 1),
    'a\u0000',
    'a\n',
    '\t',
    '\u007f',
    '\u0085',
    '\ud800',
  ];
  test.each(bad)('%p may not', (text) => {
    expect(isAlias(text)).toBe(false);
    expect(alias.safeParse(text).success).toBe(false);
  });
  test('every ID may be an alias, since filters take either', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[A-Za-z0-9_~-][A-Za-z0-9._~-]{0,127}$/),
        (text) => isId(text) && isAlias(text),
      ),
    );
  });
});

describe('timestamps', () => {
  const { min, max } = limits.timestamp;
  test.each([0, -1, 1790000000000, min, max])('%d is a moment', (value) => {
    expect(timestamp.safeParse(value).success).toBe(true);
    expect(Number.isNaN(new Date(value).getTime())).toBe(false);
  });
  test.each([0.5, max + 1, min - 1, Number.NaN, Number.POSITIVE_INFINITY, '0', null, true, 10n])(
    '%p is none',
    (value) => expect(timestamp.safeParse(value).success).toBe(false),
  );
});

describe('web addresses', () => {
  test.each([
    'https://example.com',
    'http://localhost:8080/a',
    'https://example.com/%E6%96%B0?x=1#y',
    'https://[::1]/',
    "https://example.com/a;b=c/(d)!*'",
  ])('%s is one', (text) => expect(uri.safeParse(text).success).toBe(true));
  test.each([
    '',
    'example.com',
    '/a',
    '//example.com/a',
    'ftp://example.com',
    'javascript:alert(1)',
    'data:text/html,x',
    'https://',
    'https://example.com/a b',
    'https://example.com/新',
    'https://example.com/%zz',
    'https://example.com/%4',
    'https://example.com/<b>',
    'https://example.com/\n',
    'https://example.com:99999/',
    ' https://example.com',
  ])('%p is none', (text) => expect(uri.safeParse(text).success).toBe(false));
});

describe('nearest', () => {
  test.each([
    ['serach', 'search'],
    ['SIZE', 'size'],
    ['tag', 'tags'],
    ['pages', 'page'],
  ] as const)('%s means %s', (name, meant) => {
    expect(nearest(name, ['page', 'size', 'search', 'tags'])).toBe(meant);
  });
  test('a name far from all candidates has no nearest', () => {
    expect(nearest('zzzzzz', ['page', 'size'])).toBeUndefined();
    expect(nearest('', ['page', 'size'])).toBeUndefined();
    expect(nearest('page', [])).toBeUndefined();
  });
  test('a known name is its own nearest', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('page', 'size', 'sort'),
        (name) => nearest(name, ['sort', 'size', 'page']) === name,
      ),
    );
  });
});
