import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { block, blockTypes, mediaIdsIn } from '../../contract/src/blocks.ts';
import { blocksOf, mediaIdsOf } from './blocksOf.ts';

/** One of each, with every member. */
const all = [
  { type: 'heading', level: 2, text: 'a', id: 'b' },
  { type: 'paragraph', text: 'a' },
  { type: 'list', ordered: true, items: [{ text: 'a', list: { ordered: false, items: [{ text: 'b' }] } }] },
  {
    type: 'image',
    mediaId: 'm-1',
    url: 'https://x.example/a',
    alt: '',
    caption: 'c',
    link: '/',
    width: 4,
    height: 3,
  },
  { type: 'video', mediaId: 'm-2', url: 'https://x.example/b', caption: 'c', width: 4, height: 3 },
  { type: 'quote', text: 'a', cite: 'b' },
  { type: 'code', text: 'a', language: 'js' },
  { type: 'html', html: '<p>' },
  { type: 'table', rows: [['a', 'b'], ['c']], header: true, caption: 'c' },
  { type: 'divider' },
  {
    type: 'gallery',
    images: [{ mediaId: 'm-4', alt: '', caption: 'c', width: 4, height: 3 }, { url: 'https://x.example/a' }],
    caption: 'c',
  },
  { type: 'callout', tone: 'tip', title: 'a', text: 'b' },
  { type: 'embed', url: 'https://x.example/c', title: 'a', caption: 'c', width: 4, height: 3 },
  { type: 'footnotes', notes: [{ id: 'a', text: 'b' }] },
  { type: 'related', title: 'a', items: [{ app: 'news', instanceId: 'i', contentId: 'c', title: 't' }] },
];

test('blocks that follow the convention come out as they are', () => {
  for (const each of all) expect(block.safeParse(each)).toMatchObject({ success: true });
  expect(all.map(({ type }) => type)).toEqual([...blockTypes]);
  expect(blocksOf({ blocks: all })).toEqual(all.map((each) => expect.objectContaining(each)));
});

test('a body of another shape has none', () => {
  for (const body of [undefined, null, 'text', 5, [], {}, { blocks: 'x' }, { html: '<p>' }])
    expect(blocksOf(body)).toBeUndefined();
  expect(blocksOf({ blocks: [] })).toEqual([]);
});

test('what does not follow the convention is left out: whole blocks, or only an optional member', () => {
  const unknown = [
    null,
    5,
    'x',
    [],
    {},
    ...['map', 'constructor', '__proto__', null].map((type) => ({ type })),
  ];
  const lacking = [
    ...['paragraph', 'html', 'list', 'heading'].map((type) => ({ type })),
    ...[5, null, {}].flatMap((bad) => [
      { type: 'paragraph', text: bad },
      { type: 'html', html: bad },
    ]),
    ...[0, 7, '2', 1.5].map((level) => ({ type: 'heading', text: 'a', level })),
    ...['table', 'gallery', 'footnotes', 'related'].map((type) => ({
      type,
      rows: 5,
      images: {},
      notes: 'x',
    })),
    { type: 'callout', text: 'a', tone: 'loud' },
    { type: 'embed', title: 'a' },
  ];
  const usable: object[] = [
    {
      type: 'image',
      url: 'https://x.example/',
      width: '4',
      height: -1,
      alt: null,
      text: 'a',
      toString: 5,
      '': '',
    },
    { type: 'table', rows: [['a', 5], 'b', null], header: 'yes' },
    { type: 'gallery', images: [null, { mediaId: 'm', width: -1 }] },
    { type: 'footnotes', notes: [{ id: 'a' }, { id: 'b', text: 'b' }] },
    { type: 'related', items: [{ app: 'news', instanceId: 'a/b', contentId: 'c', title: 't' }, 5] },
    { type: 'list', items: [null, 'a', { list: { items: [{ text: 'b' }] } }, { text: 'c', list: 7 }] },
  ];
  const blocks = [...unknown, ...lacking, ...usable];
  expect(blocksOf({ blocks })).toEqual([
    { type: 'image', url: 'https://x.example/' },
    { type: 'table', rows: [['a', ''], [], []] },
    { type: 'gallery', images: [{ mediaId: 'm' }] },
    { type: 'footnotes', notes: [{ id: 'b', text: 'b' }] },
    { type: 'related', items: [] },
    { type: 'list', items: [{ text: '', list: { ordered: false, items: [{ text: 'b' }] } }, { text: 'c' }] },
  ]);
});

test('whatever is in a body, its blocks follow the convention', () => {
  const member = fc.constantFrom(
    'type',
    'text',
    'level',
    'items',
    'list',
    'html',
    'url',
    'width',
    'ordered',
    'rows',
    'images',
    'notes',
    'tone',
    'title',
    'x',
  );
  const type = fc.constantFrom(...all.map(({ type }) => type));
  const { value } = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      ...[type, fc.string(), fc.integer(), fc.boolean(), fc.constant(null)],
      fc.array(tie('value')),
      fc.dictionary(member, tie('value')),
    ),
  }));
  const typed = fc
    .tuple(type, fc.dictionary(member, value))
    .map(([name, members]) => ({ ...members, type: name }));
  fc.assert(
    fc.property(fc.array(fc.oneof(value, typed)), (blocks) => {
      // The contract is stricter about addresses only, which whoever writes them checks.
      const withAddress = (name: string, each: unknown) => (name === 'url' ? 'https://x.example/' : each);
      for (const each of blocksOf({ blocks }) ?? []) {
        const copy: unknown = JSON.parse(JSON.stringify(each), withAddress);
        expect(block.safeParse(copy).error).toBeUndefined();
      }
    }),
  );
});

test('lists are limited in depth', () => {
  let list: object = { items: [] };
  for (let depth = 0; depth < 100_000; depth++) list = { items: [{ text: 'x', list }] };
  expect(JSON.stringify(blocksOf({ blocks: [{ type: 'list', ...list }] })).split('text')).toHaveLength(11);
});

test('media are named once each, in their order', () => {
  const picture = { type: 'image', mediaId: 'm-3' };
  expect(mediaIdsOf({ blocks: [picture, ...all, picture, { type: 'image' }] })).toEqual([
    'm-3',
    'm-1',
    'm-2',
    'm-4',
  ]);
  expect(mediaIdsOf({ blocks: all })).toEqual(mediaIdsIn({ blocks: all }));
  expect(mediaIdsOf({ html: '' })).toEqual([]);
  const odd = ['', '..', 'a,b', 'a b', 'x'.repeat(129), 'A.b_~-9'].map((mediaId) => ({
    type: 'image',
    mediaId,
  }));
  expect(mediaIdsOf({ blocks: odd })).toEqual(['A.b_~-9']);
});
