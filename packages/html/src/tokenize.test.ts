import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { Tokenizer } from 'htmlparser2';
import { runs } from '../../../tests/testing/runs.ts';
import { attributesOf, tokenize } from './tokenize.ts';

/** Tokens as text: `<name a=b>`, `</name>`, `<name/>`, `!comment`, `?unfinished`, `=raw` or the text itself. */
function show(html: string): string[] {
  return [...tokenize(html)].map((token) => {
    const source = html.slice(token.start, token.end);
    if (token.type === 'comment') return `!${source}`;
    if (token.type === 'unfinished') return `?${source}`;
    if (token.type === 'text') return token.isRaw ? `=${source}` : source;
    if (token.isEnd) return `</${token.name}>`;
    const attributes = [...attributesOf(html, token)].map(([name, value]) => ` ${name}=${value}`);
    return `<${token.name}${attributes.join('')}${token.isSelfClosing ? '/' : ''}>`;
  });
}

test.each([
  ['a<b>c</B >d', ['a', '<b>', 'c', '</b>', 'd']],
  [`<A HREF="x>y" b='"' c=d/e f g= h="1" h="2">`, ['<a href=x>y b=" c=d/e f= g=h="1" h=2>']],
  ['<br/><a/b /><p / >', ['<br/>', '<a b=/>', '<p/>']],
  ['1 < 2 <3 <', ['1 ', '< 2 ', '<3 ', '<']],
  ['<!-- <b> --!>x<!--><!--->y<!-- z', ['!<!-- <b> --!>', 'x', '!<!-->', '!<!--->', 'y', '!<!-- z']],
  ['<!doctype html><?php ?></ x></>', ['!<!doctype html>', '!<?php ?>', '!</ x>', '!</>']],
  ['<![CDATA[a>b]]>c', ['!<![CDATA[a>b]]>', 'c']],
  ['<script>a<b</scripts></SCRIPT x>c', ['<script>', '=a<b</scripts>', '</script>', 'c']],
  ['<title></title><plaintext></plaintext>', ['<title>', '</title>', '<plaintext>', '=</plaintext>']],
  ['a<b c', ['a', '?<b c']],
  ['<a b="c>d', ['?<a b="c>d']],
  ['</b', ['?</b']],
  ['x</b ', ['x', '</b>']],
  ['&amp;</', ['&amp;', '</']],
])('%j', (html, expected) => {
  expect(show(html)).toEqual(expected);
});

test('the caller may choose what is raw text', () => {
  const html = '<svg><b></svg>';
  const tokens = [...tokenize(html, ({ name }) => name === 'svg')];
  expect(tokens.map(({ start, end }) => html.slice(start, end))).toEqual(['<svg>', '<b>', '</svg>']);
  expect(tokens[1]).toMatchObject({ type: 'text', isRaw: true, hasReferences: false });
});

const pieces = fc.constantFrom(
  ...'< > </ /> = " \' a b p </p> <p> <br/> <b </b <!-- --> --!> - <! <? <![CDATA[ ]]> <script> </script> <script/>'.split(
    ' ',
  ),
  ...'<style> </style <title> </title> <xmp> </xmp> <plaintext> <svg> href= href=" x=\' <!doctype 東 &amp;'.split(
    ' ',
  ),
  ...[' ', '\n', '\f', '\v', '\u00a0', '\0'],
);
const markup = fc.array(pieces, { maxLength: 15 }).map((parts) => parts.join(''));

test('tokens cover the whole text', () => {
  fc.assert(
    fc.property(fc.oneof(markup, fc.string({ unit: 'binary' })), (html) => {
      const tokens = [...tokenize(html)];
      expect(tokens.map(({ start, end }) => html.slice(start, end)).join('')).toBe(html);
      expect(tokens.every(({ start, end }) => end > start)).toBe(true);
    }),
    { numRuns: runs(2000) },
  );
});

/** Names and attributes of all tags, as another tokenizer finds them. */
function tagsByHtmlparser2(html: string): string[] {
  const tags: string[] = [];
  let [tag, name, value] = ['', '', ''];
  let attributes = new Map<string, string>();
  const open = () => tags.push(`<${tag}${[...attributes].map(([key, text]) => ` ${key}=${text}`).join('')}>`);
  const nothing = () => {};
  const tokenizer = new Tokenizer(
    { decodeEntities: false },
    {
      onopentagname: (start, end) => {
        tag = html.slice(start, end).toLowerCase();
        attributes = new Map();
      },
      onattribname: (start, end) => {
        [name, value] = [html.slice(start, end).toLowerCase(), ''];
      },
      onattribdata: (start, end) => {
        value += html.slice(start, end);
      },
      onattribend: () => {
        if (!attributes.has(name)) attributes.set(name, value);
      },
      onopentagend: open,
      onselfclosingtag: open,
      onclosetag: (start, end) => tags.push(`</${html.slice(start, end).toLowerCase()}>`),
      ...{ ontext: nothing, ontextentity: nothing, onattribentity: nothing, oncdata: nothing },
      ...{ oncomment: nothing, ondeclaration: nothing, onprocessinginstruction: nothing, onend: nothing },
    },
  );
  tokenizer.write(html);
  tokenizer.end();
  return tags;
}

test('finds the same tags as htmlparser2', () => {
  fc.assert(
    fc.property(markup, (html) => {
      const tags = show(html).flatMap((each) => (/^<\/?[a-z]/.test(each) ? each.replace(/\/>$/, '>') : []));
      // `show` marks a self-closing tag with a slash, which a value may also end with.
      const expected = tagsByHtmlparser2(html).map((each) => each.replace(/\/>$/, '>'));
      expect(tags.filter((each) => each !== '<b')).toEqual(expected);
    }),
    { numRuns: runs(5000) },
  );
});

test.each(['<a ', '<a b="', '<a b=\'"', '<!--', '<', '</', '<script>', '<a b', '<![CDATA[', ' ='])(
  'takes time linear in the length: %j again and again',
  (piece) => {
    expect([...tokenize(piece.repeat(200_000))].length).toBeGreaterThan(0);
    expect([...tokenize(`<a ${piece.repeat(200_000)}`)].length).toBeGreaterThan(0);
  },
);
