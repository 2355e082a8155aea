import { describe, expect, test } from 'bun:test';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { runs } from '../../../../../../tests/testing/runs.ts';
import { openImportStore } from '../../testing/importing.ts';
import { runImporter } from '../runImporter.ts';
import { actualNews, expectedNews, nameOf, type SomeArticle, someArticles } from '../testing/articles.ts';
import { context, converted, jsonFile } from '../testing/importing.ts';
import { block, document, image, ndjson, reference, slug } from '../testing/sanityExport.ts';
import { convertSanity } from './convertSanity.ts';

const convert = (documents: readonly unknown[], choices = {}) =>
  converted(convertSanity, jsonFile(ndjson(documents)), choices);

function write({ id, title, slug: name, isDraft, at, category, tags, paragraphs }: SomeArticle) {
  return document(isDraft ? `drafts.${id}` : id, 'post', {
    title,
    slug: slug(name),
    publishedAt: new Date(at).toISOString(),
    // Without any text at all, nothing would tell that this is the body.
    body: ['', ...paragraphs].map((text) => block(text)),
    categories: category === undefined ? [] : [reference(`category-${category}`)],
    tags: tags.map((tag) => reference(`tag-${tag}`)),
  });
}

function labels(names: readonly string[]) {
  return names.flatMap((name) => [
    document(`category-${name}`, 'category', { title: nameOf(name), slug: slug(name) }),
    document(`tag-${name}`, 'tag', { name: nameOf(name), slug: slug(name) }),
  ]);
}

test('articles are imported as they were written', async () => {
  await fc.assert(
    fc.asyncProperty(someArticles, async (articles) => {
      const names = articles.flatMap(({ category, tags }) =>
        category === undefined ? tags : [...tags, category],
      );
      const { of, faults } = await convert([...articles.map(write), ...labels([...new Set(names)])]);
      expect(faults).toEqual([]);
      expect(actualNews(of)).toEqual(articles.map(expectedNews));
    }),
    { numRuns: runs(25) },
  );
});

const picture = 'image-0123456789abcdef0123456789abcdef01234567-800x450-jpg';
const cdn = 'https://cdn.sanity.io/images/p/production/0123456789abcdef0123456789abcdef01234567-800x450.jpg';
const sample = [
  document('launch', 'post', {
    title: 'The launch',
    slug: slug('the-launch'),
    publishedAt: '2024-05-03T09:00',
    mainImage: image(picture, { alt: 'A red car', caption: 'The car' }),
    body: [block('Hello'), image(picture, { alt: 'A red car', caption: 'The car' })],
    author: reference('ken'),
    categories: [reference('news'), reference('cars')],
    tags: [{ _key: 'k', label: 'Fast', value: 'fast' }, 'Red'],
    excerpt: [block('All about'), block('the launch')],
    readingTime: 3,
  }),
  document('drafts.launch', 'post', { title: 'A secret change', body: [block('Secret')] }),
  document('drafts.idea', 'post', { title: 'Idea', slug: slug('idea'), body: [block('Not yet')] }),
  document('versions.r1.launch', 'post', { title: 'Planned', body: [block('Planned')] }),
  document('hidden', 'post', { title: 'Hidden', published: false, body: [block('Held back')] }),
  document('later', 'post', { title: 'Later', publishedAt: '2030-01-01T00:00:00Z', body: [block('Soon')] }),
  { _id: 'undated', _type: 'post', title: 'Undated', body: [block('When?')] },
  document('news', 'category', { title: 'News' }),
  document('cars', 'category', { title: 'Cars', slug: slug('cars') }),
  document('drafts.sport', 'category', { title: 'Sport' }),
  document('old', 'category', { title: 'Old', archived: true }),
  document('ken', 'person', { name: 'Ken', slug: slug('ken'), bio: [block('Writes')] }),
  document('home', 'page', { title: 'Home', slug: slug('home'), body: [block('Welcome')] }),
  document('settings', 'siteSettings', { title: 'The site', description: 'x' }),
  document(picture, 'sanity.imageAsset', { url: cdn, originalFilename: 'car.jpg', altText: 'A car' }),
  document('g', 'system.group', { grants: [] }),
];

describe('the sample', async () => {
  const { of, report } = await convert(sample);
  const news = (id: string) => of('news').find(({ contentId }) => contentId === id);

  test('has each document once, in its state', () => {
    expect(of('news').map(({ contentId, status }) => [contentId, status])).toEqual([
      ['launch', 'published'],
      ['idea', 'draft'],
      ['hidden', 'draft'],
      ['later', 'draft'],
      ['undated', 'draft'],
    ]);
    expect(news('later')).toMatchObject({ reservedAt: Date.UTC(2030, 0, 1) });
    expect(JSON.stringify(of('news'))).not.toMatch(/secret|planned/i);
  });

  test('maps the fields of an article', () => {
    expect(news('launch')).toMatchObject({
      alias: 'the-launch',
      createdAt: Date.UTC(2024, 4, 3),
      updatedAt: Date.UTC(2024, 4, 2, 10),
      values: {
        body: {
          authors: ['Ken'],
          excerpt: 'All about the launch',
          blocks: [
            { type: 'paragraph', text: 'Hello' },
            { type: 'image', alt: 'A red car', caption: 'The car', width: 800, height: 450 },
          ],
        },
      },
      category: { categoryId: 'news' },
      tags: [{ tagId: 'cars' }, { tagId: 'fast' }, { tagId: 'red' }],
    });
    expect(of('media')).toMatchObject([{ name: 'car.jpg', accessUrl: cdn }, { mediaId: 'no-picture' }]);
  });

  test('is summarised', () => {
    expect(report.mapped).toContainEqual({
      what: 'type post (title=title body=body slug=slug date=publishedAt picture=mainImage authors=author excerpt=excerpt category=categories tags=tags)',
      to: 'news',
      count: 1,
    });
    const told = [...report.changed, ...report.skipped].map(
      ({ what, why, count }) => `${count} ${what}: ${why}`,
    );
    for (const line of [
      '1 document: becomes a draft: field published is false',
      '1 document: becomes a draft: it has no date that can be read',
      '1 document: is a change that was not published; the published document is imported',
      '1 document: belongs to a release that was not published',
      '1 type page: pages are not news; use --pages to import them',
      '1 document of type system.group: Sanity made it for itself',
      '1 field readingTime of post: news have no such field',
      '2 category: was never published, or has no name',
    ])
      expect(told).toContain(line);
  });

  test('has no dangling references, and comes in once', async () => {
    await using fixture = await openImportStore();
    const source = () => ({
      ...{ name: 'data.ndjson', folder: undefined },
      batches: runImporter(convertSanity, jsonFile(ndjson(sample)), context()),
    });
    const first = await fixture.run([], { sources: [source()] });
    const second = await fixture.run([], { sources: [source()], now: () => 2000 });
    expect(first.byKind.news.created).toBe(5);
    expect(second).toMatchObject({ created: 0, updated: 0, deleted: 0, unchanged: first.created });
  });
});

test('types and fields can be chosen', async () => {
  const documents = [document('a', 'recipe', { dish: 'Soup', steps: 'Boil *it*', title: 'x', body: 'y' })];
  const fields = new Map([
    ['title', 'dish'],
    ['body', 'steps'],
  ] as const);
  const { of } = await convert(documents, { types: ['recipe'], fields });
  expect(of('news')).toMatchObject([
    { name: 'Soup', values: { body: { blocks: [{ type: 'paragraph', text: 'Boil <em>it</em>' }] } } },
  ]);
  const { faults } = await convert(documents, { fields: new Map([['title', 'dsh']] as const) });
  expect(faults).toEqual([
    '1: --field title=dsh: there is no such field; there are dish, steps, title, body',
  ]);
});

test('files of the export are used, but none outside it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'newsstand-test-'));
  try {
    mkdirSync(join(folder, 'images'));
    writeFileSync(join(folder, 'images/abc-8x4.png'), 'x');
    writeFileSync(join(folder, 'secret.png'), 'x');
    const shown = (address: string) => ({ _type: 'image', _sanityAsset: address });
    const body = [
      shown('image@file://./images/abc-8x4.png'),
      image('image-abc-8x4-png'),
      shown('image@file://./images/../secret.png'),
      shown('image@file://./secret.png'),
      shown('image@https://example.com/far.png'),
    ];
    const { of, report } = await convert([document('a', 'post', { title: 'A', body })], { folder });
    expect(of('media').map(({ file, accessUrl }) => file ?? accessUrl)).toEqual([
      'images/abc-8x4.png',
      'https://example.com/far.png',
    ]);
    expect(report.skipped).toContainEqual(expect.objectContaining({ what: 'link to an asset', count: 2 }));
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('one locale is imported, whatever the plugin for locales', async () => {
  const body = (text: string) => [block(text)];
  const list = (type: string, en: unknown, ja: unknown) => [
    { _key: 'ja', _type: `internationalizedArray${type}Value`, value: ja },
    { _key: 'en', _type: `internationalizedArray${type}Value`, value: en },
  ];
  const { of, report } = await convert([
    document('a', 'post', {
      title: { _type: 'localeString', ja: '発売', en: 'Launch' },
      body: list('Block', body('Hello'), body('こんにちは')),
    }),
    document('b', 'post', {
      title: { en: 'Only', ja: '' },
      body: { _type: 'localeBlock', en: body('English') },
    }),
  ]);
  expect(of('news')).toMatchObject([
    { name: 'Launch', values: { body: { blocks: [{ text: 'Hello' }] } } },
    { name: 'Only', values: { body: { blocks: [{ text: 'English' }] } } },
  ]);
  expect(report.skipped).toContainEqual(
    expect.objectContaining({ what: 'field in another locale', why: 'only en is imported', count: 2 }),
  );
});

test('documents without IDs, as in files made for importing, get stable ones', async () => {
  const documents = ['One', 'Two'].map((title) => ({ _type: 'post', title, body: [block(title)] }));
  const ids = async () => (await convert(documents)).of('news').map(({ contentId }) => contentId);
  expect(new Set(await ids()).size).toBe(2);
  expect(await ids()).toEqual(await ids());
});

test('a line that cannot be read is a fault; the others are not affected', async () => {
  const text = `${ndjson(sample)}{"_id":"x",\n${'['.repeat(600)}${']'.repeat(600)}\n{"a":${'['.repeat(600)}${']'.repeat(600)}}\n`;
  const { of, faults } = await converted(convertSanity, jsonFile(text));
  const line = sample.length;
  expect(faults).toEqual([
    `${line + 1}: is not valid JSON`,
    `${line + 2}: must be a JSON object`,
    `${line + 3}: is nested more than 500 deep`,
  ]);
  expect(of('news')).toHaveLength(5);
});

test('damaged files never become more public', async () => {
  const text = ndjson(sample);
  const ids = new Set(
    (await convert(sample))
      .of('news')
      .filter(({ status }) => status === 'published')
      .map(({ contentId }) => contentId),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.nat(text.length),
      fc.nat(40),
      fc.string({ maxLength: 20 }),
      async (at, length, put) => {
        const damaged = text.slice(0, at) + put + text.slice(at + length);
        const { of, faults } = await converted(convertSanity, jsonFile(damaged));
        // A lost line may have been the published document of a draft, but that stays a draft.
        const open = of('news').filter(({ status }) => status === 'published');
        if (faults.length === 0) expect(open.length).toBeLessThanOrEqual(ids.size + 1);
      },
    ),
    { numRuns: runs(60) },
  );
});

test('a file without documents is refused', async () => {
  expect((await converted(convertSanity, jsonFile('{"a":1}\n'))).faults).toEqual([
    '1: this is not an export of Sanity: there is no document with a _type',
  ]);
});

test('what people have sent in, and fragments, are not guessed to be articles: the import asks', async () => {
  const documents = [
    document('m1', 'contactMessage', { name: 'Ken', email: 'ken@example.com', body: [block('Call me')] }),
    document('m2', 'contactMessage', { name: 'Mai', email: 'mai@example.com', body: [block('Help')] }),
    document('f1', 'copyBlock', { title: 'Left', body: [block('Text')] }),
  ];
  const { of, faults } = await convert(documents);
  expect(of('news')).toEqual([]);
  expect(faults).toEqual([
    '1: no type is clearly that of public articles; there are contactMessage (2), copyBlock (1). Name those to import: --type contactMessage; it can be repeated',
  ]);
  const chosen = await convert(documents, { types: ['copyBlock'] });
  expect(chosen.of('news')).toMatchObject([{ contentId: 'f1', status: 'published' }]);
});

test('a document whose ID has a dot is not public in Sanity', async () => {
  const { of } = await convert([
    document('private.a', 'post', { title: 'A', body: [block('x')] }),
    document('b', 'post', { title: 'B', body: [block('x')] }),
  ]);
  expect(of('news').map(({ status }) => status)).toEqual(['draft', 'published']);
});

test('once some documents are approved, one that says nothing about it is a draft', async () => {
  const posts = [{ approved: true }, {}, { approved: false }].map((more, index) =>
    document(`p${index}`, 'post', { title: `T${index}`, body: [block('x')], ...more }),
  );
  const { of, report } = await convert(posts);
  expect(of('news').map(({ status }) => status)).toEqual(['published', 'draft', 'draft']);
  expect(report.changed.map(({ count, why }) => `${count} ${why}`)).toEqual([
    '1 becomes a draft: field approved is empty',
    '1 becomes a draft: field approved is false',
  ]);
});

test('a post in a category for members is a draft, and an author who is hidden is named in the report', async () => {
  const { of, report } = await convert([
    document('c1', 'category', { title: '会員限定' }),
    document('ann', 'author', { name: 'Ann', isActive: false }),
    document('ken', 'author', { name: 'Ken', type: 'member', role: 'admin' }),
    document('a', 'post', { title: 'A', body: [block('x')], categories: [reference('c1')] }),
    document('b', 'post', { title: 'B', body: [block('x')], authors: [reference('ann'), reference('ken')] }),
    document('c', 'post', {
      title: 'C',
      body: [block('x')],
      access: { type: 'select', value: 'members' },
    }),
  ]);
  expect(of('news')).toMatchObject([
    { name: 'A', status: 'draft' },
    { name: 'B', status: 'published', values: { body: { authors: ['Ken'] } } },
    { name: 'C', status: 'draft' },
  ]);
  expect(report.skipped).toContainEqual(
    expect.objectContaining({ what: 'author', why: 'is not in the file, or is not clearly public' }),
  );
});

test('beside a line that cannot be read, all are drafts: it may have said who can see them', async () => {
  const text = ndjson([document('a', 'post', { title: 'A', body: [block('x')] })]);
  const { of, faults } = await converted(convertSanity, jsonFile(`${text}{"_id":"b","_type":"po`));
  expect(faults).toHaveLength(1);
  expect(of('news')).toMatchObject([{ name: 'A', status: 'draft' }]);
});
