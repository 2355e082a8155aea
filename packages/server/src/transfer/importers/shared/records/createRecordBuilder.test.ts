import { heapStats } from 'bun:jsc';
import { describe, expect, test } from 'bun:test';
import { isId } from '@newsstand/contract';
import fc from 'fast-check';
import { findFetched } from '../../../fetchMedia/fetchMedia.ts';
import { parseLine } from '../../../ndjson/parseLine.ts';
import type { ImportContext } from '../../Importer.ts';
import { context } from '../../testing/importing.ts';
import { hashedId, stableId } from '../text/stableId.ts';
import { webAddress } from '../text/urls.ts';
import { createRecordBuilder } from './createRecordBuilder.ts';
import { type Article, mediaTypeOf } from './SourceContent.ts';

const article: Article = {
  line: 1,
  what: 'post',
  id: 'a',
  title: 'A',
  isDraft: false,
  blocks: [],
  tagIds: [],
};

function open(choices: Partial<ImportContext> = {}) {
  const how = context(choices);
  const builder = createRecordBuilder(how);
  const take = () => builder.take().map((line) => ('text' in line ? JSON.parse(line.text) : line));
  return { builder, take, report: () => how.summary.report() };
}

/** Checks that the lines of a builder can be imported. */
function mustBeRight(lines: readonly unknown[]): void {
  for (const line of lines)
    expect(parseLine(JSON.stringify(line), 0)).toMatchObject({ action: { type: 'put' } });
}

test('writes each record once', async () => {
  const { builder, take } = open();
  const label = { line: 1, name: 'Sports', slug: 'sports' };
  expect([builder.category(label), builder.category(label), builder.tag(label)]).toEqual([
    'sports',
    'sports',
    'sports',
  ]);
  const media = { line: 2, url: 'https://example.com/a.jpg' };
  expect(await builder.media(media)).toBe((await builder.media(media)) ?? '');
  builder.article(article);
  builder.article({ ...article, id: 'b' });
  const lines = take();
  expect(lines.map(({ kind }) => kind)).toEqual(['category', 'tag', 'media', 'media', 'news', 'news']);
  mustBeRight(lines);
  expect(take()).toEqual([]);
});

test('a lone surrogate becomes U+FFFD, and is reported', async () => {
  const { builder, take, report } = open();
  builder.tag({ line: 1, name: 'cut \ud83d', slug: 'cut' });
  await builder.media({ line: 1, url: 'https://example.com/a.jpg', name: '\ude00' });
  builder.article({ ...article, title: 'A \ud83d\ude00', blocks: [{ type: 'paragraph', text: '\ud83d' }] });
  const lines = take();
  mustBeRight(lines);
  expect(lines).toMatchObject([
    { name: 'cut \u{FFFD}' },
    { name: '\u{FFFD}' },
    {},
    { name: 'A \u{1F600}', values: { body: { blocks: [{ text: '\u{FFFD}' }] } } },
  ]);
  expect(report().changed.map(({ what, why, examples }) => [what, why, ...examples])).toEqual(
    [
      ['tag', 'cut \u{FFFD}'],
      ['media', '\u{FFFD}'],
      ['news', 'A \u{1F600}'],
    ].map(([what = '', example = '']) => [what, 'contains a lone surrogate, which becomes U+FFFD', example]),
  );
});

test('what is longer than the limits is cut, and reported', async () => {
  const { builder, take, report } = open();
  const fine = '\u{1F600}'.repeat(1000);
  builder.tag({ line: 1, name: fine, slug: 'fine' });
  builder.tag({ line: 1, name: `${fine}!`, slug: 'long' });
  await builder.media({ line: 1, url: 'https://example.com/a.jpg', name: 'a'.repeat(8_000_000) });
  const tagIds = Array.from({ length: 1001 }, (_, index) => `t${index}`);
  builder.article({ ...article, title: 'b'.repeat(1001), tagIds });
  const lines = take();
  mustBeRight(lines);
  expect(lines.map(({ name }) => [...name].length)).toEqual([1000, 1000, 1000, 10, 1000]);
  expect(lines[0]).toMatchObject({ name: fine });
  expect(lines[4].tags).toHaveLength(1000);
  expect(report().changed.map(({ what, why }) => [what, why])).toEqual([
    ['tag', 'has a name of more than 1000 characters, which is cut'],
    ['image', 'has a name of more than 1000 characters, which is cut'],
    ['post', 'has a name of more than 1000 characters, which is cut'],
    ['post', 'has more than 1000 tags: the others are left out'],
  ]);
});

test('of two with the same ID the second gets one of its own, unless it says the same', () => {
  const { builder, take, report } = open();
  for (const title of ['A', 'B', 'B', 'C']) builder.article({ ...article, title });
  const news = take().filter(({ kind }) => kind === 'news');
  expect(news.map(({ contentId, name }) => [contentId, name])).toEqual([
    [article.id, 'A'],
    [`${article.id}-2`, 'B'],
    [`${article.id}-3`, 'C'],
  ]);
  expect(report().changed).toMatchObject([{ what: 'post', count: 2, examples: ['B', 'C'] }]);
  expect(report().skipped).toMatchObject([{ what: 'post', count: 1, examples: ['B'] }]);
});

test('of two with the same slug the second gets a number, and is reported', () => {
  const { builder, take, report } = open();
  builder.article({ ...article, slug: 'same' });
  builder.article({ ...article, id: 'b', slug: 'same' });
  builder.article({ ...article, id: 'c', slug: 'x'.repeat(256) });
  const news = take().filter(({ kind }) => kind === 'news');
  expect(news.map(({ alias }) => alias)).toEqual(['same', 'same-2', undefined]);
  expect(report().changed.map(({ why }) => why)).toEqual([
    'has the slug of another one, and gets a number',
    'is imported without its slug, which is not a valid alias',
  ]);
});

describe('states', () => {
  const now = Date.UTC(2025, 0, 1);
  const stateOf = (choices: Partial<Article>) => {
    const { builder, take } = open({ now });
    builder.article({ ...article, ...choices });
    const { status, reservedAt, createdAt } = take().find(({ kind }) => kind === 'news');
    return [status, reservedAt, createdAt];
  };

  test('an article with a future date is scheduled, unless it is a draft', () => {
    expect(stateOf({ publishedAt: now })).toEqual(['published', undefined, now]);
    expect(stateOf({ publishedAt: now + 1 })).toEqual(['draft', now + 1, now + 1]);
    expect(stateOf({ publishedAt: now + 1, isDraft: true })).toEqual(['draft', undefined, now + 1]);
    expect(stateOf({})).toEqual(['published', undefined, undefined]);
  });
});

describe('pictures', () => {
  test('of an article: its own, or the first in its body, or none', () => {
    const { builder, take } = open();
    const blocks = [
      { type: 'image', url: 'https://example.com/x' } as const,
      { type: 'image', mediaId: 'm2' } as const,
    ];
    builder.article({ ...article, id: 'a', mediaId: 'm1', blocks });
    builder.article({ ...article, id: 'b', blocks });
    builder.article({ ...article, id: 'c' });
    const news = take().filter(({ kind }) => kind === 'news');
    expect(news.map(({ values }) => values.thumbnail.mediaId)).toEqual(['m1', 'm2', 'no-picture']);
  });

  test('that are neither image nor video, or cannot be found, are skipped and reported', async () => {
    const { builder, take, report } = open();
    expect(await builder.media({ line: 1, url: 'https://example.com/a.pdf' })).toBeUndefined();
    expect(await builder.media({ line: 1, url: 'a.jpg' })).toBeUndefined();
    expect(
      await builder.media({ line: 1, url: 'https://example.com/photo?id=1', type: 'image' }),
    ).toBeDefined();
    expect(take()).toHaveLength(1);
    expect(report().skipped.map(({ examples }) => examples[0])).toEqual([
      'https://example.com/a.pdf',
      'a.jpg',
    ]);
  });
});

test('IDs are valid and stable, for any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 300 }), fc.string(), (text, other) => {
      expect([isId(stableId(text)), isId(hashedId(text, other))]).toEqual([true, true]);
      expect(stableId(text)).toBe(stableId(text));
      if (text !== other && other !== '') expect(stableId(text)).not.toBe(stableId(other));
    }),
  );
  expect([stableId('a-1'), stableId('..'), stableId('ニュース')]).toEqual([
    'a-1',
    '5ec1f7e700f3',
    hashedId('', 'ニュース'),
  ]);
});

test('web addresses are absolute, or undefined', () => {
  expect(webAddress(' /日本?a=b|c ', 'https://example.com/x/')).toBe(
    'https://example.com/%E6%97%A5%E6%9C%AC?a=b%7Cc',
  );
  for (const text of ['', 'a.jpg', 'ftp://example.com/', 'javascript:f()', 'data:text/plain,x', 'https://'])
    expect([text, webAddress(text, undefined)]).toEqual([text, undefined]);
});

test('the file name gives the media type', () => {
  const urls = ['https://example.com/a.JPG?x=.mp4', 'b.mp4#t=1', 'c.pdf', 'jpg', 'd.tar.webp'];
  expect(urls.map(mediaTypeOf)).toEqual(['image', 'video', undefined, undefined, 'image']);
});

test('media keep nothing of the article that they are in', async () => {
  const builder = createRecordBuilder(context({ fetched: findFetched('/nowhere/at/all') }));
  const held = () => {
    Bun.gc(true);
    return heapStats().extraMemorySize / 1e6;
  };
  const before = held();
  for (let index = 0; index < 1000; index++) {
    const article = Buffer.alloc(40_000, `https://example.com/files/${index}.jpg `).toString();
    await builder.media({ line: 1, url: article.slice(0, article.indexOf(' ')) });
    builder.take();
  }
  expect(held() - before).toBeLessThan(10);
});

test('a canonical URL that is no address of the web is left out, and reported', () => {
  const { builder, take, report } = open();
  builder.article({ ...article, canonicalUrl: 'ftp://example.com/a' });
  expect(take().at(-1)?.values.seo).toBeUndefined();
  expect(report().skipped).toMatchObject([{ what: 'canonical URL', examples: ['ftp://example.com/a'] }]);
});
