import { expect, test } from 'bun:test';
import { decodeReference, escapeAttribute, escapeHtml, escapeText } from './escape.ts';

test('each escapes what its place requires', () => {
  const text = `<a href="x">'&amp;'</a>`;
  expect(escapeHtml(text)).toBe('&lt;a href=&quot;x&quot;&gt;&#39;&amp;amp;&#39;&lt;/a&gt;');
  expect(escapeText(text)).toBe(`&lt;a href="x"&gt;'&amp;amp;'&lt;/a&gt;`);
  expect(escapeAttribute(text)).toBe(`&lt;a href=&quot;x&quot;>'&amp;amp;'&lt;/a>`);
});

test.each([
  ['&amp;', '&'],
  ['&nbsp;', '\u00a0'],
  ['&hellip;', '…'],
  ['&#12354;', 'あ'],
  ['&#x1F388;', '🎈'],
  ['&#X41;', 'A'],
  ['&eacute;', undefined],
  ['&constructor;', undefined],
  ['&#0;', undefined],
  ['&#xd800;', undefined],
  ['&#x110000;', undefined],
  ['&#;', undefined],
  ['&#1e3;', undefined],
])('%s is decoded as %j', (reference, text) => {
  expect(decodeReference(reference)).toBe(text);
});
