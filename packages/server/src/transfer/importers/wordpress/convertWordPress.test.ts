import { describe, expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { block } from '@newsstand/contract';
import fc from 'fast-check';
import { openImportStore } from '../../testing/importing.ts';
import { runImporter } from '../runImporter.ts';
import {
  actualNews,
  escaped,
  expectedNews,
  nameOf,
  type SomeArticle,
  someArticles,
} from '../testing/articles.ts';
import { context, converted } from '../testing/importing.ts';
import { category, type ItemChoices, item, wxr } from '../testing/wxr.ts';
import { xmlFile } from '../testing/xmlFile.ts';
import { convertWordPress } from './convertWordPress.ts';

const convert = (text: string | Uint8Array, choices = {}) =>
  converted(convertWordPress, xmlFile(text), choices);

/** Converts one post. */
async function post(choices: Partial<ItemChoices>, others: readonly string[] = [], declared = '') {
  const all = await convert(wxr([item({ id: '7', title: 'A', ...choices }), ...others], declared));
  const [news] = actualNews(all.of);
  return { ...all, news };
}

const photo = item({
  ...{ id: '20', type: 'attachment', status: 'inherit', title: 'The photo', slug: 'photo', parent: '7' },
  ...{ fileUrl: 'https://example.com/wp-content/uploads/2024/05/photo.jpg', excerpt: 'A <b>caption</b>' },
  meta: { _wp_attachment_image_alt: 'A dog' },
});

/** A time in the format of WordPress. */
const inSeconds = (article: SomeArticle) => ({ ...article, at: article.at - (article.at % 1000) });

function write(article: SomeArticle, isClassic: boolean): string {
  const { id, title, slug, isDraft, at, paragraphs } = article;
  const html = paragraphs.map(escaped);
  const timestamp = new Date(at).toISOString().replace('T', ' ').slice(0, 19);
  return item({
    ...{ id, slug, title: escaped(title), dateGmt: timestamp },
    status: isDraft ? 'draft' : at > context().now ? 'future' : 'publish',
    content: isClassic
      ? html.join('\n\n')
      : html.map((text) => `<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph -->`).join('\n\n'),
    terms: [
      ...(article.category === undefined
        ? []
        : [['category', article.category, nameOf(article.category)] as const]),
      ...article.tags.map((tag) => ['post_tag', tag, nameOf(tag)] as const),
    ],
  });
}

test('articles are imported as they were written', async () => {
  await fc.assert(
    fc.asyncProperty(
      someArticles,
      fc.boolean(),
      fc.constantFrom('1.0', '1.1', '1.2'),
      async (list, isClassic, version) => {
        const articles = list.map(inSeconds);
        const text = wxr(
          articles.map((each) => write(each, isClassic)),
          '',
          version,
        );
        const { of, faults } = await convert(text);
        expect(faults).toEqual([]);
        expect(actualNews(of)).toEqual(
          articles.map((each) => ({ ...expectedNews(each), contentId: `example.com-${each.id}` })),
        );
      },
    ),
  );
});

test('a truncated file gives what is whole, and then one error, with its line', async () => {
  const bytes = new TextEncoder().encode(
    wxr([photo, item({ id: '1', title: 'é]]>', content: '<p>日本</p>' })]),
  );
  await fc.assert(
    fc.asyncProperty(fc.nat(bytes.length - 1), async (length) => {
      const { faults, lines, of } = await convert(bytes.subarray(0, length));
      const before = new TextDecoder().decode(bytes.subarray(0, length));
      expect(faults).toHaveLength(1);
      expect(lines.at(-1)).toHaveProperty('fault');
      expect(of('news')).toHaveLength(before.split('</item>').length > 2 ? 1 : 0);
      expect(faults[0]).toMatch(/^\d+: the file: /);
    }),
  );
});

test('importing twice changes nothing, and importing a change does', async () => {
  await using fixture = await openImportStore();
  const run = (title: string) => {
    const text = wxr([item({ id: '7', title, content: '[gallery]', meta: { _thumbnail_id: '20' } }), photo]);
    const batches = runImporter(convertWordPress, xmlFile(text), context());
    return fixture.run([], { sources: [{ name: 'export.xml', folder: undefined, batches }] });
  };
  expect(await run('A')).toMatchObject({ created: 2, updated: 0, unchanged: 0 });
  expect(await run('A')).toMatchObject({ created: 0, updated: 0, unchanged: 2 });
  expect(await run('B')).toMatchObject({ created: 0, updated: 1, unchanged: 1 });
});

describe('states', () => {
  const stateOf = async (choices: Partial<ItemChoices>) => {
    const { news, report } = await post(choices);
    return [news?.status, news?.reservedAt, report.changed.map(({ why }) => why).join()];
  };

  test('only public posts are published', async () => {
    const ahead = '2031-01-01 00:00:00';
    const unpublished = 'becomes a draft: it was not published';
    expect(await stateOf({ status: 'publish' })).toEqual(['published', undefined, '']);
    expect(await stateOf({ status: 'future', dateGmt: ahead })).toEqual(['draft', Date.UTC(2031, 0, 1), '']);
    expect(await stateOf({ status: 'draft' })).toEqual(['draft', undefined, unpublished]);
    expect(await stateOf({ status: 'pending', dateGmt: ahead })).toEqual(['draft', undefined, unpublished]);
    expect(await stateOf({ status: 'private' })).toEqual([
      'draft',
      undefined,
      'becomes a draft: it was private',
    ]);
    expect(await stateOf({ password: 'secret' })).toEqual([
      'draft',
      undefined,
      'becomes a draft: it was protected by a password',
    ]);
    expect(await stateOf({ status: 'hidden' })).toEqual([
      'draft',
      undefined,
      "becomes a draft: its status was 'hidden'",
    ]);
  });

  test('a post scheduled without a date becomes a draft', async () => {
    expect(await stateOf({ status: 'future', date: '', dateGmt: '0000-00-00 00:00:00' })).toEqual([
      'draft',
      undefined,
      'becomes a draft: it was scheduled, without a date',
    ]);
  });

  test('posts that plugins restrict to members become drafts, and others do not', async () => {
    const hidden = ['draft', undefined, 'becomes a draft: it, or a part of it, was for members only'];
    const open = ['published', undefined, ''];
    const field = (key: string, value: string) => stateOf({ meta: { [key]: value } });
    expect(await field('_jetpack_newsletter_access', 'paid_subscribers')).toEqual(hidden);
    expect(await field('_jetpack_newsletter_access', 'everybody')).toEqual(open);
    expect(await field('_members_access_role', 'editor')).toEqual(hidden);
    expect(await field('rcp_access_level', '3')).toEqual(hidden);
    expect(await field('rcp_access_level', 'None')).toEqual(open);
    const restricted = (value: number) =>
      field('um_content_restriction', `a:1:{s:14:"_um_accessible";s:1:"${value}";}`);
    expect([await restricted(2), await restricted(0)]).toEqual([hidden, open]);
    expect(await stateOf({ content: 'a [restrict paid="true"]b[/restrict]' })).toContain('draft');
    expect(await stateOf({ content: '<!-- wp:premium-content/container -->b' })).toContain('draft');
    expect(await stateOf({ content: 'a [member of parliament]' })).toContain('published');
  });

  test('terms, lists of PHP and fields of plugins that hide make drafts', async () => {
    const why = async (choices: Partial<ItemChoices>) => (await stateOf(choices))[2];
    const open = '';
    expect(await why({ terms: [['category', 'm', '会員限定']] })).toContain('field category is 会員限定');
    expect(await why({ terms: [['visibility', 'private', 'Private']] })).toContain(
      'field visibility is Private',
    );
    expect(await why({ terms: [['category', 'private', 'Private']] })).toBe(open);
    expect(await why({ meta: { options: 'a:1:{i:0;s:12:"会員限定";}' } })).toContain(
      'field options is 会員限定',
    );
    expect(await why({ meta: { visibility: 'a:1:{i:0;s:6:"public";}' } })).toBe(open);
    expect(await why({ meta: { _private: '1' } })).toContain('field _private is 1');
    expect(await why({ meta: { _公開: 'field_5f3a', 公開: '1', '_expiration-date': '1714698000' } })).toBe(
      open,
    );
  });

  test('trashed posts, other types and comments are skipped and reported', async () => {
    const { of, report } = await convert(
      wxr([
        item({ id: '1', title: 'Trashed', status: 'trash' }),
        item({ id: '2', title: 'Old', type: 'revision', status: 'inherit' }),
        item({ id: '3', title: 'Menu', type: 'nav_menu_item' }),
        item({ id: '4', title: 'About', type: 'page' }),
        item({ id: '5', title: 'Shoe', type: 'product' }),
        item({ id: '6', title: 'Kept', comments: 3, isSticky: true, meta: { colour: 'red', _edit: '1' } }),
      ]),
    );
    expect(of('news').map(({ name }) => name)).toEqual(['Kept']);
    expect(report.skipped.map(({ what, count, examples }) => [what, count, examples[0]])).toEqual([
      ['post', 1, 'Trashed'],
      ['revision', 1, 'Old'],
      ['nav_menu_item', 1, 'Menu'],
      ['page', 1, 'About'],
      ['product', 1, 'Shoe'],
      ['sticky mark', 1, 'Kept'],
      ['comment', 3, 'Kept'],
      ['custom field', 1, 'colour'],
      ['author', 1, 'Kept'],
    ]);
  });

  test('an attachment that is not public is not imported', async () => {
    const hidden = photo.replaceAll('inherit', 'private');
    const { of, report } = await post({ meta: { _thumbnail_id: '20' } }, [hidden]);
    expect(of('media').map(({ mediaId }) => mediaId)).toEqual(['no-picture']);
    expect(report.skipped.map(({ what, examples }) => [what, examples])).toEqual([
      ['author', ['A']],
      ['attachment', ['The photo']],
    ]);
  });

  test('pages are imported on request', async () => {
    const { of } = await convert(wxr([item({ id: '4', title: 'About', type: 'page' })]), { withPages: true });
    expect(of('news').map(({ name }) => name)).toEqual(['About']);
  });
});

test('dates are in UTC, or else in the given time zone', async () => {
  const exact = await post({ modifiedGmt: '2024-06-01 00:00:00' });
  expect(exact.of('news')[0]).toMatchObject({
    createdAt: Date.UTC(2024, 4, 3, 9),
    updatedAt: Date.UTC(2024, 5, 1),
  });
  const local = await post({ dateGmt: '0000-00-00 00:00:00', date: '2024-05-03 18:00:00' });
  expect(local.news?.createdAt).toBe(Date.UTC(2024, 4, 3, 9));
});

test('an implausible UTC date is ignored', async () => {
  const wrong = await post({ dateGmt: '1970-01-01 00:00:00', date: '2024-05-03 18:00:00' });
  expect(wrong.news?.createdAt).toBe(Date.UTC(2024, 4, 3, 9));
  const none = await post({ dateGmt: '0000-00-00 00:00:00', date: '0000-00-00 00:00:00' });
  expect(none.news?.createdAt).toBeUndefined();
  expect(none.report.changed.map(({ why }) => why)).toEqual(['becomes a draft: it has no date']);
});

test('the ID of an article contains the site, whatever the base URL', async () => {
  const { of } = await convert(wxr([item({ id: '7', title: 'A' })]), { siteUrl: 'https://new.example.org/' });
  expect(of('news')[0]?.['contentId']).toBe('example.com-7');
});

describe('categories', () => {
  const declared =
    category('1', 'uncategorized', 'Uncategorized') +
    category('2', 'a', 'Cats &amp; dogs') +
    category('3', 'b', 'B', 'a');
  const both = [
    ['category', 'uncategorized', 'Uncategorized'],
    ['category', 'a', 'Cats &amp; dogs'],
    ['category', 'b', 'B'],
    ['post_tag', 'ニュース', 'News'],
    ['post_format', 'post-format-link', 'Link'],
  ] as const;

  test('the first one other than the default; the others become tags', async () => {
    const { news, of, report } = await post({ terms: both }, [], declared);
    expect([news?.categories, news?.tags]).toEqual([['Cats & dogs'], ['News', 'B']]);
    expect(of('category').map(({ alias }) => alias)).toEqual(['uncategorized', 'a', 'b']);
    expect(of('tag').map(({ alias }) => alias)).toEqual(['ニュース', 'b']);
    expect(report.changed.map(({ what }) => what)).toEqual(['category', 'post']);
    expect(report.skipped.map(({ what }) => what)).toEqual(['post_format', 'author']);
  });

  test('the primary one', async () => {
    for (const key of ['_yoast_wpseo_primary_category', 'rank_math_primary_category']) {
      const { news } = await post({ terms: both, meta: { [key]: '3' } }, [], declared);
      expect([news?.categories, news?.tags]).toEqual([['B'], ['News', 'Cats & dogs']]);
    }
  });

  test('duplicates of old versions, with and without a slug, are merged', async () => {
    const named = (name: string) => `<category>${name}</category><category domain="tag">${name} x</category>`;
    const text = wxr([
      item({
        id: '7',
        title: 'A',
        terms: [
          ['category', 'b-2', 'B'],
          ['tag', 'b-x', 'B x'],
        ],
      }).replace('<title>', `${named('B')}<title>`),
      item({ id: '8', title: 'A' }).replace('<title>', `${named('Old News')}<title>`),
    ]);
    const { of } = await convert(text);
    expect(of('category').map(({ alias }) => alias)).toEqual(['b-2', 'old-news']);
    expect(of('tag').map(({ alias }) => alias)).toEqual(['b-x', 'old-news-x']);
  });

  test('the default one in other languages never becomes a tag', async () => {
    for (const [slug, name] of [
      ['未分類', '未分類'],
      ['sin-categoria', 'Sin categoría'],
      ['1', 'Non classé'],
    ] as const) {
      const { of } = await post({
        terms: [
          ['category', slug, name],
          ['category', 'a', 'A'],
        ],
      });
      expect([name, of('tag')]).toEqual([name, []]);
    }
  });

  test('the default one, if there is no other', async () => {
    const { news } = await post({ terms: both.slice(0, 1) }, [], declared);
    expect(news?.categories).toEqual(['Uncategorized']);
  });
});

test('the name of the author and the path are kept, the name for signing in is not', async () => {
  const author =
    '<wp:author><wp:author_login>editor</wp:author_login><wp:author_display_name>Ann Editor</wp:author_display_name></wp:author>';
  const written = item({ id: '7', title: 'A' }).replace('/?p=7<', '/2024/05/日本/<');
  const bodyOf = async (declared: string) => {
    const { of } = await converted(convertWordPress, xmlFile(wxr([written], declared)));
    return of('news')[0];
  };
  const oldPaths = ['/2024/05/%E6%97%A5%E6%9C%AC/'];
  expect(await bodyOf(author)).toMatchObject({ values: { body: { authors: ['Ann Editor'], oldPaths } } });
  expect(await bodyOf('')).toMatchObject({ values: { body: { oldPaths, blocks: [] } } });
  expect(JSON.stringify(await bodyOf(''))).not.toContain('editor');
});

test('SEO settings are kept', async () => {
  const meta = { _yoast_wpseo_canonical: 'https://example.org/x', '_yoast_wpseo_meta-robots-noindex': '1' };
  const { of } = await post({ meta });
  expect(of('news')[0]).toMatchObject({
    values: { seo: { canonicalUrl: 'https://example.org/x', isPreventCrawling: true } },
  });
});

test('Rank Math and All in One SEO are understood, too; a description becomes an excerpt, and a title is reported', async () => {
  const rankMath = await post({
    content: 'Text',
    meta: {
      rank_math_canonical_url: 'https://example.org/y',
      rank_math_robots: 'a:1:{i:0;s:7:"noindex";}',
      rank_math_description: 'About it',
      rank_math_title: '%title% %sep% %sitename%',
    },
  });
  expect(rankMath.of('news')[0]).toMatchObject({
    values: {
      body: { excerpt: 'About it' },
      seo: { canonicalUrl: 'https://example.org/y', isPreventCrawling: true },
    },
  });
  expect(rankMath.report.skipped.map(({ what }) => what)).not.toContain('title for search engines');
  const social = { '_yoast_wpseo_opengraph-image': 'https://example.org/o.jpg', rank_math_twitter_title: '' };
  expect((await post({ content: 'Text', meta: social })).report.skipped).toContainEqual(
    expect.objectContaining({ what: 'field for social networks', count: 1 }),
  );
  const aioseo = await post({ content: 'Text', meta: { _aioseop_noindex: 'on', _aioseo_title: 'Found' } });
  expect(aioseo.of('news')[0]).toMatchObject({ values: { seo: { isPreventCrawling: true } } });
  expect(aioseo.report.skipped).toContainEqual(
    expect.objectContaining({
      what: 'title for search engines',
      examples: [expect.stringContaining('Found')],
    }),
  );
});

test('an author who is no known login is kept if that is a name', async () => {
  const by = async (creator: string) => {
    const text = wxr([item({ id: '7', title: 'A', content: 'x' })]).replace('editor', creator);
    const { of, report } = await convert(text);
    return [JSON.stringify(of('news')[0]).includes(creator), report.skipped.map(({ what }) => what)];
  };
  expect(await by('Ken Tanaka')).toEqual([true, []]);
  expect(await by('田中健')).toEqual([true, []]);
  expect(await by('ktanaka2')).toEqual([false, ['author']]);
});

test('the slugs that a post had earlier are old addresses', async () => {
  const old = ['first', encodeURIComponent('日記')].map(
    (slug) =>
      `<wp:postmeta><wp:meta_key>_wp_old_slug</wp:meta_key><wp:meta_value>${slug}</wp:meta_value></wp:postmeta>`,
  );
  const text = wxr([item({ id: '7', title: 'A', slug: 'now' })])
    .replace('<link>https://example.com/?p=7</link>', '<link>https://example.com/2024/now/</link>')
    .replace('</item>', `${old.join('')}</item>`);
  expect((await convert(text)).of('news')[0]).toMatchObject({
    values: { body: { oldPaths: ['/2024/now/', '/2024/first/', `/2024/${encodeURIComponent('日記')}/`] } },
  });
});

test('the second post with the same ID gets one of its own; the same one twice comes in once', async () => {
  const one = item({ id: '7', title: 'One', slug: 'one', content: 'a' });
  const two = item({ id: '7', title: 'Two', slug: 'two', content: 'b' });
  const { of, report } = await convert(wxr([one, two, one, two]));
  expect(of('news').map(({ contentId, alias }) => [contentId, alias])).toEqual([
    ['example.com-7', 'one'],
    ['example.com-7-2', 'two'],
  ]);
  expect(report.changed.map(({ why }) => why)).toContain(
    'has the ID of another one, and gets one of its own',
  );
  expect(report.skipped).toContainEqual(
    expect.objectContaining({ why: 'is there twice, with the same ID and text', count: 2 }),
  );
});

test('a feed or another file is rejected with a reason', async () => {
  const feed = '<rss version="2.0"><channel><item><title>A</title></item></channel></rss>';
  expect((await convert(feed)).faults).toEqual([
    '1: the file: is RSS, but not an export of WordPress; import it as a feed',
  ]);
  expect((await convert('<feed xmlns="http://www.w3.org/2005/Atom"/>')).faults).toEqual([
    '1: the file: begins with <atom:feed>, but <rss> was expected',
  ]);
});

test('an export whose channel has nothing of WordPress is one by its items', async () => {
  const own = /<wp:(?!post|status|is_sticky|comment_status)[a-z_]+>[^<]*<\/wp:[a-z_]+>/g;
  const text = wxr([item({ id: '7', title: 'A' })]).replaceAll(own, '');
  const { faults, of } = await converted(convertWordPress, xmlFile(text));
  expect([faults, of('news').length]).toEqual([[], 1]);
});

test('control characters are removed, and reported once', async () => {
  const { news, report } = await post({ content: 'a\u000bb' });
  expect(news?.blocks).toEqual([{ type: 'paragraph', text: 'ab' }]);
  expect(report.changed.map(({ what, count }) => [what, count])).toEqual([['text', 1]]);
});

/** The theme unit test data of WordPress, which has an example of everything. */
const realFile = join(import.meta.dir, '../../../../../../../shared/data/wordpress-theme-unit-test.xml');

test('a real export is imported completely, and importing it again changes nothing', async () => {
  if (!existsSync(realFile)) {
    console.warn('left out: the test data of WordPress is not beside the project (../shared/data)');
    return;
  }
  const file = xmlFile(await Bun.file(realFile).bytes(), 50_000);
  const { of, faults, report } = await converted(convertWordPress, file, { withPages: true });
  expect(faults).toEqual([]);
  const blocks = actualNews(of).flatMap((news) => block.array().parse(news.blocks));
  const texts = blocks.filter(({ type }) => type !== 'code').map((each) => JSON.stringify(each));
  expect(texts.filter((text) => /<!--|\[gallery|\[caption/.test(text))).toEqual([]);
  // Two more are in the category `Unpublished`.
  expect(report.mapped).toContainEqual({ what: 'post', to: 'news, published', count: 54 });
  expect(report.mapped).toContainEqual({ what: 'page', to: 'news, published', count: 21 });
  await using fixture = await openImportStore();
  const run = () => {
    const batches = runImporter(convertWordPress, file, context());
    return fixture.run([], { sources: [{ name: 'export.xml', folder: undefined, batches }] });
  };
  const first = await run();
  expect(await run()).toMatchObject({ created: 0, updated: 0, unchanged: first.created });
});
