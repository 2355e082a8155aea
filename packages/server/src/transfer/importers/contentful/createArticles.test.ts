import { expect, test } from 'bun:test';
import { contentfulExport, entry, node, words } from '../testing/contentfulExport.ts';
import { converted, jsonFile } from '../testing/importing.ts';
import { convertContentful } from './convertContentful.ts';

const sample = contentfulExport();
const convert = (content: object) => converted(convertContentful, jsonFile({ ...sample, ...content }));
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
    ...{ what: 'entry', why: 'is not published in en-US: becomes a draft' },
    ...{ count: 2, examples: ['draft', 'in-future'] },
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
    ...{ what: 'asset', why: 'was never published', count: 1, examples: ['Secret'] },
  });
  expect(report.skipped).toContainEqual(expect.objectContaining({ what: 'link to an asset', count: 1 }));
});

test('unknown validation rules do not affect a content type', async () => {
  const field = { id: 'title', type: 'Symbol', validations: [{ linkContentType: null }, 'odd'], items: null };
  const types = [{ sys: { id: 'odd' }, name: null, fields: [field, { id: 'body', type: 'Text' }] }];
  const entries = [entry('a', 'odd', published, { title: own('A'), body: own('B') })];
  const { of } = await convert({ contentTypes: types, entries });
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
  const { of } = await convert({ contentTypes: types, entries, assets: [] });
  expect(of('media').map(({ accessUrl }) => accessUrl)).toEqual([
    'https://images.contentful.com/a.jpg',
    'https://images.ctfassets.net/b',
  ]);
});
