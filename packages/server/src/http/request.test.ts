import { expect, test } from 'bun:test';
import {
  createRequestIds,
  createRouter,
  decodePercent,
  type Encoding,
  entityTagsIn,
  negotiateEncoding,
  requestTarget,
  validRequestId,
} from './request.ts';

test('the target of a request is found whatever the URL looks like', () => {
  expect(requestTarget('http://h:1/a/b?c=d&e')).toEqual({
    path: '/a/b',
    query: 'c=d&e',
    url: '/a/b?c=d&e',
  });
  expect(requestTarget('/a?b')).toEqual({ path: '/a', query: 'b', url: '/a?b' });
  expect(requestTarget('http://h/a?b=//x#f')).toEqual({ path: '/a', query: 'b=//x', url: '/a?b=//x' });
});

test('a path finds every route that it matches, with its parameters as they were sent', () => {
  const routes = [
    { path: '/a/{x}', name: 'one' },
    { path: '/a/b', name: 'two' },
    { path: '/{y}/b/c', name: 'three' },
  ];
  const router = createRouter(routes);
  const found = (path: string) => router(path).map(({ route, parameters }) => [route.name, parameters]);
  expect(found('/a/b')).toEqual([
    ['one', { x: 'b' }],
    ['two', {}],
  ]);
  expect(found('/%2F/b/c')).toEqual([['three', { y: '%2F' }]]);
  for (const path of ['', '/', '/a', '/a/', '/a/b/', 'a/b', '//b/c', '/A/b']) expect(found(path)).toEqual([]);
});

test('a parameter is decoded if it is valid UTF-8', () => {
  expect(['a', 'a%2Fb%20%E6%97%A5', '%zz', '%ff', ''].map(decodePercent)).toEqual([
    'a',
    'a/b 日',
    undefined,
    undefined,
    '',
  ]);
});

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
