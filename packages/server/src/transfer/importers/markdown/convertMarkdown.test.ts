import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { realPicture } from '../../../media/testing/realFiles.ts';
import { openImportStore } from '../../testing/importing.ts';
import type { ImportContext } from '../Importer.ts';
import { ImportSummary } from '../ImportSummary.ts';
import { runImporter } from '../runImporter.ts';
import { createMarkdownConverter } from './convertMarkdown.ts';

const now = Date.parse('2025-01-01T00:00:00Z');
const target = { projectId: 'acme', spaceId: 'web', instanceId: 'blog' };
let folder = '';

beforeAll(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'newsstand-test-')));
  await Bun.write(join(folder, 'secret.png'), realPicture('png'));
  for (const path of ['assets/a.png', 'static/s.png', 'bundle/cover one.png', '100%.png'])
    await Bun.write(join(folder, 'site', path), realPicture('png'));
  await Bun.write(join(folder, 'uploads/2024/u.png'), realPicture('png'));
  symlinkSync(join(folder, 'secret.png'), join(folder, 'site/link.png'));
});

afterAll(() => rmSync(folder, { recursive: true }));

type Files = Readonly<Record<string, string>>;
type Choices = Partial<Pick<ImportContext, 'siteUrl' | 'withPages' | 'timeZone' | 'fields'>> & {
  readonly media?: string;
};

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text);
}

/** Sources for an import of some files in the folder of the site, existing or not. */
function sourcesOf(files: Files, { media, ...choices }: Choices = {}) {
  const summary = new ImportSummary();
  const root = join(folder, 'site');
  const place = { root, media, base: media === undefined ? root : folder };
  const context: ImportContext = {
    ...{ target, timeZone: 'UTC', now, folder: undefined, siteUrl: undefined, withPages: false },
    ...choices,
    summary,
  };
  const convert = createMarkdownConverter(context);
  const sources = Object.entries(files).map(([path, text]) => {
    const base = path.startsWith('blog/') ? '/blog' : '';
    const isNote = (target: string) => target === 'Note';
    const file = { name: path, path, isPage: false, place, isNote, base, open: () => bytesOf(text) };
    return { name: path, folder: place.base, batches: runImporter(() => convert(file), file, context) };
  });
  return { sources, summary };
}

/** The lines that files become, and the faults as `file:line: message`. */
async function convert(files: Files, choices: Choices = {}) {
  const { sources, summary } = sourcesOf(files, choices);
  const records: Record<string, unknown>[] = [];
  const faults: string[] = [];
  for (const { name, batches } of sources) {
    for await (const { lines } of batches) {
      for (const line of lines)
        if ('fault' in line) faults.push(`${name}:${line.number}: ${line.fault}`);
        else records.push(JSON.parse(line.text));
    }
  }
  const of = (kind: string) => records.filter((record) => record['kind'] === kind);
  return { of, records, faults, report: summary.report() };
}

const only = async (path: string, text: string, choices: Choices = {}) => {
  const { of, faults } = await convert({ [path]: text }, choices);
  expect(faults).toEqual([]);
  return of('news')[0];
};

const at = (text: string) => Date.parse(text);

describe('the conventions of', () => {
  test('Jekyll', async () => {
    const text = '---\ntitle: Hello\ncategories: news tech\ntags: a b\n---\nText{: .x}\n';
    const { of, report } = await convert({
      '_posts/2024-05-03-hello-you.md': text,
      '_drafts/idea.md': 'Later',
    });
    expect(of('news')).toMatchObject([
      {
        alias: 'hello-you',
        status: 'published',
        createdAt: at('2024-05-03T00:00:00Z'),
        category: { categoryId: 'news' },
        tags: [{ tagId: 'tech' }, { tagId: 'a' }, { tagId: 'b' }],
        values: { title: 'Hello', body: { blocks: [{ type: 'paragraph', text: 'Text' }] } },
      },
      { alias: 'idea', name: 'Idea', status: 'draft' },
    ]);
    expect(report.changed).toMatchObject([
      { what: 'post', count: 1, why: expect.stringContaining('categories') },
      { what: 'post', count: 1, why: 'becomes a draft: it is in a folder for drafts' },
    ]);
    expect(await only('_posts/2024-05-03-a.md', '---\npublished: false\n---\n')).toMatchObject({
      status: 'draft',
    });
  });

  test('Hugo', async () => {
    const text = `+++
title = "Bundle"
date = 2024-01-01
publishDate = 2026-02-03T09:00:00+09:00
expiryDate = 2027-01-01T00:00:00Z
lastmod = 2024-03-01T00:00:00Z
slug = "my-slug"
aliases = ["/old/"]
images = ["cover one.png"]
+++
![A](cover%20one.png)
`;
    const { of, report } = await convert({ 'bundle/index.md': text });
    const [media] = of('media');
    expect(media).toMatchObject({ type: 'image', file: 'bundle/cover one.png' });
    expect(of('media')).toHaveLength(1);
    expect(of('news')).toMatchObject([
      {
        contentId: 'bundle',
        alias: 'my-slug',
        status: 'draft',
        reservedAt: at('2026-02-03T00:00:00Z'),
        closingAt: at('2027-01-01T00:00:00Z'),
        updatedAt: at('2024-03-01T00:00:00Z'),
        values: { thumbnail: { mediaId: media?.['mediaId'] } },
      },
    ]);
    expect(report.skipped).toEqual([]);
    expect(await only('a.md', '---\ndraft: true\n---\n')).toMatchObject({ status: 'draft' });
  });

  test('Hexo', async () => {
    const text = '---\ntitle: 標題\ndate: 2013/7/13 20:46:25\ncategories:\n- [運動, 棒球]\n- 生活\n---\n內容';
    const { of } = await convert({ 'source/_posts/x.md': text }, { timeZone: 'Asia/Taipei' });
    expect(of('news')).toMatchObject([{ name: '標題', createdAt: at('2013-07-13T20:46:25+08:00') }]);
    expect(of('category')).toMatchObject([{ name: '運動', alias: '運動' }]);
    expect(of('tag')).toMatchObject([{ name: '棒球' }, { name: '生活' }]);
  });

  test('Astro, Eleventy and Gatsby', async () => {
    const text = `---
title: 'Markdown Style'
pubDate: 'Jun 19 2024'
updatedDate: 'Jul 1 2024'
permalink: /blog/2024/styles.html
heroImage: { url: ../assets/a.png, alt: An A }
canonicalUrl: https://example.org/styles
robots: noindex, follow
---
import X from '../x.js';
export const y = 1;

Text
`;
    const { of, report } = await convert({ 'blog/markdown-style.mdx': text });
    expect(of('media')).toMatchObject([{ file: 'assets/a.png', name: 'An A' }]);
    expect(of('news')).toMatchObject([
      {
        alias: 'styles',
        createdAt: at('2024-06-19T00:00:00Z'),
        updatedAt: at('2024-07-01T00:00:00Z'),
        values: {
          body: { blocks: [{ type: 'paragraph', text: 'Text' }] },
          seo: { canonicalUrl: 'https://example.org/styles', isPreventCrawling: true },
        },
      },
    ]);
    expect(report.changed).toMatchObject([{ why: expect.stringContaining('MDX') }]);
  });
});

test.each([
  ['the front matter', 'x.md', '---\ntitle: A\n---\n# B\n\nText', 'A', 2],
  ['a heading', 'x.md', '# A *b* &amp; c\n\nText', 'A b & c', 1],
  ['both, when they say the same', 'x.md', '---\ntitle: A\n---\nA\n=\n\nText', 'A', 1],
  ['the name of the file', '2024-05-03-my_first-post.md', 'Text', 'My first post', 1],
  ['a number', 'x.md', '---\ntitle: 1.10\n---\nText', '1.10', 1],
])('the title comes from %s', async (_, path, text, title, count) => {
  const { values } = Object(await only(path, text));
  expect(values.title).toBe(title);
  expect(values.body.blocks).toHaveLength(count);
});

test('finds pictures in the folder named after a file, and with a literal percent sign', async () => {
  const { of } = await convert({ 'bundle.md': '{% asset_img "cover%20one.png" %}\n\n![B](/100%.png)' });
  expect(of('media')).toMatchObject([{ file: 'bundle/cover one.png' }, { file: '100%.png' }]);
});

test('syntax of site generators is converted or reported', async () => {
  const text = `import A from '@site/a';

## Intro {#intro}

{/* truncate */}

Text[^1] with [a link]({{< ref "other.md" >}}), ![[bundle/cover one.png]] and [[Note]].

:::tip

Inside

:::

> [!CAUTION] Mind
> the <b>gap</b>
>
> there

> [!NOTE]
> Told

> [!nothing]
> known

https://youtu.be/dQw4w9WgXcQ?t=90

| a | b |
|---|---|
| \`c\` |

---

[^1]: The *note*
[^unused]: X
`;
  const { of, report } = await convert({ 'hello/index.ja.md': text });
  expect(of('news')).toMatchObject([
    {
      alias: 'hello.ja',
      values: {
        body: {
          blocks: [
            { type: 'heading', text: 'Intro', id: 'intro' },
            { type: 'paragraph', text: 'Text<sup data-note="1"></sup> with a link,' },
            { type: 'image', mediaId: of('media')[0]?.['mediaId'] },
            { type: 'paragraph', text: 'and Note.' },
            { type: 'callout', tone: 'tip', text: 'Inside' },
            { type: 'callout', tone: 'danger', title: 'Mind', text: 'the <b>gap</b><br><br>there' },
            { type: 'callout', tone: 'info', text: 'Told' },
            { type: 'quote', text: '[!nothing] known' },
            { type: 'embed', url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=90s' },
            {
              type: 'table',
              header: true,
              rows: [
                ['a', 'b'],
                ['<code>c</code>', ''],
              ],
            },
            { type: 'divider' },
            {
              type: 'footnotes',
              notes: [
                { id: '1', text: 'The <em>note</em>' },
                { id: 'unused', text: 'X' },
              ],
            },
          ],
        },
      },
    },
  ]);
  expect(report.changed.map(({ what }) => what)).toEqual([
    'post',
    'link to a file',
    'link to a note',
    'post',
  ]);
});

test.each(['hidden: true', 'password: x', 'private: yes'])('%s never becomes public', async (field) => {
  expect(await only('x.md', `---\n${field}\n---\nText`)).toMatchObject({ status: 'draft' });
});

test('pages, README files and unknown fields are reported', async () => {
  const files = {
    'about.md': '---\nlayout: page\n---\nX',
    'index.md': '# Home',
    'README.md': '# Read me',
    'docs/readme.md': '---\ntitle: An article\nmood: good\n---\n',
  };
  const { of, report } = await convert(files);
  expect(of('news')).toMatchObject([{ name: 'An article' }]);
  expect(report.skipped.map(({ what, count, examples }) => [what, count, examples])).toEqual([
    ['page', 2, ['about.md', 'index.md']],
    ['file', 1, ['README.md']],
    ["field 'mood' of a front matter", 1, ['docs/readme.md']],
  ]);
  expect((await convert(files, { withPages: true })).of('news')).toHaveLength(3);
});

test('a file that only redirects is no article', async () => {
  const { of, report } = await convert({
    'a.md': '---\ntitle: A\nredirect_to: /b/\n---\n\n',
    'b.md': '---\nredirect: /c/\n---\nText',
    'c.md': '---\ntitle: C\n---\n',
  });
  expect(of('news').map(({ name }) => name)).toEqual(['B', 'C']);
  expect(report.skipped).toMatchObject([{ what: 'post', examples: ['a.md'] }]);
});

test('categories and tags of all files are written once', async () => {
  const text = '---\ncategory: Product News\ntags: [C++, "C#", c++]\n---\n';
  const { of } = await convert({ 'a.md': text, 'b.md': text });
  expect(of('category')).toMatchObject([{ categoryId: 'product-news', alias: 'product-news' }]);
  expect(of('tag').map(({ alias }) => alias)).toEqual(['c++', 'c#']);
});

test('recursive and repeated YAML lists terminate', async () => {
  const many = (name: string) => `[${`*${name}, `.repeat(1000)}x]`;
  const text = `---\na: &a [x]\nb: &b ${many('a')}\nc: &c ${many('b')}\ntags: &t [*c, y, *t]\n---\n`;
  const { of } = await convert({ 'a.md': text });
  expect(of('tag').map(({ name }) => name)).toEqual(['x', 'y']);
});

describe('pictures', () => {
  const fileOf = async (url: string, choices: Choices = {}) =>
    (await convert({ 'posts/x.md': `![A](<${url}>)` }, choices)).of('media')[0];

  test.each([
    ['/assets/a.png', 'assets/a.png'],
    ['/a.png', 'assets/a.png'],
    ['../assets/a.png?v=1', 'assets/a.png'],
    ['/s.png', 'static/s.png'],
    ['../bundle/cover%20one.png', 'bundle/cover one.png'],
  ])('%s is a local file', async (url, file) => {
    expect(await fileOf(url)).toMatchObject({ file });
  });

  test.each([
    '../../secret.png',
    '/../secret.png',
    '../link.png',
    '%2e%2e/%2e%2e/secret.png',
    'none.png',
    '%zz.png',
  ])('%s is not a local file', async (url) => {
    const { of, report } = await convert({ 'posts/x.md': `![A](<${url}>)` });
    expect(of('media')).toMatchObject([{ mediaId: 'no-picture' }]);
    expect(report.skipped).toMatchObject([{ what: 'picture', examples: [`${url} in posts/x.md`] }]);
  });

  test('by their URL, if there is no local file', async () => {
    expect(await fileOf('https://cdn.example.com/a.png')).toMatchObject({
      accessUrl: 'https://cdn.example.com/a.png',
    });
    const siteUrl = 'https://example.com/';
    expect(await fileOf('none.png', { siteUrl })).toMatchObject({
      accessUrl: 'https://example.com/posts/none.png',
    });
    expect(await fileOf('/assets/a.png', { siteUrl })).toMatchObject({ file: 'assets/a.png' });
    expect(await fileOf('https://example.com/assets/a.png', { siteUrl })).toMatchObject({
      file: 'assets/a.png',
    });
  });

  test('below the path of their site', async () => {
    const { of } = await convert({ 'blog/x.md': '![A](/blog/assets/a.png) ![B]({{ site.baseurl }}/s.png)' });
    expect(of('media')).toMatchObject([{ file: 'assets/a.png' }, { file: 'static/s.png' }]);
  });

  test('from another folder', async () => {
    const media = join(folder, 'uploads');
    expect(await fileOf('/uploads/2024/u.png', { media })).toMatchObject({ file: 'uploads/2024/u.png' });
    expect(await fileOf('https://example.com/2024/u.png', { media })).toMatchObject({
      file: 'uploads/2024/u.png',
    });
    expect(await fileOf('/assets/a.png', { media })).toMatchObject({ file: 'site/assets/a.png' });
  });
});

test('an error names the file and the line, and the other files are still checked', async () => {
  const files = {
    'b.md': 'Fine',
    'c.md': '---\nx: "\n---\n',
    'd.md': '---\ntitle: D\n',
  };
  const { faults } = await convert(files);
  expect(faults).toEqual([
    expect.stringMatching(/^c\.md:2: the front matter is not valid YAML/),
    expect.stringMatching(/^d\.md:1: .*has no end/),
  ]);
});

test('a date that cannot be read costs the date, and makes a draft of what has no other', async () => {
  const files = {
    '2024-05-03-a.md': '---\ntitle: A\ndate: 2023-01-29 18:30:22 2023 -0800\n---\n',
    '2024-13-01-b.md': 'Text',
    'c.md': '---\ndate: soon\npublishDate: 2024-05-03\n---\n',
    'd.md': '---\ndate: 2024-05-03\nlastmod: lately\n---\n',
  };
  const { of, faults, report } = await convert(files);
  expect(faults).toEqual([]);
  expect(of('news').map(({ status }) => status)).toEqual(['draft', 'draft', 'published', 'published']);
  expect(report.changed).toContainEqual(
    expect.objectContaining({ why: 'becomes a draft: its date cannot be read', count: 2 }),
  );
  expect(report.skipped).toMatchObject([
    {
      what: 'date',
      count: 4,
      examples: [
        expect.stringMatching(/a\.md, line 3, date: "2023-01-29 18:30:22 2023 -0800" is not a date$/),
        '2024-13-01-b.md, the name of the file: 2024-13-01 is not a date',
        'c.md, line 2, date: "soon" is not a date',
        'd.md, line 3, lastmod: "lately" is not a date',
      ],
    },
  ]);
});

test('importing twice changes nothing, with local pictures', async () => {
  await using fixture = await openImportStore();
  const files = {
    '_posts/2024-05-03-a.md': '---\ncategory: News\ntags: [x]\nimage: /assets/a.png\n---\n![S](/s.png)\n',
    'b.md': 'No front matter at all',
  };
  const run = () => fixture.run([], { now: () => now, sources: sourcesOf(files).sources });
  expect(await run()).toMatchObject({ created: 7, updated: 0 });
  expect(await run()).toMatchObject({ created: 0, updated: 0, unchanged: 7 });
});

const words = fc.stringMatching(/^[A-Za-z0-9ぁ-ん]{1,8}( [A-Za-z0-9ぁ-ん]{1,8}){0,3}$/);
const timestamp = fc.integer({ min: at('1990-01-01T00:00:00Z'), max: at('2040-01-01T00:00:00Z') });
const article = fc.record({
  title: fc
    .string({ unit: 'grapheme', minLength: 1 })
    .filter((text) => text.trim() === text && !/\p{C}/u.test(text)),
  slug: fc.stringMatching(/^[a-z][a-z0-9-]{0,20}$/),
  draft: fc.boolean(),
  date: timestamp,
  lastmod: fc.option(timestamp, { nil: undefined }),
  category: fc.option(words, { nil: undefined }),
  tags: fc.uniqueArray(words, { maxLength: 3, selector: (text) => text.toLowerCase() }),
  text: fc.array(words, { minLength: 1, maxLength: 3 }),
});

/** Writes an article with each of the three kinds of front matter. */
const writers = {
  yaml: (fields: object) =>
    `---\n${Object.entries(fields)
      .map(([key, value]) => `${key}: ${JSON.stringify(value)}\n`)
      .join('')}---\n`,
  toml: (fields: object) =>
    `+++\n${Object.entries(fields)
      .map(([key, value]) => `${key} = ${JSON.stringify(value)}\n`)
      .join('')}+++\n`,
  json: (fields: object) => `${JSON.stringify(fields, null, 2)}\n`,
};

test.each(Object.entries(writers))('what is written with %s is what is imported', async (_, write) => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(article, { maxLength: 4, selector: ({ slug }) => slug }),
      async (articles) => {
        const files = articles.map(({ text, date, lastmod, ...fields }, index) => {
          const dates = {
            date: new Date(date),
            ...(lastmod === undefined ? {} : { lastmod: new Date(lastmod) }),
          };
          const defined = Object.entries(fields).filter(([, value]) => value !== undefined);
          return [
            `n${index}.md`,
            `${write({ ...Object.fromEntries(defined), ...dates })}\n${text.join('\n\n')}\n`,
          ];
        });
        const { of, faults } = await convert(Object.fromEntries(files));
        const names = (kind: 'category' | 'tag') =>
          new Map(of(kind).map((label) => [label[`${kind}Id`], String(label['name']).toLowerCase()]));
        const [categories, tags] = [names('category'), names('tag')];
        expect(faults).toEqual([]);
        expect(
          of('news').map((news) => ({
            ...{
              title: news['name'],
              slug: news['alias'],
              status: news['status'],
              reservedAt: news['reservedAt'],
            },
            ...{ createdAt: news['createdAt'], updatedAt: news['updatedAt'] },
            category: categories.get(Object(news['category']).categoryId),
            tags: Array.from(Object(news['tags'] ?? []), ({ tagId }) => tags.get(tagId)),
            text: Object(news['values']).body.blocks.map((block: { text: string }) => block.text),
          })),
        ).toEqual(
          articles.map(({ title, slug, draft, date, lastmod, category, tags: labels, text }) => ({
            ...{ title, slug, status: draft || date > now ? 'draft' : 'published' },
            reservedAt: !draft && date > now ? date : undefined,
            ...{ createdAt: date, updatedAt: lastmod ?? date },
            category: category?.toLowerCase(),
            tags: labels.map((label) => label.toLowerCase()),
            text,
          })),
        );
      },
    ),
  );
});

test('fields can be chosen by what they are for', async () => {
  const text =
    '---\nheadline: Chosen\ntitle: Other\nday: 2024-05-03\ndate: 2020-01-01\nsubject: [Sea]\nwho: Ann\nlead: In short\n---\nText\n';
  const fields = new Map([
    ...([
      ['title', 'headline'],
      ['date', 'day'],
      ['tags', 'subject'],
    ] as const),
    ...([
      ['authors', 'who'],
      ['excerpt', 'lead'],
    ] as const),
  ]);
  const { records, faults, report } = await convert({ 'a.md': text }, { fields });
  expect(faults).toEqual([]);
  const tag = records.find(({ kind }) => kind === 'tag');
  expect(tag).toMatchObject({ name: 'Sea' });
  expect(records.find(({ kind }) => kind === 'news')).toMatchObject({
    ...{ name: 'Chosen', status: 'published', createdAt: Date.UTC(2024, 4, 3) },
    tags: [{ tagId: tag?.['tagId'] }],
    values: { title: 'Chosen', body: { authors: ['Ann'], excerpt: 'In short' } },
  });
  expect(report.skipped).toEqual([]);
  const refused = await convert({ 'a.md': text }, { fields: new Map([['body', 'lead']]) });
  expect(refused.faults).toEqual([expect.stringContaining('--field body')]);
});
