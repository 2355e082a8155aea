import { describe, expect, test } from 'bun:test';
import { type Block, block } from '@newsstand/contract';
import fc from 'fast-check';
import { runs } from '../../../../../../../tests/testing/runs.ts';
import { ImportSummary } from '../../ImportSummary.ts';
import { type HtmlReading, htmlBlocks } from './htmlBlocks.ts';
import { plainText } from './plainText.ts';

/** Pictures whose name begins with `kept` are media. */
const media = (url: string) => /\/?(kept[\w-]*)\.\w+$/.exec(url)?.[1];

const summary = new ImportSummary();

async function read(html: string, reading: Partial<HtmlReading> = {}): Promise<unknown> {
  const blocks = await htmlBlocks(html, { baseUrl: 'https://example.com/blog/', media, summary, ...reading });
  for (const each of blocks) block.parse(each);
  // Members without a value are not written.
  return JSON.parse(JSON.stringify(blocks));
}

const paragraph = (text: string) => ({ type: 'paragraph', text });

describe('text', () => {
  test('paragraphs, headings, and text between them', async () => {
    expect(await read('loose &amp; free<p>One  <b>two</b>\n three</p><h2 id="x">Four</h2>five')).toEqual([
      paragraph('loose &amp; free'),
      paragraph('One <b>two</b> three'),
      { type: 'heading', level: 2, id: 'x', text: 'Four' },
      paragraph('five'),
    ]);
  });

  test('keeps only inline elements, with their meaningful attributes', async () => {
    const html =
      '<p><span style="color:red">a</span> <a href="../b?x=1&amp;y" onclick="f()" target=_blank>b</a> ';
    expect(await read(`${html}<font>c</font> <strike>d</strike> <my-thing>e</my-thing></p>`)).toEqual([
      paragraph('a <a href="https://example.com/b?x=1&amp;y">b</a> c <s>d</s> e'),
    ]);
  });

  test('drops empty elements', async () => {
    expect(await read('<p>a<b></b><i> <u></u></i>c <a href="/x"><img src="kept.jpg"></a></p>')).toEqual([
      paragraph('a c'),
      { type: 'image', mediaId: 'kept', link: 'https://example.com/x' },
    ]);
  });

  test('removes the targets of script links', async () => {
    const html =
      '<p><a href="java&#9;script:f()">a</a> <a href="#note">b</a> <a href="mailto:a@b.c">c</a></p>';
    expect(await read(html)).toEqual([paragraph('a <a href="#note">b</a> <a href="mailto:a@b.c">c</a>')]);
  });

  test('blocks split the inline elements around them', async () => {
    expect(await read('<b>a<p>b</p>c</b>')).toEqual([
      paragraph('<b>a</b>'),
      paragraph('<b>b</b>'),
      paragraph('<b>c</b>'),
    ]);
  });

  test('an empty line separates paragraphs, and empty paragraphs are dropped', async () => {
    expect(await read('<p>a<br>b<br><br>c<br></p><p>&nbsp;</p><p> <br> </p>')).toEqual([
      paragraph('a<br>b'),
      paragraph('c'),
    ]);
  });

  test('line breaks are kept on request', async () => {
    expect(await read('a\nb<br />\nc\n\n<b>d</b>\n<pre>e\n\nf</pre>\ng', { keepsLines: true })).toEqual([
      paragraph('a<br>b<br>c'),
      paragraph('<b>d</b>'),
      { type: 'code', text: 'e\n\nf' },
      paragraph('g'),
    ]);
  });

  test('removes comments, scripts and styles, even within HTML blocks', async () => {
    const hidden = '<!-- c --><script>s()</script><style>p{}</style>';
    expect(await read(`${hidden}<p>a${hidden}b</p><table><tr><td onclick="x">c${hidden}</table>`)).toEqual([
      paragraph('ab'),
      { type: 'table', rows: [['c']] },
    ]);
  });
});

describe('lists', () => {
  test('nest', async () => {
    const html = '<ol><li>a<li><p>b</p><p>c</p><ul><li>d</ul></ol>';
    const items = [{ text: 'a' }, { text: 'b<br><br>c', list: { items: [{ text: 'd' }] } }];
    expect(await read(html)).toEqual([{ type: 'list', ordered: true, items }]);
  });

  test('lists directly within lists belong to the previous item', async () => {
    expect(await read('<ul><li>a</li><ul><li>b</li></ul></ul>')).toEqual([
      { type: 'list', items: [{ text: 'a', list: { items: [{ text: 'b' }] } }] },
    ]);
  });

  test('with more than text, or explicit numbers, stay HTML', async () => {
    for (const html of ['<ul><li>a<pre>b</pre></li></ul>', '<ol start="3"><li>a</li></ol>'])
      expect(await read(html)).toEqual([{ type: 'html', html }]);
  });

  test('of pictures become pictures', async () => {
    expect(await read('<ul><li><img src="kept1.jpg"></li><li><img src="kept2.jpg"></li></ul>')).toEqual([
      { type: 'image', mediaId: 'kept1' },
      { type: 'image', mediaId: 'kept2' },
    ]);
  });

  test('of tasks keep their checkboxes', async () => {
    const html =
      '<ul><li><input type="checkbox" checked disabled> a</li><li><input type="checkbox"> b</li></ul>';
    expect(await read(html)).toEqual([{ type: 'list', items: [{ text: '☑ a' }, { text: '☐ b' }] }]);
  });
});

describe('pictures', () => {
  test('become media, or keep their URLs', async () => {
    expect(
      await read('<p><img src="kept.jpg" alt="A" width="640" height="50%"></p><img src="/b.png">'),
    ).toEqual([
      { type: 'image', mediaId: 'kept', alt: 'A', width: 640 },
      { type: 'image', url: 'https://example.com/b.png' },
    ]);
  });

  test('split a paragraph, and keep their links and captions', async () => {
    const figure =
      '<figure><a href="/big"><img src="kept.jpg"></a><figcaption>So <i>it</i> is</figcaption></figure>';
    expect(await read(`<p>a <b>b <img src="kept.jpg"> c</b></p>${figure}`)).toEqual([
      paragraph('a <b>b</b>'),
      { type: 'image', mediaId: 'kept' },
      paragraph('<b>c</b>'),
      { type: 'image', mediaId: 'kept', caption: 'So <i>it</i> is', link: 'https://example.com/big' },
    ]);
  });

  test('that are lazy-loaded or responsive are found once', async () => {
    const late =
      '<img src="data:image/gif;base64,R0" data-src="kept.jpg"><noscript><img src="kept.jpg"></noscript>';
    const sized = '<picture><source srcset="x.webp"><img srcset="a.jpg 1x, kept,2.jpg 2x"></picture>';
    expect(await read(late)).toEqual([{ type: 'image', mediaId: 'kept' }]);
    expect(await read(sized)).toEqual([{ type: 'image', url: 'https://example.com/blog/kept,2.jpg' }]);
    expect(await read('<noscript><img src="kept.jpg"></noscript>')).toEqual([
      { type: 'image', mediaId: 'kept' },
    ]);
  });

  test('that are invisible are dropped; emoji become text', async () => {
    const html = '<p>a<img src="p.gif" width=1 height=1> <img class="emoji" alt="🎉" src="e.svg"></p>';
    expect(await read(html)).toEqual([paragraph('a 🎉')]);
  });

  test('without a web address stay HTML', async () => {
    const html = '<img src="data:image/png;base64,AAAA" alt="A">';
    expect(await read(html)).toEqual([{ type: 'html', html }]);
    expect(await read('<img src="b.png">', { baseUrl: undefined })).toEqual([
      { type: 'html', html: '<img src="b.png">' },
    ]);
  });
});

describe('other blocks', () => {
  test('quotes keep their source', async () => {
    const quote = (text: string, cite?: string) => ({ type: 'quote', text, ...(cite && { cite }) });
    expect(await read('<blockquote><p>a</p><p>b</p><cite>C</cite></blockquote>')).toEqual([
      quote('a<br><br>b', 'C'),
    ]);
    expect(await read('<blockquote><p>a <cite>C</cite></p></blockquote>')).toEqual([quote('a', 'C')]);
    expect(await read('<figure><blockquote>a</blockquote><figcaption>C</figcaption></figure>')).toEqual([
      quote('a', 'C'),
    ]);
    expect(await read('<blockquote><ul><li>a</ul></blockquote>')).toEqual([
      { type: 'html', html: '<blockquote><ul><li>a</li></ul></blockquote>' },
    ]);
  });

  test('a nested figure keeps its own caption', async () => {
    const image = '<img src="https://example.org/own.jpg">';
    const inner = `<figure>${image}<figcaption>one</figcaption></figure>`;
    expect(await read(`<figure>${inner}<figcaption>all</figcaption></figure>`)).toMatchObject([
      { type: 'image', caption: 'one' },
      { type: 'paragraph', text: 'all' },
    ]);
  });

  test('an SVG in a link is dropped as an icon; elsewhere it stays HTML', async () => {
    const linked =
      '<figure><a href="/big"><img src="https://example.org/own.jpg"><svg><path></path></svg></a><figcaption>C</figcaption></figure>';
    expect(await read(linked)).toMatchObject([{ type: 'image', caption: 'C' }]);
    expect(await read('<svg><path></path></svg>')).toMatchObject([{ type: 'html' }]);
  });

  test('deeply nested figures are read once each', async () => {
    const image = '<img src="https://example.org/own.jpg">';
    const below = `<figcaption>${image}</figcaption></figure>`;
    expect(await read(`${'<figure>'.repeat(60)}a${below.repeat(60)}`)).toHaveLength(61);
    const within = `${'<figure><figcaption>'.repeat(30)}${image}${'</figcaption></figure>'.repeat(30)}`;
    expect(await read(within)).toHaveLength(1);
  });

  test('code is text, with its language', async () => {
    const html = '<pre><code class="hljs language-ts">\nif (a &lt; b)\n  c();\n</code></pre>';
    expect(await read(html)).toEqual([{ type: 'code', text: 'if (a < b)\n  c();', language: 'ts' }]);
  });

  test('pictures in preformatted text are shown, and so is the text after a drawing without an end', async () => {
    const html =
      '<pre> <a href="https://a.example/"><img src="kept.png"></a></pre><pre>a\n<img src="kept.png">b</pre>';
    const image = { type: 'image', mediaId: 'kept' };
    expect(await read(html)).toEqual([
      { ...image, link: 'https://a.example/' },
      ...[{ type: 'code', text: 'a' }, image, { type: 'code', text: 'b' }],
    ]);
    expect(await read('<p>a <svg><path/></svg</p><h3>b</h3>c')).toMatchObject([
      { text: 'a' },
      { type: 'html' },
      { type: 'heading', text: 'b' },
      { text: 'c' },
    ]);
  });

  test('videos become media, files or embeds of a video service', async () => {
    const players = [
      '<video width="640" height="360"><source src="kept.mp4"></video>',
      '<video src="/b.mp4"></video>',
      '<iframe src="//www.youtube-nocookie.com/embed/a_B-1?rel=0"></iframe>',
      '<iframe data-src="https://player.vimeo.com/video/12"></iframe>',
    ];
    expect(await read(players.join(''))).toEqual([
      { type: 'video', mediaId: 'kept', width: 640, height: 360 },
      { type: 'video', url: 'https://example.com/b.mp4' },
      { type: 'embed', url: 'https://www.youtube.com/watch?v=a_B-1' },
      { type: 'embed', url: 'https://vimeo.com/12' },
    ]);
  });

  test('everything else stays HTML, with absolute URLs', async () => {
    const html = '<table><tr><td><a href="/a"><img src="b.png" srcset="c.png 2x"></a></td></tr></table>';
    const absolute = html
      .replace('/a', 'https://example.com/a')
      .replace('b.png', 'https://example.com/blog/b.png')
      .replace('c.png', 'https://example.com/blog/c.png');
    expect(await read(`${html}<hr><audio src="/s.mp3"></audio>`)).toEqual([
      { type: 'html', html: absolute },
      { type: 'divider' },
      { type: 'html', html: '<audio src="https://example.com/s.mp3"></audio>' },
    ]);
  });
});

describe('tables', () => {
  const table = (rows: string) => `<table>${rows}</table>`;

  test('of text are blocks, with their headings and caption', async () => {
    const head = '<thead><tr><th>a <b>b</b></th><th></th></tr></thead>';
    const body = '<tbody><tr><td><p>c</p><p>d</p></td><td>e</td></tr></tbody><tr></tr>';
    expect(await read(table(`<caption>f</caption><colgroup><col></colgroup>${head}${body}`))).toEqual([
      {
        type: 'table',
        rows: [
          ['a <b>b</b>', ''],
          ['c<br><br>d', 'e'],
        ],
        header: true,
        caption: 'f',
      },
    ]);
    expect(await read(table('<tr><th>a<th>b<tr><td>c<td>d'))).toMatchObject([{ header: true }]);
    const named = [{ type: 'table', rows: [['a', 'b']] }];
    expect(await read(table('<tr><th>a</th><td>b</td></tr>'))).toEqual(named);
    expect(
      await read(
        `<figure class="wp-block-table">${table('<tr><td>a</td></tr>')}<figcaption>b</figcaption></figure>`,
      ),
    ).toEqual([{ type: 'table', rows: [['a']], caption: 'b' }]);
  });

  test.each([
    '<tr><td colspan="2">a</td></tr>',
    '<tr><td><ul><li>a</li></ul></td></tr>',
    '<tr><td><table><tr><td>a</td></tr></table></td></tr>',
    'a<tr><td>b</td></tr>',
    '<tr><td>a</td></tr><tr><th>b</th></tr>',
    '<thead><tr><th>a</th></tr><tr><th>b</th></tr></thead>',
  ])('that hold more stay HTML: %s', async (rows) => {
    expect(await read(table(rows))).toMatchObject([{ type: 'html' }]);
  });
});

describe('galleries', () => {
  const figure = (name: string, below = '') =>
    `<figure><a href="/${name}"><img src="${name}" alt="A"></a>${below}</figure>`;
  const gallery = {
    type: 'gallery',
    images: [
      { mediaId: 'kept1', alt: 'A', caption: 'a' },
      { mediaId: 'kept2', alt: 'A' },
    ],
    caption: 'b',
  };

  test.each([
    ['figure', 'figure class="wp-block-gallery has-nested-images"'],
    ['figure', 'figure class="kg-card kg-gallery-card"'],
    ['div', 'div class="gallery"'],
  ])('in a %s: %s', async (name, start) => {
    const below = name === 'div' ? '<p>b</p>' : '<figcaption>b</figcaption>';
    const inner = figure('kept1.jpg', '<figcaption>a</figcaption>') + figure('kept2.jpg');
    expect(await read(`<${start}><div>${inner}</div>${below}</${name}>`)).toEqual([gallery]);
    expect(await read(`<${start}><ul><li>${inner}</ul>${below}</${name}>`)).toEqual([gallery]);
  });

  test('of one picture, or of pictures that lead elsewhere, are pictures', async () => {
    const one = '<div class="gallery"><img src="kept1.jpg"></div>';
    expect(await read(one)).toEqual([{ type: 'image', mediaId: 'kept1' }]);
    const linked = '<div class="gallery"><a href="/x"><img src="kept1.jpg"></a><img src="kept2.jpg"></div>';
    expect(await read(linked)).toMatchObject([
      { type: 'image', link: 'https://example.com/x' },
      { type: 'image' },
    ]);
  });
});

test('callouts, footnotes and links to videos', async () => {
  const html = `<aside class="block-callout block-callout-tip"><p><strong>a</strong></p><p>b</p><p>c</p></aside>
    <aside class="block-callout"><ul><li>d</li></ul></aside>
    <p>e<sup data-note="n&quot;1"></sup></p><p><b><sup data-note="2"></sup></b></p>
    <p><a href="https://vimeo.com/12">https://vimeo.com/12</a></p><p><a href="https://vimeo.com/12">A film</a></p>
    <section class="block-footnotes"><div data-note="n&quot;1"><p>f</p><p>g</p></div><div data-note="2"><pre>h</pre></div></section>`;
  expect(await read(html)).toEqual([
    { type: 'callout', tone: 'tip', title: 'a', text: 'b<br><br>c' },
    { type: 'list', items: [{ text: 'd' }] },
    paragraph('e<sup data-note="n&quot;1"></sup>'),
    paragraph('<b><sup data-note="2"></sup></b>'),
    { type: 'embed', url: 'https://vimeo.com/12' },
    paragraph('<a href="https://vimeo.com/12">A film</a>'),
    {
      type: 'footnotes',
      notes: [
        { id: 'n"1', text: 'f<br><br>g' },
        { id: '2', text: 'h' },
      ],
    },
  ]);
});

/** Every text of a block. */
function textsOf(each: Block): string {
  switch (each.type) {
    case 'list':
      return each.items
        .map((item) => `${item.text} ${item.list ? textsOf({ type: 'list', ...item.list }) : ''}`)
        .join(' ');
    case 'quote':
      return `${each.text} ${each.cite ?? ''}`;
    case 'image':
    case 'video':
      return each.caption ?? '';
    case 'html':
      return each.html;
    case 'table':
      return [each.caption, ...each.rows.flat()].join(' ');
    case 'gallery':
      return [...each.images.map(({ caption }) => caption), each.caption].join(' ');
    case 'callout':
      return `${each.title ?? ''} ${each.text}`;
    case 'embed':
      return each.caption ?? '';
    case 'footnotes':
      return each.notes.map(({ text }) => text).join(' ');
    case 'divider':
    case 'related':
      return '';
    default:
      return each.text;
  }
}

const names =
  'p div span b i a h1 h3 ul ol li blockquote pre code cite footer figure figcaption table tr td th section details dl dd center em label';

test('for any HTML, no word is lost and none is added', async () => {
  const name = fc.constantFrom(...names.split(' '));
  const tag = fc.tuple(name, fc.constantFrom('<', '</')).map(([each, start]) => `${start}${each}>`);
  const empty = fc.constantFrom(
    '<br>',
    '<hr>',
    '<img src="kept.jpg">',
    '<img src="x">',
    '\n\n',
    ' ',
    '<!-- c -->',
  );
  const pieces = fc.array(fc.oneof({ weight: 3, arbitrary: tag }, empty, fc.constant('word')), {
    maxLength: 60,
    size: 'max',
  });
  await fc.assert(
    fc.asyncProperty(pieces, fc.boolean(), async (list, keepsLines) => {
      const html = list.map((each, index) => (each === 'word' ? ` w${index}w ` : each)).join('');
      const blocks = await htmlBlocks(html, { media, summary, keepsLines, baseUrl: 'https://example.com/' });
      for (const each of blocks) block.parse(each);
      const found = blocks.flatMap((each) => plainText(textsOf(each)).match(/w\d+w/g) ?? []);
      expect(found.toSorted()).toEqual((html.match(/w\d+w/g) ?? []).toSorted());
    }),
    { numRuns: runs(400) },
  );
});

test('never fails, for any text', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.string({ unit: fc.constantFrom(...'<>/!-="\' &;#xap[]\n'), maxLength: 100, size: 'max' }),
      async (html) => {
        for (const each of await htmlBlocks(html, { media, summary })) block.parse(each);
      },
    ),
  );
});

test('excessive nesting is flattened without losing text', async () => {
  for (const name of ['div', 'b', 'ul><li', 'blockquote', 'figure', 'table><tr><td']) {
    const blocks = await htmlBlocks(`${`<${name}>`.repeat(50_000)}deep<script>no</script>`, {
      media,
      summary,
    });
    expect(blocks.map(textsOf).map(plainText).join('').trim()).toBe('deep');
  }
});

describe('white space that counts', () => {
  const code = (text: string) => [{ type: 'code', text }];

  test('of code blocks is kept, with lines in elements of their own', async () => {
    expect(await read('<pre>\n  a\n\n\tb  \n\n</pre>')).toEqual(code('  a\n\n\tb  \n'));
    expect(await read('<pre><code><div>a</div><div>  b</div></code></pre>')).toEqual(code('a\n  b'));
  });

  test('of verse is kept', async () => {
    const nbsp = '\u00a0';
    const verse = 'Roses\n   are <em>red</em> and\n  <b>blue</b>  too';
    const expected = [
      paragraph(
        `Roses<br>${nbsp.repeat(3)}are <em>red</em> and<br><b>${nbsp.repeat(2)}blue</b>${nbsp.repeat(2)}too`,
      ),
    ];
    expect(await read(`<pre class="wp-block-verse">${verse}</pre>`)).toEqual(expected);
    expect(await read(`<div style="white-space: pre-wrap">${verse}</div>`)).toEqual(expected);
  });

  test('of code in a line is kept', async () => {
    expect(await read('<p>Type <code>a  b</code> or <code>if x:<br>    y</code>.</p>')).toEqual([
      paragraph('Type <code>a  b</code> or <code>if x:<br>    y</code>.'),
    ]);
  });
});

test('the language and direction of paragraphs are kept', async () => {
  expect(
    await read(
      '<p dir="rtl">שלום</p><h2 lang="fr">Oui</h2><ul dir="rtl"><li>א</li><li lang="en">b</li></ul>',
    ),
  ).toEqual([
    paragraph('<span dir="rtl">שלום</span>'),
    { type: 'heading', level: 2, text: '<span lang="fr">Oui</span>' },
    {
      type: 'list',
      items: [
        { text: '<span dir="rtl">א</span>' },
        { text: '<span dir="rtl"><span lang="en">b</span></span>' },
      ],
    },
  ]);
});

test('a link that an import would refuse is left out, and its text stays', async () => {
  const html = '<p><a href="“https://x.example/a”">one</a> <a href="see: http://x">two</a></p>';
  expect(await read(html, { baseUrl: undefined })).toEqual([paragraph('one two')]);
});
