import { expect, test } from 'bun:test';
import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { inTemporaryFolder } from '../../../../../../tests/newsstandProcess.ts';
import { readSite } from './readSite.ts';

type Files = Readonly<Record<string, string>>;

/** The settings for a path in a folder of a site. */
async function siteOf(files: Files, root: string, path: string) {
  return await inTemporaryFolder(async (folder) => {
    for (const [name, text] of Object.entries(files)) await Bun.write(join(folder, name), text);
    const names = root.split('/').filter(Boolean);
    const folders = [folder, ...names.map((_, index) => join(folder, ...names.slice(0, index + 1)))];
    return (await readSite(folders, join(folder, root), [path]))(path);
  });
}

test.each([
  ['', '_posts/2024-05-03-a.md', 'pretty'],
  ['_posts', '2024-05-03-a.md', 'pretty'],
  ['', '_notes/a.md', '/n/:title'],
  ['', '_pages/a.md', undefined],
])('Jekyll: in %j, %s has the pattern %s', async (root, path, pattern) => {
  const config = 'permalink: pretty\ncollections:\n  notes:\n    permalink: /n/:title\n';
  expect((await siteOf({ '_config.yml': config }, root, path)).permalink?.pattern).toBe(pattern);
});

test('Jekyll: posts have a pattern by default', async () => {
  expect((await siteOf({ '_config.yml': 'title: x' }, '_posts', 'a.md')).permalink).toEqual({
    pattern: 'date',
  });
});

test.each(['hugo.toml', 'config.toml', 'hugo.json', 'config.json', 'config/_default/hugo.yaml'])(
  'Hugo: %s names patterns',
  async (name) => {
    const settings = { baseURL: 'https://example.com/blog/', permalinks: { posts: '/:year/:slug/' } };
    const text = name.endsWith('toml')
      ? 'baseurl = "https://example.com/blog/"\n[permalinks.page]\nposts = "/:year/:slug/"\n'
      : JSON.stringify(settings);
    const permalink = { pattern: '/:year/:slug/', sections: ['posts'] };
    for (const [root, path] of [
      ['content', 'posts/a.md'],
      ['content/posts', 'a.md'],
      ['', 'content/posts/b/a.md'],
    ] as const)
      expect(await siteOf({ [name]: text }, root, path)).toEqual({ permalink, defaults: {}, base: '/blog' });
    expect((await siteOf({ [name]: text }, 'content', 'docs/a.md')).permalink?.pattern).toBe(
      '/docs/:slugorcontentbasename/',
    );
  },
);

test.each([
  ['content/My Posts/a.md', '/my-posts/:slugorcontentbasename/'],
  ['content/a.md', '//:slugorcontentbasename/'],
  ['content/posts/a/index.md', '/posts/:slugorcontentbasename/'],
  ['content/posts/a.ja.md', undefined],
  ['elsewhere/a.md', undefined],
])('Hugo: %s has the pattern %s by default', async (path, pattern) => {
  expect((await siteOf({ 'hugo.toml': 'title = "x"' }, '', path)).permalink?.pattern).toBe(pattern);
});

test.each([
  ['content/blog/2024-05-03-a.md', '/blog/:slug/'],
  ['content/blog/a/index.md', '/blog/:slug/'],
  ['content/ブログ/a.md', undefined],
])('Zola: %s has the pattern %s', async (path, pattern) => {
  const site = await siteOf({ 'config.toml': 'base_url = "https://example.com/x"' }, '', path);
  expect(site.permalink?.pattern).toBe(pattern);
  expect([site.permalink?.sections, site.base]).toEqual([undefined, '/x']);
});

test('Hugo: folders with an _index.md are sections', async () => {
  const files = {
    'hugo.json': '{"permalinks":{"posts":"/:sections/:slug/"}}',
    'content/posts/2024/05/_index.md': '',
  };
  const sections = async (path: string) => (await siteOf(files, 'content/posts', path)).permalink?.sections;
  expect(await sections('2024/05/x/index.md')).toEqual(['posts', '2024', '05']);
  expect(await sections('2024/06/x.md')).toEqual(['posts']);
});

test('settings that cannot be read say nothing', async () => {
  const nothing = { permalink: undefined, defaults: {}, base: '' };
  expect(await siteOf({}, 'a', 'a.md')).toEqual(nothing);
  expect(await siteOf({ 'config.json': '[{' }, 'a', 'a.md')).toEqual(nothing);
});

const defaults = `
baseurl: blog/
collections_dir: all
collections: { notes: {} }
defaults:
- { scope: { path: '' }, values: { author: Ann, layout: page, image: /logo.png, permalink: /all/ } }
- { scope: { path: _posts/secret, type: post }, values: { published: false } }
- { scope: { path: _posts/secret/2024 }, values: { published: true } }
- { scope: { type: posts }, values: { permalink: '/:year/:title/', draft: false } }
- { scope: { path: '' }, values: { draft: true } }
- { scope: { path: all/_notes, type: notes }, values: { hidden: true } }
- { scope: { path: '_posts/*/old' }, values: { status: archived } }
- { values: { tags: all } }
- no set
`;

test.each([
  ['_posts/a.md', { permalink: '/:year/:title/', draft: false }],
  ['all/_posts/a.md', { permalink: '/:year/:title/', draft: false }],
  ['_posts/secret/a.md', { permalink: '/:year/:title/', draft: false, published: false }],
  ['_posts/secret/2024/a.md', { permalink: '/:year/:title/', draft: false, published: true }],
  ['_posts/x/old/y/a.md', { permalink: '/:year/:title/', draft: false, status: 'archived' }],
  ['_posts/x/y/old/a.md', { permalink: '/:year/:title/', draft: false }],
  ['_drafts/a.md', { permalink: '/:year/:title/', draft: false }],
  ['_notes/a.md', { permalink: '/all/', draft: true, hidden: true }],
  ['a.md', { draft: true }],
])('Jekyll: %s has the defaults %j', async (path, values) => {
  const site = await siteOf({ '_config.yml': defaults }, '', path);
  expect(site).toMatchObject({ defaults: { author: 'Ann', tags: 'all', ...values }, base: '/blog' });
  expect(Object.keys(site.defaults).toSorted()).toEqual(
    ['author', 'tags', ...Object.keys(values)].toSorted(),
  );
});

test('Jekyll: symbolic links keep no post from its defaults', async () => {
  await inTemporaryFolder(async (folder) => {
    const at = (name: string) => join(folder, name);
    const config = 'defaults: [{ scope: { path: _posts }, values: { published: false } }]';
    await Bun.write(at('site/_config.yml'), config);
    await Bun.write(at('site/_posts/a.md'), '');
    await Bun.write(at('elsewhere/a.md'), '');
    await symlink(at('site/_posts'), at('in'));
    await symlink(at('elsewhere'), at('site/_posts/out'));
    const hidden = { defaults: { published: false } };
    expect(
      (await readSite([folder, at('in'), at('site'), at('site/_posts')], at('in'), []))('a.md'),
    ).toMatchObject(hidden);
    const above = [folder, at('site'), at('site/_posts'), at('site/_posts/out'), at('elsewhere')];
    expect((await readSite(above, at('site/_posts/out'), []))('a.md')).toMatchObject(hidden);
  });
});
