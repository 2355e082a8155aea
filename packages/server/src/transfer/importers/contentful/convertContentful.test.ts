import { describe, expect, test } from 'bun:test';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { runs } from '../../../../../../tests/testing/runs.ts';
import { openImportStore } from '../../testing/importing.ts';
import type { ImportContext } from '../Importer.ts';
import { runImporter } from '../runImporter.ts';
import { actualNews, expectedNews, nameOf, type SomeArticle, someArticles } from '../testing/articles.ts';
import { contentfulExport, entry, entryLink, node, words } from '../testing/contentfulExport.ts';
import { context, converted, jsonFile } from '../testing/importing.ts';
import { convertContentful } from './convertContentful.ts';

const sample = contentfulExport();
const types = ['blogPost', 'note'];
const convert = (content: unknown, choices: Partial<ImportContext> = { types }) =>
  converted(convertContentful, jsonFile(content), choices);

/** The content model of the sample, with other entries. */
function exportOf(entries: readonly object[]) {
  return { ...sample, entries };
}

function write({ id, title, slug, isDraft, at, category, tags, paragraphs }: SomeArticle) {
  const state = isDraft
    ? { version: 3 }
    : { version: 4, publishedVersion: 3, publishedAt: '2020-01-01T00:00:00Z' };
  const own = (value: unknown) => ({ 'en-US': value });
  return entry(id, 'blogPost', state, {
    title: own(title),
    slug: own(slug),
    body: own(
      node(
        'document',
        paragraphs.map((text) => node('paragraph', [words(text)])),
      ),
    ),
    publishDate: own(new Date(at).toISOString()),
    ...(category !== undefined && { category: own(entryLink(`section-${category}`)) }),
    topics: own(tags.map((tag) => entryLink(`topic-${tag}`))),
  });
}

function labelEntries(slugs: readonly string[]) {
  const published = { version: 2, publishedVersion: 1 };
  return slugs.flatMap((slug) => [
    entry(`section-${slug}`, 'desk', published, {
      name: { 'en-US': nameOf(slug) },
      slug: { 'en-US': slug },
    }),
    entry(`topic-${slug}`, 'topic', published, { title: { 'en-US': nameOf(slug) } }),
  ]);
}

test('articles are imported as they were written', async () => {
  await fc.assert(
    fc.asyncProperty(someArticles, fc.boolean(), async (articles, isMinified) => {
      const slugs = articles.flatMap(({ category, tags }) =>
        category === undefined ? tags : [...tags, category],
      );
      const content = exportOf([...articles.map(write), ...labelEntries([...new Set(slugs)])]);
      const { of, faults } = await convert(isMinified ? JSON.stringify(content) : content);
      expect(faults).toEqual([]);
      expect(actualNews(of)).toEqual(articles.map(expectedNews));
    }),
    { numRuns: runs(25) },
  );
});

describe('the sample', async () => {
  const { of, report } = await convert(sample);
  const news = (id: string) => of('news').find(({ contentId }) => contentId === id);

  test('uses the default locale, whatever comes first', () => {
    expect(news('launch')).toMatchObject({ name: 'The launch', values: { title: 'The launch' } });
    expect(news('only-japanese')).toMatchObject({ name: '日本語' });
  });

  test('maps each state', () => {
    expect(of('news').map(({ contentId, status }) => [contentId, status])).toEqual([
      ['launch', 'published'],
      ['changed', 'published'],
      ['only-japanese', 'published'],
      ['draft', 'draft'],
      ['later', 'draft'],
    ]);
    expect(news('later')).toMatchObject({ reservedAt: Date.UTC(2025, 1, 28, 15) });
    expect(report.changed).toContainEqual({
      what: 'entry',
      why: 'was changed after publication: the changes are included',
      loss: 'details',
      count: 1,
      examples: ['A note'],
    });
  });

  test('reads dates without a zone in the given time zone, and all others in UTC', () => {
    expect(news('launch')).toMatchObject({
      createdAt: Date.UTC(2024, 4, 3, 0),
      updatedAt: Date.UTC(2024, 4, 2, 10, 0, 1),
    });
    expect(news('changed')).toMatchObject({ createdAt: Date.UTC(2024, 4, 1, 10) });
    expect(news('draft')).toMatchObject({ createdAt: Date.UTC(2024, 3, 1, 8, 0, 0, 123) });
  });

  test('converts every node of rich text to a block', () => {
    expect(news('launch')).toMatchObject({
      values: {
        body: {
          blocks: [
            { type: 'heading', level: 2, text: 'What is new' },
            {
              type: 'paragraph',
              text:
                'A &amp; b, <strong>bold</strong> <em><strong>both</strong></em> <code>x</code>' +
                '<a href="https://example.com/?a=1&amp;b=2">there</a>badelsewhere' +
                '<a href="https://applications.ctfassets.net/sp/paper/h1/paper.pdf">paper</a>end<br>line',
            },
            { type: 'code', text: 'let a = 1;\nlet b = a < 2;' },
            {
              type: 'list',
              items: [{ text: 'one' }, { text: 'two', list: { ordered: true, items: [{ text: 'deeper' }] } }],
            },
            { type: 'quote', text: 'Said so' },
            { type: 'divider' },
            { type: 'table', rows: expect.any(Array) },
            {
              type: 'image',
              mediaId: expect.stringMatching(/^cover-/),
              width: 800,
              height: 450,
              alt: 'A red car',
            },
            { type: 'video', url: 'https://videos.ctfassets.net/sp/clip/h1/clip.mp4' },
            { type: 'paragraph', text: expect.stringContaining('>Paper</a>') },
          ],
        },
      },
    });
  });

  test('reads long texts as Markdown, with uncropped pictures', () => {
    expect(news('changed')).toMatchObject({
      values: {
        body: {
          blocks: [
            { type: 'heading', level: 2, text: 'Part' },
            { type: 'paragraph', text: 'Some <em>words</em> of <a href="/about">it</a>.' },
            { type: 'image', mediaId: expect.stringMatching(/^cover-/), alt: 'Cut' },
          ],
        },
      },
    });
    expect(of('media').map(({ name }) => name)).toEqual(['Cover', 'No picture']);
  });

  test('has the linked labels, but no private or unpublished ones', () => {
    expect(of('category').map(({ name, alias }) => [name, alias])).toEqual([['News', 'news']]);
    expect(of('tag').map(({ name }) => name)).toEqual(['Big Things', 'Campaign', 'Red Wine', 'Bread']);
    expect(news('launch')).toMatchObject({ tags: [{ tagId: 'big-things' }, { tagId: 'campaign' }] });
    expect(news('changed')).toMatchObject({ tags: [{ tagId: 'red-wine' }, { tagId: 'bread' }] });
  });

  test('is summarised by content type', () => {
    const skipped = new Map(report.skipped.map(({ what, why, count }) => [`${what}: ${why}`, count]));
    expect(report.mapped).toContainEqual({
      what: 'content type blogPost (title=title body=body slug=slug date=publishDate picture=heroImage authors=author excerpt=description category=category tags=topics)',
      to: 'news',
      count: 1,
    });
    expect(report.mapped).toContainEqual({ what: 'content type desk', to: 'categories', count: 1 });
    expect(report.mapped).toContainEqual({ what: 'content type person', to: 'authors of news', count: 1 });
    expect(skipped.get('field in another locale: only en-US is imported')).toBe(2);
    expect(
      skipped.get('link to an asset: the asset is not in the file, is not published, or has no file'),
    ).toBe(2);
    expect(skipped.get('entry: is archived')).toBe(1);
    expect(skipped.get('entry: its content type is not in the file')).toBe(1);
    expect(skipped.get('entry: is not in the format of Contentful')).toBe(1);
    expect(skipped.get('asset: has no file')).toBe(1);
  });

  test('has no dangling references', async () => {
    await using fixture = await openImportStore();
    const source = () => ({
      name: 'export.json',
      folder: undefined,
      batches: runImporter(convertContentful, jsonFile(sample), context({ types })),
    });
    const first = await fixture.run([], { sources: [source()] });
    const documents = await fixture.documents();
    const second = await fixture.run([], { sources: [source()], now: () => 2000 });
    expect(first.byKind.news.created).toBe(5);
    expect(second).toMatchObject({ created: 0, updated: 0, deleted: 0, unchanged: first.created });
    expect(await fixture.documents()).toEqual(documents);
  });
});

test('an article has the number of its first line', async () => {
  const { entries, ...rest } = sample;
  const written = entries.map((each) => JSON.stringify(each)).join(',\n');
  const { lines } = await convert(`${JSON.stringify(rest).slice(0, -1)},\n"entries":[\n${written}]}`);
  const numbers = lines.flatMap((line) =>
    'text' in line && line.text.includes('"kind":"news"') ? line.number : [],
  );
  expect(numbers).toEqual([3, 4, 5, 6, 8]);
});

test('pages are imported on request', async () => {
  const { of } = await convert(sample, { withPages: true });
  expect(of('news').map(({ name }) => name)).toContain('Home');
});

test('the order of the lists does not matter', async () => {
  const { entries, contentTypes, ...rest } = sample;
  const [usual, other] = [await convert(sample), await convert({ entries, ...rest, contentTypes })];
  expect(other.of('news')).toEqual(usual.of('news'));
});

test('exported asset files are used', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'newsstand-test-'));
  try {
    mkdirSync(join(folder, 'images.ctfassets.net/sp/cover/h1'), { recursive: true });
    writeFileSync(join(folder, 'images.ctfassets.net/sp/cover/h1/cover.jpg'), 'x');
    const { of } = await convert(sample, { folder, types });
    expect(of('media').map(({ name, file }) => [name, file])).toContainEqual([
      'Cover',
      'images.ctfassets.net/sp/cover/h1/cover.jpg',
    ]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('several categories: the first is the category, the others are tags', async () => {
  const [blogPost, ...others] = sample.contentTypes;
  const fields = [
    ...(blogPost?.fields ?? []),
    { id: 'categories', type: 'Array', items: { type: 'Symbol' } },
  ];
  const written = entry(
    'a',
    'blogPost',
    { publishedVersion: 1, version: 2 },
    {
      title: { 'en-US': 'A' },
      categories: { 'en-US': ['World', 'Sport'] },
    },
  );
  const { of } = await convert({
    ...exportOf([written]),
    contentTypes: [{ ...blogPost, fields }, ...others],
  });
  expect(of('news')).toMatchObject([{ category: { categoryId: 'world' }, tags: [{ tagId: 'sport' }] }]);
});

test('a truncated file gives one error, with its line', async () => {
  const contentTypes = sample.contentTypes.slice(3, 4);
  const text = JSON.stringify(
    { contentTypes, entries: [sample.entries[7]], locales: sample.locales },
    null,
    1,
  );
  for (let length = 0; length < text.length; length++) {
    const { faults } = await convert(text.slice(0, length), {});
    const line = text.slice(0, length).split('\n').length;
    expect(faults).toEqual([expect.stringMatching(new RegExp(`^${line}: `))]);
  }
});

test('an export without its content model is rejected', async () => {
  const { faults } = await convert({ ...sample, contentTypes: [] });
  expect(faults).toEqual(['1: contentTypes: is empty; export the space with its content model']);
});

test('entries before a cut come in as drafts: what follows might have said who can see them', async () => {
  const text = JSON.stringify({ ...sample, entries: undefined }).slice(0, -1);
  const whole = await convert(`${text},"entries":${JSON.stringify(sample.entries)}}`);
  expect(whole.of('news').some(({ status }) => status === 'published')).toBe(true);
  const { of } = await convert(`${text},"entries":${JSON.stringify(sample.entries)}`);
  expect(of('news').length).toBeGreaterThan(0);
  for (const { status } of of('news')) expect(status).toBe('draft');
});
