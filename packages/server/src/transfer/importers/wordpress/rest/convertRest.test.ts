import { expect, test } from 'bun:test';
import type { ImportContext } from '../../Importer.ts';
import { converted, jsonFile } from '../../testing/importing.ts';
import {
  type PostChoices,
  restMedia,
  restPost,
  restRoot,
  restTerm,
  restUser,
} from '../../testing/wordpressPosts.ts';
import { category, item, wxr } from '../../testing/wxr.ts';
import { xmlFile } from '../../testing/xmlFile.ts';
import { convertWordPress } from '../convertWordPress.ts';

const convert = (list: unknown, choices: Partial<ImportContext> = {}) =>
  converted(convertWordPress, jsonFile(list), choices);

async function only(choices: Partial<PostChoices>, others: readonly unknown[] = [restUser]) {
  const all = await convert([...others, restPost({ id: 7, title: 'A', ...choices })]);
  const [news] = all.of('news');
  return { ...all, news };
}

test('a site gives the same records by its API as by its export', async () => {
  const url = 'https://example.com/wp-content/uploads/2024/05/photo.jpg';
  const content = `<!-- wp:paragraph -->\n<p>Text</p>\n<!-- /wp:paragraph -->\n\n<!-- wp:block {"ref":30} /-->\n\n<!-- wp:image {"id":20} -->\n<figure class="wp-block-image"><img src="${url}" alt="" class="wp-image-20"/></figure>\n<!-- /wp:image -->`;
  const terms = [
    ['category', '日本', 'Japan & more'],
    ['category', 'world', 'World'],
    ['post_tag', 'launch', 'Launch'],
  ] as const;
  const media = {
    id: '20',
    type: 'attachment',
    status: 'inherit',
    title: 'Photo',
    slug: 'photo',
    fileUrl: url,
  };
  const exported = await converted(
    convertWordPress,
    xmlFile(
      wxr(
        [
          item({
            ...{ id: '7', title: 'Hello', slug: 'hello', content, terms },
            meta: { _thumbnail_id: '20' },
          }),
          item({ id: '8', title: 'Idea', status: 'draft', content: 'one\n\ntwo' }),
          item({ ...media, meta: { _wp_attachment_image_alt: 'A dog' } }),
          item({ id: '30', type: 'wp_block', title: 'Shared', content: '<p>Shared</p>' }),
        ].map((text) =>
          text.replace('https://example.com/?p=7</link>', 'https://example.com/2024/hello/</link>'),
        ),
        category('3', '日本', 'Japan & more') +
          category('4', 'world', 'World') +
          '<wp:tag><wp:tag_slug>launch</wp:tag_slug><wp:tag_name>Launch</wp:tag_name></wp:tag>' +
          '<wp:author><wp:author_login>editor</wp:author_login><wp:author_display_name>Ed Itor</wp:author_display_name></wp:author>',
      ),
    ),
  );
  const list = [
    restRoot,
    restTerm(3, 'category', encodeURIComponent('日本').toLowerCase(), 'Japan &amp; more'),
    restTerm(4, 'category', 'world', 'World'),
    restTerm(5, 'post_tag', 'launch', 'Launch'),
    restUser,
    restPost({
      ...{ id: 7, title: 'Hello', slug: 'hello', raw: content, content: '<p>rendered</p>' },
      ...{ link: 'https://example.com/2024/hello/', categories: [3, 4], tags: [5], featured_media: 20 },
    }),
    restPost({
      ...{ id: 8, title: 'Idea', slug: '', status: 'draft', raw: 'one\n\ntwo' },
      link: 'https://example.com/?p=8',
    }),
    restMedia(20, 'photo.jpg', { title: { raw: 'Photo', rendered: 'Photo' }, alt_text: 'A dog' }),
    restPost({ id: 30, type: 'wp_block', title: 'Shared', raw: '<p>Shared</p>' }),
  ];
  const read = await convert(list);
  const sorted = (each: typeof read) =>
    each.lines.map((line) => ('text' in line ? line.text : line.fault)).toSorted();
  expect(sorted(read)).toEqual(sorted(exported));
  expect(read.of('news')).toHaveLength(2);
  expect(read.of('news')[0]).toMatchObject({ contentId: 'example.com-7', alias: 'hello' });
  expect(read.report.mapped.toSorted()).toEqual(exported.report.mapped.toSorted());
});

test('a list of posts alone tells what it refers to in what is embedded', async () => {
  const embedded = {
    author: [{ id: 1, name: 'Ed Itor', slug: 'editor', avatar_urls: {} }],
    'wp:featuredmedia': [restMedia(20, 'photo.jpg')],
    'wp:term': [[restTerm(3, 'category', 'news', 'News')], [restTerm(5, 'post_tag', 'launch', 'Launch')]],
  };
  const links = { self: [{ href: 'https://example.com/blog/wp-json/wp/v2/posts/7' }] };
  const { news, of, report } = await only(
    {
      categories: [3],
      tags: [5],
      featured_media: 20,
      content: '<p>Text</p>',
      _embedded: embedded,
      _links: links,
    },
    [],
  );
  expect(news).toMatchObject({
    contentId: 'example.com-blog-7',
    category: { categoryId: 'news' },
    tags: [{ tagId: 'launch' }],
    values: { thumbnail: { mediaId: of('media')[0]?.['mediaId'] }, body: { authors: ['Ed Itor'] } },
  });
  expect(report.changed).toEqual([]);
});

test('what the list does not contain is reported', async () => {
  const { news, report } = await only({ categories: [3], featured_media: 20, content: '<p>Text</p>' }, []);
  expect(report.changed.map(({ why }) => why)).toEqual([
    'is imported without its picture, which is not in the file',
    'is imported without its author, whose name the site does not tell',
    'is imported without categories or tags that are not in the file',
  ]);
  expect(news?.['contentId']).toBe('example.com-7');
  const { content: _, ...brief } = restPost({ id: 7, title: 'A' });
  expect((await convert([restUser, brief])).report.changed).toMatchObject([
    { why: 'is imported without its text, which is not in the file', loss: 'text' },
  ]);
});

test('the author, the canonical URL and noindex may come from Yoast', async () => {
  const link = 'https://example.com/a/';
  const yoast = (canonical: string, index: string) => ({ author: 'Yo Ast', canonical, robots: { index } });
  const own = await only({ link, yoast_head_json: yoast(link, 'index') }, []);
  expect(own.news).toMatchObject({ values: { body: { authors: ['Yo Ast'], oldPaths: ['/a/'] } } });
  expect(own.news).not.toHaveProperty('values.seo');
  const other = await only({ link, yoast_head_json: yoast('https://other.example/b', 'noindex') });
  expect(other.news).toMatchObject({
    values: {
      body: { authors: ['Ed Itor'] },
      seo: { canonicalUrl: 'https://other.example/b', isPreventCrawling: true },
    },
  });
});

test('nothing that visitors could not read becomes public', async () => {
  const status = async (choices: Partial<PostChoices>) =>
    (await only({ raw: 'Text', ...choices })).news?.['status'];
  expect(await status({})).toBe('published');
  for (const each of ['draft', 'pending', 'private', 'strange'])
    expect([each, await status({ status: each })]).toEqual([each, 'draft']);
  expect(await status({ password: 'secret' })).toBe('draft');
  expect(await status({ meta: { _jetpack_newsletter_access: 'paid_subscribers' } })).toBe('draft');
  expect(await status({ date: undefined, date_gmt: undefined })).toBe('draft');
  const ahead = await only({
    ...{ raw: 'Text', status: 'future' },
    date_gmt: '2030-01-01T00:00:00',
    date: '',
  });
  expect(ahead.news).toMatchObject({ status: 'draft', reservedAt: Date.UTC(2030, 0) });
  const locked = { ...restPost({ id: 7, title: 'A' }), content: { rendered: '', protected: true } };
  const hidden = await convert([restUser, locked]);
  expect(hidden.of('news')).toEqual([]);
  expect(hidden.report.skipped).toMatchObject([
    { what: 'post', why: 'is protected by a password; its text needs --user', count: 1, examples: ['A'] },
  ]);
});

test('an excerpt counts if it was written', async () => {
  const excerpt = async (rendered: string, content = '<p>One two</p><p>three</p>') =>
    (await only({ content, excerpt: { rendered } })).news;
  expect(await excerpt('<p>About &#8220;it&#8221;</p>\n')).toMatchObject({
    values: { body: { excerpt: 'About “it”' } },
  });
  const more =
    '<p>One <a class="more-link" href="https://example.com/">Continue reading <span>A</span></a></p>';
  for (const each of ['<p>One two three</p>\n', '<p>One [&hellip;]</p>', '<p>Two&hellip;</p>', more, ''])
    expect([each, await excerpt(each)]).not.toHaveProperty('1.values.body.excerpt');
  const raw = await only({ raw: 'One two', excerpt: { raw: 'One', rendered: '<p>One</p>' } });
  expect(raw.news).toMatchObject({ values: { body: { excerpt: 'One' } } });
});

test('pages, other types and formats are as in an export', async () => {
  const list = [
    restPost({ id: 1, title: 'Page', type: 'page' }),
    restPost({ id: 2, title: 'Book', type: 'book' }),
    restPost({ id: 3, title: 'Aside', format: 'aside', sticky: true, meta: { color: 'red', footnotes: '' } }),
    { newsstand: { what: 'page', why: 'pages are not news', count: 2 } },
    5,
  ];
  const { report, of } = await convert([restUser, ...list]);
  expect(of('news')).toHaveLength(1);
  expect(report.skipped.map(({ what, count }) => [what, count])).toEqual([
    ...[
      ['page', 1],
      ['book', 1],
      ['sticky mark', 1],
      ['post_format', 1],
      ['custom field', 1],
      ['page', 2],
      ['element', 1],
    ],
  ]);
  expect((await convert([restUser, ...list], { withPages: true })).of('news')).toHaveLength(2);
});

test('a list of something else, or of nothing, is refused', async () => {
  expect((await convert([{ a: 1 }])).faults).toEqual([
    '1: this is not a list of posts from the API of WordPress: it has no posts',
  ]);
  expect((await convert([])).faults).toEqual([
    '1: this is not a list of posts from the API of WordPress: it has nothing in its list',
  ]);
  expect((await convert({ code: 'rest_no_route' })).faults[0]).toContain('it must be a JSON list');
});
