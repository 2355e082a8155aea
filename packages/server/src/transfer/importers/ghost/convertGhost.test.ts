import { describe, expect, test } from 'bun:test';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { runs } from '../../../../../../tests/testing/runs.ts';
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
import { ghostExport, post } from '../testing/ghostExport.ts';
import { context, converted, jsonFile } from '../testing/importing.ts';
import { convertGhost } from './convertGhost.ts';

const sample = ghostExport();
const siteUrl = 'https://blog.example.com/';
const convert = (content: unknown, choices = {}) => converted(convertGhost, jsonFile(content), choices);

type Written = 'html' | 'lexical' | 'mobiledoc';

function textAs(how: Written, paragraphs: readonly string[]) {
  const html = paragraphs.map((text) => `<p>${escaped(text)}</p>`).join('\n');
  const lexical = paragraphs.map((text) => ({
    type: 'paragraph',
    children: [{ type: 'extended-text', text, format: 0 }],
  }));
  const sections = paragraphs.map((text) => [1, 'p', [[0, [], 0, text]]]);
  return {
    ...{ html: null, lexical: null, mobiledoc: null },
    ...(how === 'html' && { html }),
    ...(how === 'lexical' && { lexical: JSON.stringify({ root: { type: 'root', children: lexical } }) }),
    ...(how === 'mobiledoc' && {
      mobiledoc: JSON.stringify({ markups: [], atoms: [], cards: [], sections }),
    }),
  };
}

/** A category is the first tag in Ghost, so an article without one has no tags either. */
function labelsOf({ category, tags }: SomeArticle): readonly string[] {
  return category === undefined ? [] : [category, ...tags];
}

function write(articles: readonly SomeArticle[], how: Written, timestamp: (at: number) => unknown) {
  const slugs = [...new Set(articles.flatMap(labelsOf))];
  return {
    posts: articles.map((article) => {
      const { id, title, slug, isDraft, at, paragraphs } = article;
      const status = isDraft ? 'draft' : at > context().now ? 'scheduled' : 'published';
      return post(id, title, { slug, status, published_at: timestamp(at), ...textAs(how, paragraphs) });
    }),
    posts_tags: articles
      .flatMap((article) =>
        labelsOf(article).map((slug, sort_order) => ({
          post_id: article.id,
          tag_id: `t-${slug}`,
          sort_order,
        })),
      )
      .reverse(),
    tags: slugs.map((slug) => ({ id: `t-${slug}`, name: nameOf(slug), slug, visibility: 'public' })),
  };
}

const moments = {
  iso: (at: number) => new Date(at).toISOString(),
  mysql: (at: number) => new Date(at).toISOString().replace('T', ' ').replace('Z', ''),
  milliseconds: (at: number) => at,
} as const;

test('articles are imported as they were written', async () => {
  const how = fc.constantFrom('html', 'lexical', 'mobiledoc');
  const timestamp = fc.constantFrom('iso', 'mysql', 'milliseconds');
  await fc.assert(
    fc.asyncProperty(
      someArticles,
      how,
      timestamp,
      fc.boolean(),
      async (articles, how, timestamp, isWrapped) => {
        const data = write(articles, how, moments[timestamp]);
        const { of, faults } = await convert(isWrapped ? { db: [{ meta: {}, data }] } : { meta: {}, data });
        expect(faults).toEqual([]);
        const labelled = articles.map((each) => (each.category === undefined ? { ...each, tags: [] } : each));
        expect(actualNews(of)).toEqual(labelled.map(expectedNews));
      },
    ),
    { numRuns: runs(60) },
  );
});

describe('the sample', async () => {
  const { of, report } = await convert(sample, { siteUrl });
  const news = (name: string) => of('news').find((each) => each['name'] === name);
  const blocks = (name: string, list: readonly object[]) =>
    expect(news(name)).toMatchObject({ values: { body: { blocks: list } } });

  test('never publishes what was not public', () => {
    expect(of('news').map(({ name, status, reservedAt }) => [name, status, reservedAt])).toEqual([
      ['Cards', 'published', undefined],
      ['Lexical', 'published', undefined],
      ['Mobiledoc', 'published', undefined],
      ['Paid', 'draft', undefined],
      ['Sent', 'draft', undefined],
      ['Emailed', 'draft', undefined],
      ['Soon', 'draft', Date.UTC(2025, 5, 1, 7)],
      ['Whenever', 'draft', undefined],
      ['Idea', 'draft', undefined],
      ['Broken', 'draft', undefined],
      ['no-title', 'published', undefined],
    ]);
    expect(report.changed.map(({ why, examples }) => [why, examples])).toEqual([
      ['becomes a draft: field visibility is paid', ['Paid']],
      ['becomes a draft: it was sent as a newsletter only', ['Sent', 'Emailed']],
      ['becomes a draft: it is scheduled for no date', ['Whenever']],
      ['becomes a draft: it was not published', ['Idea']],
      ['becomes a draft: its text, which is left out, is not in a format of Ghost', ['Broken']],
    ]);
  });

  test('uses the first public tag as the category, and no internal tags', () => {
    expect(news('Cards')).toMatchObject({
      category: { categoryId: 'news' },
      tags: [{ tagId: 'getting-started' }],
    });
    expect([...of('category'), ...of('tag')].map(({ alias }) => alias)).toEqual(['news', 'getting-started']);
  });

  test('keeps the text and pictures of cards, without buttons', () => {
    blocks('Cards', [
      { type: 'paragraph', text: 'Hello <a href="https://blog.example.com/about/">there</a>' },
      { type: 'image', alt: 'Cat', caption: 'A cat', width: 800, height: 600 },
      { type: 'image', link: 'https://example.com/a', mediaId: expect.stringMatching(/^thumb-/) },
      { type: 'paragraph', text: '<a href="https://example.com/a">A page</a><br>On it<br>Site' },
      { type: 'paragraph', text: 'Worth it' },
      { type: 'video', url: 'https://blog.example.com/content/media/clip.mp4', width: 640, height: 360 },
      { type: 'embed', url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ' },
      { type: 'code', text: 'a < b', language: 'js' },
      { type: 'divider' },
      { type: 'heading', level: 4, text: 'More' },
      { type: 'paragraph', text: 'Inside' },
    ]);
    expect(report.skipped).toContainEqual({
      ...{ what: 'icon of a bookmark', why: 'no block can represent it', loss: 'look', count: 1 },
      examples: ['https://example.com/icon.png'],
    });
  });

  test('reads Lexical, the format of Ghost 5', () => {
    blocks('Lexical', [
      {
        type: 'paragraph',
        text: 'Plain &amp; <em><strong>both</strong></em><br><a href="https://example.com/"><code>link</code></a>',
      },
      { type: 'heading', level: 3, text: 'Head' },
      { type: 'list', items: [{ text: 'one', list: { ordered: true, items: [{ text: 'deeper' }] } }] },
      { type: 'quote', text: 'Said so' },
      { type: 'image', alt: 'A', caption: '<em>A</em>', width: 10, height: 20 },
      {
        type: 'gallery',
        images: [{ mediaId: expect.stringMatching(/^b-/) }, { mediaId: expect.stringMatching(/^c-/) }],
        caption: 'Two',
      },
      { type: 'code', text: 'a < b', language: 'ts' },
      { type: 'divider' },
      { type: 'paragraph', text: 'Raw' },
      { type: 'paragraph', text: '<a href="https://example.com/a">A page</a>' },
      { type: 'embed', url: 'https://vimeo.com/1' },
      { type: 'callout', tone: 'info', text: '💡 Mind' },
    ]);
  });

  test('reads the formats of older editors', () => {
    blocks('Mobiledoc', [
      {
        type: 'paragraph',
        text: 'Plain &amp; <strong><a href="https://example.com/?a=1&amp;b=2">both</a> one</strong><br>end',
      },
      { type: 'heading', level: 2, text: 'Head' },
      { type: 'list', ordered: true, items: [{ text: 'one' }, { text: '<strong>two</strong>' }] },
      { type: 'quote', text: 'Said so' },
      { type: 'image', alt: 'A', caption: 'Cap' },
      { type: 'divider' },
      { type: 'heading', level: 2, text: 'Marked' },
      { type: 'list', items: [{ text: 'down' }] },
      { type: 'code', text: 'a < b' },
    ]);
  });

  test('keeps the author and the old path', () => {
    expect(of('news').find(({ contentId }) => contentId === '000000000000000000000001')).toMatchObject({
      values: { body: { authors: ['Ann'], oldPaths: [expect.stringMatching(/^\/.+\/$/)] } },
    });
  });

  test('reports the rest, without names of people', () => {
    const skipped = report.skipped.map(({ what, count }) => [what, count]);
    for (const each of [
      ['member', 1],
      ['newsletter', 1],
      ['page', 1],
      ['card', 3],
      ['code injection', 1],
    ])
      expect(skipped).toContainEqual(each);
    expect(JSON.stringify(report)).not.toMatch(/@example|secret|Ann/);
  });

  test('importing it twice changes nothing', async () => {
    await using fixture = await openImportStore();
    const source = () => ({
      name: 'export.json',
      folder: undefined,
      batches: runImporter(convertGhost, jsonFile(sample), context({ siteUrl })),
    });
    const first = await fixture.run([], { sources: [source()] });
    const documents = await fixture.documents();
    const second = await fixture.run([], { sources: [source()], now: () => 2000 });
    expect(first.byKind.news.created).toBe(11);
    expect(second).toMatchObject({ created: 0, updated: 0, deleted: 0, unchanged: first.created });
    expect(await fixture.documents()).toEqual(documents);
  });
});

test('without the site URL, pictures are found locally or reported', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'newsstand-test-'));
  try {
    mkdirSync(join(folder, 'content/images/2024/05'), { recursive: true });
    writeFileSync(join(folder, 'content/images/2024/05/cat.jpg'), 'x');
    const { of, report } = await convert(sample, { folder });
    expect(of('media').map(({ file }) => file)).toContain('content/images/2024/05/cat.jpg');
    const missing = {
      what: 'media',
      why: 'its file was not found, and it has no URL; --media or --site-url may help',
    };
    expect(report.skipped).toContainEqual(expect.objectContaining({ ...missing, count: 4 }));
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('the feature image becomes the thumbnail, named by its alt text', async () => {
  const own = { feature_image: '__GHOST_URL__/content/images/top.webp' };
  const posts_meta = [{ post_id: 'a', feature_image_alt: 'The top' }];
  const { of } = await convert({ data: { posts: [post('a', 'A', own)], posts_meta } }, { siteUrl });
  expect(of('media')).toMatchObject([
    { name: 'The top', accessUrl: 'https://blog.example.com/content/images/top.webp' },
  ]);
  expect(of('news')).toMatchObject([{ values: { thumbnail: { mediaId: of('media')[0]?.['mediaId'] } } }]);
});

test('posts of Ghost 0.x have numeric IDs, and pages a flag', async () => {
  const old = {
    id: 7,
    title: 'Old',
    slug: 'old',
    markdown: '# Hi',
    status: 'published',
    page: 0,
    published_at: 1400000000000,
  };
  const data = {
    posts: [old, { ...old, id: 8, slug: 'page', page: 1 }],
    tags: [{ id: 1, name: 'x', slug: 'x' }],
    posts_tags: [{ post_id: 7, tag_id: 1 }],
  };
  const { of } = await convert({ data }, { withPages: true });
  expect(of('news')).toMatchObject([
    {
      contentId: 'post-7',
      createdAt: 1400000000000,
      category: { categoryId: 'x' },
      values: { body: { blocks: [{ type: 'heading', level: 1, text: 'Hi' }] } },
    },
    { contentId: 'page-8' },
  ]);
  expect((await convert({ data })).of('news')).toHaveLength(1);
});

test('a truncated file gives one error, with its line', async () => {
  const data = { posts: [{ id: 'a', title: 'A', html: '<p>é</p>' }], tags: [{ id: 't', name: 'T' }] };
  const text = JSON.stringify({ db: [{ meta: { version: '5.0.0' }, data }] }, null, 1);
  for (let length = 0; length < text.length; length++) {
    const { faults } = await convert(text.slice(0, length));
    const line = text.slice(0, length).split('\n').length;
    expect(faults).toEqual([expect.stringMatching(new RegExp(`^${line}: `))]);
  }
});

test('limits the nesting of texts', async () => {
  let node: object = { type: 'text', text: 'deep' };
  for (let depth = 0; depth < 300; depth++) node = { type: 'aside', children: [node] };
  const posts = [
    post('a', 'A', { html: null, lexical: JSON.stringify({ root: { type: 'root', children: [node] } }) }),
  ];
  expect((await convert({ data: { posts } })).of('news')).toHaveLength(1);
});

test('a bookmark of an editor keeps what blocks can hold, and a script beside a card is reported', async () => {
  const metadata = {
    ...{ title: 'A page', description: 'On it', author: 'Ann', publisher: 'Site' },
    ...{ icon: 'https://example.com/i.png', thumbnail: 'https://example.com/t.png' },
  };
  const card = { type: 'bookmark', url: 'https://example.com/a', metadata, caption: 'Worth it' };
  const post = (id: string, rest: object) => ({ id, title: id, status: 'published', ...rest });
  const posts = [
    post('lexical', { lexical: JSON.stringify({ root: { type: 'root', children: [card] } }) }),
    post('html', {
      html: '<div class="kg-card kg-callout-card"><div class="kg-callout-text">Mind <a href="javascript:a()">it</a></div></div><script src="https://x.example/a.js"></script>',
    }),
  ];
  const { of, report } = await convert({ db: [{ meta: {}, data: { posts } }] });
  expect(of('news')[0]).toMatchObject({
    values: {
      body: {
        blocks: [
          { type: 'image', link: 'https://example.com/a', mediaId: expect.stringMatching(/^t-/) },
          { type: 'paragraph', text: '<a href="https://example.com/a">A page</a><br>On it<br>Ann · Site' },
          { type: 'paragraph', text: 'Worth it' },
        ],
      },
    },
  });
  expect(report.skipped.map(({ what, examples }) => [what, ...examples])).toEqual([
    ['icon of a bookmark', 'https://example.com/i.png'],
    ['link', 'javascript:a() (it) in html'],
    ['script', 'https://x.example/a.js in html'],
  ]);
});

test('a file that is cut off gives what is whole, as drafts: who could see it may stand further on', async () => {
  const posts = ['a', 'b', 'c'].map((id) => ({ id, title: id, status: 'published', html: `<p>${id}</p>` }));
  const json = JSON.stringify({ db: [{ meta: {}, data: { posts } }] });
  const { of, faults, report } = await convert(json.slice(0, json.indexOf('<p>c')));
  expect(of('news').map(({ name, status }) => [name, status])).toEqual([
    ['a', 'draft'],
    ['b', 'draft'],
  ]);
  expect(faults).toEqual(['1: the file ends unexpectedly: it was cut off']);
  expect(report.changed).toMatchObject([{ what: 'post', count: 2 }]);
});

test.each(['members', 'paid', 'tiers', 'filter', ['members'], 5, null])(
  'a published post with the visibility %p is a draft, and a public one is not',
  async (visibility) => {
    const posts = [visibility, 'public', undefined].map((each, index) => ({
      ...{ id: `p${index}`, title: 'T', slug: `p${index}`, html: '<p>x</p>', status: 'published' },
      ...{ published_at: '2024-05-03T00:00:00.000Z', visibility: each },
    }));
    const { of } = await converted(convertGhost, jsonFile({ db: [{ meta: {}, data: { posts } }] }));
    expect(of('news').map(({ status }) => status)).toEqual(['draft', 'published', 'published']);
  },
);

test.each([
  ['会員限定', 'kaiin'],
  ['#draft', 'hash-draft'],
])('a published post with the tag %s is a draft', async (name, slug) => {
  const posts = [
    {
      id: 'a',
      title: 'A',
      slug: 'a',
      html: '<p>x</p>',
      status: 'published',
      published_at: '2024-05-03T00:00:00Z',
    },
  ];
  const data = { posts, tags: [{ id: 't', name, slug }], posts_tags: [{ post_id: 'a', tag_id: 't' }] };
  const { of } = await convert({ db: [{ meta: {}, data }] });
  expect(of('news')).toMatchObject([{ status: 'draft' }]);
});
