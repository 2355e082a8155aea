import { describe, expect, test } from 'bun:test';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { runs } from '../../../../../../tests/testing/runs.ts';
import type { ImportContext } from '../Importer.ts';
import { actualNews, escaped, expectedNews, nameOf, someArticles } from '../testing/articles.ts';
import { converted, jsonFile } from '../testing/importing.ts';
import { convertDirectus } from './convertDirectus.ts';
import { downloadItems } from './downloadItems.ts';

const file1 = '11111111-1111-4111-8111-111111111111';
const file2 = '22222222-2222-4222-8222-222222222222';
const siteUrl = 'https://cms.example.com/';

const convert = (value: unknown, choices: Partial<ImportContext> = {}) =>
  converted(
    convertDirectus,
    { ...jsonFile(value), name: '/tmp/posts 20240503-090000.json' },
    { siteUrl, ...choices },
  );

function item(id: unknown, fields: object, status: string | null = 'published') {
  const dates = { date_created: '2024-05-03T09:00:00.000Z', date_updated: '2024-05-04T09:00:00.000Z' };
  return { id, status, sort: null, user_created: file2, ...dates, ...fields };
}

async function blocksOf(content: unknown): Promise<unknown> {
  return actualNews((await convert([item(1, { title: 'A', slug: 'a', content })])).of)[0]?.blocks;
}

test('any articles survive', async () => {
  await fc.assert(
    fc.asyncProperty(someArticles, async (articles) => {
      const items = articles.map(({ id, title, slug, isDraft, at, category, tags, paragraphs }) => ({
        ...{ id, status: isDraft ? 'draft' : 'published', title, slug },
        date_created: new Date(at).toISOString(),
        user_created: null,
        content: paragraphs.map((text) => `<p>${escaped(text)}</p>`).join('') || '<p></p>',
        category: category === undefined ? null : { id: 1, name: nameOf(category), slug: category },
        tags: tags.map((tag, index) => ({
          id: index,
          posts_id: 7,
          tags_id: { id: 1, name: nameOf(tag), slug: tag },
        })),
      }));
      const { of, faults } = await convert(items);
      expect(faults).toEqual([]);
      expect(actualNews(of).map((news) => ({ ...news, contentId: '' }))).toEqual(
        articles.map(expectedNews).map((news) => ({ ...news, contentId: '' })),
      );
    }),
    { numRuns: runs(25) },
  );
});

test('an exported collection', async () => {
  const { of, report } = await convert([
    item(7, {
      title: 'Hello',
      slug: 'hello',
      content: `<p>Text</p><p><img src="https://cms.example.com/assets/${file2}.jpg?width=300&height=200" alt="Two"></p>`,
      image: file1,
      author: { first_name: 'Ken', last_name: 'Sato' },
      tags: ['Red', 'Blue'],
      published_at: '2024-05-01T00:00:00',
    }),
    item('33333333-3333-4333-8333-333333333333', { title: 'Idea', content: 'Some *Markdown*' }, 'draft'),
    item(8, { title: 'Old', content: 'x' }, 'archived'),
    item(9, { title: 'Unset', content: 'x' }, null),
  ]);
  expect(of('news')).toMatchObject([
    {
      ...{
        contentId: 'posts-7',
        alias: 'hello',
        status: 'published',
        createdAt: Date.parse('2024-04-30T15:00:00Z'),
      },
      tags: [{ tagId: 'red' }, { tagId: 'blue' }],
      values: { body: { authors: ['Ken Sato'], blocks: [{ text: 'Text' }, { type: 'image', alt: 'Two' }] } },
    },
    {
      ...{ contentId: '33333333-3333-4333-8333-333333333333', status: 'draft' },
      values: { body: { blocks: [{ text: 'Some <em>Markdown</em>' }] } },
    },
    { contentId: 'posts-8', status: 'draft' },
    { contentId: 'posts-9', status: 'draft' },
  ]);
  expect(
    of('media')
      .flatMap(({ accessUrl }) => accessUrl ?? [])
      .toSorted(),
  ).toEqual([`https://cms.example.com/assets/${file1}`, `https://cms.example.com/assets/${file2}`]);
  expect(report.mapped[0]?.what).toBe(
    'collection posts (title=title body=content slug=slug date=published_at picture=image authors=author tags=tags)',
  );
  expect(report.changed.map(({ why }) => why)).toEqual([
    'becomes a draft: it was not published',
    'becomes a draft: field status is archived',
    'becomes a draft: field status is empty',
  ]);
});

test('items as the API sends them, with files and junctions in them', async () => {
  const cover = {
    id: file1,
    filename_disk: `${file1}.png`,
    filename_download: 'cover.png',
    type: 'image/png',
    title: 'Cover',
    width: 8,
    height: 4,
  };
  const { of } = await convert({
    data: [
      item(1, {
        title: 'A',
        content: 'x',
        cover,
        categories: [{ id: 5, posts_id: 1, categories_id: { id: 2, name: 'News', slug: 'news' } }],
      }),
    ],
  });
  expect(of('news')).toMatchObject([{ category: { categoryId: 'news' } }]);
  expect(of('media')).toMatchObject([
    { name: 'Cover', accessUrl: `https://cms.example.com/assets/${file1}.png` },
  ]);
});

test('an ID is never taken for a name', async () => {
  const { of, report } = await convert([
    item(1, { title: 'A', content: 'x', author: file2, category: file1 }),
  ]);
  expect(JSON.stringify(of('news'))).not.toContain(file2);
  expect(of('category')).toEqual([]);
  expect(report.changed[0]?.why).toBe('refers to items that are not in the file, by author, category');
});

test('the block editor', async () => {
  const blocks = [
    { type: 'paragraph', data: { text: 'Some <b>text</b>' } },
    { type: 'header', data: { text: 'Head', level: 3 } },
    {
      type: 'nestedlist',
      data: { style: 'ordered', items: [{ content: 'one', items: [{ content: 'deep', items: [] }] }] },
    },
    { type: 'checklist', data: { items: [{ text: 'done', checked: true }] } },
    { type: 'quote', data: { text: 'Said', caption: 'Me' } },
    { type: 'code', data: { code: 'a < b' } },
    { type: 'delimiter', data: {} },
    { type: 'table', data: { withHeadings: true, content: [['h'], ['c']] } },
    { type: 'image', data: { caption: 'Below', file: { fileId: file1, url: `/assets/${file1}?width=9` } } },
    {
      type: 'embed',
      data: { service: 'youtube', source: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ', caption: '' },
    },
    { type: 'raw', data: { html: '<p>Raw</p>' } },
  ];
  const expected = [
    { type: 'paragraph', text: 'Some <b>text</b>' },
    { type: 'heading', level: 3, text: 'Head' },
    {
      type: 'list',
      ordered: true,
      items: [{ text: 'one', list: { ordered: true, items: [{ text: 'deep' }] } }],
    },
    { type: 'list', items: [{ text: '☑ done' }] },
    { type: 'quote', text: 'Said', cite: 'Me' },
    { type: 'code', text: 'a < b' },
    { type: 'divider' },
    { type: 'table', rows: [['h'], ['c']], header: true },
    { type: 'image', mediaId: expect.any(String), caption: 'Below' },
    { type: 'embed', url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ' },
    { type: 'paragraph', text: 'Raw' },
  ];
  const written = { time: 1, blocks, version: '2.29.1' };
  expect(await blocksOf(written)).toEqual(expected);
  expect(await blocksOf(JSON.stringify(written))).toEqual(expected);
});

test('translations fill in what an item lacks, in one language', async () => {
  const row = (languages_code: unknown, title: string) => ({
    id: title,
    posts_id: 1,
    languages_code,
    title,
    content: `<p>${title}</p>`,
  });
  const { of, report } = await convert([
    item(1, { slug: 'a', translations: [row('ja-JP', 'こんにちは'), row('en-US', 'Hello')] }),
    item(2, { slug: 'b', translations: [row({ code: 'en-US' }, 'Bye')] }),
    item(3, { title: 'Own', content: '<p>Own</p>', translations: [{ ...row('en-US', 'Other'), posts: 3 }] }),
  ]);
  expect(of('news').map(({ name }) => name)).toEqual(['Hello', 'Bye', 'Own']);
  expect(report.changed.map(({ why }) => why)).toEqual(['is imported without its translations']);
  expect(report.skipped).toContainEqual(
    expect.objectContaining({ what: 'field in another locale', why: 'only en-US is imported' }),
  );
});

test('a template: its relations connect items, files, blocks and people', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'newsstand-test-'));
  const write = (name: string, value: unknown) => writeFileSync(join(folder, name), JSON.stringify(value));
  const relation = (collection: string, field: string, related: string | null, meta: object = {}) => ({
    ...{ collection, field, related_collection: related },
    meta: {
      one_field: null,
      junction_field: null,
      one_collection_field: null,
      one_allowed_collections: null,
      ...meta,
    },
  });
  try {
    mkdirSync(join(folder, 'content'));
    mkdirSync(join(folder, 'assets'));
    writeFileSync(join(folder, `assets/${file1}.png`), 'x');
    write('relations.json', [
      relation('posts', 'image', 'directus_files'),
      relation('posts', 'author', 'directus_users'),
      relation('posts', 'category', 'topics'),
      relation('posts_tags', 'posts_id', 'posts', { one_field: 'tags', junction_field: 'tags_id' }),
      relation('posts_tags', 'tags_id', 'tags', { junction_field: 'posts_id' }),
      relation('post_blocks', 'posts_id', 'posts', { one_field: 'body', junction_field: 'item' }),
      relation('post_blocks', 'item', null, {
        ...{ junction_field: 'posts_id', one_collection_field: 'collection' },
        one_allowed_collections: ['block_text', 'block_steps'],
      }),
      relation('block_text', 'post', 'posts'),
      relation('step_items', 'block', 'block_steps', { one_field: 'items' }),
    ]);
    write('collections.json', [{ collection: 'globals', meta: { singleton: true } }]);
    write('files.json', [{ id: file1, filename_disk: `${file1}.png`, title: 'Cover', type: 'image/png' }]);
    write('users.json', [{ id: file2, first_name: 'Ken', last_name: 'Sato', email: 'ken@example.com' }]);
    write('content/posts.json', [
      item(1, {
        title: 'A',
        slug: '/blog/a/',
        image: file1,
        author: file2,
        category: 4,
        tags: [9],
        body: [2, 1],
      }),
    ]);
    write('content/posts_tags.json', [{ id: 9, posts_id: 1, tags_id: 6 }]);
    write('content/post_blocks.json', [
      { id: 1, posts_id: 1, collection: 'block_steps', item: 5, sort: 2 },
      { id: 2, posts_id: 1, collection: 'block_text', item: 5, sort: 1 },
    ]);
    write('content/block_text.json', [{ id: 5, title: 'Part', content: '<p>First</p>', post: 1 }]);
    write('content/block_steps.json', [{ id: 5, title: 'Steps' }]);
    write('content/step_items.json', [
      { id: 1, block: 5, title: 'Step', content: `<p><img src="http://x/assets/${file1}?width=9"></p>` },
    ]);
    write('content/topics.json', [{ id: 4, name: 'News', slug: 'news' }]);
    write('content/tags.json', [{ id: 6, name: 'Fast' }]);
    write('content/globals.json', { id: 1, title: 'The site', description: 'x', body: '<p>x</p>' });
    write('content/empty.json', []);
    const path = join(folder, 'relations.json');
    const file = { ...jsonFile([]), name: path, path };
    const { of, faults, report } = await converted(convertDirectus, file, { folder, sharedNames: 2 });
    expect(faults).toEqual([]);
    expect(of('news')).toMatchObject([
      {
        ...{ contentId: 'posts-1', alias: 'a', category: { categoryId: 'news' }, tags: [{ tagId: 'fast' }] },
        values: {
          body: {
            ...{ authors: ['Ken Sato'], oldPaths: ['/blog/a/'] },
            blocks: [
              { type: 'heading', text: 'Part' },
              { type: 'paragraph', text: 'First' },
              { type: 'heading', text: 'Steps' },
              { type: 'heading', text: 'Step' },
              { type: 'image', mediaId: of('media')[0]?.['mediaId'] },
            ],
          },
        },
      },
    ]);
    expect(of('media')).toMatchObject([{ name: 'Cover', file: `assets/${file1}.png` }]);
    expect(report.skipped.filter(({ what }) => what === 'part of a text')).toEqual([]);
    expect(JSON.stringify(of('news'))).not.toContain('ken@example.com');
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('what is not an export is refused', async () => {
  expect((await convert([5])).faults).toEqual(['1: this is not an export of Directus: there are no items']);
  expect((await convert({ a: [] })).faults).toEqual([
    '3: this is not an export of Directus: it has nothing in data',
  ]);
});

test('a collection is downloaded by its URL, with a token or without', async () => {
  const all = Array.from({ length: 130 }, (_, index) =>
    item(index, { title: `T${index}`, content: 'x', image: file1 }),
  );
  const urls: URL[] = [];
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch(request) {
      const url = new URL(request.url);
      urls.push(url);
      const token = request.headers.get('authorization');
      if (url.pathname !== '/cms/items/posts' || token === 'Bearer wrong')
        return Response.json(
          { errors: [{ message: 'No permission.', extensions: { code: 'FORBIDDEN' } }] },
          { status: 403 },
        );
      const [limit, offset] = ['limit', 'offset'].map((name) => Number(url.searchParams.get(name)));
      return Response.json({
        data: all.slice(offset, (offset ?? 0) + (limit ?? 0)),
        // Seven are not for us.
        meta: { filter_count: all.length + 7 },
      });
    },
  });
  const download = async (path: string, secret?: string) => {
    const how = { user: undefined, secret, withPages: false, onProgress: () => {}, wait: async () => {} };
    let text = '';
    for await (const piece of downloadItems({ address: `http://127.0.0.1:${server.port}${path}`, ...how }))
      text += piece;
    return text;
  };
  try {
    const name = `http://127.0.0.1:${server.port}/cms/items/posts`;
    const file = { ...jsonFile(await download('/cms/items/posts?filter[status][_eq]=published')), name };
    const { of, report } = await converted(convertDirectus, file);
    expect(of('news')).toHaveLength(130);
    expect(report.skipped).toContainEqual(
      expect.objectContaining({ what: 'item', why: expect.stringContaining('counted by the API'), count: 7 }),
    );
    expect(of('media')).toMatchObject([{ accessUrl: `http://127.0.0.1:${server.port}/cms/assets/${file1}` }]);
    expect(urls.map(({ searchParams }) => searchParams.get('offset'))).toEqual([
      '0',
      '99',
      '129',
      '130',
      '136',
    ]);
    expect(Object.fromEntries(urls[0]?.searchParams ?? [])).toMatchObject({
      'filter[status][_eq]': 'published',
      fields: '*.*.*',
      sort: 'id',
    });
    const refused = await download('/cms/items/posts', 'wrong').catch((error: Error) => error.message);
    expect(refused).toContain('status 403, No permission.; a static token');
    expect(refused).not.toContain('wrong');
  } finally {
    await server.stop(true);
  }
});

describe('the permissions of a template', () => {
  const policy = 'abf8a154-5b1c-4a46-ac9c-7300570f4f17';
  const isPublished = { _and: [{ status: { _eq: 'published' } }, { published_at: { _lte: '$NOW' } }] };
  const read = (permissions: unknown, more: object = {}) => ({
    ...{ collection: 'posts', action: 'read', permissions, fields: ['*'], policy },
    ...more,
  });

  /** The states of a public post, a scheduled one, and one of a collection that is named. */
  async function states(permissions: readonly object[] | undefined, access: readonly object[] = []) {
    const folder = mkdtempSync(join(tmpdir(), 'newsstand-test-'));
    try {
      mkdirSync(join(folder, 'content'));
      const post = (id: number, at: string) => item(id, { title: `P${id}`, body: 'x', published_at: at });
      const write = (name: string, value: unknown) =>
        writeFileSync(join(folder, name), JSON.stringify(value));
      write('relations.json', []);
      write('content/posts.json', [post(1, '2024-05-01T00:00:00Z'), post(2, '2030-01-01T00:00:00Z')]);
      write('content/email_templates.json', [item(1, { title: 'Hello', body: 'Dear' })]);
      write('access.json', access);
      if (permissions !== undefined) write('permissions.json', permissions);
      const path = join(folder, 'relations.json');
      const file = { name: path, path, open: () => Bun.file(path).stream() };
      const { of } = await converted(convertDirectus, file, { types: ['posts', 'email_templates'] });
      const all = of('news').map(({ contentId, status, reservedAt }) => [
        contentId,
        reservedAt ? 'later' : status,
      ]);
      return ['posts-1', 'posts-2', 'email_templates-1'].map((id) => all.find(([each]) => each === id)?.[1]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  }

  test('hide what the public may not read', async () => {
    expect(await states(undefined)).toEqual(['published', 'later', 'published']);
    expect(await states([])).toEqual(['draft', 'draft', 'draft']);
    expect(await states([read(null)])).toEqual(['published', 'later', 'draft']);
    expect(await states([read({})])).toEqual(['published', 'later', 'draft']);
    expect(await states([read(isPublished)])).toEqual(['published', 'draft', 'draft']);
    expect(await states([read({ status: { _eq: 'public' } })])).toEqual(['draft', 'draft', 'draft']);
  });

  test('of others do not count, and what cannot be decided hides', async () => {
    expect(await states([read(null, { policy: 'editors' })])).toEqual(['draft', 'draft', 'draft']);
    expect(await states([read(null, { action: 'update' })])).toEqual(['draft', 'draft', 'draft']);
    const everybody = [{ role: null, user: null, policy: 'everybody' }];
    expect(await states([read(null, { policy: 'everybody' })], everybody)).toEqual([
      'published',
      'later',
      'draft',
    ]);
    expect(await states([read(null, { policy: undefined, role: null })])).toEqual([
      'published',
      'later',
      'draft',
    ]);
    expect(await states([read(null, { policy: undefined, role: 'x' })])).toEqual(['draft', 'draft', 'draft']);
    expect(await states([read({ author: { _eq: '$CURRENT_USER' } })])).toEqual(['draft', 'draft', 'draft']);
    expect(await states([read({ author: { status: { _eq: 'x' } } })])).toEqual(['draft', 'draft', 'draft']);
    expect(await states([read({ _some: [] })])).toEqual(['draft', 'draft', 'draft']);
  });

  test('hide an item if the public may not read a field that would be shown', async () => {
    expect(await states([read(null, { fields: ['title', 'published_at'] })])).toEqual([
      'draft',
      'draft',
      'draft',
    ]);
    expect(await states([read(null, { fields: ['title', 'body', 'published_at'] })])).toEqual([
      ...['published', 'later', 'draft'],
    ]);
  });
});
