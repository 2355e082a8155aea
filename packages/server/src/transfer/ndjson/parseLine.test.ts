import { describe, expect, test } from 'bun:test';
import { id } from '@newsstand/contract';
import { allLines, lines } from '../testing/importing.ts';
import { parseLine } from './parseLine.ts';

function faults(line: object | string): readonly string[] {
  const parsed = parseLine(typeof line === 'string' ? line : JSON.stringify(line));
  return parsed.type === 'faults' ? parsed.faults : [];
}

function withValues(values: object): object {
  return { ...lines.news, values: { ...lines.news.values, ...values } };
}

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
    ['a missing body', withValues({ body: undefined }), ['values.body: is missing']],
    ['a wrong value', { ...lines.news, status: 'live' }, ['status: must be "draft" or "published"']],
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
    ['an instance without its app', { ...lines.instance, app: 'blog' }, ['app: must be "news" or "banner"']],
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
    expect(parseLine(JSON.stringify({ ...line, ...scope })).type).toBe('delete');
  }
});

test('deleted: false makes an ordinary line', () => {
  expect(parseLine(JSON.stringify({ ...lines.tag, deleted: false })).type).toBe('put');
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
