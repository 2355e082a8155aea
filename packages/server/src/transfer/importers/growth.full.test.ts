import { expect, test } from 'bun:test';
import { growthOf } from '../../../../../tests/testing/growth.ts';
import { ParseError } from './Importer.ts';
import { ImportSummary } from './ImportSummary.ts';
import { createMarkdownConverter } from './markdown/convertMarkdown.ts';
import { htmlBlocks } from './shared/html/htmlBlocks.ts';
import { markdownHtml } from './shared/markdown/markdownHtml.ts';
import { stableId } from './shared/text/stableId.ts';
import { slugOf } from './shared/text/urls.ts';
import { context } from './testing/importing.ts';
import { expandBlocks } from './wordpress/postBlocks.ts';
import { protectCode } from './wordpress/protectCode.ts';
import { expandLayout, expandShortcodes, shortcodes } from './wordpress/shortcodes.ts';

/** Well above linear time on a busy machine, and well below quadratic time. */
const most = 5;

const repeated = (text: string) => (size: number) => text.repeat(Math.ceil(size / text.length));

async function readMarkdown(text: string, path = '_posts/2020-01-01-a.md'): Promise<void> {
  const convert = createMarkdownConverter(context({ summary: new ImportSummary(), withPages: true }));
  async function* open() {
    yield new TextEncoder().encode(text);
  }
  try {
    await Array.fromAsync(convert({ name: path, path, isPage: false, place: undefined, open }));
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
  }
}

async function readWordPress(html: string): Promise<void> {
  const nothing = () => undefined;
  const flat = expandLayout(expandBlocks(protectCode(html), nothing, nothing), nothing, nothing);
  const expanded = expandShortcodes(
    flat,
    shortcodes(() => []),
    nothing,
  );
  await htmlBlocks(expanded, { media: nothing, keepsLines: true, summary: new ImportSummary() });
}

test('backtick runs of many lengths take linear time', async () => {
  const runs = (count: number) =>
    Array.from({ length: count }, (_, index) => `a${'`'.repeat(index + 1)}`).join('');
  expect(await growthOf(runs, markdownHtml, { most: 2, times: 4, size: 250 })).toBeLessThan(2);
});

const snippets = [
  ...[
    '{{',
    '{% comment %}',
    '{% highlight a %}\n',
    '{{< code >}}',
    '{% raw %}',
    '[[a|',
    '![[',
    '%%\n\n',
    '%% a',
  ],
  ...[
    '[^a]: b\n',
    '[^a]',
    '`a',
    '[a](b',
    '[a]({{',
    '<a b="',
    '<a {{',
    '> ```\n',
    '> ',
    '- ',
    '<table><tr><td>',
  ],
  ...[
    ':::a\n',
    '> [!NOTE]\n\n',
    '* a\n{:toc}\n',
    '{: #a}\n',
    '# a {#',
    'a\n: b\n',
    '~~a',
    'www.a.b ',
    '<b markdown="1">\n',
  ],
];

test.each(snippets)('Markdown of many %j takes linear time', async (text) => {
  expect(await growthOf(repeated(text), readMarkdown, { most })).toBeLessThan(most);
});

const jsx = [
  '{',
  '{`',
  '{/*',
  '<A b={',
  '<A>\n',
  '</A>',
  '<A b="',
  '<!--',
  '    - ',
  '    ```\n',
  'export {\n\n',
  '{a}\n',
];

test.each(jsx)('MDX of many %j takes linear time', async (text) => {
  const read = (mdx: string) => readMarkdown(mdx, 'a.mdx');
  expect(await growthOf(repeated(text), read, { most })).toBeLessThan(most);
});

const codes = [
  '[code]',
  '<pre lang="c">',
  '<code lang="c">',
  '[caption]',
  '[caption a="',
  '[vc_row a',
  '<!-- wp:',
  '<!-- wp:a /-->',
  '<b></i>',
  '<p><img>',
];

test.each(codes)('WordPress of many %j takes linear time', async (text) => {
  expect(await growthOf(repeated(text), readWordPress, { most })).toBeLessThan(most);
});

test('names of nothing but combining marks take linear time', async () => {
  // Alternating classes of marks, which normalisation sorts, and characters that decompose to marks.
  for (const text of ['\u0301\u0327', '\u0301\uFF9E']) {
    expect(await growthOf(repeated(text), slugOf, { most })).toBeLessThan(most);
    expect(await growthOf(repeated(text), stableId, { most })).toBeLessThan(most);
  }
});
