import { expect, test } from 'bun:test';
import { oldPathOf, redirectFormats, samePlace } from './redirects.ts';

/** The lines about one old path, as each server reads them. */
function written(path: string): Record<string, string | undefined> {
  const redirects = [{ from: oldPathOf(path) ?? '', to: '/new' }];
  const { nginx, caddy, netlify, cloudflare } = redirectFormats;
  return {
    nginx: nginx(redirects).split('\n').at(-2),
    caddy: caddy(redirects).split('\n')[2],
    netlify: netlify(redirects),
    cloudflare: cloudflare(redirects, 'https://a.example'),
  };
}

// All of them were tried with nginx 1.22 and Caddy 2.6.
test('nothing in an old path has a meaning to a server', () => {
  expect(written('/{$HOME} "x')).toEqual({
    nginx: '  "~^/\\x7b\\x24HOME\\x7d\\x20\\x22x$" "/new";',
    caddy: '  "~^/\\x7b\\x24HOME\\x7d\\x20\\x22x$" "/new"',
    netlify: '/%7B$HOME%7D%20%22x /new 301',
    cloudflare: 'https://a.example/%7B$HOME%7D%20%22x,https://a.example/new,301',
  });
  expect(written('/a"b%5C')).toMatchObject({
    nginx: '  "/a\\"b\\\\" "/new";',
    caddy: '  "~^/a\\x22b\\x5c$" "/new"',
  });
  expect(written('/:id/*,1')).toMatchObject({
    netlify: '/%3Aid/%2A,1 /new 301',
    cloudflare: '"https://a.example/:id/%2A,1",https://a.example/new,301',
  });
  expect(written('/日本 100%')).toMatchObject({
    nginx: '  "/日本 100%" "/new";',
    caddy: '  "/日本 100%" "/new"',
    netlify: '/%E6%97%A5%E6%9C%AC%20100%25 /new 301',
  });
});

test('what is not the path of a page is left out', () => {
  const bad = [
    '',
    'a',
    '/',
    '//a.example/b',
    '/\\a.example',
    '/?p=7',
    '/a#b',
    '/a\nb',
    '/a%0Ab',
    '/a%00',
    '/a/../b',
  ];
  expect([...bad, '/a/%2e%2e/b', `/${'a'.repeat(3000)}`].map(oldPathOf).filter(Boolean)).toEqual([]);
  expect(['/a%20b/', '/a b', '/a%2fb'].map((each) => samePlace(oldPathOf(each) ?? ''))).toEqual([
    ...['/a b', '/a b', '/a/b'],
  ]);
});

test('nginx, which ignores case, gets what differs only in case as regular expressions', () => {
  const redirects = ['/a', '/A', '/b'].map((from, index) => ({ from, to: `/${index}` }));
  expect(redirectFormats.nginx(redirects).split('\n').slice(3, -1)).toEqual([
    ...['  "~^/a$" "/0";', '  "~^/A$" "/1";', '  "/b" "/2";'],
  ]);
  const long = redirectFormats.nginx([{ from: `/${'%E3%81%82'.repeat(200)}`, to: '/new' }]);
  expect(long).toContain('\nmap_hash_bucket_size 1024;\n');
});
