import { expect, test } from 'bun:test';
import { searchableText } from './searchableText.ts';

test('title, name, alias and all strings of the body, folded, one per line', () => {
  const body = {
    ignoredKey: '<p>Ｂｏｄｙ &amp; Ｓｏｕｌ</p>',
    list: ['One', 2, null, true, { deep: ['<b>Tw</b>o'] }],
    n: 5,
  };
  expect(searchableText({ title: 'Title <b>', name: 'NAME', alias: 'My-Alias', body })).toBe(
    'title <b>\nname\nmy-alias\n\nbody & soul\n\none\ntwo',
  );
});

test('an alias and a body may be missing', () => {
  expect(searchableText({ title: 'T', name: 'N', alias: undefined, body: undefined })).toBe('t\nn');
  expect(searchableText({ title: 'T', name: 'N', body: 'Text' })).toBe('t\nn\ntext');
});

test('a name that is the title comes once', () => {
  expect(searchableText({ title: 'Same', name: 'Same', body: 'Same' })).toBe('same\nsame');
});

test('of blocks what a reader sees, and not their names and addresses', () => {
  const blocks = [
    { type: 'heading', level: 2, text: 'Why', id: 'reason' },
    {
      type: 'image',
      mediaId: 'm1',
      url: 'https://a.example/b.jpg',
      link: '/c',
      alt: 'Alt',
      caption: 'Under',
    },
    { type: 'list', items: [{ text: 'One', list: { items: [{ text: 'Two' }] } }] },
    { type: 'code', text: 'let a', language: 'js' },
    { type: 'code', text: '<div> &amp;&amp; a<b', language: 'html' },
    { type: 'paragraph', text: 'see <ruby>東京<rt>とう</rt></ruby>タワー' },
    { type: 'map', id: 'of our own', text: 'Kyoto' },
    'loose',
  ];
  expect(searchableText({ title: '', name: '', body: { blocks, type: 'kept' } })).toBe(
    [
      ...[
        '',
        'why',
        'alt',
        'under',
        'one',
        'two',
        'let a',
        '<div> &amp;&amp; a<b',
        'see 東京タワー',
        '',
        'とう',
        '',
        '',
      ],
      ...['map', 'of our own', 'kyoto', 'loose', 'kept'],
    ].join('\n'),
  );
  expect(searchableText({ title: '', name: '', body: { blocks: { type: 'image' } } })).toBe('\nimage');
});

test('of the parts of blocks too only what a reader sees', () => {
  const blocks = [
    {
      type: 'table',
      rows: [
        ['<b>Year</b>', 'id'],
        ['2026', 'type'],
      ],
      header: true,
      caption: 'Figures',
    },
    { type: 'divider' },
    {
      type: 'gallery',
      images: [
        { mediaId: 'm1', alt: 'Hills' },
        { url: 'https://a.example/b.jpg', caption: 'Sea' },
      ],
    },
    { type: 'callout', tone: 'warning', title: 'Mind', text: 'the gap' },
    { type: 'embed', url: 'https://youtu.be/x', title: 'Film' },
    { type: 'footnotes', notes: [{ id: 'n1', text: 'Source' }] },
    {
      type: 'related',
      title: 'More',
      items: [{ app: 'news', instanceId: 'press', contentId: 'c1', title: 'Next' }],
    },
  ];
  const seen = [
    'year',
    'id',
    '2026',
    'type',
    'figures',
    'hills',
    'sea',
    'mind',
    'the gap',
    'film',
    'source',
    'more',
    'next',
  ];
  const lines = searchableText({ title: '', name: '', body: { blocks } }).split('\n');
  expect(lines.filter((line) => line !== '')).toEqual(seen);
});

test('a body of any depth and any width', () => {
  let deep: unknown = 'Bottom';
  for (let i = 0; i < 200_000; i++) deep = i % 2 ? [deep] : { deep };
  expect(searchableText({ title: '', name: '', body: deep })).toBe('\nbottom');
  const wide = new Array<string>(300_000).fill('x');
  expect(searchableText({ title: '', name: '', body: wide })).toHaveLength(2 * 300_000);
});

test('plain text is searched as it is written, wherever it is', () => {
  const plain = 'R&amp;D <b>';
  const blocks = [
    { type: 'embed', url: 'https://a.example/', title: plain, caption: plain },
    {
      type: 'related',
      title: plain,
      items: [{ app: 'news', instanceId: 'i', contentId: 'c', title: plain }],
    },
    { type: 'image', alt: plain },
    { type: 'gallery', images: [{ alt: plain, caption: plain }] },
    { type: 'callout', tone: 'tip', title: plain, text: plain },
    { type: 'of our own', title: plain },
  ];
  const body = {
    blocks,
    excerpt: plain,
    authors: [plain],
    metaDescription: plain,
    socialTitle: plain,
    note: plain,
  };
  const hidden = { socialPicture: { mediaId: 'm1' }, oldPaths: ['/old'] };
  const [written, read] = ['r&amp;d <b>', 'r&d '];
  expect(searchableText({ title: plain, name: '', body: { ...body, ...hidden } }).split('\n')).toEqual([
    ...[written, ''],
    ...[written, read, read, written, written, written, read, read, read],
    ...['of our own', read, written, written, written, written, read],
  ]);
});
