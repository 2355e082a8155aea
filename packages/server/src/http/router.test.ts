import { expect, test } from 'bun:test';
import { createRouter, decodeParameter, requestTarget } from './router.ts';

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

test('a parameter is decoded where it is valid UTF-8', () => {
  expect(['a', 'a%2Fb%20%E6%97%A5', '%zz', '%ff', ''].map(decodeParameter)).toEqual([
    'a',
    'a/b 日',
    undefined,
    undefined,
    '',
  ]);
});
