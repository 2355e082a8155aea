import { expect, test } from 'bun:test';
import type { ShortcodeFate, ShortcodeUse } from '../../ImportSummary.ts';
import { actualNews } from '../../testing/articles.ts';
import { converted } from '../../testing/importing.ts';
import { read } from '../../testing/markdownBlocks.ts';
import { item, wxr } from '../../testing/wxr.ts';
import { xmlFile } from '../../testing/xmlFile.ts';
import { convertWordPress } from '../../wordpress/convertWordPress.ts';

type Fates = Readonly<Record<string, ShortcodeFate>>;

const paragraph = (text: string) => ({ type: 'paragraph', text });
const mark = (name: string, attributes?: object) => {
  const given = attributes && ` data-attributes="${JSON.stringify(attributes).replaceAll('"', '&quot;')}"`;
  return { type: 'html', html: `<div data-shortcode="${name}"${given ?? ''}></div>` };
};

/** The shortcodes that were met: name, what became of it, how often. */
const counted = (uses: readonly ShortcodeUse[]) =>
  uses.map(({ name, fate, count }) => `${name} ${fate} ${count}`);

async function wordpress(content: string, fates: Fates) {
  const file = xmlFile(wxr([item({ id: '7', title: 'A', content })]));
  const { of, report } = await converted(convertWordPress, file, {
    shortcodes: new Map(Object.entries(fates)),
  });
  return { blocks: actualNews(of)[0]?.blocks, report };
}

test.each<[string, Fates, readonly object[], readonly string[]]>([
  // As text: most of what is in brackets is none.
  ['[form id="1"] [sic]', {}, [paragraph('[form id="1"] [sic]')], ['form text 1']],
  ['[ad]', { ad: 'text' }, [paragraph('[ad]')], ['ad text 1']],
  // Dropped: what it encloses stays.
  ['a [ad] [sic] b', { ad: 'drop' }, [paragraph('a [sic] b')], ['ad drop 1']],
  ['[ad]', { ad: 'drop' }, [], ['ad drop 1']],
  [
    '[box color="red"]Read [b]this[/b][/box].',
    { '*': 'drop' },
    [paragraph('Read this.')],
    ['box drop 1', 'b drop 1'],
  ],
  ['[Box]a[/BOX] [x y=1]', { box: 'drop' }, [paragraph('a [x y=1]')], ['box drop 1', 'x text 1']],
  ['a[/box] [[box]] b', { box: 'drop' }, [paragraph('a[/box] [[box]] b')], []],
  [
    '<a href="/[ad x=1]">a</a>',
    { ad: 'drop' },
    [paragraph('<a href="https://example.com/">a</a>')],
    ['ad drop 1'],
  ],
  // As blocks: what it encloses is between two of them.
  [
    '[ad 7 "b c" id="x&amp;y"]',
    { ad: 'block' },
    [mark('ad', { 0: '7', 1: 'b c', id: 'x&amp;y' })],
    ['ad block 1'],
  ],
  [
    'a\n\n[box title="T"]\n\nb\n\n<ul><li>c</li></ul>[/box]d',
    { '*': 'block' },
    [
      ...[
        paragraph('a'),
        mark('box', { title: 'T' }),
        paragraph('b'),
        { type: 'list', items: [{ text: 'c' }] },
      ],
      ...[mark('/box'), paragraph('d')],
    ],
    ['box block 1'],
  ],
  [
    'a [ad x="1"] b',
    { '*': 'block' },
    [paragraph('a'), mark('ad', { x: '1' }), paragraph('b')],
    ['ad block 1'],
  ],
  [
    '<ul><li>[ad x="1"]</li></ul>',
    { ad: 'block' },
    [{ type: 'html', html: `<ul><li>${mark('ad', { x: '1' }).html}</li></ul>` }],
    ['ad block 1'],
  ],
  // No block can stand within a tag.
  ['<img src="[ad x=1].png">', { ad: 'block' }, [expect.objectContaining({ type: 'image' })], ['ad text 1']],
  // Known ones are what they always are, and code is code.
  ['[embed]https://youtu.be/a[/embed]', { '*': 'drop' }, [expect.objectContaining({ type: 'embed' })], []],
  ['<pre>[ad x="1"]</pre>', { ad: 'drop' }, [{ type: 'code', text: '[ad x="1"]' }], []],
])('WordPress: %s', async (content, fates, blocks, met) => {
  const { blocks: actual, report } = await wordpress(content, fates);
  expect<unknown>(actual).toEqual(blocks);
  expect(counted(report.shortcodes)).toEqual([...met]);
});

test.each<[string, Fates, readonly object[], readonly string[]]>([
  ['a {{< ad >}} b', {}, [paragraph('a {{&lt; ad &gt;}} b')], ['ad text']],
  ['a {{< ad >}}{{% x %}}b', { ad: 'drop', x: 'drop' }, [paragraph('a b')], ['ad drop', 'x drop']],
  [
    '{{< Box "t" >}}\n\n**a**\n\n{{< /Box >}}',
    { box: 'drop' },
    [paragraph('<strong>a</strong>')],
    ['Box drop'],
  ],
  [
    '{% box x %}a{% endbox %} {% endif %}',
    { box: 'drop' },
    [paragraph('a {% endif %}')],
    ['box drop', 'endif text'],
  ],
  [
    '{% q(by="me") %}\n\na\n\n{% end %}\n\n{{ ad(id=1) }}',
    { '*': 'block' },
    [mark('q', { by: 'me' }), paragraph('a'), mark('/q'), mark('ad', { id: '1' })],
    ['q block', 'ad block'],
  ],
  [
    '- one\n\n{{< box 7 aKind="x" >}}\n# b\n{{< /box >}}\nc',
    { box: 'block' },
    [
      ...[{ type: 'list', items: [{ text: 'one' }] }, mark('box', { 0: '7', aKind: 'x' })],
      ...[{ type: 'heading', level: 1, text: 'b' }, mark('/box'), paragraph('c')],
    ],
    ['box block'],
  ],
  ['<div>\n{{< ad >}}\n</div>', { ad: 'block' }, [mark('ad')], ['ad block']],
  ['<a href="{{ page.x }}">a</a>', { '*': 'block' }, [expect.anything()], ['page text']],
  ['`{{< ad >}}` {% raw %}{{ ad }}{% endraw %}', { '*': 'drop' }, [expect.anything()], []],
  ['{{< youtube abc >}}', { '*': 'drop' }, [expect.objectContaining({ type: 'embed' })], []],
])('Markdown: %s', async (content, fates, blocks, met) => {
  const result = await read(content, { shortcodes: new Map(Object.entries(fates)) });
  expect<unknown>(result.blocks).toEqual(blocks);
  expect(result.met.shortcodes.map(({ name, fate }) => `${name} ${fate}`)).toEqual([...met]);
});

test('the report names each with samples and the article', async () => {
  const { report } = await wordpress('[Form id="1"]Ask[/form] [form id="2"] [ad x=1]', { ad: 'drop' });
  expect(report.shortcodes).toEqual([
    {
      ...{ name: 'form', fate: 'text', count: 2 },
      examples: [
        { text: '[Form id="1"]', title: 'A' },
        { text: '[form id="2"]', title: 'A' },
      ],
    },
    { name: 'ad', fate: 'drop', count: 1, examples: [{ text: '[ad x=1]', title: 'A' }] },
  ]);
  expect(report.changed).toEqual([]);
});
