import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { block } from '../../contract/src/blocks.ts';
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
];

test('blocks that follow the convention come out as they are', () => {
  for (const each of all) expect(block.safeParse(each)).toMatchObject({ success: true });
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
    { type: 'list', items: [null, 'a', { list: { items: [{ text: 'b' }] } }, { text: 'c', list: 7 }] },
  ];
  const blocks = [...unknown, ...lacking, ...usable];
  expect(blocksOf({ blocks })).toEqual([
    { type: 'image', url: 'https://x.example/' },
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
      for (const each of blocksOf({ blocks }) ?? [])
        expect(
          block.safeParse({ ...each, ...('url' in each && { url: 'https://x.example/' }) }).error,
        ).toBeUndefined();
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
  ]);
  expect(mediaIdsOf({ html: '' })).toEqual([]);
  const odd = ['', '..', 'a,b', 'a b', 'x'.repeat(129), 'A.b_~-9'].map((mediaId) => ({
    type: 'image',
    mediaId,
  }));
  expect(mediaIdsOf({ blocks: odd })).toEqual(['A.b_~-9']);
});
