import { expect, test } from 'bun:test';
import { readArticle } from './readArticle.ts';
import { readFileName } from './readFileName.ts';
import { readFrontMatter } from './readFrontMatter.ts';

const viewing = { timeZone: 'UTC', now: Date.UTC(2025, 0, 1) };

function read(front: string, path = 'a.md') {
  return readArticle(readFrontMatter(`---\n${front}\n---\n`).fields, readFileName(path), viewing);
}

test.each([
  ...[
    'draft: true',
    'published: false',
    'status: draft',
    'state: Draft',
    'visibility: drafts',
    'status: evergreen',
  ],
  ...['hidden: true', 'private: yes', 'unlisted: true', 'protected: true', 'members_only: true', 'wip: true'],
  ...['archived: true', 'headless: true', 'eleventyExcludeFromCollections: true', 'password: x'],
  ...['publish: false', 'public: no', 'permalink: false', 'render: false', 'output: off'],
  ...[
    'status: pending',
    'status: In Review',
    'status: archived',
    'state: unpublished',
    'visibility: members',
  ],
  ...['access: paid', 'status: scheduled', 'status: in-progress', 'status: trash'],
  ...['build:\n  render: never', '_build: { render: false }', 'build: { render: link }'],
])('%s hides an article, so it becomes a draft and is reported', (front) => {
  const { isDraft, hiddenBy } = read(front);
  const [, name = ''] = /^_?(\w+)/.exec(front) ?? [];
  expect(isDraft).toBe(true);
  expect(hiddenBy?.replaceAll('_', '').toLowerCase()).toStartWith(
    `field ${name.replaceAll('_', '').toLowerCase()} is `,
  );
});

test.each([
  ...['status: published', 'visibility: public', 'access: everyone', 'publish: true'],
  ...[
    'permalink: /x/',
    'hidden: false',
    'build: { list: never }',
    'published: 2024-05-03',
    'archived: false',
  ],
])('%s does not make a draft', (front) => {
  expect(read(front)).toMatchObject({ isDraft: false, hiddenBy: undefined });
});

test('a scheduled article keeps its date', () => {
  expect(read('status: scheduled\ndate: 2099-01-01')).toMatchObject({
    isDraft: false,
    publishedAt: Date.UTC(2099, 0, 1),
  });
});

test.each([
  ...[
    'drafts/a.md',
    'posts/Draft/a.md',
    '_private/a.md',
    'x/unpublished/y/a.md',
    '_Drafts/a.md',
    '_draft/a.md',
  ],
  ...['.drafts/a.md', '00-drafts/a.md', 'x/Unlisted/a.md', 'WIP/a.md', '下書き/a.md'],
])('a file in %s is a draft', (path) => expect(read('title: A', path).isDraft).toBe(true));

test.each(['nba-draft-2024/index.md', 'private-equity/a.md', 'drafting/a.md', 'posts/drafts.md'])(
  '%s is an ordinary article',
  (path) => expect(read('title: A', path)).toMatchObject({ isDraft: false, hiddenBy: undefined }),
);

test.each([
  ...['{"draft":true,"title":"A"}', '{ "title": "A", "draft": true }'],
  ...['---\n{draft: true, title: A}\n---\n', '---\npreview:\n  draft: false\ndraft: true\n---\n'],
  ...['---\ndraft: !!bool true\n---\n', '---\nx: &x true\ndraft: *x\n---\n', '---\ndraft: &d true\n---\n'],
  ...['---\ndraft: y\n---\n', '---\ndraft: soon\n---\n', '---\ndraft: [true]\n---\n'],
  ...['---\npublished: n\n---\n', '---\npublished: 0\n---\n', '---\nstatus: [draft]\n---\n'],
])('%j makes a draft in any notation', (text) => {
  const { fields } = readFrontMatter(text);
  expect(readArticle(fields, readFileName('a.md'), viewing).isDraft).toBe(true);
});

test('folders above the root count, too, and the option against that is mentioned', () => {
  const file = readFileName('a.md', ['home', 'Drafts', 'site']);
  const { isDraft, hiddenBy } = readArticle(readFrontMatter('A').fields, file, viewing);
  expect({ isDraft, hiddenBy }).toEqual({
    isDraft: true,
    hiddenBy: 'it is hidden by the folder Drafts above it (--ignore-parent-folders ignores this)',
  });
});

test('a file whose name begins with _ is a partial, so it becomes a draft', () => {
  expect(read('title: A', 'posts/_a.md')).toMatchObject({
    isDraft: true,
    hiddenBy: 'it is hidden by the _ before its name',
  });
});

test.each([
  ['path: 2024/05/03/hello', Date.UTC(2024, 4, 3)],
  ['permalink: https://example.com/blog/2024-5-3-hello.html', Date.UTC(2024, 4, 3)],
  ['path: 2024/05/03/hello\ndate: 2020-01-01', Date.UTC(2020, 0, 1)],
  ['path: 2024/13/03/hello', undefined],
  ['path: x2024/05/03', undefined],
  ['path: 2024/05/031', undefined],
])('%s says when it was published', (front, publishedAt) => {
  expect(read(front)).toMatchObject({ publishedAt });
});

test.each([
  ['redirect_to: /x/', true],
  ['redirect: https://example.com', true],
  ['redirect_to:\n  - /x/', true],
  ['layout: redirect', true],
  ['template: redirect.html', true],
  ['redirect: false', false],
  ['redirect_from: /x/', false],
])('%s: a redirection is %p', (front, isRedirect) => expect(read(front)).toMatchObject({ isRedirect }));

test('authors, an excerpt and old addresses are read as generators write them', () => {
  expect(
    read(
      'author: Ann\ndescription: Short\npermalink: /2024/hello/\naliases: [/old/, https://x.example/older]',
    ),
  ).toMatchObject({
    authors: ['Ann'],
    excerpt: 'Short',
    addresses: ['/2024/hello/', '/old/', 'https://x.example/older'],
  });
  expect(
    read('authors: [Ann, { name: Ken, url: /ken }]\nurl: /:year/:title/\nredirect_from: /a'),
  ).toMatchObject({
    authors: ['Ann', 'Ken'],
    addresses: ['/a'],
  });
});

test('an address needs no leading slash, as in Zola, and is neither a pattern nor the name of a note', () => {
  const zola = read('path: 2024/05/hello\naliases: [blog/old, old.html, /first/]');
  expect(zola.addresses).toEqual(['/2024/05/hello', '/blog/old', '/old.html', '/first/']);
  expect(read('aliases: [My note, note, "日記"]').addresses).toEqual([]);
  for (const permalink of ['pretty', 'none', '/:year/:title/', ':title', '/blog/{{ slug }}/'])
    expect(read(`permalink: "${permalink}"`).addresses).toEqual([]);
  expect(read('url: /about.html').addresses).toEqual(['/about.html']);
});
