import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { runs } from '../../../../../../tests/testing/runs.ts';
import { converted, jsonFile } from '../testing/importing.ts';
import { block, document, image, ndjson, reference, span } from '../testing/sanityExport.ts';
import { convertSanity } from './convertSanity.ts';

type Block = { readonly type: string; readonly [member: string]: unknown };

async function read(body: readonly unknown[], ...others: readonly unknown[]) {
  const text = ndjson([document('a', 'post', { title: 'A', slug: 'a', body }), ...others]);
  const { of, report } = await converted(convertSanity, jsonFile(text));
  const [news] = of('news').map(({ values }) => values);
  const blocks: readonly Block[] = JSON.parse(JSON.stringify(news)).body.blocks;
  return { blocks, report };
}

test('blocks, marks and links', async () => {
  const markDefs = [
    { _key: 'l', _type: 'link', href: 'https://example.com/?a=1&b=2' },
    { _key: 'i', _type: 'internalLink', reference: reference('b') },
  ];
  const spans = [
    span('a<'),
    span('bold', 'strong', 'l'),
    span('both', 'em', 'strong'),
    span('in', 'i'),
    span('\nnext'),
  ];
  const { blocks, report } = await read([
    block('Part', { style: 'h2' }),
    block(spans, { markDefs }),
    block('Said', { style: 'blockquote' }),
    block('Small print', { style: 'fineprint' }),
    block([span('let a;\nlet b;', 'code')]),
    block(''),
  ]);
  expect(blocks).toEqual([
    { type: 'heading', level: 2, text: 'Part' },
    {
      type: 'paragraph',
      text: 'a&lt;<strong><a href="https://example.com/?a=1&amp;b=2">bold</a></strong><em><strong>both</strong></em>in<br>next',
    },
    { type: 'quote', text: 'Said' },
    { type: 'paragraph', text: 'Small print' },
    { type: 'code', text: 'let a;\nlet b;' },
  ]);
  expect(report.skipped).toContainEqual(expect.objectContaining({ examples: ['A: internalLink'] }));
});

test('lists with levels', async () => {
  const item = (text: string, listItem: string, level: number) => block(text, { listItem, level });
  const { blocks } = await read([
    item('one', 'bullet', 1),
    item('deep', 'number', 2),
    item('deeper', 'bullet', 3),
    item('two', 'bullet', 1),
    item('first', 'number', 1),
    block('after'),
  ]);
  expect(blocks).toEqual([
    {
      type: 'list',
      items: [
        {
          text: 'one',
          list: { ordered: true, items: [{ text: 'deep', list: { items: [{ text: 'deeper' }] } }] },
        },
        { text: 'two' },
      ],
    },
    { type: 'list', ordered: true, items: [{ text: 'first' }] },
    { type: 'paragraph', text: 'after' },
  ]);
});

test('code, tables, rules, HTML and embeds', async () => {
  const { blocks } = await read([
    block('x'),
    { _type: 'code', language: 'make', code: '\n\tall: <b>' },
    {
      _type: 'table',
      rows: [
        { _key: 'r', cells: ['a', '<b>'] },
        { _key: 's', cells: ['c', 'd'] },
      ],
    },
    { _type: 'break', style: 'lineBreak' },
    { _type: 'htmlEmbed', html: '<p>raw</p>' },
    { _type: 'youtube', url: 'https://www.youtube.com/watch?v=abcdefghijk' },
  ]);
  expect(blocks.slice(1)).toEqual([
    { type: 'code', language: 'make', text: '\n\tall: <b>' },
    {
      type: 'table',
      rows: [
        ['a', '&lt;b&gt;'],
        ['c', 'd'],
      ],
    },
    { type: 'divider' },
    { type: 'paragraph', text: 'raw' },
    { type: 'embed', url: 'https://www.youtube.com/watch?v=abcdefghijk' },
  ]);
});

test('objects of the site keep their texts and pictures, without their settings', async () => {
  const { blocks, report } = await read(
    [
      block('x'),
      {
        _type: 'hero',
        heading: 'Big <news>',
        theme: 'dark',
        colour: '#ff0000',
        text: [block('Inside')],
        picture: image('image-a-8x4-png', { alt: 'P' }),
        cover: { src: 'https://example.com/cover.png', alt: 'The cover' },
        cta: { label: 'Buy', link: 'https://example.com/buy' },
        steps: [{ _type: 'step', note: 'First of all' }],
      },
      { _type: 'reference', _ref: 'quote' },
      { _type: 'reference', _ref: 'gone' },
    ],
    document('image-a-8x4-png', 'sanity.imageAsset', { url: 'https://cdn.sanity.io/images/p/d/a-8x4.png' }),
    document('quote', 'quote', { who: 'Ada Lovelace', words: [block('Said so')] }),
  );
  expect(blocks).toEqual([
    { type: 'paragraph', text: 'x' },
    { type: 'heading', level: 2, text: 'Big &lt;news&gt;' },
    { type: 'paragraph', text: 'Inside' },
    { type: 'image', mediaId: expect.any(String), alt: 'P', width: 8, height: 4 },
    { type: 'image', mediaId: expect.any(String), alt: 'The cover' },
    { type: 'paragraph', text: 'Buy' },
    { type: 'paragraph', text: '<a href="https://example.com/buy">https://example.com/buy</a>' },
    { type: 'paragraph', text: 'First of all' },
    { type: 'paragraph', text: 'Said so' },
  ]);
  expect(report.changed).toContainEqual(
    expect.objectContaining({ what: 'object in a text', examples: ['A: hero'] }),
  );
  expect(report.skipped).toContainEqual(
    expect.objectContaining({ what: 'part of a text', examples: ['A: gone'] }),
  );
});

test('a list of objects comes after the text', async () => {
  const modules = [{ _type: 'note', text: 'After' }];
  const file = jsonFile(ndjson([document('a', 'post', { title: 'A', body: [block('First')], modules })]));
  const { of } = await converted(convertSanity, file);
  expect(of('news')).toMatchObject([
    { values: { body: { blocks: [{ text: 'First' }, { text: 'After' }] } } },
  ]);
});

const words = fc.stringMatching(/^[a-z<&"*_ ]{0,12}[a-zあ日]$/u);
const code = fc.stringMatching(/^[\ta-z<&{}[\]`*\n ]{0,40}[a-z;]$/);
const marked = fc.tuple(words, fc.subarray(['strong', 'em', 'code', 'underline']));
const styled = fc.constantFrom('normal', 'h2', 'h3', 'blockquote');
const piece = fc.oneof(
  fc.tuple(fc.array(marked, { minLength: 1, maxLength: 4 }), styled).map(([spans, style]) => ({
    value: block(
      spans.map(([text, marks]) => span(text, ...marks)),
      { style },
    ),
    text: spans.map(([text]) => text).join(''),
  })),
  fc
    .tuple(words, fc.constantFrom('bullet', 'number'), fc.integer({ min: 1, max: 3 }))
    .map(([text, listItem, level]) => ({
      value: block(text, { listItem, level }),
      text,
    })),
  code.map((text) => ({ value: { _type: 'code', code: text, language: 'c' }, text })),
  fc.nat(9).map((number) => ({
    value: { _type: 'image', _sanityAsset: `image@https://example.com/${number}.png` },
    text: `https://example.com/${number}.png`,
  })),
);

/** Everything that a reader sees of blocks, in order, without mark-up and white space. */
function seen(value: unknown, media: ReadonlyMap<unknown, unknown>): string {
  if (Array.isArray(value)) return value.map((each) => seen(each, media)).join('');
  if (typeof value !== 'object' || value === null) return '';
  const block = new Map<string, unknown>(Object.entries(value));
  const { text = block.get('html'), items, list, mediaId } = Object.fromEntries(block);
  const plain = typeof text === 'string' ? (block.get('type') === 'code' ? text : decoded(text)) : '';
  return (
    plain +
    (mediaId === undefined ? '' : media.get(mediaId)) +
    seen(items, media) +
    seen([list].flat(), media)
  );
}

function decoded(html: string): string {
  return html
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');
}

test('text, code and pictures of any document survive, in their order', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { minLength: 1, maxLength: 12 }), async (pieces) => {
      const body = [block('x'), ...pieces.map(({ value }) => value)];
      const file = jsonFile(ndjson([document('a', 'post', { title: 'A', slug: 'a', body })]));
      const { of } = await converted(convertSanity, file);
      const media = new Map(of('media').map(({ mediaId, accessUrl }) => [mediaId, accessUrl]));
      const values = JSON.parse(JSON.stringify(of('news')[0]?.['values']));
      const wanted = `x${pieces.map(({ text }) => text).join('')}`;
      expect(seen(values.body.blocks, media).replaceAll(/\s+/g, '')).toBe(wanted.replaceAll(/\s+/g, ''));
    }),
    { numRuns: runs(150) },
  );
});
