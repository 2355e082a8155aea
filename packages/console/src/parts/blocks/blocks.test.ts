import { expect, test } from 'bun:test';
import { type Block, block as blockSchema } from '@newsstand/contract';
import { getSchema } from '@tiptap/core';
import { EditorState } from '@tiptap/pm/state';
import fc from 'fast-check';
import { isFull, runs } from '../../../../../tests/testing/runs.ts';
import { type BlockDocument, type BlockNode, blocksOf, documentOf } from './blockDocument.ts';
import { blockExtensions } from './blockExtensions.ts';
import { readInline } from './readInline.ts';
import { captionHtml, captionText, writeInline } from './writeInline.ts';

const schema = getSchema(blockExtensions);

/** Passes blocks through the editor's own document. */
function throughEditor(blocks: readonly unknown[]): readonly Block[] {
  const doc = schema.nodeFromJSON(documentOf(blocks));
  doc.check();
  return blocksOf(doc.toJSON());
}

const snippets = fc.constantFrom(
  ...[
    'a',
    ' ',
    '  \n ',
    'é&eacute;',
    '&amp;',
    '&lt;b>',
    '&unknown;',
    '&#12354;',
    '&nbsp;',
    '\u00a0',
    '&',
    '<',
    '🎈',
    '\0',
  ],
  ...[
    '<b>',
    '</b>',
    '<strong>',
    '</strong>',
    '<em class="x">',
    '</em>',
    '<i>',
    '</i>',
    '<code>',
    '</code>',
    '<u>',
    '</u>',
  ],
  ...[
    '<a href="/x">',
    '<a href="https://example.com/?a=1&amp;b=2" target=_blank title=\'a "b"\'>',
    '</a>',
    '<a name=x>',
  ],
  ...[
    '<br>',
    '<br/>',
    '<BR><br>',
    '<sub>',
    '</sub>',
    '<sup>',
    '</sup>',
    '<s>',
    '</s>',
    '<del cite="x">',
    '</del>',
  ],
  ...[
    '<ruby>漢<rt>かん</rt></ruby>',
    '<ruby>東<rp>(</rp><rt>とう<rp>)</rp>京<rt>きょう</ruby>',
    '<ruby>',
    '<rt>',
    '</ruby>',
    '<sup data-note="n1"></sup>',
    '<sup data-note="a&quot;b">1</sup>',
    '<img src="x" alt="y">',
    '<!-- c -->',
    '<script>a<b</script>',
    '<p>',
    '</p>',
    '<a href="',
  ],
);
const inline = fc.oneof(
  fc.array(snippets, { maxLength: 8 }).map((pieces) => pieces.join('')),
  fc.string({ unit: 'binary', maxLength: 20 }),
);
const optional = { requiredKeys: [...(['type', 'text'] as const)] };

const list = fc.letrec<{ items: { text: string; list?: object }[]; list: object }>((tie) => ({
  items: fc.array(
    fc
      .record({ text: inline, list: fc.option(tie('list'), { nil: undefined }) })
      .map(({ text, list: below }) => ({
        text,
        ...(below === undefined ? {} : { list: below }),
      })),
    { minLength: 1, maxLength: 3 },
  ),
  list: fc.record({ ordered: fc.boolean(), items: tie('items') }, { requiredKeys: ['items'] }),
}));

const blocks = fc.array(
  fc.oneof(
    fc.record({ type: fc.constant('paragraph'), text: inline }),
    fc.record(
      { type: fc.constant('heading'), level: fc.integer({ min: 1, max: 6 }), text: inline, id: fc.string() },
      { requiredKeys: ['type', 'level', 'text'] },
    ),
    fc.record({
      id: fc.constant('first'),
      text: inline,
      level: fc.constant(3),
      type: fc.constant('heading'),
    }),
    list.list.map((each) => ({ type: 'list', ...each })),
    fc.record({ type: fc.constant('quote'), text: inline, cite: inline }, optional),
    fc.record(
      {
        type: fc.constant('code'),
        text: fc.string({ unit: fc.constantFrom('a', '\n', '\r', '<', '&', ' ') }),
        language: fc.string(),
      },
      optional,
    ),
    fc.record(
      {
        type: fc.constant('image'),
        mediaId: fc.constant('m1'),
        alt: fc.string(),
        caption: inline,
        width: fc.nat(),
      },
      { requiredKeys: ['type'] },
    ),
    fc.record({ type: fc.constant('html'), html: inline }),
    fc.record(
      {
        type: fc.constant('table'),
        rows: fc.array(fc.array(inline, { maxLength: 3 }), { maxLength: 3 }),
        header: fc.boolean(),
        caption: inline,
      },
      { requiredKeys: ['type', 'rows'] },
    ),
    fc.record({ type: fc.constant('divider') }),
    fc.record(
      {
        type: fc.constant('callout'),
        tone: fc.constantFrom('info', 'tip', 'warning', 'danger', 'loud'),
        title: inline,
        text: inline,
      },
      { requiredKeys: ['type', 'tone', 'text'] },
    ),
    fc.record({
      type: fc.constant('footnotes'),
      notes: fc.array(fc.record({ id: fc.constantFrom('n1', 'n2', ''), text: inline }), { maxLength: 3 }),
    }),
    fc.record(
      {
        type: fc.constant('gallery'),
        images: fc.array(fc.record({ mediaId: fc.constant('m1'), alt: fc.string() })),
        caption: inline,
      },
      { requiredKeys: ['type', 'images'] },
    ),
    fc.record(
      { type: fc.constant('embed'), url: fc.constant('https://youtu.be/x'), title: fc.string() },
      { requiredKeys: ['type', 'url'] },
    ),
    fc.record({
      type: fc.constant('related'),
      items: fc.constantFrom([], [{ app: 'news', instanceId: 'press', contentId: 'n1', title: 'a' }]),
    }),
    fc.record({
      type: fc.constantFrom('heading', 'list', 'embed', 'paragraph'),
      items: fc.constant([]),
      level: fc.constant(9),
    }),
    fc.record({ type: fc.constant('paragraph'), text: inline, colour: fc.constant('red') }),
    fc.constantFrom(null, 3, 'text', []),
  ),
  { maxLength: 6 },
);

test('untouched blocks come out exactly as they came in', () => {
  fc.assert(
    fc.property(blocks, (came) => {
      expect(JSON.stringify(throughEditor(came))).toBe(JSON.stringify(came));
    }),
    { numRuns: runs(150) },
  );
});

test('rewritten blocks follow the convention, and are read back as the same', () => {
  const withoutSources = (node: BlockNode): BlockNode => {
    if (node.type === 'raw' || node.type === 'ruby') return node;
    const { source: _source, html: _html, ...attrs } = node.attrs ?? {};
    return { ...node, attrs, ...(node.content && { content: node.content.map(withoutSources) }) };
  };
  fc.assert(
    fc.property(blocks, (came) => {
      const content = documentOf(came)
        .content.filter(({ type }) => type !== 'card')
        .map(withoutSources);
      const written = blocksOf({ type: 'doc', content });
      for (const each of written) expect(blockSchema.safeParse(each).error).toBeUndefined();
      const again = documentOf(written).content.map(withoutSources);
      // Adjacent spaces collapse, as in all HTML.
      const plain = (value: unknown) => JSON.stringify(value).replace(/ +/g, ' ');
      expect(plain(blocksOf({ type: 'doc', content: again }))).toBe(plain(written));
    }),
    { numRuns: runs(100) },
  );
});

test('a change in one block leaves the others as they were', () => {
  const came = [
    { type: 'paragraph', text: '<b>one</b>\n &copy;' },
    { type: 'paragraph', text: '<b>two</b>\n &copy;' },
    {
      type: 'list',
      items: [{ text: '<b>a</b>' }, { text: 'b', list: { ordered: false, items: [{ text: '<i>c</i>' }] } }],
    },
  ];
  const state = EditorState.create({ schema, doc: schema.nodeFromJSON(documentOf(came)) });
  const end = state.doc.child(0).nodeSize + state.doc.child(1).nodeSize - 1;
  const typed = state.tr.insertText('!', end).doc;
  const below = typed.content.size - 5;
  const changed = state.tr.insertText('!', end).insertText('?', below).doc;
  const expected = [
    came[0],
    { type: 'paragraph', text: '<strong>two</strong> ©!' },
    {
      type: 'list',
      items: [
        { text: '<b>a</b>' },
        { text: 'b', list: { ordered: false, items: [{ text: '<em>c?</em>' }] } },
      ],
    },
  ];
  expect(JSON.stringify(blocksOf(changed.toJSON()))).toBe(JSON.stringify(expected));
});

test('inline HTML is read as a browser would, and always written the same way', () => {
  const cases: [came: string, written: string][] = [
    ['plain', 'plain'],
    ['a &amp; b & c < d', 'a &amp; b &amp; c &lt; d'],
    ['<b>x</b><strong>y</strong>', '<strong>xy</strong>'],
    ['<em><b>x</b></em>', '<strong><em>x</em></strong>'],
    ['<b>a<i>b</b>c</i>', '<strong>a<em>b</em></strong><em>c</em>'],
    ['<a href="/x" class="y">a <code>b</code></a>', '<a href="/x" class="y">a <code>b</code></a>'],
    ['<kbd>Ctrl</kbd>', '<kbd>Ctrl</kbd>'],
    ['a<br/>b', 'a<br>b'],
    ['caf&eacute; &#x1F388;', 'café 🎈'],
    ['&nbsp;', '&nbsp;'],
    ['&zeta;<img src=x>', '&zeta;<img src=x>'],
    ['<script>alert(1)</script>', '<script>alert(1)</script>'],
    ['<b>open', '<strong>open</strong>'],
    ['x</b>', 'x'],
  ];
  for (const [came, written] of cases) expect([came, writeInline(readInline(came))]).toEqual([came, written]);
});

test('hostile texts take linear time', () => {
  const long = isFull ? 200_000 : 40_000;
  const texts = [
    '<a ',
    '<a b="',
    '<b>',
    '</b>',
    '&',
    '&#',
    '<!--',
    '<script>',
    '<ruby>',
    '<',
    ' \n',
    '<a b=\'"',
  ].map((piece) => piece.repeat(long / piece.length));
  for (const text of texts) expect(writeInline(readInline(text)).length).toBeLessThan(long * 10);
});

test('a new document is empty, and an empty line that was only typed is not a block', () => {
  expect(documentOf([])).toEqual({ type: 'doc', content: [{ type: 'paragraph' }] });
  const typed: BlockDocument = {
    type: 'doc',
    content: [{ type: 'paragraph' }, { type: 'heading', attrs: { level: 3 } }],
  };
  expect(blocksOf(typed)).toEqual([{ type: 'heading', level: 3, text: '' }]);
});

test('a caption is text, or HTML if it contains any', () => {
  expect(captionText('Fish &amp; chips')).toEqual({ text: 'Fish & chips', isHtml: false });
  expect(captionHtml('Fish & <chips>', false)).toBe('Fish &amp; &lt;chips&gt;');
  expect(captionText('by <em>me</em>')).toEqual({ text: 'by <em>me</em>', isHtml: true });
  expect(captionHtml('by <em>me</em>', true)).toBe('by <em>me</em>');
});
