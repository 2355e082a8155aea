import fc from 'fast-check';
import type { Asked, Doc } from './reference.ts';

/** Small ranges everywhere, so that things collide, tie and overlap in every way. */
const moment = fc.oneof(
  { weight: 40, arbitrary: fc.integer({ min: 0, max: 12 }) },
  fc.constantFrom(-8_640_000_000_000_000, 8_640_000_000_000_000, -8_639_999_999_999_999),
);
const maybeMoment = fc.option(moment, { nil: undefined });
const numbered = (letter: string, most: number) =>
  fc.integer({ min: 1, max: most }).map((n) => `${letter}${n}`);

const words = [
  'art',
  'start',
  'Launch',
  'launching',
  'straße',
  'ＮＥＷＳ',
  '最新ニュース速報',
  'ニュース',
  'ｶﾞｲﾄﾞ',
  'ガイド',
  '北京',
  'ข่าวใหม่',
  '한국어',
  'café',
  'cafe\u0301',
  '😀',
  '👩‍💻',
  '｡',
  'c++',
  'foo-bar',
  '東京tower',
  '5G',
  'новости',
  'Твой',
  'ὁδός ΟΔΟΣ',
  'İstanbul',
  'ﬁne',
  'inter\u00ADnational',
  'a\u200Bb',
  '❤\uFE0F',
  '1\uFE0F\u20E3',
  '\u1112\u1161\u11AB국',
  'शा\u200Dन्ति',
  'cut\u{FFFD}',
];
const text = fc
  .array(fc.constantFrom(...words), { minLength: 1, maxLength: 4 })
  .map((parts) => parts.join(' '));
const glued = fc
  .array(fc.constantFrom(...words), { minLength: 1, maxLength: 3 })
  .map((parts) => parts.join(''));
const anyText = fc.oneof(text, glued);

function ruby(base: string, reading: string): string {
  return `<ruby>${base}<rp>(</rp><rt>${reading}</rt><rp>)</rp></ruby>`;
}

const scope = { projectId: 'p', spaceId: 's' };

/** An alias that no other item of its shelf can have: the ID of the item after it, or something like it. */
function aliasFor(id: string): fc.Arbitrary<string | undefined> {
  const next = `${id[0]}${Number(id.slice(1)) + 1}`;
  return fc.constantFrom(undefined, undefined, next, `${id} ニュース`);
}

/** JSON has no undefined, and neither have stored documents. */
function clean(value: object): Doc {
  return JSON.parse(JSON.stringify(value));
}

const times = fc.record({ reservedAt: maybeMoment, openingAt: maybeMoment, closingAt: maybeMoment });
const status = fc.constantFrom('draft', 'published');

/** An item that has a next version now and then, which takes over some time or never. */
function withNext(contentId: string, doc: (contentId: string) => fc.Arbitrary<Doc>): fc.Arbitrary<Doc> {
  const next = fc.record({ doc: doc(contentId), takesOverAt: maybeMoment });
  return fc
    .tuple(doc(contentId), fc.option(next, { nil: undefined, freq: 2 }))
    .map(([item, version]) => (version === undefined ? item : { ...item, next: version }));
}

/** Without next versions. */
export const plainNewsDoc: fc.Arbitrary<Doc> = numbered('n', 9).chain(newsOf);
export const newsDoc: fc.Arbitrary<Doc> = numbered('n', 9).chain((id) => withNext(id, newsOf));

function newsOf(contentId: string): fc.Arbitrary<Doc> {
  return fc
    .record({
      name: anyText,
      alias: aliasFor(contentId),
      status,
      times,
      title: anyText,
      body: fc.oneof(
        fc.constant({}),
        anyText.map((t) => ({ text: t, blocks: [{ html: `<p>a &lt; b</p>` }, 7, null] })),
        fc
          .tuple(anyText, anyText)
          .map(([text, id]) => ({ blocks: [{ type: 'heading', level: 2, text, id }] })),
        fc.tuple(anyText, anyText, anyText, anyText).map(([text, reading, after, language]) => ({
          blocks: [
            {
              type: 'heading',
              level: 2,
              text: `<b>${text}</b>${ruby(text, reading)}${after} ${ruby('神', 'かみ')}戸`,
            },
            { type: 'code', text: `<p>${after}</p>${ruby(after, reading)}&lt;`, language },
          ],
        })),
      ),
      mediaId: numbered('m', 3),
      isRss: fc.constantFrom(undefined, true, false),
      category: fc.option(numbered('c', 3), { nil: undefined }),
      tags: fc.uniqueArray(numbered('t', 4), { maxLength: 3 }),
      createdAt: moment,
      updatedAt: moment,
    })
    .map((v) =>
      clean({
        contentId,
        ...scope,
        name: v.name,
        alias: v.alias,
        status: v.status,
        ...v.times,
        values: { title: v.title, body: v.body, thumbnail: { mediaId: v.mediaId }, isRss: v.isRss },
        category: v.category === undefined ? undefined : { categoryId: v.category },
        tags: v.tags.length === 0 ? undefined : v.tags.map((tagId) => ({ tagId })),
        createdAt: v.createdAt,
        updatedAt: v.updatedAt,
      }),
    );
}

/** Without next versions. */
export const plainBannerDoc: fc.Arbitrary<Doc> = numbered('b', 5).chain(bannerOf);
export const bannerDoc: fc.Arbitrary<Doc> = numbered('b', 5).chain((id) => withNext(id, bannerOf));

function bannerOf(contentId: string): fc.Arbitrary<Doc> {
  return fc
    .record({
      name: anyText,
      alias: aliasFor(contentId),
      status,
      times,
      title: fc.option(anyText, { nil: undefined }),
      image: fc.option(numbered('m', 3), { nil: undefined }),
      createdAt: moment,
      updatedAt: moment,
      position: maybeMoment,
    })
    .map((v) =>
      clean({
        contentId,
        ...scope,
        name: v.name,
        status: v.status,
        values: { title: v.title, image: v.image === undefined ? undefined : { mediaId: v.image } },
        alias: v.alias,
        ...v.times,
        createdAt: v.createdAt,
        updatedAt: v.updatedAt,
        position: v.position,
      }),
    );
}

export const mediaDoc: fc.Arbitrary<Doc> = numbered('m', 4).chain((mediaId) =>
  fc
    .record({
      name: anyText,
      type: fc.constantFrom('image', 'video'),
      fileSize: maybeMoment,
      duration: maybeMoment,
      alias: aliasFor(mediaId),
    })
    .map((v) =>
      clean({
        name: v.name,
        type: v.type,
        mediaId,
        ...scope,
        fileSize: v.fileSize,
        duration: v.duration,
        alias: v.alias,
      }),
    ),
);

function collectionDoc(idField: 'categoryId' | 'tagId', letter: string): fc.Arbitrary<Doc> {
  return numbered(letter, 4).chain((id) =>
    fc.record({ name: anyText, createdAt: moment, updatedAt: moment, alias: aliasFor(id) }).map((v) =>
      clean({
        [idField]: id,
        name: v.name,
        ...scope,
        createdAt: v.createdAt,
        updatedAt: v.updatedAt,
        alias: v.alias,
      }),
    ),
  );
}

export const categoryDoc = collectionDoc('categoryId', 'c');
export const tagDoc = collectionDoc('tagId', 't');

const contentFields = [
  ...['publishedAt', 'contentId', 'name', 'alias', 'createdAt', 'updatedAt'],
  ...['reservedAt', 'openingAt', 'closingAt'],
];
const sortFields = {
  news: contentFields,
  banner: [...contentFields, 'position', 'position'],
  media: ['mediaId', 'name', 'alias', 'type', 'fileSize', 'duration'],
  category: ['categoryId', 'name', 'alias', 'createdAt', 'updatedAt'],
  tag: ['tagId', 'name', 'alias', 'createdAt', 'updatedAt'],
} as const;
const idLetters = { news: 'n', banner: 'b', media: 'm', category: 'c', tag: 't' } as const;

const search = fc.oneof(
  fc.constantFrom(...words),
  fc.constantFrom(
    'ニ',
    'ュース',
    'ar',
    'l',
    'laun',
    '京t',
    '+',
    '-',
    'o',
    'caf',
    'ข',
    '👩',
    '速報 最新',
    'news',
    'スト',
    'cafe',
    '神戸',
    'かみ',
    'み戸',
    'istan',
    'τοςοδος',
    'οδος',
    'твои',
    'fi',
    'international',
    'ab',
    'b',
    '❤',
    '1\u20E3',
    '국',
    '한국',
    'शान्',
    '\u{FFFD}',
    '(',
    '<p>',
    '<p>\u00ADart',
    'p',
    '&lt;',
    '\u00AD ar \uFE0F',
  ),
  fc.tuple(fc.constantFrom(...words), fc.nat(3), fc.nat(4)).map(([word, from, length]) => {
    const part = [...word].slice(from, from + length + 1).join('');
    return /^[\p{White_Space}\p{Default_Ignorable_Code_Point}]*$/u.test(part) ? word : part;
  }),
);

/** Each filter in one request out of five: all of them together would hardly ever find anything. */
function sometimes(filter: fc.Arbitrary<Partial<Asked>>): fc.Arbitrary<Partial<Asked>> {
  return fc.oneof({ weight: 4, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: filter });
}

const categoryName = fc.oneof(
  numbered('c', 5),
  numbered('c', 4).map((id) => `${id} ニュース`),
);
const tagName = fc.oneof(
  numbered('t', 5),
  numbered('t', 4).map((id) => `${id} ニュース`),
);
const newsFilters = [
  sometimes(fc.record({ category: categoryName })),
  sometimes(fc.record({ tags: fc.array(tagName, { minLength: 1, maxLength: 3 }) })),
  sometimes(fc.record({ rssOnly: fc.boolean() })),
  sometimes(fc.record({ search })),
  sometimes(fc.record({ includeCategory: fc.boolean() })),
  sometimes(fc.record({ includeTags: fc.boolean() })),
];

/** Any request for any shelf. */
export const question: fc.Arbitrary<Asked> = fc
  .constantFrom('news', 'news', 'news', 'banner', 'media', 'category', 'tag')
  .chain((kind) => {
    const letter = idLetters[kind];
    const fields: readonly string[] = sortFields[kind];
    const sort = fc
      .uniqueArray(fc.tuple(fc.constantFrom(...fields), fc.constantFrom('asc', 'desc')), {
        maxLength: 3,
        selector: ([field]) => field,
      })
      .map((items): Asked['sort'] => items);
    const common = {
      kind: fc.constant(kind),
      instanceId: fc.constantFrom('one', 'two'),
      page: fc.constantFrom(1, 1, 1, 2, 3),
      size: fc.integer({ min: 1, max: 5 }),
      sort,
    };
    const filters = [
      sometimes(fc.record({ ids: fc.array(numbered(letter, 10), { minLength: 1, maxLength: 5 }) })),
      sometimes(fc.record({ previewAt: fc.integer({ min: 0, max: 12 }) })),
      ...(kind === 'news' ? newsFilters : []),
    ];
    const name = fc.oneof(
      numbered(letter, 10),
      numbered(letter, 9).map((id) => `${id} ニュース`),
    );
    const hasSingle = kind !== 'category' && kind !== 'tag';
    const single = hasSingle ? sometimes(fc.record({ name })) : fc.constant({});
    return fc
      .tuple(fc.record(common), fc.tuple(...filters), single)
      .map(([must, may, one]): Asked => ({ ...must, ...Object.assign({}, ...may), ...one }));
  });
