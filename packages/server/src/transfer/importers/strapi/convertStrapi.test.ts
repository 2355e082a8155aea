import { describe, expect, test } from 'bun:test';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { runs } from '../../../../../../tests/testing/runs.ts';
import type { ImportContext } from '../Importer.ts';
import { actualNews, expectedNews, nameOf, type SomeArticle, someArticles } from '../testing/articles.ts';
import { converted } from '../testing/importing.ts';
import {
  link,
  row,
  type StrapiExport,
  schema,
  shown,
  strapiExport,
  writeExport,
} from '../testing/strapiExport.ts';
import { convertStrapi } from './convertStrapi.ts';

async function convert(files: StrapiExport, choices: Partial<ImportContext> = {}) {
  const folder = writeExport(files);
  try {
    const path = join(folder, 'entities/entities_00001.jsonl');
    const file = { name: 'export.tar.gz', path, open: () => Bun.file(path).stream() };
    return await converted(convertStrapi, file, {
      folder: join(folder, 'assets'),
      sharedNames: 2,
      ...choices,
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const article = 'api::article.article';
const category = 'api::category.category';
const tag = 'api::tag.tag';
const author = 'api::author.author';
const relation = (target: string) => ({ type: 'relation', relation: 'manyToMany', target });
const schemas = [
  schema(article, {
    title: { type: 'string' },
    slug: { type: 'uid' },
    description: { type: 'text' },
    content: { type: 'richtext' },
    cover: { type: 'media' },
    category: relation(category),
    tags: relation(tag),
    author: relation(author),
    notes: { type: 'text', private: true },
    views: { type: 'integer' },
  }),
  schema(category, { name: { type: 'string' }, slug: { type: 'uid' }, articles: relation(article) }),
  schema(tag, { name: { type: 'string' }, slug: { type: 'uid' } }, { options: {} }),
  schema(author, { Name: { type: 'string' }, bio: { type: 'richtext' } }),
  schema('api::home.home', { title: { type: 'string' }, body: { type: 'richtext' } }, { kind: 'singleType' }),
];

test.each([4, 5])('articles of version %d are imported as they were written', async (version) => {
  const idOf = (id: string) => (version === 5 ? { documentId: id } : {});
  const write = ({ id, title, slug, isDraft, at, paragraphs }: SomeArticle, index: number) => {
    const publishedAt = isDraft ? null : new Date(at).toISOString();
    const content =
      paragraphs.length === 0
        ? ''
        : `<p>${paragraphs.map((text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')).join('</p><p>')}</p>`;
    const data = {
      ...idOf(id),
      title,
      slug,
      content,
      createdAt: new Date(at).toISOString(),
      updatedAt: '',
      publishedAt,
    };
    // Version 5 keeps a draft beside the published row.
    const draft = row(article, index + 1000, { ...data, publishedAt: null });
    return [...(version === 5 && !isDraft ? [draft] : []), row(article, index + 1, data)];
  };
  await fc.assert(
    fc.asyncProperty(someArticles, async (articles) => {
      const names = [
        ...new Set(
          articles.flatMap(({ category: each, tags }) => (each === undefined ? tags : [...tags, each])),
        ),
      ];
      const label = (type: string) =>
        names.map((name, at) =>
          row(type, at + 1, { ...idOf(`${type.slice(5, 8)}${at}`), name: nameOf(name), slug: name }),
        );
      const links = articles.flatMap((each, index) => [
        ...(each.category === undefined
          ? []
          : [
              link(
                `${category}#${names.indexOf(each.category) + 1}`,
                'articles',
                `${article}#${index + 1}`,
                'category',
              ),
            ]),
        ...each.tags
          .map((name, pos) =>
            link(`${article}#${index + 1}`, 'tags', `${tag}#${names.indexOf(name) + 1}`, undefined, pos),
          )
          .toReversed(),
      ]);
      const { of, faults } = await convert(
        strapiExport(schemas, [...articles.flatMap(write), ...label(category), ...label(tag)], links),
      );
      expect(faults).toEqual([]);
      const expected = articles.map((each, index) => ({
        ...expectedNews(each),
        contentId: version === 5 ? each.id : `article-${index + 1}`,
      }));
      expect(actualNews(of)).toEqual(expected);
    }),
    { numRuns: runs(15) },
  );
});

const picture = row('plugin::upload.file', 7, {
  ...{ name: 'cat.jpg', alternativeText: 'A cat', caption: 'Our cat', width: 80, height: 45 },
  ...{ hash: 'cat_1', ext: '.jpg', mime: 'image/jpeg', url: '/uploads/cat_1.jpg' },
});
const files = { 'assets/uploads/cat_1.jpg': 'x', 'assets/uploads/medium_cat_1.jpg': 'x' };

describe('the states and locales of version 5', async () => {
  const own = (id: number, documentId: string, data: object) =>
    row('api::post.post', id, { documentId, ...data });
  const i18n = { pluginOptions: { i18n: { localized: true } } };
  const post = schema('api::post.post', { title: { type: 'string' }, body: { type: 'richtext' } }, i18n);
  const draft = { publishedAt: null };
  const { of, report } = await convert(
    strapiExport(
      [post],
      [
        own(1, 'same', { title: 'Same', body: 'x', locale: 'en', ...draft }),
        own(2, 'same', { title: 'Same', body: 'x', locale: 'en' }),
        own(3, 'changed', {
          title: 'Secret change',
          body: 'x',
          locale: 'en',
          ...draft,
          updatedAt: '2024-06-01T00:00:00.000Z',
        }),
        own(4, 'changed', { title: 'Told', body: 'x', locale: 'en' }),
        own(5, 'idea', { title: 'Idea', body: 'x', locale: 'en', ...draft }),
        own(6, 'same', { title: 'Gleich', body: 'x', locale: 'de' }),
        own(7, 'only', { title: 'Nur so', body: 'x', locale: 'de' }),
      ],
      [],
      {
        'configuration/configuration_00001.jsonl':
          '{"type":"core-store","value":{"key":"plugin_i18n_default_locale","value":"en"}}\n',
      },
    ),
  );

  test('each document comes once: published, or else as a draft', () => {
    expect(of('news').map(({ contentId, name, status }) => [contentId, name, status])).toEqual([
      ['same', 'Same', 'published'],
      ['changed', 'Told', 'published'],
      ['idea', 'Idea', 'draft'],
      ['only', 'Nur so', 'published'],
    ]);
  });

  test('the report says what was left out', () => {
    const told = [...report.changed, ...report.skipped].map(
      ({ what, why, examples }) => `${what}: ${why}: ${examples.join()}`,
    );
    expect(told).toEqual([
      'entry: becomes a draft: it was not published: Idea',
      'entry: is missing in en, so another locale is used: Nur so',
      'entry of type post: is a change that was not published; the published entry is imported: Secret change',
      'entry of type post: only en is imported: Gleich',
    ]);
  });
});

test('fields are mapped, but nothing private', async () => {
  const data = {
    documentId: 'a',
    title: 'A',
    slug: 'a',
    description: 'About',
    content: 'Some *words*\n\n![x](/uploads/medium_cat_1.jpg)',
    notes: 'Secret',
    views: 3,
  };
  const { of, report } = await convert(
    strapiExport(
      schemas,
      [
        row(article, 1, data),
        row(author, 2, { documentId: 'ken', Name: 'Ken', bio: 'Writes' }),
        row('api::home.home', 1, { title: 'Home', body: 'Hi' }),
        picture,
      ],
      [shown(7, `${article}#1`, 'cover'), link(`${article}#1`, 'author', `${author}#2`, 'articles')],
      files,
    ),
  );
  const [media] = of('media');
  expect(of('media')).toMatchObject([{ name: 'cat.jpg', file: 'uploads/cat_1.jpg' }]);
  expect(of('news')).toMatchObject([
    {
      contentId: 'a',
      alias: 'a',
      createdAt: Date.UTC(2024, 4, 3, 10),
      values: {
        thumbnail: { mediaId: media?.['mediaId'] },
        body: {
          authors: ['Ken'],
          excerpt: 'About',
          blocks: [
            { type: 'paragraph', text: 'Some <em>words</em>' },
            { type: 'image', mediaId: media?.['mediaId'] },
          ],
        },
      },
    },
  ]);
  expect(JSON.stringify(of('news'))).not.toContain('Secret');
  const told = report.skipped.map(({ what }) => what);
  expect(told).toContain('field views of article');
  expect(told).toContain('content type home');
});

test('components and dynamic zones make up a text, with their files and relations', async () => {
  const types = [
    schema('api::story.story', {
      title: { type: 'string' },
      slug: { type: 'uid' },
      blocks: { type: 'dynamiczone', components: [] },
    }),
    schema(
      'shared.text',
      { body: { type: 'richtext' }, theme: { type: 'enumeration' } },
      { modelType: 'component' },
    ),
    schema(
      'shared.card',
      {
        title: { type: 'string' },
        picture: { type: 'media' },
        inner: { type: 'component', component: 'shared.text', repeatable: true },
      },
      { modelType: 'component' },
    ),
  ];
  const blocks = [
    { id: 1, __component: 'shared.text', body: 'First', theme: 'dark' },
    { id: 1, __component: 'shared.card', title: 'Card', inner: [{ id: 2, body: 'Inside' }] },
    { id: 9, __component: 'shared.gone', body: 'Unknown' },
  ];
  const { of } = await convert(
    strapiExport(
      types,
      [row('api::story.story', 1, { title: 'S', slug: 's', blocks }), picture],
      [shown(7, 'shared.card#1', 'picture')],
      files,
    ),
  );
  expect(of('news')).toMatchObject([
    {
      contentId: 'story-1',
      values: {
        body: {
          blocks: [
            { type: 'paragraph', text: 'First' },
            { type: 'heading', text: 'Card' },
            { type: 'image', alt: 'A cat', caption: 'Our cat', width: 80, height: 45 },
            { type: 'paragraph', text: 'Inside' },
          ],
        },
      },
    },
  ]);
});

test('the blocks editor', async () => {
  const text = (words: string, marks = {}) => ({ type: 'text', text: words, ...marks });
  const item = (words: string) => ({ type: 'list-item', children: [text(words)] });
  const content = [
    { type: 'heading', level: 3, children: [text('Part')] },
    {
      type: 'paragraph',
      children: [
        text('a<', { bold: true, italic: true }),
        { type: 'link', url: 'https://example.com/', children: [text('there')] },
      ],
    },
    {
      type: 'list',
      format: 'unordered',
      children: [item('one'), { type: 'list', format: 'ordered', children: [item('deep')] }, item('two')],
    },
    { type: 'quote', children: [text('Said')] },
    { type: 'code', language: 'make', children: [text('\tall:\n'), text('\t<b>')] },
    {
      type: 'image',
      image: { url: 'https://example.com/a.png', alternativeText: 'P', width: 8, height: 4, caption: 'C' },
      children: [text('')],
    },
  ];
  const types = [schema('api::note.note', { title: { type: 'string' }, content: { type: 'blocks' } })];
  const { of } = await convert(strapiExport(types, [row('api::note.note', 1, { title: 'N', content })]), {
    types: ['note'],
  });
  expect(of('news')).toMatchObject([
    {
      values: {
        body: {
          blocks: [
            { type: 'heading', level: 3, text: 'Part' },
            {
              type: 'paragraph',
              text: '<em><strong>a&lt;</strong></em><a href="https://example.com/">there</a>',
            },
            {
              type: 'list',
              items: [{ text: 'one', list: { ordered: true, items: [{ text: 'deep' }] } }, { text: 'two' }],
            },
            { type: 'quote', text: 'Said' },
            { type: 'code', language: 'make', text: '\tall:\n\t<b>' },
            { type: 'image', alt: 'P', caption: 'C', width: 8, height: 4 },
          ],
        },
      },
    },
  ]);
});

test('damaged lines are faults of their file, and never more than was published comes in', async () => {
  const sample = strapiExport(schemas, [
    row(article, 1, { documentId: 'a', title: 'A', content: 'x' }),
    row(article, 2, { documentId: 'b', title: 'B', content: 'x', publishedAt: null }),
  ]);
  const cut = {
    ...sample,
    'entities/entities_00001.jsonl': sample['entities/entities_00001.jsonl']?.slice(0, -5) ?? '',
  };
  expect((await convert(cut)).faults).toEqual(['2: entities/entities_00001.jsonl: is not valid JSON']);
  expect((await convert({ ...sample, 'links/links_00001.jsonl': '{' })).faults).toEqual([
    '1: links/links_00001.jsonl: is not valid JSON',
  ]);
  expect((await convert({ ...sample, 'schemas/schemas_00001.jsonl': '' })).faults[0]).toStartWith(
    '1: schemas: is empty',
  );
  const paths = Object.keys(sample);
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...paths),
      fc.nat(1000),
      fc.nat(30),
      fc.string({ maxLength: 9 }),
      async (path, at, length, put) => {
        const text = sample[path] ?? '';
        const { of, faults } = await convert({
          ...sample,
          [path]: text.slice(0, at) + put + text.slice(at + length),
        });
        // Without a sign of drafts in the schema, everything was published.
        const open = of('news').filter(
          ({ status, contentId }) => status === 'published' && contentId !== 'a',
        );
        if (faults.length === 0 && path.startsWith('entities')) expect(open.length).toBeLessThanOrEqual(1);
      },
    ),
    { numRuns: runs(40) },
  );
});

describe('permissions of the role Public', () => {
  const permission = 'plugin::users-permissions.permission';
  const role = 'plugin::users-permissions.role';
  const own = [
    schema(article, { title: { type: 'string' }, slug: { type: 'uid' }, content: { type: 'richtext' } }),
  ];
  const post = row(article, 1, { title: 'A', slug: 'a', content: 'x' });
  const roles = [row(role, 1, { type: 'authenticated' }), row(role, 2, { type: 'public' })];
  const grant = (action: string, to: number) => ({
    entities: [post, ...roles, row(permission, 9, { action })],
    links: [link(`${permission}#9`, 'role', `${role}#${to}`, 'permissions')],
  });

  test.each([
    ['may find it', grant(`${article}.find`, 2), 'published'],
    ['may find one', grant(`${article}.findOne`, 2), 'published'],
    ['may only create it', grant(`${article}.create`, 2), 'draft'],
    ['may not, but those who sign in may', grant(`${article}.find`, 1), 'draft'],
    ['is not in the export', { entities: [post], links: [] }, 'published'],
  ])('if it %s', async (_, { entities, links }, status) => {
    const { of } = await convert(strapiExport(own, entities, links));
    expect(of('news')).toMatchObject([{ status }]);
  });
});
