import { describe, expect, test } from 'bun:test';
import { banner, category, instanceSchema, news, recordSchemas, tag } from './content.ts';
import { type Kind, kindNames } from './kinds.ts';
import { limits } from './limits.ts';
import { media } from './media.ts';
import { samples } from './samples.ts';

type Json = Record<string, unknown>;

const delivered = { news, banner, media, category, tag };

/** Through JSON, as everything that comes in does. */
function copy(value: unknown): Json {
  return JSON.parse(JSON.stringify(value));
}

/** The same members, at every depth, in the opposite order. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).reverse();
  return Object.fromEntries(entries.map(([name, member]) => [name, reversed(member)]));
}

function newsWith(values: Json): Json {
  return { ...copy(samples.news), values: { ...copy(samples.news.values), ...values } };
}

function faultsOf(kind: Kind, value: unknown): string[] {
  const { error } = recordSchemas[kind].safeParse(value);
  return (error?.issues ?? []).map(({ path, message }) => `${path.join('.')} ${message}`);
}

const fullNews = newsWith({
  share: { x: { text: 'a', users: ['u'], hashTags: ['h'], followButtonUsers: [{ userId: '1', name: 'n' }] } },
});
Object.assign(fullNews, { reservedAt: 1, openingAt: 2, closingAt: 3 });

const fullMedia = {
  ...copy(samples.media),
  assets: [{ path: 'index.html', accessUrl: 'https://media.example.com/a/index.html' }],
  thumbnailAccessUrl: 'https://media.example.com/t.jpg',
  meta: { ext: 'zip', mimetype: 'application/zip', asset: 'VendorAnimate_cjs_1_0_0' },
  duration: 1500,
  thumbnailOperations: [{ type: 'smart' }],
};

describe('members are in the order of the interface', () => {
  const order = (value: unknown) => Object.keys(Object(value)).join(' ');

  test('news', () => {
    const item = news.parse(reversed(fullNews));
    expect(order(item)).toBe(
      'contentId projectId spaceId name alias status reservedAt openingAt closingAt values category tags createdAt updatedAt',
    );
    expect(order(item.values)).toBe('title body thumbnail sponsors seo isOutline share isRss');
    expect(order(item.values.thumbnail)).toBe('mediaId media');
    expect(order(item.values.seo)).toBe('isPreventCrawling canonicalUrl');
    expect(order(item.values.share?.x)).toBe('text users hashTags followButtonUsers');
    expect(order(item.values.share?.x?.followButtonUsers?.[0])).toBe('userId name');
    expect(order(item.category)).toBe('categoryId name alias');
    expect(order(item.tags?.[0])).toBe('tagId name alias');
  });

  test('banner', () => {
    const item = banner.parse(reversed({ ...copy(samples.banner), reservedAt: 1 }));
    expect(order(item)).toBe(
      'contentId projectId spaceId name status values alias reservedAt openingAt closingAt createdAt updatedAt',
    );
    expect(order(item.values)).toBe('title url image');
    expect(order(item.values.image)).toBe('mediaId media');
  });

  test('media', () => {
    const item = media.parse(reversed(fullMedia));
    expect(order(item)).toBe(
      'name type mediaId projectId spaceId assets accessUrl thumbnailAccessUrl meta fileSize duration operations thumbnailOperations alias originalUrl status signed width height',
    );
    expect(order(item.assets?.[0])).toBe('path accessUrl');
    expect(order(item.meta)).toBe('ext mimetype asset');
  });

  test('media operations', () => {
    const operations = [
      { type: 'crop', left: 1, top: 2, right: 3, down: 4 },
      { type: 'size', width: 1, height: 2 },
      { type: 'filters', equalize: true, fill: 'red', rotate: 90, quality: 1 },
    ];
    const item = media.parse({ ...fullMedia, operations: reversed(operations) });
    expect(item.operations?.map(order)).toEqual([
      'type left top right down',
      'type width height',
      'type fill quality rotate equalize',
    ]);
  });

  test('category and tag', () => {
    const rest = 'name projectId spaceId createdAt updatedAt alias';
    expect(order(category.parse(reversed(samples.category)))).toBe(`categoryId ${rest}`);
    expect(order(tag.parse(reversed(samples.tag)))).toBe(`tagId ${rest}`);
  });

  test('an imported record keeps the same order', () => {
    for (const kind of kindNames) {
      const full = { ...copy(samples[kind]), ...(kind === 'news' ? fullNews : {}) };
      expect(order(recordSchemas[kind].parse(reversed(full)))).toBe(order(delivered[kind].parse(full)));
    }
  });

  test("the body's own order is the author's", () => {
    const body = { z: 1, a: { y: 1, b: 2 }, m: [] };
    expect(JSON.stringify(news.parse(newsWith({ body })).values.body)).toBe(JSON.stringify(body));
  });
});

describe('an imported record', () => {
  test.each([...kindNames])('a delivered %s can be imported', (kind) => {
    expect(faultsOf(kind, copy(samples[kind]))).toEqual([]);
  });

  test('only the ID of embedded resources is read', () => {
    const item = recordSchemas.news.parse(fullNews);
    expect(item.values.thumbnail).toEqual({ mediaId: 'm1' });
    expect(item.category).toEqual({ categoryId: 'c1' });
    expect(item.tags).toEqual([{ tagId: 't1' }]);
    expect(recordSchemas.banner.parse(copy(samples.banner)).values.image).toEqual({ mediaId: 'm1' });
  });

  test('createdAt and updatedAt may be left out, except in what is delivered', () => {
    for (const kind of ['news', 'banner', 'category', 'tag'] as const) {
      const { createdAt: _, updatedAt: __, ...rest } = copy(samples[kind]);
      expect(faultsOf(kind, rest)).toEqual([]);
      expect(delivered[kind].safeParse(rest).success).toBe(false);
    }
  });

  test('each required member is required', () => {
    const required = {
      news: ['contentId', 'projectId', 'spaceId', 'name', 'status', 'values'],
      banner: ['contentId', 'projectId', 'spaceId', 'name', 'status', 'values'],
      media: ['name', 'type', 'mediaId', 'projectId', 'spaceId'],
      category: ['categoryId', 'name', 'projectId', 'spaceId'],
      tag: ['tagId', 'name', 'projectId', 'spaceId'],
    };
    for (const kind of kindNames) {
      for (const name of Object.keys(copy(samples[kind]))) {
        const { [name]: _, ...rest } = copy(samples[kind]);
        const isRequired = required[kind].includes(name);
        expect(`${kind}.${name} ${faultsOf(kind, rest).length > 0}`).toBe(`${kind}.${name} ${isRequired}`);
      }
    }
  });

  test('null is refused everywhere except in the body', () => {
    for (const kind of kindNames)
      for (const name of Object.keys(copy(samples[kind])))
        expect(faultsOf(kind, { ...copy(samples[kind]), [name]: null })[0]).toStartWith(name);
    for (const name of Object.keys(samples.news.values))
      expect(faultsOf('news', newsWith({ [name]: null }))[0]).toStartWith(`values.${name}`);
    expect(faultsOf('news', newsWith({ body: { text: null } }))).toEqual([]);
  });

  test('an unknown member is refused, and named', () => {
    for (const kind of kindNames)
      expect(faultsOf(kind, { ...copy(samples[kind]), colour: 'red' })[0]).toContain('"colour"');
    expect(faultsOf('news', newsWith({ colour: 1 }))[0]).toContain('"colour"');
  });

  test('a value of the wrong type is refused', () => {
    const wrong: [Kind, Json][] = [
      ['news', { status: 'live' }],
      ['news', { reservedAt: '1790000000000' }],
      ['news', { closingAt: 1.5 }],
      ['news', { contentId: 'a/b' }],
      ['news', { tags: { tagId: 't1' } }],
      ['banner', { values: [] }],
      ['media', { type: 'audio' }],
      ['media', { status: 'draft' }],
      ['media', { fileSize: -1 }],
      ['media', { accessUrl: 'not a url' }],
      ['media', { operations: [{ type: 'spin' }] }],
      ['media', { operations: [{ type: 'size', width: 1 }] }],
      ['media', { operations: [{ type: 'smart', value: 1 }] }],
      ['media', { operations: [{ type: 'filters', rotate: 45 }] }],
      ['media', { meta: { ext: 'zip', mimetype: 'application/zip', asset: 'other' } }],
      ['media', { file: '' }],
      ['tag', { alias: '' }],
    ];
    for (const [kind, member] of wrong)
      expect(faultsOf(kind, { ...copy(samples[kind]), ...member })[0]).toStartWith(
        Object.keys(member)[0] ?? '',
      );
  });

  test('a record must be an object', () => {
    for (const value of [null, undefined, [], 'text', 1])
      for (const kind of kindNames) expect(faultsOf(kind, value)).not.toEqual([]);
  });

  test('an instance', () => {
    const right = { app: 'news', projectId: 'acme', spaceId: 'web', instanceId: 'press' };
    expect(instanceSchema.safeParse(right).success).toBe(true);
    for (const wrong of [{ app: 'media' }, { instanceId: '' }, { name: 'x' }, { spaceId: null }])
      expect(instanceSchema.safeParse({ ...right, ...wrong }).success).toBe(false);
  });
});

describe('body', () => {
  const nested = (levels: number): unknown => {
    let value: unknown = 'end';
    for (let level = 0; level < levels; level++) value = level % 2 === 0 ? { a: value } : [value];
    return { a: value };
  };

  test('members called __proto__ and constructor survive, and change nothing', () => {
    const body =
      '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},"a":{"__proto__":1}}';
    const item = recordSchemas.news.parse(newsWith({ body: JSON.parse(body) }));
    expect(JSON.stringify(item.values.body)).toBe(body);
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });

  test('elsewhere a member called __proto__ is refused', () => {
    const { status: _, ...rest } = copy(samples.news);
    const hostile = JSON.parse(JSON.stringify(rest).replace('{', '{"__proto__":{"status":"published"},'));
    expect(faultsOf('news', hostile).join()).toContain('"__proto__"');
    expect(faultsOf('news', hostile).join()).toContain('status');
  });

  test('is bounded in depth', () => {
    expect(faultsOf('news', newsWith({ body: nested(limits.bodyDepth - 1) }))).toEqual([]);
    expect(faultsOf('news', newsWith({ body: nested(limits.bodyDepth) }))).toEqual([
      'values.body must not be nested deeper than 100 levels',
    ]);
  });

  test('hostile nesting is refused without a crash', () => {
    expect(faultsOf('news', newsWith({ body: nested(200_000) }))).toHaveLength(1);
  });

  test('must be an object', () => {
    for (const body of ['text', 1, [], true])
      expect(faultsOf('news', newsWith({ body }))).toEqual(['values.body must be an object']);
  });
});

test('the share text is counted in code points', () => {
  const share = (text: string) => faultsOf('news', newsWith({ share: { x: { text } } }));
  expect(share('')).toEqual([]);
  expect(share('😀'.repeat(140))).toEqual([]);
  expect(share('😀'.repeat(141))).toEqual(['values.share.x.text must be at most 140 characters']);
  expect(share('a'.repeat(141))).toHaveLength(1);
});
