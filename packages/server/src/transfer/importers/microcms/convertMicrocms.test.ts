import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { runs } from '../../../../../../tests/testing/runs.ts';
import type { DownloadOptions, ImportContext } from '../Importer.ts';
import { actualNews, escaped, expectedNews, nameOf, someArticles } from '../testing/articles.ts';
import { converted, jsonFile } from '../testing/importing.ts';
import { convertMicrocms } from './convertMicrocms.ts';
import { downloadApi } from './downloadApi.ts';

const at = '2024-05-03T09:00:00.000Z';
const assets = 'https://images.microcms-assets.io/assets/0123/4567';

/** A content as the API sends it. */
function content(id: string, fields: object, publishedAt: string | null = at) {
  const dates = { createdAt: '2024-05-01T00:00:00.000Z', updatedAt: at };
  return { id, ...dates, ...(publishedAt !== null && { publishedAt, revisedAt: publishedAt }), ...fields };
}

const list = (contents: readonly unknown[]) => ({
  contents,
  totalCount: contents.length,
  offset: 0,
  limit: 10,
});

const convert = (value: unknown, choices: Partial<ImportContext> = {}, name = '/tmp/blogs.json') =>
  converted(convertMicrocms, { ...jsonFile(value), name }, choices);

async function blocksOf(fields: object): Promise<unknown> {
  return actualNews((await convert(list([content('a', { title: 'A', ...fields })]))).of)[0]?.blocks;
}

test('any articles survive', async () => {
  await fc.assert(
    fc.asyncProperty(someArticles, async (articles) => {
      const contents = articles.map(({ id, title, isDraft, at: time, category, tags, paragraphs, slug }) =>
        content(
          id,
          {
            ...{
              title,
              slug,
              content: paragraphs.map((text) => `<p>${escaped(text)}</p>`).join('') || '<p></p>',
            },
            category:
              category === undefined ? null : content(category, { name: nameOf(category), slug: category }),
            tags: tags.map((tag) => content(tag, { name: nameOf(tag), slug: tag })),
          },
          isDraft ? null : new Date(time).toISOString(),
        ),
      );
      const { of, faults } = await convert(list(contents));
      expect(faults).toEqual([]);
      const undated = articles.map(({ isDraft, at: time, ...others }) => ({
        ...{ ...others, isDraft },
        at: isDraft ? Date.parse('2024-05-01T00:00:00Z') : time,
      }));
      expect(actualNews(of)).toEqual(undated.map(expectedNews));
    }),
    { numRuns: runs(25) },
  );
});

test('a blog of the usual template', async () => {
  const { of, report } = await convert(
    list([
      content('hello', {
        title: 'はじめまして',
        content: `<h2 id="h1">見出し</h2><p>本文<br>です</p><figure><img src="${assets}/a.png?w=600&fm=webp" alt="図" width="600" height="400"><figcaption>説明</figcaption></figure>`,
        eyecatch: { url: `${assets}/cover.png`, height: 630, width: 1200 },
        category: content('news', { name: 'お知らせ' }),
        tags: [content('x8f_2kd', { name: '製品' }), content('event', { name: 'イベント' })],
        writer: content('w1', { name: '山田' }),
        likes: 3,
      }),
      content('draft', { title: '下書き', content: '<p>まだ</p>' }, null),
      { ...content('old', { title: '終了', content: '<p>前</p>' }), closedAt: at },
    ]),
  );
  expect(of('news')).toMatchObject([
    {
      ...{ contentId: 'hello', name: 'はじめまして', status: 'published', createdAt: Date.parse(at) },
      ...{ category: { categoryId: 'news' }, tags: [{ tagId: expect.any(String) }, { tagId: 'event' }] },
      values: {
        body: {
          authors: ['山田'],
          blocks: [
            { type: 'heading', level: 2, text: '見出し' },
            { type: 'paragraph', text: '本文<br>です' },
            { type: 'image', alt: '図', caption: '説明', width: 600, height: 400 },
          ],
        },
      },
    },
    { contentId: 'draft', status: 'draft', createdAt: Date.parse('2024-05-01T00:00:00Z') },
    { contentId: 'old', status: 'draft' },
  ]);
  expect(of('category')).toMatchObject([{ name: 'お知らせ', alias: 'news' }]);
  expect(of('tag')).toMatchObject([
    { name: '製品', alias: '製品' },
    { name: 'イベント', alias: 'event' },
  ]);
  expect(of('media').map(({ accessUrl }) => accessUrl)).toEqual([
    `${assets}/cover.png`,
    `${assets}/a.png`,
    undefined,
  ]);
  expect(report.mapped[0]).toMatchObject({
    what: 'API blogs (title=title body=content date=publishedAt picture=eyecatch authors=writer category=category tags=tags)',
  });
  expect(report.skipped).toMatchObject([{ what: 'field likes of blogs' }]);
});

test('bodies of every kind', async () => {
  const paragraph = (text: string) => ({ type: 'paragraph', text });
  expect(await blocksOf({ body: '一行目\n二行目' })).toEqual([paragraph('一行目<br>二行目')]);
  expect(await blocksOf({ honbun: '<p>本文</p>' })).toEqual([paragraph('本文')]);
  expect(await blocksOf({ area: '<p>名前のない<b>本文</b></p>' })).toEqual([
    paragraph('名前のない<b>本文</b>'),
  ]);
  const parts = [
    { fieldId: 'richEditor', text: '<h2>節</h2><p>文</p>' },
    {
      fieldId: 'image',
      image: { url: `${assets}/b.png`, height: 40, width: 30, alt: '絵' },
      align: ['left'],
    },
    { fieldId: 'columns', items: [{ fieldId: 'column', title: '列', body: '右の文です' }] },
  ];
  expect(await blocksOf({ content: parts })).toMatchObject([
    { type: 'heading', level: 2, text: '節' },
    paragraph('文'),
    { type: 'image', mediaId: expect.stringMatching(/^b-/), alt: '絵', width: 30, height: 40 },
    { type: 'heading', level: 2, text: '列' },
    paragraph('右の文です'),
  ]);
});

test('pages that the editor embeds by a script are embeds or links', async () => {
  const page = (url: string) =>
    `<div class="iframely-embed"><div class="iframely-responsive" style="height: 140px;"><a href="${url}" data-iframely-url="//cdn.iframe.ly/api/iframe?url=x&amp;key=y"></a></div></div><script async src="//cdn.iframe.ly/embed.js" charset="utf-8"></script>`;
  expect(
    await blocksOf({
      content: page('https://www.youtube.com/watch?v=dQw4w9WgXcQ') + page('https://example.com/?a=1&amp;b=2'),
    }),
  ).toEqual([
    { type: 'embed', url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ' },
    {
      type: 'paragraph',
      text: '<a href="https://example.com/?a=1&amp;b=2">https://example.com/?a=1&amp;b=2</a>',
    },
  ]);
});

test('a date of its own counts more than that of microCMS', async () => {
  const { of } = await convert(
    list([content('a', { title: 'A', body: '<p>x</p>', date: '2020-01-02T00:00:00.000Z' })]),
  );
  expect(of('news')).toMatchObject([{ createdAt: Date.UTC(2020, 0, 2) }]);
});

test('a response that has only a part of what there is says so', async () => {
  const { report } = await convert({
    ...list([content('a', { title: 'A', body: '<p>x</p>' })]),
    totalCount: 43,
  });
  expect(report.skipped).toMatchObject([{ what: 'content', count: 42 }]);
});

test('an object API, a bare list, and lists of categories', async () => {
  const { id: _, ...about } = content('x', { title: '会社', body: '<p>概要</p>' });
  expect((await convert(about, {}, 'company.json')).of('news')).toMatchObject([
    { contentId: 'company', name: '会社' },
  ]);
  expect(
    (await convert([content('a', { title: 'A', body: '<p>x</p>' })], {}, 'standard input')).of('news'),
  ).toHaveLength(1);
  const names = list([content('news', { name: 'お知らせ' })]);
  const categories = await convert(names, {}, 'https://acme.microcms.io/api/v1/categories');
  expect([categories.of('news').length, categories.of('category').length]).toEqual([0, 1]);
  expect((await convert({ contents: [] })).faults).toEqual([
    '3: this is not a response of microCMS: it has nothing in contents',
  ]);
});

describe('the API', () => {
  const all = Array.from({ length: 230 }, (_, index) =>
    content(`c${index}`, { title: `T${index}`, body: '<p>x</p>' }),
  );

  /** Starts a server that answers as microCMS does. */
  function startMicrocms(instead: (url: URL) => Response | undefined = () => undefined) {
    const urls: URL[] = [];
    const server = Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      fetch(request) {
        const url = new URL(request.url);
        urls.push(url);
        if (request.headers.get('x-microcms-api-key') !== 'key1')
          return Response.json({ message: 'X-MICROCMS-API-KEY header is invalid.' }, { status: 401 });
        const [limit, offset] = ['limit', 'offset'].map((name) => Number(url.searchParams.get(name) ?? 0));
        if (url.pathname === '/api/v1/about') return Response.json({ title: '会社', createdAt: at });
        if (url.pathname !== '/api/v1/blogs')
          return Response.json({ message: 'API is not found.' }, { status: 404 });
        const contents = all.slice(offset, (offset ?? 0) + (limit || 10));
        return (
          instead(url) ?? Response.json({ contents, totalCount: all.length, offset, limit: limit || 10 })
        );
      },
    });
    const home = `http://127.0.0.1:${server.port}`;
    return { home, urls, [Symbol.asyncDispose]: () => server.stop(true) };
  }

  async function download(address: string, choices: Partial<DownloadOptions> = {}): Promise<string> {
    const how = {
      user: undefined,
      secret: 'key1',
      withPages: false,
      onProgress: () => {},
      wait: async () => {},
    };
    let text = '';
    for await (const piece of downloadApi({ address, ...how, ...choices })) text += piece;
    return text;
  }

  test('is read whole, with the filters that were typed', async () => {
    await using server = startMicrocms();
    const text = await download(`${server.home}/api/v1/blogs?filters=a%5Bequals%5Db`);
    expect((await convert(text)).of('news')).toHaveLength(230);
    expect(server.urls.slice(1).map(({ searchParams }) => Object.fromEntries(searchParams))).toEqual(
      ['0', '99', '198'].map((offset) => ({
        filters: 'a[equals]b',
        orders: 'createdAt',
        limit: '100',
        offset,
      })),
    );
    expect(JSON.parse(await download(`${server.home}/api/v1/about`))).toMatchObject({ title: '会社' });
  });

  test('may have contents too large for a hundred at once', async () => {
    await using server = startMicrocms(({ searchParams }) =>
      Number(searchParams.get('limit')) > 20
        ? Response.json({ message: 'Too large' }, { status: 400 })
        : undefined,
    );
    expect((await convert(await download(`${server.home}/api/v1/blogs`))).of('news')).toHaveLength(230);
  });

  test.each<[string, string, Partial<DownloadOptions>, string]>([
    ['no key', '/api/v1/blogs', { secret: undefined }, 'microCMS needs an API key, in MICROCMS_API_KEY'],
    ['a wrong key', '/api/v1/blogs', { secret: 'key2' }, 'microCMS refuses the API key for'],
    ['a wrong name', '/api/v1/blog', {}, 'there is no API at'],
  ])('refuses %s', async (_, path, choices, why) => {
    await using server = startMicrocms();
    const message = await download(server.home + path, choices).catch((error: Error) => error.message);
    expect(message).toStartWith(why);
    expect(message).not.toContain('key2');
  });
});
