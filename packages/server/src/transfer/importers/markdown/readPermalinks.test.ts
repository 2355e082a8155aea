import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { inTemporaryFolder } from '../../../../../../tests/newsstandProcess.ts';
import { permalinkOf, readPermalinks } from './readPermalinks.ts';

const article = {
  ...{ name: 'hello', slug: 'hello', categories: ['News'], timeZone: 'UTC' },
  publishedAt: Date.UTC(2024, 4, 3, 9),
};

test.each([
  ['date', '/news/2024/05/03/hello.html'],
  ['pretty', '/news/2024/05/03/hello/'],
  ['ordinal', '/news/2024/124/hello.html'],
  ['none', '/news/hello.html'],
  ['/:year/:month/:title/', '/2024/05/hello/'],
  ['/blog/:i_month-:i_day/:title:output_ext', '/blog/5-3/hello.html'],
  ['/:year/:slug/', '/2024/hello/'],
])('%s leads to %s', (pattern, address) => {
  expect(permalinkOf(pattern, article)).toEqual([address]);
});

test('a pattern that needs what is not known leads nowhere', () => {
  expect(permalinkOf('/:sections/:title/', article)).toEqual([]);
  expect(permalinkOf('pretty', { ...article, publishedAt: undefined })).toEqual([]);
});

test('the settings of Jekyll and Hugo name patterns', async () => {
  await inTemporaryFolder(async (folder) => {
    const at = (...names: string[]) => join(folder, ...names);
    await Bun.write(
      at('j/_config.yml'),
      'permalink: pretty\ncollections:\n  notes:\n    permalink: /n/:title\n',
    );
    const jekyll = await readPermalinks([folder, at('j')]);
    expect([jekyll('_posts/2024-05-03-a.md'), jekyll('_notes/a.md'), jekyll('_pages/a.md')]).toEqual([
      'pretty',
      '/n/:title',
      undefined,
    ]);
    await Bun.write(at('e/_config.yml'), 'title: x\n');
    expect((await readPermalinks([folder, at('e'), at('e/_posts')]))('a.md')).toBe('date');
    await Bun.write(at('h/config.toml'), '[permalinks]\nposts = "/:year/:slug/"\n');
    const hugo = await readPermalinks([folder, at('h'), at('h/content')]);
    expect([hugo('posts/a.md'), hugo('docs/a.md')]).toEqual(['/:year/:slug/', undefined]);
    const inside = await readPermalinks([folder, at('h'), at('h/content'), at('h/content/posts')]);
    expect(inside('a.md')).toBe('/:year/:slug/');
    expect((await readPermalinks([folder]))('a.md')).toBeUndefined();
  });
});
