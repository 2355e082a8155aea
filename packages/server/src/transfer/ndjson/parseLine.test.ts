import { describe, expect, test } from 'bun:test';
import { id } from '@newsstand/contract';
import { allLines, lines } from '../testing/importing.ts';
import { parseLine } from './parseLine.ts';

const now = 1000;

function faults(line: object | string): readonly string[] {
  const parsed = parseLine(typeof line === 'string' ? line : JSON.stringify(line), now);
  return parsed.type === 'faults' ? parsed.faults : [];
}

function withValues(values: object): object {
  return { ...lines.news, values: { ...lines.news.values, ...values } };
}

function withUrl(url: string): object {
  return { ...lines.banner, values: { ...lines.banner.values, url } };
}

const idRule = id.safeParse('a/b').error?.issues[0]?.message;
const hlsRule = 'a video hosted elsewhere needs the URL of its HLS playlist, which ends in .m3u8';

function withOperation(operation: unknown): object {
  return { ...lines.media, operations: [operation] };
}

const { projectId, spaceId } = lines.tag;
const kinds = 'instance, category, tag, media, news, banner';

test('valid lines have no faults', () => {
  for (const line of allLines) expect(faults(line)).toEqual([]);
});

describe('says what is wrong', () => {
  test.each<[string, object | string, readonly string[]]>([
    ['no JSON', '{"kind":', ['the line: is not valid JSON']],
    [
      'JSON that is nested without end',
      '['.repeat(1_000),
      ['the line: is nested 1000 levels deep; at most 128 are allowed'],
    ],
    [
      'more values than a document may have',
      JSON.stringify(lines.news).replace('"..."', `[${'1,'.repeat(200_000)}1]`),
      ['the line: has 200019 members and elements in all; at most 100000 are allowed'],
    ],
    [
      'half a character',
      withValues({ title: 'cut \ud83d', body: { text: ['\ude00'] } }),
      [
        'values.title: is not valid Unicode: it holds \\ud83d, which is half a character',
        'values.body.text[0]: is not valid Unicode: it holds \\ude00, which is half a character',
      ],
    ],
    ['a list', '[]', ['the line: must be a JSON object']],
    ['null', 'null', ['the line: must be a JSON object']],
    ['no kind', {}, [`kind: is missing; it must be one of ${kinds}`]],
    ['an unknown kind', { kind: 'baner' }, [`kind: must be one of ${kinds}; did you mean 'banner'?`]],
    ['a kind that is no text', { kind: 7 }, [`kind: must be one of ${kinds}`]],
    ['a kind from the prototype', { kind: 'toString' }, [`kind: must be one of ${kinds}`]],
    [
      'missing members',
      { kind: 'tag', projectId },
      ['tagId: is missing', 'name: is missing', 'spaceId: is missing'],
    ],
    ['null', { ...lines.tag, alias: null }, ['alias: must not be null; leave it out, or give a value']],
    ['a wrong type', { ...lines.tag, name: 5 }, ['name: must be a string']],
    ['a wrong boolean', withValues({ isRss: 'yes' }), ['values.isRss: must be true or false']],
    ['a wrong list', { ...lines.news, tags: {} }, ['tags: must be a list']],
    ['a wrong object', { ...lines.news, category: 'c1' }, ['category: must be an object']],
    ['a wrong body', withValues({ body: [] }), ['values.body: must be an object']],
    [
      'a missing body',
      withValues({ body: undefined }),
      ['values.body: is missing; write its text before it is published or scheduled, or save it as a draft'],
    ],
    ['a wrong value', { ...lines.news, status: 'live' }, ['status: must be one of draft, published']],
    [
      'a wrong ID',
      { ...lines.tag, tagId: 'a/b' },
      [`tagId: ${id.safeParse('a/b').error?.issues[0]?.message}`],
    ],
    [
      'a wrong time',
      { ...lines.news, openingAt: 1.5 },
      ['openingAt: must be an integer: milliseconds since the Unix epoch'],
    ],
    ['a number below its range', { ...lines.media, fileSize: -1 }, ['fileSize: must be at least 0']],
    ['an empty text', { ...lines.media, file: '' }, ['file: must not be empty']],
    ['an unknown member', { ...lines.tag, alais: 'x' }, ["alais: is not known; did you mean 'alias'?"]],
    [
      'a misspelt deletion',
      { ...lines.tag, delete: true },
      ["delete: is not known; did you mean 'deleted'?"],
    ],
    [
      'an unknown member deep inside',
      withValues({ share: { x: { hashtag: [] } } }),
      ["values.share.x.hashtag: is not known; did you mean 'hashTags'?"],
    ],
    [
      'a misspelt ID of a picture',
      withValues({ thumbnail: { mediaID: 'm1', media: { mediaId: 'm1' } } }),
      ["values.thumbnail.mediaId: is missing; is 'mediaID' a typo?"],
    ],
    [
      'a misspelt ID of a category and a tag',
      { ...lines.news, category: { categorieId: 'c1', name: 'A' }, tags: [{ tag: 't1', name: 'B' }] },
      [
        "category.categoryId: is missing; is 'categorieId' a typo?",
        "tags[0].tagId: is missing; is 'tag' a typo?",
      ],
    ],
    [
      'a misspelt member of a follow button',
      withValues({ share: { x: { followButtonUsers: [{ userid: '1', name: 'A' }] } } }),
      [
        'values.share.x.followButtonUsers[0].userId: is missing',
        "values.share.x.followButtonUsers[0].userid: is not known; did you mean 'userId'?",
      ],
    ],
    [
      'a misspelt member of the description of a file',
      { ...lines.media, meta: { ext: 'png', mimeType: 'image/png' } },
      ['meta.mimetype: is missing', "meta.mimeType: is not known; did you mean 'mimetype'?"],
    ],
    [
      'half a character and a misspelt member',
      { ...lines.tag, name: '\ud83d', alais: 'x' },
      [
        'name: is not valid Unicode: it holds \\ud83d, which is half a character',
        "alais: is not known; did you mean 'alias'?",
      ],
    ],
    [
      'half a character in the name of a member',
      withValues({ body: { 'a\udc00': 1 } }),
      ['values.body.a\ufffd: the name is not valid Unicode: it holds \\udc00, which is half a character'],
    ],
    ['an alias that no path can hold', { ...lines.tag, alias: '..' }, ['alias: must not be . or ..']],
    ['an ID that no path can hold', { ...lines.tag, tagId: '.' }, [`tagId: ${idRule}`]],
    [
      'a script as a link',
      withUrl('javascript:alert(1)'),
      ['values.url: must be an http or https URL, a path that begins with /, mailto: or tel:'],
    ],
    ['an empty link', withUrl(''), ['values.url: must not be empty; leave it out if the banner has no link']],
    [
      'a script as a canonical URL',
      withValues({ seo: { canonicalUrl: 'javascript:alert(1)' } }),
      ['values.seo.canonicalUrl: must be an absolute http or https URL, other characters percent-encoded'],
    ],
    [
      'a script as accessUrl',
      { ...lines.media, accessUrl: 'javascript:alert(1)' },
      ['accessUrl: must be an absolute http or https URL, other characters percent-encoded'],
    ],
    [
      'a script as thumbnailAccessUrl',
      { ...lines.media, thumbnailAccessUrl: 'javascript:alert(1)' },
      ['thumbnailAccessUrl: must be an absolute http or https URL, other characters percent-encoded'],
    ],
    [
      'a script as originalUrl',
      { ...lines.media, originalUrl: 'javascript:alert(1)' },
      ['originalUrl: must be an absolute http or https URL, other characters percent-encoded'],
    ],
    [
      'a script in a package',
      { ...lines.media, assets: [{ path: 'a.js', accessUrl: 'data:text/html,x' }] },
      ['assets[0].accessUrl: must be an absolute http or https URL, other characters percent-encoded'],
    ],
    [
      'a video hosted elsewhere that is not HLS',
      { ...lines.media, type: 'video', accessUrl: 'https://example.com/a.mp4?x=.m3u8' },
      [`accessUrl: is not an HLS playlist: ${hlsRule}`],
    ],
    ['a video without a URL', { ...lines.media, type: 'video' }, [`accessUrl: is missing: ${hlsRule}`]],
    [
      'an unknown member that is like no other',
      withValues({ seo: { robots: 1 } }),
      ['values.seo.robots: is not known; known are isPreventCrawling, canonicalUrl'],
    ],
    [
      'something in a list',
      withValues({ sponsors: [{ name: 'A' }, {}] }),
      ['values.sponsors[1].name: is missing'],
    ],
    [
      'an unknown operation',
      withOperation({ type: 'blur' }),
      ['operations[0].type: must be one of trim, crop, fit-in, size, h-align, v-align, smart, filters'],
    ],
    [
      'a misspelt member of an operation',
      withOperation({ type: 'size', width: 1, heigth: 1 }),
      ['operations[0].height: is missing', "operations[0].heigth: is not known; did you mean 'height'?"],
    ],
    [
      'a member of another operation',
      withOperation({ type: 'crop', left: 0, top: 0, right: 9, down: 9, width: 1 }),
      ['operations[0].width: is not known; known are type, left, top, right, down'],
    ],
    ['an operation that is none', withOperation(7), ['operations[0]: must be an object']],
    ['an instance without its app', { ...lines.instance, app: 'blog' }, ['app: must be one of news, banner']],
    [
      'a category with an instance',
      { ...lines.category, instanceId: 'press' },
      [
        'instanceId: is not known; known are categoryId, name, projectId, spaceId, createdAt, updatedAt, alias, kind, deleted',
      ],
    ],
    ['news without an instance', { ...lines.news, instanceId: undefined }, ['instanceId: is missing']],
    [
      'a number that JavaScript would change',
      JSON.stringify(lines.news).replace('"..."', '12345678901234567890'),
      ['the line: holds a number that is too large to be kept exactly; write it as a string'],
    ],
    [
      'a number without end',
      JSON.stringify(lines.news).replace('"..."', '1e999'),
      ['the line: holds a number that is too large to be kept exactly; write it as a string'],
    ],
    ['a deletion that is none', { ...lines.tag, deleted: 'yes' }, ['deleted: must be true, or be left out']],
    ['a deletion of nothing', { kind: 'tag', projectId, spaceId, deleted: true }, ['tagId: is missing']],
  ])('%s', (_, line, expected) => {
    expect(faults(line)).toEqual(expected);
  });

  test('everything at once', () => {
    const wrong = { ...lines.news, status: 1, alias: '', values: { title: 1, thumbnail: {} } };
    expect(faults(wrong)).toHaveLength(5);
  });
});

test('a deletion needs only the IDs', () => {
  const scope = { projectId, spaceId, deleted: true };
  for (const line of [
    { kind: 'news', instanceId: 'press', contentId: 'n1' },
    { kind: 'banner', instanceId: 'top', contentId: 'b1' },
    { kind: 'media', mediaId: 'm1' },
    { kind: 'category', categoryId: 'c1' },
    { kind: 'tag', tagId: 't1', name: 7 },
    { kind: 'instance', app: 'news', instanceId: 'press' },
  ]) {
    expect(parseLine(JSON.stringify({ ...line, ...scope }), now)).toMatchObject({
      action: { type: 'delete' },
    });
  }
});

test('deleted: false makes an ordinary line', () => {
  const line = JSON.stringify({ ...lines.tag, deleted: false });
  expect(parseLine(line, now)).toMatchObject({ action: { type: 'put' } });
});

test('a body may contain any number that survives a round trip', () => {
  expect(
    faults(
      JSON.stringify(lines.news).replace(
        '"..."',
        '[1e15, 1e300, 9007199254740992, 0.12345678901234567, -1E-5]',
      ),
    ),
  ).toEqual([]);
});

test.each([
  'https://example.com',
  'http://example.com/a?b#c',
  'HTTPS://example.com/',
  'https://例え.jp/新製品',
  '/',
  '/sale?from=top',
  '/セール',
  'mailto:info@example.com?subject=Hi',
  'tel:+81-3-1234-5678',
])('a banner may link to %s', (url) => expect(faults(withUrl(url))).toEqual([]));

test.each([
  'javascript:alert(1)',
  ' javascript:alert(1)',
  'JavaScript:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,x',
  'vbscript:x',
  'file:///etc/passwd',
  'ftp://example.com',
  '//example.com',
  '/\\example.com',
  '/\t/example.com',
  'example.com',
  'sale',
  '#top',
  '?a=b',
  'https:',
  'https://',
  'https:///a',
  'https://exa mple.com',
  'https://[',
  'mailto:',
  'tel:',
])('a banner may not link to %p', (url) => expect(faults(withUrl(url))).toHaveLength(1));

test.each(['https://example.com/a.m3u8', 'https://example.com/a.M3U8?token=1#x'])(
  'a video may be at %s',
  (accessUrl) => expect(faults({ ...lines.media, type: 'video', accessUrl })).toEqual([]),
);

test('a video with a file needs no URL', () =>
  expect(faults({ ...lines.media, type: 'video', file: 'a.mp4' })).toEqual([]));

describe('warns', () => {
  const warnings = (line: object) => {
    const parsed = parseLine(JSON.stringify({ ...lines.news, ...line }), now);
    return parsed.type === 'action' ? { status: statusOf(parsed), warnings: parsed.warnings } : undefined;
  };
  const statusOf = ({ action }: Extract<ReturnType<typeof parseLine>, { type: 'action' }>) =>
    'status' in action.line ? action.line.status : undefined;

  test('of a draft that reservedAt has published', () => {
    const taken =
      'status: is draft, but reservedAt has passed, so it is taken as published; leave reservedAt out to keep it a draft';
    expect(warnings({ status: 'draft', reservedAt: now })).toEqual({
      status: 'published',
      warnings: [taken],
    });
    expect(warnings({ status: 'draft', reservedAt: now + 1 })).toEqual({ status: 'draft', warnings: [] });
    expect(warnings({ status: 'draft' })).toEqual({ status: 'draft', warnings: [] });
    expect(warnings({ reservedAt: now })).toEqual({ status: 'published', warnings: [] });
  });

  test('of times between which nobody sees it', () => {
    expect(warnings({ openingAt: 5, closingAt: 5 })?.warnings).toEqual([
      'closingAt: is not after openingAt, so readers will never see it',
    ]);
    expect(warnings({ openingAt: 5, closingAt: 6 })?.warnings).toEqual([]);
    expect(warnings({ closingAt: 6 })?.warnings).toEqual([]);
  });
});
