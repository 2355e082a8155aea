import { expect, test } from 'bun:test';
import { contentfulExport, entry, node, words } from '../testing/contentfulExport.ts';
import { converted, jsonFile } from '../testing/importing.ts';
import { convertContentful } from './convertContentful.ts';

const sample = contentfulExport();
const convert = (content: object, choices: Parameters<typeof converted>[2] = {}) =>
  converted(convertContentful, jsonFile({ ...sample, ...content }), choices);
const own = (value: unknown) => ({ 'en-US': value });
const published = { publishedAt: '2024-05-02T10:00:00Z', publishedVersion: 3, version: 4 };
const article = (id: string, state: object, ...body: readonly object[]) =>
  entry(id, 'blogPost', state, { title: own(id), body: own(node('document', body)) });

test('entries of the Delivery API are published, though they have no versions', async () => {
  const { of } = await convert({ entries: [article('a', { revision: 4 }), article('b', {})] });
  expect(of('news')).toMatchObject([{ status: 'published' }, { status: 'draft' }]);
});

test('an entry that is not published in the chosen locale is a draft', async () => {
  const entries = ['draft', 'published', 'changed', 'in-future'].map((status) =>
    article(status, { ...published, fieldStatus: { '*': { 'en-US': status, 'ja-JP': 'published' } } }),
  );
  const { of, report } = await convert({ entries });
  expect(of('news')).toMatchObject([
    { contentId: 'draft', status: 'draft' },
    { contentId: 'published', status: 'published' },
    { contentId: 'changed', status: 'published' },
    { contentId: 'in-future', status: 'draft' },
  ]);
  expect(report.changed).toContainEqual({
    ...{ what: 'entry', why: 'becomes a draft: it is not published in en-US' },
    ...{ loss: 'article', count: 2, examples: ['draft', 'in-future'] },
  });
});

test('an asset that was never published is not imported', async () => {
  const file = own({ url: '//images.ctfassets.net/sp/x/h/secret.jpg', contentType: 'image/jpeg' });
  const assets = [{ sys: { id: 'secret', version: 1 }, fields: { title: own('Secret'), file } }];
  const target = { sys: { type: 'Link', linkType: 'Asset', id: 'secret' } };
  const shown = { nodeType: 'embedded-asset-block', data: { target }, content: [] };
  const { lines, report } = await convert({ assets, entries: [article('a', published, shown)] });
  expect(JSON.stringify(lines)).not.toContain('secret.jpg');
  expect(report.skipped).toContainEqual({
    ...{ what: 'asset', why: 'was never published', loss: 'picture', count: 1, examples: ['Secret'] },
  });
  expect(report.skipped).toContainEqual(expect.objectContaining({ what: 'link to an asset', count: 1 }));
});

test('unknown validation rules do not affect a content type', async () => {
  const field = { id: 'title', type: 'Symbol', validations: [{ linkContentType: null }, 'odd'], items: null };
  const types = [{ sys: { id: 'odd' }, name: null, fields: [field, { id: 'body', type: 'Text' }] }];
  const entries = [entry('a', 'odd', published, { title: own('A'), body: own('B') })];
  const { of } = await convert({ contentTypes: types, entries }, { types: ['odd'] });
  expect(of('news')).toMatchObject([{ name: 'A', status: 'published' }]);
});

test('a link to an entry keeps its text, and is reported', async () => {
  const link = { nodeType: 'entry-hyperlink', data: {}, content: [words('there')] };
  const { of, report } = await convert({ entries: [article('a', published, node('paragraph', [link]))] });
  expect(of('news')).toMatchObject([
    { values: { body: { blocks: [{ type: 'paragraph', text: 'there' }] } } },
  ]);
  expect(report.skipped).toContainEqual(expect.objectContaining({ examples: ['a: entry-hyperlink'] }));
});

test('Contentful pictures in Markdown are found without a scheme, and at their old URLs', async () => {
  const body = own('![A](//images.contentful.com/a.jpg?w=9)\n\n![B](<//images.ctfassets.net/b>)');
  const types = [
    {
      sys: { id: 'note' },
      name: 'Note',
      fields: [
        { id: 'title', type: 'Symbol' },
        { id: 'body', type: 'Text' },
      ],
    },
  ];
  const entries = [entry('a', 'note', published, { title: own('A'), body })];
  const { of } = await convert({ contentTypes: types, entries, assets: [] }, { types: ['note'] });
  expect(of('media').map(({ accessUrl }) => accessUrl)).toEqual([
    'https://images.contentful.com/a.jpg',
    'https://images.ctfassets.net/b',
  ]);
});

const entryLink = (id: string) => ({ sys: { type: 'Link', linkType: 'Entry', id } });

/** Types whose texts are made of parts, and a type with unusual names. */
const parted = {
  assets: [],
  contentTypes: [
    {
      sys: { id: 'story' },
      name: 'Story',
      fields: [
        { id: 'title', type: 'Symbol' },
        { id: 'slug', type: 'Symbol' },
        { id: 'imageUrl', type: 'Symbol' },
        { id: 'pageContent', type: 'Array', items: { type: 'Link', linkType: 'Entry' } },
      ],
    },
    {
      sys: { id: 'fragment' },
      name: 'Fragment',
      fields: [
        { id: 'heading', type: 'Symbol' },
        { id: 'colour', type: 'Symbol' },
        { id: 'words', type: 'Text' },
        { id: 'more', type: 'Link', linkType: 'Entry' },
      ],
    },
    {
      sys: { id: 'recipe' },
      name: 'Recipe',
      fields: [
        { id: 'dish', type: 'Symbol' },
        { id: 'steps', type: 'Text' },
      ],
    },
  ],
  entries: [
    entry('s', 'story', published, {
      title: own('S'),
      slug: own('s'),
      imageUrl: own('https://example.com/cover.jpg'),
      pageContent: own(['one', 'draft', 'gone'].map(entryLink)),
    }),
    entry('one', 'fragment', published, {
      heading: own('First <b>'),
      colour: own('red'),
      words: own('Some *words*'),
      // A part may contain itself.
      more: own(entryLink('one')),
    }),
    entry('draft', 'fragment', { version: 1 }, { words: own('Not yet told') }),
    entry('r', 'recipe', published, { dish: own('Soup'), steps: own('Boil it') }),
  ],
};

test('the text of an article may be made of entries, as far as they are published', async () => {
  const { of, lines, report } = await convert(parted);
  const [story] = of('news');
  expect(of('news')).toHaveLength(1);
  expect(story?.['alias']).toBe('s');
  const texts = JSON.stringify(story);
  expect(texts).toContain('{"type":"heading","level":2,"text":"First &lt;b&gt;"}');
  expect(texts).toContain('Some <em>words</em>');
  expect(texts).not.toContain('red');
  expect(JSON.stringify(lines)).not.toContain('Not yet told');
  expect(of('media').map(({ accessUrl }) => accessUrl)).toContain('https://example.com/cover.jpg');
  expect(report.skipped).toContainEqual(
    expect.objectContaining({
      what: 'part of a text',
      examples: expect.arrayContaining(['S: draft', 'S: gone']),
    }),
  );
  const target = entryLink('one');
  const inline = { nodeType: 'embedded-entry-block', data: { target }, content: [] };
  const types = [...sample.contentTypes, ...parted.contentTypes.slice(1, 2)];
  const entries = [article('a', published, inline), ...parted.entries.slice(1, 2)];
  expect(JSON.stringify((await convert({ contentTypes: types, entries })).of('news'))).toContain(
    'Some <em>words</em>',
  );
});

test('the operator may say which types are news, and by which fields', async () => {
  const fields = new Map([
    ['title', 'dish'],
    ['body', 'steps'],
  ] as const);
  const { of } = await convert(parted, { types: ['recipe'], fields });
  expect(of('news')).toMatchObject([
    { name: 'Soup', values: { body: { blocks: [{ type: 'paragraph', text: 'Boil it' }] } } },
  ]);
  const faultOf = async (types: readonly string[]) => (await convert(parted, { types })).faults.join();
  expect(await faultOf(['recipes'])).toContain(
    'there is no such content type; there are story, fragment, recipe',
  );
  expect(await faultOf(['recipe'])).toContain('--field title=');
});
