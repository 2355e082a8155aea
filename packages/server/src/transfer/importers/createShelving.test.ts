import { describe, expect, test } from 'bun:test';
import { isId } from '@newsstand/contract';
import fc from 'fast-check';
import { parseLine } from '../parseLine.ts';
import { Account } from './Account.ts';
import type { Conversion } from './Conversion.ts';
import { createShelving } from './createShelving.ts';
import { mediaTypeOf } from './mediaTypeOf.ts';
import type { Article } from './shelving/ForeignContent.ts';
import { hashedId, stableId } from './stableId.ts';
import { conversion } from './testing/conversion.ts';
import { webAddress } from './webAddress.ts';

const article: Article = {
  line: 1,
  what: 'post',
  id: 'a',
  title: 'A',
  isDraft: false,
  blocks: [],
  tagIds: [],
};

function open(choices: Partial<Conversion> = {}) {
  const how = conversion(choices);
  const shelving = createShelving(how);
  const take = () => shelving.take().map((line) => ('text' in line ? JSON.parse(line.text) : line));
  return { shelving, take, report: () => how.account.report() };
}

/** What a shelving puts can be imported. */
function mustBeRight(lines: readonly unknown[]): void {
  for (const line of lines) expect(parseLine(JSON.stringify(line))).toMatchObject({ type: 'put' });
}

test('puts each thing once', async () => {
  const { shelving, take } = open();
  const label = { line: 1, name: 'Sports', slug: 'sports' };
  expect([shelving.category(label), shelving.category(label), shelving.tag(label)]).toEqual([
    'sports',
    'sports',
    'sports',
  ]);
  const media = { line: 2, url: 'https://example.com/a.jpg' };
  expect(await shelving.media(media)).toBe((await shelving.media(media)) ?? '');
  shelving.article(article);
  shelving.article({ ...article, id: 'b' });
  const lines = take();
  expect(lines.map(({ kind }) => kind)).toEqual(['category', 'tag', 'media', 'media', 'news', 'news']);
  mustBeRight(lines);
  expect(take()).toEqual([]);
});

test('half a character becomes U+FFFD, and that is told', async () => {
  const { shelving, take, report } = open();
  shelving.tag({ line: 1, name: 'cut \ud83d', slug: 'cut' });
  await shelving.media({ line: 1, url: 'https://example.com/a.jpg', name: '\ude00' });
  shelving.article({ ...article, title: 'A \ud83d\ude00', blocks: [{ type: 'paragraph', text: '\ud83d' }] });
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
    ].map(([what = '', example = '']) => [what, 'holds half a character, which becomes U+FFFD', example]),
  );
});

test('of two with one ID the first is kept, and that is told', () => {
  const { shelving, take, report } = open();
  shelving.article(article);
  shelving.article({ ...article, title: 'B' });
  expect(take().filter(({ kind }) => kind === 'news')).toHaveLength(1);
  expect(report().skipped).toMatchObject([{ what: 'post', count: 1, examples: ['B'] }]);
});

test('of two with one slug the first has it, and that is told', () => {
  const { shelving, take, report } = open();
  shelving.article({ ...article, slug: 'same' });
  shelving.article({ ...article, id: 'b', slug: 'same' });
  shelving.article({ ...article, id: 'c', slug: 'x'.repeat(256) });
  const news = take().filter(({ kind }) => kind === 'news');
  expect(news.map(({ alias }) => alias)).toEqual(['same', undefined, undefined]);
  expect(report().changed.map(({ why }) => why)).toEqual([
    'comes without its slug, which another one has',
    'comes without its slug, which may not be an alias',
  ]);
});

describe('states', () => {
  const now = Date.UTC(2025, 0, 1);
  const stateOf = (choices: Partial<Article>) => {
    const { shelving, take } = open({ now });
    shelving.article({ ...article, ...choices });
    const { status, reservedAt, createdAt } = take().find(({ kind }) => kind === 'news');
    return [status, reservedAt, createdAt];
  };

  test('what is dated ahead is scheduled, unless it is a draft', () => {
    expect(stateOf({ publishedAt: now })).toEqual(['published', undefined, now]);
    expect(stateOf({ publishedAt: now + 1 })).toEqual(['draft', now + 1, now + 1]);
    expect(stateOf({ publishedAt: now + 1, isDraft: true })).toEqual(['draft', undefined, now + 1]);
    expect(stateOf({})).toEqual(['published', undefined, undefined]);
  });
});

describe('pictures', () => {
  test('of an article: its own, or the first that it shows, or none', () => {
    const { shelving, take } = open();
    const blocks = [
      { type: 'image', url: 'https://example.com/x' } as const,
      { type: 'image', mediaId: 'm2' } as const,
    ];
    shelving.article({ ...article, id: 'a', mediaId: 'm1', blocks });
    shelving.article({ ...article, id: 'b', blocks });
    shelving.article({ ...article, id: 'c' });
    const news = take().filter(({ kind }) => kind === 'news');
    expect(news.map(({ values }) => values.thumbnail.mediaId)).toEqual(['m1', 'm2', 'no-picture']);
  });

  test('that are neither picture nor video, or nowhere, are left out, and that is told', async () => {
    const { shelving, take, report } = open();
    expect(await shelving.media({ line: 1, url: 'https://example.com/a.pdf' })).toBeUndefined();
    expect(await shelving.media({ line: 1, url: 'a.jpg' })).toBeUndefined();
    expect(
      await shelving.media({ line: 1, url: 'https://example.com/photo?id=1', type: 'image' }),
    ).toBeDefined();
    expect(take()).toHaveLength(1);
    expect(report().skipped.map(({ examples }) => examples[0])).toEqual([
      'https://example.com/a.pdf',
      'a.jpg',
    ]);
  });
});

test('IDs are right and stay the same, whatever the text', () => {
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

test('addresses are absolute and of the web, or none', () => {
  expect(webAddress(' /日本?a=b|c ', 'https://example.com/x/')).toBe(
    'https://example.com/%E6%97%A5%E6%9C%AC?a=b%7Cc',
  );
  for (const text of ['', 'a.jpg', 'ftp://example.com/', 'javascript:f()', 'data:text/plain,x', 'https://'])
    expect([text, webAddress(text, undefined)]).toEqual([text, undefined]);
});

test('the name of a file tells what it is', () => {
  const urls = ['https://example.com/a.JPG?x=.mp4', 'b.mp4#t=1', 'c.pdf', 'jpg', 'd.tar.webp'];
  expect(urls.map(mediaTypeOf)).toEqual(['image', 'video', undefined, undefined, 'image']);
});

test('an account stays small, whatever a file makes up', () => {
  const account = new Account();
  for (let kind = 0; kind < 5000; kind++) account.skipped(`kind ${kind}`, 'why', 'x'.repeat(1000));
  const { skipped } = account.report();
  expect(skipped.length).toBeLessThan(1100);
  expect(skipped.reduce((sum, { count }) => sum + count, 0)).toBe(5000);
  expect(skipped[0]?.examples).toEqual(['x'.repeat(120)]);
});
