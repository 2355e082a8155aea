import { expect, test } from 'bun:test';
import { stripMarkup } from './searchableText.ts';

const CASES = [
  ['plain text', 'plain text'],
  ['a < b && c', 'a < b && c'],
  ['AT&T, 1 <2', 'AT&T, 1 <2'],
  ['東<b>京</b>', '東京'],
  ['<p class="x>y">one</p><p>two</p>', '\none\n\ntwo\n'],
  ['one<br>two<BR/>three', 'one\ntwo\nthree'],
  ['<table><tr><td>1</td><td>2</td></tr></table>', '\n\n\n1\n\n2\n\n\n'],
  ['x<!-- <b>gone</b> -->y', 'xy'],
  ['x<script>if (a < b) "</p>"</script>y<STYLE>p { }</STYLE>z', 'xyz'],
  ['<script>never closed', ''],
  ['<script/>hidden</script>seen', 'seen'],
  ['&lt;b&gt; &amp;amp; &#x6771;&#20140; &nbsp;&hellip;', '<b> &amp; 東京 \u00A0…'],
  ['<!doctype html><?php x ?><![CDATA[y]]>z', 'z'],
  ['if a <b then c', 'if a <b then c'],
  ['</i><b and no more', '<b and no more'],
  ['a<s', 'a<s'],
  ['end</p ', 'end\n'],
  ['<ruby>東京<rt>とうきょう</rt></ruby>タワー', '東京タワー\n\nとうきょう\n\n'],
  [
    '<ruby>東<rp>(</rp><rt>とう</rt><rp>)</rp>京<rp>(<rt>きょう<rp>)</ruby>へ',
    '東京へ\n\nとうきょう\n\n\n(\n\n)\n\n(\n)',
  ],
  ['<ruby><rb>北<rb>京<rt>Bĕi<rt>jīng<rtc>Peking</ruby>で', '北京Pekingで\n\nBĕijīng\n\n\n'],
  ['<ruby>a<rt>b</ruby><ruby>c<rt>d<br>e</ruby>f', 'acf\n\nb\n\nd\ne\n\n'],
  ['<pre>a &lt;b&gt; <code>c</code></pre>', '\na <b> c\n'],
  ['<a href="&quot;>x', '<a href="&quot;>x'],
] as const;

test.each(CASES)('%j becomes %j', (markup, text) => {
  expect(stripMarkup(markup)).toBe(text);
});

test('a text without mark-up is returned as it is', () => {
  const text = 'ニュース "quotes" > and so on';
  expect(stripMarkup(text)).toBe(text);
});

test('deep and unbalanced mark-up is no trouble', () => {
  const depth = 200_000;
  expect(stripMarkup(`${'<a>'.repeat(depth)}x${'</b>'.repeat(depth)}`)).toBe('x');
});
