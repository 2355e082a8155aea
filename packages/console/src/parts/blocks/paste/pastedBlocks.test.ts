import { expect, test } from 'bun:test';
import { block as blockSchema } from '@newsstand/contract';
import fc from 'fast-check';
import { runs } from '../../../../../../tests/testing/runs.ts';
import { isMarkdown, markdownBlocks } from './markdownBlocks.ts';
import { pastedBlocks } from './pastedBlocks.ts';

/** As Word for Windows puts it on the clipboard, shortened. */
const word = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style><!-- p.MsoNormal {margin:0} --></style></head>
<body lang=EN-GB style='tab-interval:36.0pt'><!--StartFragment-->
<h1>Annual report<o:p></o:p></h1>
<p class=MsoNormal><b>Sales</b> rose by <i style='mso-bidi-font-style:normal'>ten</i> per cent, see <a
href="https://example.com/report">the&nbsp;report</a>.<o:p></o:p></p>
<p class=MsoNormal><o:p>&nbsp;</o:p></p>
<p class=MsoListParagraphCxSpFirst style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span
style='font-family:Symbol'><span style='mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span></span><![endif]>Beans<o:p></o:p></p>
<p class=MsoListParagraphCxSpMiddle style='margin-left:72.0pt;mso-list:l0 level2 lfo1'><span style='mso-list:Ignore'>o<span>&nbsp; </span></span>Arabica</p>
<p class=MsoListParagraphCxSpLast style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>·<span>&nbsp; </span></span>Cups</p>
<p class=MsoListParagraph style='mso-list:l1 level1 lfo2'><span style='mso-list:Ignore'>1.<span>&nbsp; </span></span>First</p>
<table class=MsoTableGrid border=1><tr><td width=300><p class=MsoNormal><b>Year</b></p></td><td><p class=MsoNormal>Sum</p></td></tr>
<tr><td><p class=MsoNormal>2025</p></td><td><p class=MsoNormal>12<o:p></o:p></p><p class=MsoNormal>13</p></td></tr></table>
<p class=MsoNormal><img width=200 height=100 src="file:///C:/Users/x/clip_image001.png"></p>
<!--EndFragment--></body></html>`;

test('Word: headings, marks, lists by level, tables; what cannot come in is said', () => {
  const { blocks, dropped } = pastedBlocks(word);
  expect(blocks).toEqual([
    { type: 'heading', level: 1, text: 'Annual report' },
    {
      type: 'paragraph',
      text: '<strong>Sales</strong> rose by <em>ten</em> per cent, see <a href="https://example.com/report">the&nbsp;report</a>.',
    },
    {
      type: 'list',
      items: [{ text: 'Beans', list: { items: [{ text: 'Arabica' }] } }, { text: 'Cups' }],
    },
    { type: 'list', ordered: true, items: [{ text: 'First' }] },
    {
      type: 'table',
      rows: [
        ['<strong>Year</strong>', 'Sum'],
        ['2025', '12<br>13'],
      ],
    },
  ]);
  expect(dropped).toEqual(['pictures']);
});

/** As Google Docs puts it on the clipboard, shortened. */
const docs = `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-1"><h2 dir="ltr"><span style="font-weight:700;font-size:16pt">Opening hours</span></h2>
<p dir="ltr" style="line-height:1.38"><span style="font-weight:400;font-style:normal">Open </span><span style="font-weight:700">daily</span><span style="font-style:italic"> from nine</span></p><br />
<ul><li dir="ltr" style="list-style-type:disc"><p dir="ltr" role="presentation"><span>Monday</span></p></li>
<ul><li dir="ltr"><p><span>Morning</span></p></li></ul><li dir="ltr"><p><span style="text-decoration:line-through">Sunday</span></p></li></ul>
<ol><li><p><span>one</span></p></li></ol><hr />
<p dir="ltr"><span><img src="https://lh7-rt.googleusercontent.com/docsz/abc" width="624" height="351" style="margin-left:0px" /></span></p>
<div dir="ltr"><table><colgroup><col width="100" /></colgroup><tbody><tr><td><p><span>a</span></p></td><td colspan="2"><p><span>b</span></p></td></tr><tr><td>c</td><td>d</td><td>e</td></tr></tbody></table></div></b>`;

test('Google Docs: marks from styles, nested lists, rules, pictures, spanning cells', () => {
  expect(pastedBlocks(docs)).toEqual({
    blocks: [
      { type: 'heading', level: 2, text: 'Opening hours' },
      { type: 'paragraph', text: 'Open <strong>daily</strong><em> from nine</em>' },
      {
        type: 'list',
        items: [{ text: 'Monday', list: { items: [{ text: 'Morning' }] } }, { text: '<s>Sunday</s>' }],
      },
      { type: 'list', ordered: true, items: [{ text: 'one' }] },
      { type: 'divider' },
      {
        ...{ type: 'image', url: 'https://lh7-rt.googleusercontent.com/docsz/abc', width: 624, height: 351 },
      },
      {
        type: 'table',
        rows: [
          ['a', 'b', ''],
          ['c', 'd', 'e'],
        ],
      },
    ],
    dropped: [],
  });
});

test('a web page: figures, frames, code with its language, quotes, and no scripts', () => {
  const html = `<div><script>run()</script><style>p{}</style><p onclick="run()">One<p>Two <a href="javascript:run()">bad</a></p>
    <figure><a href="/big"><img src="https://example.com/a.jpg" alt="A cup"></a><figcaption>By <em>me</em></figcaption></figure>
    <iframe src="//www.youtube.com/embed/abcdefghijk" allowfullscreen></iframe>
    <pre class="highlight"><code class="language-ts">const a = 1 &lt; 2;\n\nb();\n</code></pre>
    <blockquote><p>First</p><p>Second</p></blockquote>
    <table><thead><tr><th>k</th><th>v</th></tr></thead><tbody><tr><td>a</td><td><ul><li>x</li><li>y</li></ul></td></tr></tbody></table>
    <img src="https://example.com/pixel.gif" width="1" height="1"><form><input></form></div>`;
  expect(pastedBlocks(html)).toEqual({
    blocks: [
      { type: 'paragraph', text: 'One' },
      { type: 'paragraph', text: 'Two bad' },
      { type: 'image', url: 'https://example.com/a.jpg', alt: 'A cup', caption: 'By <em>me</em>' },
      { type: 'embed', url: 'https://www.youtube.com/embed/abcdefghijk' },
      { type: 'code', text: 'const a = 1 < 2;\n\nb();', language: 'ts' },
      { type: 'quote', text: 'First<br><br>Second' },
      {
        type: 'table',
        rows: [
          ['k', 'v'],
          ['a', 'x<br>y'],
        ],
        header: true,
      },
    ],
    dropped: ['forms'],
  });
});

test('whatever is pasted becomes blocks of the convention, in linear time', () => {
  const tags = 'p b ul li ol table tr td th h2 pre blockquote span a img iframe div figure hr br'.split(' ');
  const piece = fc.oneof(
    fc.constantFrom(...tags).map((tag) => `<${tag} src="https://a.b/c" href="/x">`),
    fc.constantFrom(...tags).map((tag) => `</${tag}>`),
    fc.constantFrom('text', ' ', '&amp;', '<', '\n'),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      for (const each of pastedBlocks(pieces.join('')).blocks)
        expect(blockSchema.safeParse(each).error).toBeUndefined();
    }),
    { numRuns: runs(200) },
  );
  for (const text of ['<b>', '<ul><li>', '<table>', '<', '<p style="'])
    expect(pastedBlocks(text.repeat(20_000)).blocks.length).toBeLessThan(20_001);
});

test('Markdown', () => {
  const text = `# Title

Some **bold**, *thin*, ~~gone~~ and \`a < b\` with a [link](example.com/x).
Same paragraph.

- one
  - nested
- two

1. first
2. second

> quoted
> more

\`\`\`js
let a = '**';
\`\`\`

| a | b |
|---|:-:|
| 1 | 2 |

---

![A cup](https://example.com/a.png)`;
  expect(isMarkdown(text)).toBe(true);
  expect(markdownBlocks(text)).toEqual([
    { type: 'heading', level: 1, text: 'Title' },
    {
      type: 'paragraph',
      text: 'Some <strong>bold</strong>, <em>thin</em>, <s>gone</s> and <code>a &lt; b</code> with a <a href="https://example.com/x">link</a>. Same paragraph.',
    },
    { type: 'list', items: [{ text: 'one', list: { items: [{ text: 'nested' }] } }, { text: 'two' }] },
    { type: 'list', ordered: true, items: [{ text: 'first' }, { text: 'second' }] },
    { type: 'quote', text: 'quoted more' },
    { type: 'code', text: "let a = '**';", language: 'js' },
    {
      type: 'table',
      rows: [
        ['a', 'b'],
        ['1', '2'],
      ],
      header: true,
    },
    { type: 'divider' },
    { type: 'image', url: 'https://example.com/a.png', alt: 'A cup' },
  ]);
});

test('footnotes of Markdown', () => {
  const text = `Claim[^1], again[^1] and *more*.^[In the line, *here*.] Not[^2], nor \`^[a b]\` or ^[a-z].
[^1]: Source, see [this](https://example.com)
and on.

    Another paragraph.

- item[^long]

[^long]: Second
\`\`\`
[^x]: code
\`\`\``;
  expect(isMarkdown(text)).toBe(true);
  const note = (id: string) => `<sup data-note="${id}"></sup>`;
  expect(markdownBlocks(text, 5)).toEqual([
    {
      type: 'paragraph',
      text: `Claim${note('n5')}, again${note('n5')} and <em>more</em>.${note('n7')} Not[^2], nor <code>^[a b]</code> or ^[a-z].`,
    },
    { type: 'list', items: [{ text: `item${note('n6')}` }] },
    { type: 'code', text: '[^x]: code' },
    {
      type: 'footnotes',
      notes: [
        { id: 'n7', text: 'In the line, <em>here</em>.' },
        {
          id: 'n5',
          text: 'Source, see <a href="https://example.com">this</a> and on.<br><br>Another paragraph.',
        },
        { id: 'n6', text: 'Second' },
      ],
    },
  ]);
});

test('ordinary text is not Markdown', () => {
  for (const text of [
    'Hello',
    'a * b * c',
    '- one dash',
    'C# is 5 > 3',
    'match ^[a-z]+ or [^1]',
    'first\n\nsecond',
    '2026. A year',
    'snake_case_name',
  ])
    expect([text, isMarkdown(text)]).toEqual([text, false]);
});

test('any text ends, as blocks of the convention', () => {
  const piece = fc.constantFrom(
    '#',
    '-',
    ' ',
    '\n',
    '*',
    '`',
    '```',
    '^[',
    '[^1]',
    '[^1]: ',
    '    ',
    '|',
    '---',
    '>',
    'a',
    '1.',
    '[',
    '](',
    ')',
    '!',
    '_',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      for (const each of markdownBlocks(pieces.join('')))
        expect(blockSchema.safeParse(each).error).toBeUndefined();
    }),
    { numRuns: runs(300) },
  );
});
