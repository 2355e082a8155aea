import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { Parser } from 'htmlparser2';
import { html, join, prose } from './html.ts';

describe('html', () => {
  test('escapes text, keeps markup and joins lists', () => {
    const list = [html`<i>a</i>`, '<b>', 1, undefined];
    expect(html`<p title="${'"\'&'}">${list}</p>`.html).toBe(
      '<p title="&quot;&#39;&amp;"><i>a</i>&lt;b&gt;1</p>',
    );
  });

  test('any text comes out as the same text and nothing else', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('<', '>', '"', "'", '&', '=', 'a', ' ', '/', '😀') }),
        (text) => {
          const seen: { tags: string[]; text: string; title: string } = { tags: [], text: '', title: '' };
          const parser = new Parser({
            onopentag: (name, attributes) => {
              seen.tags.push(name);
              seen.title += attributes['title'] ?? '';
            },
            ontext: (piece) => {
              seen.text += piece;
            },
          });
          parser.end(html`<p title="${text}">${text}</p>`.html);
          expect(seen).toEqual({ tags: ['p'], text, title: text });
        },
      ),
    );
  });
});

test('prose: back quotes mark code', () => {
  expect(prose('the `size` of <b>').html).toBe('the <code>size</code> of &lt;b&gt;');
  expect(prose('').html).toBe('');
});

test('join: a separator between values', () => {
  expect(join([html`<i>a</i>`, '<', 'c'], ', ').html).toBe('<i>a</i>, &lt;, c');
  expect(join([], ', ').html).toBe('');
});
