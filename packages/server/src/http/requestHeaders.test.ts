import { expect, test } from 'bun:test';
import {
  createRequestIds,
  type Encoding,
  entityTagsIn,
  negotiateEncoding,
  validRequestId,
} from './requestHeaders.ts';

test('Accept-Encoding is read with its weights', () => {
  const cases: [string | undefined, Encoding][] = [
    [undefined, 'identity'],
    ['', 'identity'],
    ['gzip', 'gzip'],
    ['gzip, deflate, br, zstd', 'br'],
    ['br;q=0.5, gzip', 'gzip'],
    ['br;q=0, gzip;q=0', 'identity'],
    ['*', 'br'],
    ['*;q=0', 'identity'],
    ['GZIP;Q=0.8', 'gzip'],
    ['identity, gzip;q=0.5', 'identity'],
    ['br;q=nonsense', 'identity'],
  ];
  for (const [header, encoding] of cases) expect(negotiateEncoding(header)).toBe(encoding);
});

test('If-None-Match names entity tags, weak or not', () => {
  expect(entityTagsIn('"a", W/"b-br" ,"c"')).toEqual(['a', 'b-br', 'c']);
  expect(entityTagsIn(' * ')).toEqual(['*']);
  for (const header of ['', 'a', '"a']) expect(entityTagsIn(header)).toEqual([]);
});

test('a valid request ID is kept, any other is replaced', () => {
  expect(validRequestId('abc-1.2_3')).toBe('abc-1.2_3');
  for (const bad of [undefined, '', 'a b', 'a\r\nb', 'x'.repeat(129), '日本']) {
    expect(validRequestId(bad)).toBeUndefined();
  }
  const next = createRequestIds();
  expect(next()).toMatch(/^[\w-]{12}-\w+$/);
  expect(next()).not.toBe(next());
});
