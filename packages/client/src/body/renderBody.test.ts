import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import type { Nodes } from 'hast';
import { fromHtml } from 'hast-util-from-html';
import { runs } from '../../../../tests/testing/runs.ts';
import { attacks } from '../../../html/testing/attacks.ts';
import { findUnsafe } from '../../../html/testing/findUnsafe.ts';
import { ownPicture } from '../../testing/samples.ts';
import type { Media } from '../contract/resources.ts';
import type { OutlineEntry } from '../outline.ts';
import { outline } from '../outline.ts';
import { urlFor } from '../urlFor.ts';
import { renderBody } from './renderBody.ts';

const render = (...blocks: readonly unknown[]) => renderBody({ blocks });

describe('each block has its element', () => {
  test.each([
    ['heading', { level: 2, text: 'A &amp; <em>b</em>' }, '<h2 id="a-b">A &amp; <em>b</em></h2>'],
    ['paragraph', { text: 'a <a href="/b">b</a><h2>c</h2>' }, '<p>a <a href="/b">b</a>c</p>'],
    ['list', { items: [{ text: '<b>a</b>' }, { text: 'b' }] }, '<ul><li><b>a</b></li><li>b</li></ul>'],
    [
      'list',
      { ordered: true, items: [{ text: 'a', list: { items: [{ text: 'b' }] } }] },
      '<ol><li>a<ul><li>b</li></ul></li></ol>',
    ],
    ['quote', { text: 'a<br><br />b' }, '<blockquote><p>a</p><p>b</p></blockquote>'],
    ['quote', { text: 'a', cite: 'b' }, '<blockquote><p>a</p><footer><cite>b</cite></footer></blockquote>'],
    [
      'code',
      { text: '<b>&amp;', language: 'c++' },
      '<pre><code class="language-c++">&lt;b>&amp;amp;</code></pre>',
    ],
    ['code', { text: '\r\nx', language: 'a b"' }, '<pre><code>\nx</code></pre>'],
    ['html', { html: '<div onclick=x>a</div>' }, '<div>a</div>'],
    [
      'image',
      { url: 'https://x.example/a.jpg', alt: 'a "b"', caption: '<i>c</i>', link: '/d', width: 4, height: 3 },
      '<figure><a href="/d"><img src="https://x.example/a.jpg" alt="a &quot;b&quot;" width="4" height="3" loading="lazy" decoding="async"></a><figcaption><i>c</i></figcaption></figure>',
    ],
    [
      'video',
      { url: 'https://x.example/a.m3u8?b', width: 16, height: 9, caption: 'c' },
      '<figure><video src="https://x.example/a.m3u8?b" width="16" height="9" controls playsinline preload="none"></video><figcaption>c</figcaption></figure>',
    ],
    ['divider', {}, '<hr>'],
    [
      'table',
      {
        rows: [
          ['<b>a</b>', ''],
          ['c<h2>d</h2>', 'e'],
        ],
        header: true,
        caption: 'Of <i>f</i>',
      },
      '<div class="block-table" role="group" tabindex="0" aria-label="Of f"><table><caption>Of <i>f</i></caption>' +
        '<thead><tr><th scope="col"><b>a</b></th><td></td></tr></thead><tbody><tr><td>cd</td><td>e</td></tr></tbody></table></div>',
    ],
    [
      'table',
      { rows: [['a'], [], ['b', 'c']] },
      '<div class="block-table" role="group" tabindex="0" aria-label="Table"><table><tbody><tr><td>a</td></tr><tr><td>b</td><td>c</td></tr></tbody></table></div>',
    ],
    [
      'gallery',
      {
        images: [{ url: 'https://x.example/a.jpg', caption: '<i>b</i>' }, {}],
        caption: 'c',
      },
      '<figure class="block-gallery"><figure><img src="https://x.example/a.jpg" alt="" loading="lazy" decoding="async"><figcaption><i>b</i></figcaption></figure><figcaption>c</figcaption></figure>',
    ],
    [
      'callout',
      { tone: 'warning', text: 'a<br><br><em>b</em>' },
      '<aside class="block-callout block-callout-warning" role="note" aria-label="Warning"><p><strong>Warning</strong></p><p>a</p><p><em>b</em></p></aside>',
    ],
    [
      'callout',
      { tone: 'tip', title: 'a <i>b</i>', text: 'c' },
      '<aside class="block-callout block-callout-tip" role="note" aria-label="Tip"><p><strong>a <i>b</i></strong></p><p>c</p></aside>',
    ],
    [
      'related',
      { title: 'More', items: [{ app: 'news', instanceId: 'i', contentId: 'c', title: 'A < b' }] },
      '<aside class="block-related" aria-label="More"><p><strong>More</strong></p><ul><li>A &lt; b</li></ul></aside>',
    ],
    [
      'embed',
      { url: 'https://news.example/a?b&c', title: 'A <b>', caption: 'c' },
      '<figure class="block-embed"><div><p><a href="https://news.example/a?b&amp;c">A &lt;b></a></p><p>news.example</p></div><figcaption>c</figcaption></figure>',
    ],
    [
      'embed',
      { url: 'https://youtu.be/dQw4w9WgXcQ?t=9', title: 'Film' },
      '<figure class="block-embed" data-frame="https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?start=9" data-provider="youtube" data-size="16x9" ' +
        'data-hint="This is shown by YouTube, which will then know that you are here." data-show="Show from YouTube" data-always="Always show content from YouTube" data-ask="Ask again before showing content from YouTube">' +
        '<div><p><a href="https://youtu.be/dQw4w9WgXcQ?t=9">Film</a></p><p>YouTube</p></div></figure>',
    ],
    [
      'video',
      { url: 'https://video.example/watch?v=1&t=2' },
      '<figure><a href="https://video.example/watch?v=1&amp;t=2">https://video.example/watch?v=1&amp;t=2</a></figure>',
    ],
  ])('%s', (type, members, expected) => {
    expect(render({ type, ...members })).toBe(expected);
  });

  test('nothing if there is nothing to show', () => {
    const parts = [
      { type: 'table', rows: [[], []] },
      { type: 'gallery', images: [{}] },
      { type: 'callout', tone: 'info', text: '' },
      { type: 'footnotes', notes: [] },
      { type: 'related', items: [] },
      ...['', 'javascript:1', 'youtu.be/dQw4w9WgXcQ'].map((url) => ({ type: 'embed', url })),
    ];
    const empty = [...parts, { type: 'image' }, { type: 'video' }, { type: 'paragraph', text: '' }];
    expect(render(...empty, { type: 'heading', level: 2, text: ' ' }, { type: 'x' }, null)).toBe('');
  });
});

test('a video of a video service is an embed', () => {
  const url = 'https://vimeo.com/76979871';
  const [film, embed] = ['video', 'embed'].map((type) => render({ type, url, caption: 'c' }));
  expect(film).toContain('data-provider="vimeo"');
  expect(film).toBe(embed);
});

describe('footnotes', () => {
  const note = (id: string) => `<sup data-note="${id}">9</sup>`;
  const ref = (number: number, count = 1) =>
    `<sup><a id="ref_${number}${count > 1 ? `_${count}` : ''}" href="#note_${number}" role="doc-noteref">${number}</a></sup>`;
  const back = (number: number) =>
    ` <a href="#ref_${number}" role="doc-backlink" aria-label="Back to the text">↩</a>`;

  test('are numbered by reference, wherever they stand, and lead back', () => {
    const html = render(
      {
        type: 'footnotes',
        notes: [
          { id: 'a', text: 'A' },
          { id: 'b&c', text: 'B<br>b' },
        ],
      },
      { type: 'paragraph', text: `x${note('b&amp;c')}` },
      { type: 'table', rows: [[`y${note('a')}`]] },
      { type: 'html', html: `<p>z${note('b&amp;c')}</p>` },
    );
    expect(html).toContain(`<p>x${ref(1)}</p>`);
    expect(html).toContain(`<td>y${ref(2)}</td>`);
    expect(html).toContain(`<p>z${ref(1, 2)}</p>`);
    expect(html).toStartWith(
      '<section class="block-footnotes" role="doc-endnotes" aria-label="Notes"><ol>' +
        `<li id="note_1">B<br>b${back(1)} <a href="#ref_1_2" role="doc-backlink" aria-label="Back to the text (2)">↩2</a></li>` +
        `<li id="note_2">A${back(2)}</li></ol></section>`,
    );
  });

  test('that nothing refers to come last; references to nothing, and links in links, are no links', () => {
    const html = render(
      { type: 'paragraph', text: `x${note('gone')}<a href="/a">y${note('b')}</a>` },
      {
        type: 'footnotes',
        notes: [
          { id: 'a', text: 'A' },
          { id: 'b', text: 'B' },
          { id: 'b', text: 'C' },
        ],
      },
      { type: 'footnotes', notes: [{ id: 'c', text: `D${note('a')}` }] },
    );
    expect(html?.split('\n')).toEqual([
      '<p>x<a href="/a">y<sup>1</sup></a></p>',
      '<section class="block-footnotes" role="doc-endnotes" aria-label="Notes"><ol><li id="note_1">B</li><li id="note_2">A</li></ol></section>',
      `<section class="block-footnotes" role="doc-endnotes" aria-label="Notes"><ol><li id="note_3" value="3">D${ref(2)}</li></ol></section>`,
    ]);
  });

  test('have anchors of their own on a page with several bodies', () => {
    const blocks = [
      { type: 'paragraph', text: note('a') },
      { type: 'footnotes', notes: [{ id: 'a', text: 'A' }] },
    ];
    expect(renderBody({ blocks }, { headings: { idPrefix: 'p-' } })).toContain(
      '<a id="p-ref_1" href="#p-note_1"',
    );
  });
});

test('a body of another shape is left to the caller', () => {
  expect(renderBody({ html: '<p>x</p>' })).toBeUndefined();
  expect(renderBody(undefined)).toBeUndefined();
});

describe('options', () => {
  const picture = { type: 'image', mediaId: 'm', url: 'https://x.example/else.jpg', width: 4, height: 3 };

  test('pictures and films come from where the page says', () => {
    const html = renderBody(
      { blocks: [picture, { type: 'video', mediaId: 'f' }] },
      {
        picture: ({ mediaId }) => ({
          src: `/${mediaId}`,
          srcset: '/a,b 1x, https://x.example/2 2x',
          sizes: '50vw',
          width: 8,
        }),
        video: ({ mediaId }) => ({ src: `/${mediaId}.m3u8`, poster: '/p.jpg' }),
      },
    );
    expect(html).toBe(
      '<figure><img src="/m" srcset="/a,b 1x, https://x.example/2 2x" sizes="50vw" alt="" width="8" height="3" loading="lazy" decoding="async"></figure>\n' +
        '<figure><video src="/f.m3u8" poster="/p.jpg" data-media-id="f" controls playsinline preload="none"></video></figure>',
    );
  });

  test('if they return nothing, the URL of the block is used', () => {
    expect(renderBody({ blocks: [picture] }, { picture: () => undefined })).toContain(
      'src="https://x.example/else.jpg"',
    );
  });

  test('media bring their pictures in several widths, and their films', () => {
    const film: Media = { ...ownPicture, mediaId: 'f', type: 'video', accessUrl: 'https://x.example/f.m3u8' };
    const elsewhere: Media = { ...ownPicture, mediaId: 'e', accessUrl: 'https://x.example/e.jpg' };
    const media = new Map(
      [{ ...ownPicture, mediaId: 'm' }, film, elsewhere].map((each) => [each.mediaId, each]),
    );
    const blocks = [
      { type: 'image', mediaId: 'm', alt: 'A' },
      { type: 'gallery', images: [{ mediaId: 'e' }] },
      { type: 'video', mediaId: 'f' },
    ];
    const missing: string[] = [];
    const html =
      renderBody({ blocks }, { media, sizes: '40rem', onMissing: ({ type }) => missing.push(type) }) ?? '';
    expect(html).toContain(
      `<img src="${urlFor(ownPicture).width(1920).url}" srcset="${urlFor(ownPicture).width(1920).srcset}" sizes="40rem" alt="A"`,
    );
    expect(html).toContain('<img src="https://x.example/e.jpg" alt=""');
    expect(html).toContain(`<video src="https://x.example/f.m3u8" poster="${ownPicture.thumbnailAccessUrl}"`);
    expect(missing).toEqual([]);
  });

  test('pictures and films have their size, so that the page does not jump, and no more widths than pixels', () => {
    const small: Media = { ...ownPicture, mediaId: 's', width: 240, height: 100 };
    const film: Media = { ...small, mediaId: 'f', type: 'video', accessUrl: 'https://x.example/f.m3u8' };
    const { width: _, height: __, ...unmeasured }: Media = { ...small, mediaId: 'u' };
    const media = new Map([small, film, unmeasured].map((each) => [each.mediaId, each]));
    const shown = (block: object) => renderBody({ blocks: [block] }, { media }) ?? '';
    const picture = shown({ type: 'image', mediaId: 's' });
    expect(picture).toContain('/sized/320/');
    expect(picture).toContain(' 240w" sizes="100vw" alt="" width="240" height="100"');
    // How a text shows it counts.
    expect(shown({ type: 'image', mediaId: 's', width: 120 })).toContain(' width="120" height="50"');
    expect(shown({ type: 'image', mediaId: 's', width: 4, height: 3 })).toContain(' width="4" height="3"');
    expect(shown({ type: 'video', mediaId: 'f' })).toContain(' width="240" height="100"');
    expect(shown({ type: 'video', mediaId: 'f', width: 4, height: 3 })).toContain(' width="4" height="3"');
    expect(shown({ type: 'image', mediaId: 'u' })).toMatch(
      /<img src="[^"]*\/sized\/1920\/[^"]*" alt="" loading/,
    );
  });

  test('a picture or video that is not there is told, with a text in its place', () => {
    const blocks = [
      { type: 'image', mediaId: 'gone', alt: 'A <cat>', caption: 'At <b>home</b>' },
      { type: 'gallery', images: [{ mediaId: 'gone too' }, {}] },
      { type: 'video', mediaId: 'lost' },
    ];
    const missing: unknown[] = [];
    const html = renderBody(
      { blocks },
      { media: new Map(), onMissing: ({ mediaId }) => missing.push(mediaId) },
    );
    expect(html).toBe(
      '<figure class="block-missing"><p>A &lt;cat></p><figcaption>At <b>home</b></figcaption></figure>\n' +
        '<figure class="block-gallery"><figure class="block-missing"><p>This picture is not available.</p></figure></figure>\n' +
        '<figure class="block-missing"><p>This video is not available.</p></figure>',
    );
    expect(missing).toEqual(['gone', 'gone too', 'lost']);
  });

  test('their results are checked too', () => {
    const html = renderBody(
      { blocks: [picture, picture] },
      { picture: () => ({ src: 'javascript:1', srcset: '/a 1x, javascript:2 2x, \u0001data:x 3x' }) },
    );
    expect(findUnsafe(html ?? '')).toEqual([]);
    expect(html).toContain('<img srcset="/a 1x" alt');
  });

  test('the words are those of the page', () => {
    const blocks = [
      { type: 'callout', tone: 'tip', text: 'a' },
      { type: 'embed', url: 'https://x.com/jack/status/20' },
    ];
    const words = { tip: 'ヒント', embedShow: (name: string) => `${name} を表示` };
    const html = renderBody({ blocks }, { words });
    expect(html).toContain('aria-label="ヒント"><p><strong>ヒント</strong>');
    expect(html).toContain('data-show="X を表示" data-always="Always show content from X"');
  });

  test('related items link where the page says', () => {
    const item = { app: 'news', instanceId: 'press', contentId: 'n1', title: 'One' };
    const blocks = [
      { type: 'related', items: [item, { ...item, contentId: 'n2' }, { ...item, contentId: 'n3' }] },
    ];
    const urls: Record<string, string> = { n1: '/press/n1', n2: 'javascript:1' };
    expect(renderBody({ blocks }, { itemUrl: ({ contentId }) => urls[contentId] })).toBe(
      '<aside class="block-related" aria-label="Related"><ul><li><a href="/press/n1">One</a></li><li><a>One</a></li><li>One</li></ul></aside>',
    );
  });

  test('headings are moved down, at most to the sixth level, and their IDs get a prefix', () => {
    const blocks = [
      { type: 'heading', level: 1, text: 'a' },
      { type: 'html', html: '<h2>b</h2><h6>c</h6>' },
    ];
    expect(renderBody({ blocks }, { headings: { shift: 1, idPrefix: 'x-' } })).toBe(
      '<h2 id="x-a">a</h2>\n<h3 id="x-b">b</h3><h6 id="x-c">c</h6>',
    );
  });

  test('frames of allowed hosts are shown in a sandbox; others become links', () => {
    const frame = (src: string) =>
      `<iframe src="${src}" title="t" width="16" onload="x" srcdoc="y"></iframe>`;
    const sources = [
      'https://v.example/1',
      'http://v.example/1',
      'https://v.example.evil.example/',
      'javascript:1',
    ];
    const blocks = sources.map((src) => ({ type: 'html', html: frame(src) }));
    expect(renderBody({ blocks }, { embeds: ['v.example'] })?.split('\n')).toEqual([
      '<iframe src="https://v.example/1" title="t" width="16" loading="lazy" allowfullscreen referrerpolicy="strict-origin-when-cross-origin" sandbox="allow-scripts allow-same-origin allow-popups allow-presentation"></iframe>',
      '<a href="http://v.example/1">t</a>',
      '<a href="https://v.example.evil.example/">t</a>',
      '<span>t</span>',
    ]);
  });
});

test.each([
  ['<h2 id="a&amp;lt; b">x</h2>', '<h2 id="a&amp;lt;-b">x</h2>', 'a&lt;-b'],
  [
    '<a href="/y"><h2>x<a href="/z">y</a>z</h2>',
    '<a href="/y"></a><h2 id="xyz"><a href="/y">x</a><a href="/z">y</a>z</h2>',
    'xyz',
  ],
  ['<b><h2>x</b>y</h2>', '<b><h2 id="xy">xy</h2></b>', 'xy'],
  ['<h2>x<ul><li>y</ul></h2>', '<h2 id="x-y">x  y </h2>', 'x-y'],
])('a heading is what the outline takes for it: %s', (html, expected, id) => {
  const blocks = [{ type: 'html', html }];
  expect(renderBody({ blocks })).toBe(expected);
  expect(outline({ blocks })).toMatchObject([{ id }]);
});

test('a heading is shown at any depth, since the outline names it', () => {
  const blocks = [{ type: 'html', html: `${'<div>'.repeat(99)}<h2><b>a</b> <i>b</i></h2>` }];
  expect(renderBody({ blocks })).toContain('<div><h2 id="a-b">a b</h2></div>');
  expect(outline({ blocks })).toHaveLength(1);
});

test.each(attacks)('nothing unsafe is left of %j in any member of any block', (attack) => {
  const html = render(
    { type: 'heading', level: 2, text: attack, id: attack },
    { type: 'paragraph', text: attack },
    { type: 'list', items: [{ text: attack, list: { items: [{ text: attack }] } }] },
    { type: 'image', url: attack, alt: attack, caption: attack, link: attack },
    { type: 'video', url: `${attack}.mp4`, caption: attack, mediaId: attack },
    { type: 'video', url: attack },
    { type: 'quote', text: attack, cite: attack },
    { type: 'code', text: attack, language: attack },
    { type: 'html', html: attack },
    { type: 'table', rows: [[attack], [attack]], header: true, caption: attack },
    { type: 'gallery', images: [{ url: attack, alt: attack, caption: attack }], caption: attack },
    { type: 'callout', tone: 'danger', title: attack, text: attack },
    { type: 'embed', url: attack, title: attack, caption: attack },
    { type: 'embed', url: `https://youtu.be/dQw4w9WgXcQ?t=${attack}`, title: attack, caption: attack },
    { type: 'footnotes', notes: [{ id: attack, text: attack }] },
    {
      type: 'related',
      title: attack,
      items: [{ app: 'news', instanceId: 'i', contentId: 'c', title: attack }],
    },
  );
  expect(findUnsafe(html ?? '')).toEqual([]);
});

/** Every element with an ID, with the text that it shows. */
function anchors(node: Nodes): readonly (readonly [unknown, string])[] {
  if (!('children' in node)) return [];
  const own =
    node.type === 'element' && 'id' in node.properties ? [[node.properties['id'], shown(node)] as const] : [];
  return [...own, ...node.children.flatMap(anchors)];
}

function shown(node: Nodes): string {
  if (node.type === 'text') return node.value;
  return 'children' in node ? node.children.map(shown).join('') : '';
}

function flat(entries: readonly OutlineEntry[]): readonly OutlineEntry[] {
  return entries.flatMap((entry) => [entry, ...flat(entry.children)]);
}

const tags =
  'h1 h2 h2 h3 h6 /h2 /h2 /h3 p /p div /div ul li /ul table tr td /td /table caption b /b a /a br svg /svg script';
const more =
  '/script textarea template select option !-- style title iframe details summary figure pre ruby rt form button';
const markup = fc.constantFrom(...`${tags} ${more}`.split(' ')).map((name) => `<${name}>`);
const html = fc
  .array(
    fc.oneof(
      markup,
      markup,
      fc.constantFrom('a', 'B c', '見', '&amp;', '-->', ' id="', "'", '>', '<h2 id=a>', '<h2 x="'),
    ),
    {
      maxLength: 30,
    },
  )
  .map((parts) => parts.join(''));

test('the outline names what is rendered: the same IDs, with the same words', () => {
  const blocks = fc.array(
    fc.oneof(
      fc.record({ type: fc.constant('html'), html }),
      fc.record({ type: fc.constant('heading'), level: fc.integer({ min: 0, max: 7 }), text: html }),
    ),
    { maxLength: 4 },
  );
  fc.assert(
    fc.property(blocks, (list) => {
      const body = { blocks: list };
      const found = anchors(fromHtml(renderBody(body) ?? '', { fragment: true }));
      const named = flat(outline(body)).map(({ id, text }) => [id, text] as const);
      // Where words are parted is a matter of taste.
      const lines = (pairs: typeof found) => pairs.map(([id, text]) => `${id} ${text.replace(/\s+/g, '')}`);
      // A heading in the wrong place of a table is moved before it, so the order may differ.
      expect(lines(named).toSorted()).toEqual(lines(found).toSorted());
    }),
    { numRuns: runs(2000) },
  );
});
