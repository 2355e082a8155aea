import { expect, test } from 'bun:test';
import fc from 'fast-check';
import {
  isMdx,
  outsideCode,
  plainMdx,
  plainNotes,
  withCallouts,
  withFootnotes,
  withHeadingId,
} from './dialects.ts';

test.each([
  ["import A from 'a';\nimport {\n  B,\n} from 'b';\n\nText", '\nText'],
  ['Text\n\nexport const a = 1;\n\nMore', 'Text\n\n\nMore'],
  ['An {/* unseen */}end {/* never ended', 'An end {/* never ended'],
  ['import hero from \'./h.png\';\n\n<Image src={hero} alt="H" />', '\n<img src="./h.png" alt="H" />'],
  ["<img src={require('./h.png').default} />", '<img src="./h.png" />'],
  ['<img src={unknown} />', '<img src={unknown} />'],
  ["```js\nimport a from 'a';\n{/* kept */}\n```", "```js\nimport a from 'a';\n{/* kept */}\n```"],
  ['Important: export it', 'Important: export it'],
])('MDX: %s', (written, meant) => {
  expect(plainMdx(written)).toBe(meant);
});

test.each([
  ['a.mdx', 'Text', true],
  ['a.md', "import A from '@site/a';\n\nText", true],
  ['a.md', "```js\nimport A from 'a';\n```", false],
  ['a.md', 'import taxes rise', false],
])('whether %s with %s is MDX', (path, body, expected) => {
  expect(isMdx(path, body)).toBe(expected);
});

test.each([
  ['![[a b.png]]', '![](<a b.png>)', []],
  ['![[a.png|300x200]] ![[a.png|A cat]]', '![](<a.png>) ![A cat](<a.png>)', []],
  ['[[Note]] [[Note#Part|words]] ![[Other]]', 'Note words Other', ['Note', 'Note#Part', 'Other']],
  ['a %% unseen\nat all %% b, 100%% sure%%', 'a  b, 100%% sure%%', []],
  ['[[1]](https://example.com) [[x]][y] `[[code]]`', '[[1]](https://example.com) [[x]][y] `[[code]]`', []],
  ['```sh\nif [[ -f x ]]; then\n```', '```sh\nif [[ -f x ]]; then\n```', []],
])('Obsidian: %s', (written, text, links) => {
  expect(plainNotes(written)).toEqual({ text, links });
});

test.each([
  [':::note\n\nText\n\n:::', '\n<aside class="block-callout block-callout-info">\n\n\nText\n\n\n</aside>\n'],
  [
    '::: tip Read this {.x}\nText\n:::',
    '\n<aside class="block-callout block-callout-tip">\n\n**Read this**\n\nText\n\n</aside>\n',
  ],
  [
    ':::warning[Take care]\nText\n:::',
    '\n<aside class="block-callout block-callout-warning">\n\n**Take care**\n\nText\n\n</aside>\n',
  ],
  [':::details More\nText\n:::', '\n**More**\n\nText\n'],
  [':::tip\nnever ended', '\nnever ended'],
  ['> [!NOTE] Title\n> Text', '> [!NOTE] Title\n> \n> Text'],

  ['```\n:::note\n:::\n```', '```\n:::note\n:::\n```'],
  ['a ::: b', 'a ::: b'],
])('containers: %s', (written, meant) => {
  expect(withCallouts(written)).toBe(meant);
});

const heading = (text: string) => ({ type: 'heading', level: 2, text }) as const;

test.each([
  ['A <em>b</em> {#a-b .wide}', { text: 'A <em>b</em>', id: 'a-b' }],
  ['A {#a} b', { text: 'A {#a} b' }],
  ['A {#a b', { text: 'A {#a b' }],
  ['{#a}', { text: '{#a}' }],
])('anchors: %s', (text, meant) => {
  expect(withHeadingId(heading(text))).toEqual({ type: 'heading', level: 2, ...meant });
});

test('only headings have anchors', () => {
  const block = { type: 'paragraph', text: 'A {#a}' } as const;
  expect(withHeadingId(block)).toBe(block);
});

const noted = (id: string, text: string) => `<div data-note="${id}">\n\n${text}\n\n</div>`;
const notes = (...list: readonly string[]) =>
  `\n\n<section class="block-footnotes">\n${list.join('\n')}\n</section>\n`;

test('footnotes move to the end, and their references are marked', () => {
  const text =
    'B[^b] and A[^a], again[^b].\n\n[^a]: About A\ngoes on\n\n    and on\n[^b]: https://example.com\n\nEnd';
  const reference = (id: string) => `<sup data-note="${id}"></sup>`;
  expect(withFootnotes(text)).toBe(
    `B${reference('b')} and A${reference('a')}, again${reference('b')}.\n\nEnd${notes(noted('a', 'About A\ngoes on\n\nand on'), noted('b', 'https://example.com'))}`,
  );
});

test.each(['`[^a]` and [^b]', 'no [^1] note', '```\n[^a]: x\n```\nA[^a]', 'nothing'])(
  '%s is unchanged',
  (text) => expect(withFootnotes(text)).toBe(text),
);

test('a footnote without a reference is kept', () => {
  expect(withFootnotes('Text\n\n[^x]: Lost?')).toBe(`Text\n${notes(noted('x', 'Lost?'))}`);
});

test('many footnotes take linear time', () => {
  const count = 50_000;
  const numbers = Array.from({ length: count }, (_, index) => index);
  const text = `${numbers.map((each) => `[^${each}]`).join(' ')}\n${numbers.map((each) => `[^${each}]: n`).join('\n')}`;
  expect(withFootnotes(text)).toEndWith(`<div data-note="${count - 1}">\n\nn\n\n</div>\n</section>\n`);
});

const upper = (text: string) => text.toUpperCase();

test('code is unchanged', () => {
  const text = 'a `b` c\n```js\nd\n~~~\n```\ne ``f`` g\n~~~~\nh\n~~~\n~~~~\n> ```\n> i\n> ```\nj';
  const meant = 'A `b` C\n```js\nd\n~~~\n```\nE ``f`` G\n~~~~\nh\n~~~\n~~~~\n> ```\n> i\n> ```\nJ';
  expect(outsideCode(text, upper)).toBe(meant);
});

test('no text is lost', () => {
  const pieces = fc.constantFrom('`', '``', '```', '~~~', '\n', ' ', 'word', '> ', '\\');
  fc.assert(
    fc.property(fc.array(pieces), (words) => {
      expect(outsideCode(words.join(''), (text) => text)).toBe(words.join(''));
    }),
  );
});

test('takes linear time', () => {
  const text = '`a ``b\n'.repeat(200_000);
  expect(outsideCode(text, (each) => each)).toBe(text);
});
