import { expect, test } from 'bun:test';
import { readArticle } from './readArticle.ts';
import { readFileName } from './readFileName.ts';
import { readFrontMatter } from './readFrontMatter.ts';

function read(front: string, path = 'a.md') {
  return readArticle(readFrontMatter(`---\n${front}\n---\n`).fields, readFileName(path), 'UTC');
}

test.each([
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
])('nobody could read what says %s: it is a draft, and that is told', (front) => {
  const { isDraft, hiddenBy } = read(front);
  expect({ isDraft, hiddenBy: hiddenBy?.replaceAll('_', '').toLowerCase() }).toEqual({
    isDraft: true,
    hiddenBy: /^_?(\w+)/.exec(front)?.[1]?.replaceAll('_', '').toLowerCase(),
  });
});

test.each(['draft: true', 'published: false', 'status: draft', 'state: Draft', 'visibility: drafts'])(
  'what says %s is a draft, which needs no word',
  (front) => expect(read(front)).toMatchObject({ isDraft: true, hiddenBy: undefined }),
);

test.each([
  ...['status: published', 'status: evergreen', 'visibility: public', 'access: everyone', 'publish: true'],
  ...[
    'permalink: /x/',
    'hidden: false',
    'build: { list: never }',
    'published: 2024-05-03',
    'archived: false',
  ],
])('what says %s is none', (front) => {
  expect(read(front)).toMatchObject({ isDraft: false, hiddenBy: undefined });
});

test('what is scheduled for a date keeps it', () => {
  expect(read('status: scheduled\ndate: 2099-01-01')).toMatchObject({
    isDraft: false,
    publishedAt: Date.UTC(2099, 0, 1),
  });
});

test.each(['drafts/a.md', 'posts/Draft/a.md', '_private/a.md', 'x/unpublished/y/a.md'])(
  'what lies in %s is a draft',
  (path) => expect(read('title: A', path).isDraft).toBe(true),
);

test('a file whose name begins with _ is a piece of others, and no article yet', () => {
  expect(read('title: A', 'posts/_a.md')).toMatchObject({ isDraft: true, hiddenBy: 'the _ before its name' });
});
