import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { runs } from '../../../../tests/testing/runs.ts';
import { attacks } from '../../testing/attacks.ts';
import { findUnsafe } from '../../testing/findUnsafe.ts';
import { sanitizeHtml } from './sanitizeHtml.ts';

describe('harmless HTML stays', () => {
  test.each([
    'A <a href="https://x.example/?a=1&amp;b=2" title="t">link</a>, <em>a</em> <strong>b</strong> <code>c</code> <mark>d</mark>',
    '<p lang="ja">京都<ruby>焙煎<rp>(</rp><rt>ばいせん</rt><rp>)</rp></ruby></p>',
    '<ul><li>one<ol start="3" reversed><li value="7">two</li></ol></li></ul>',
    '<dl><dt>a</dt><dd>b</dd></dl><hr><blockquote cite="https://x.example/"><p>q</p></blockquote>',
    '<table><caption>c</caption><thead><tr><th scope="col">a</th></tr></thead><tbody><tr><td colspan="2">b</td></tr></tbody></table>',
    '<details open><summary>s</summary>d</details><pre><code class="language-js">a &lt; b\n</code></pre>',
    '<figure><img src="/a.jpg" alt="x" width="4" height="3" loading="lazy" decoding="async"><figcaption>f</figcaption></figure>',
    '<video src="https://x.example/a.mp4" controls playsinline preload="none"></video>',
    '<p>a<sup data-note="n-1"></sup></p>',
    '<time datetime="2026-01-01">today</time> <abbr title="Hyper">H</abbr> <a href="mailto:a@x.example">m</a> <a href="#top">t</a>',
  ])('%s', (html) => {
    expect(sanitizeHtml(html)).toBe(html);
  });
});

describe('careless HTML is repaired', () => {
  test.each([
    ['<p>one<p>two<ul><li>a<li>b</ul>', '<p>one</p><p>two</p><ul><li>a</li><li>b</li></ul>'],
    [
      '<table><tr><td>a<td>b<tr><td>c</table>',
      '<table><tbody><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></tbody></table>',
    ],
    ['<col>Nothing is <td>lost</td> <p>here</p>', ' Nothing is  lost  <p>here</p>'],
    [
      '<table><colgroup><col span="2"></colgroup></table>',
      '<table><colgroup><col span="2"></colgroup></table>',
    ],
    ['<b>a<i>b</b>c</i>', '<b>a<i>b</i></b>c'],
    ['<A HREF=" HTTPS://x.example/ ">x</A>', '<a href="https://x.example/">x</a>'],
    [`<i title='say "x" &amp; go'>x</i>`, '<i title="say &quot;x&quot; &amp; go">x</i>'],
    ['a < b && c > d', 'a &lt; b &amp;&amp; c > d'],
    ['<nav><center>x</center></nav>', 'x'],
    ['a<!-- b -->c<script>d</script>e', 'ace'],
    [
      '<a href="/x" target="_blank" rel="nofollow me">x</a>',
      '<a href="/x" target="_blank" rel="nofollow noopener noreferrer">x</a>',
    ],
    ['<a href="/x" target="_self">x</a>', '<a href="/x">x</a>'],
    [
      '<iframe src="https://video.example/1" title="A film"></iframe>',
      '<a href="https://video.example/1">A film</a>',
    ],
    [
      '<a href="/x"><b><iframe src="https://video.example/1"></iframe></b></a>',
      '<a href="/x"><b><span>https://video.example/1</span></b></a>',
    ],
    ['<h2 id="x" name="y">a</h2>', '<h2>a</h2>'],
    [
      '<picture><source srcset="a.avif"><img src="a.jpg" srcset="b.jpg 2x"></picture>',
      '<img src="a.jpg" alt="" loading="lazy" decoding="async">',
    ],
    [
      '<figure data-frame="https://www.youtube-nocookie.com/embed/x" id="note_1">a</figure>',
      '<figure>a</figure>',
    ],
    ['<li id="note_1" role="note" aria-label="x">a</li>', '<li>a</li>'],
    ['<pre>\n\na\r\nb&#13;</pre>', '<pre>a\nb\n</pre>'],
  ])('%s', (html, expected) => {
    expect(sanitizeHtml(html)).toBe(expected);
  });
});

test.each(attacks)('nothing unsafe is left of %j', (attack) => {
  const html = sanitizeHtml(attack);
  expect(findUnsafe(html)).toEqual([]);
  expect(sanitizeHtml(html)).toBe(html);
});

/** Pieces of mark-up that mean something to parsers, thrown together. */
const names =
  'a b p h2 h3 div ul li dd table tr td th tbody caption colgroup select option svg math style script title template ' +
  'iframe form pre code ruby rt details summary noscript textarea button object img br video source x';
const tag = fc
  .tuple(
    fc.constantFrom('<', '</'),
    fc.constantFrom(...names.split(' ')),
    fc.constantFrom('>', '/>', ' ', ''),
  )
  .map((parts) => parts.join(''));
const attribute = fc
  .tuple(
    fc.constantFrom(
      'href',
      'src',
      'onerror',
      'style',
      'id',
      'srcset',
      'title',
      'target',
      'class',
      'x:y',
      '=',
    ),
    fc.constantFrom('=', '="', "='", ' = '),
    fc.constantFrom(
      'javascript:1',
      'java&#10;script:1',
      'data:x',
      'https://x.example/',
      '_blank',
      '<b>',
      '&quot;',
      '/:',
      '//x',
    ),
    fc.constantFrom('"', "'", ' ', '>', ''),
  )
  .map((parts) => parts.join(''));
const bits = fc.constantFrom(
  '<!--',
  '-->',
  '--!>',
  '<![CDATA[',
  ']]>',
  '&lt;',
  '&#13;',
  '&#0;',
  '\0',
  '\r\n',
  '\n',
  '"',
  '>',
  '<',
);
const piece = fc.oneof(tag, tag, attribute, bits, fc.constantFrom(...attacks), fc.string({ unit: 'binary' }));
const hostile = fc.array(piece, { maxLength: 20 }).map((pieces) => pieces.join(''));

test('whatever goes in, only what is allowed comes out, and once is enough', () => {
  fc.assert(
    fc.property(hostile, (input) => {
      const html = sanitizeHtml(input);
      expect(findUnsafe(html)).toEqual([]);
      expect(sanitizeHtml(html)).toBe(html);
    }),
    { numRuns: runs(600) },
  );
});

/** All would overflow the stack, or take hours, if depth or work were not bounded. */
test.each([
  ['<div>', 100_000],
  ['<b>x', 100_000],
  ['<svg>', 100_000],
  ['<a ', 100_000],
  ['<a b="', 100_000],
  ['<!--', 100_000],
  ['<', 100_000],
  ['&', 100_000],
  ['</b></p>', 100_000],
  ['<p><b title=x>y', 5_000],
  ['<li><i>x', 5_000],
  ['<table><tr><td>x', 5_000],
  ['<h2>x', 5_000],
])('hostile depth and length: %s, %d times', (part, times) => {
  const html = sanitizeHtml(part.repeat(times));
  expect(findUnsafe(html)).toEqual([]);
});
