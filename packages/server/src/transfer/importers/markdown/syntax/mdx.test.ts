import { expect, test } from 'bun:test';
import { read } from '../../testing/markdownBlocks.ts';

const paragraph = (text: string) => ({ type: 'paragraph', text });
const code = (text: string, language?: string) => ({ type: 'code', text, language });
const image = (mediaId: string, more: object = {}) => ({ type: 'image', mediaId, ...more });
const callout = (tone: string, text: string, title?: string) => ({ type: 'callout', tone, title, text });

test.each([
  ["import A from 'a';\nimport {\n  B,\n} from 'b';\n\nText", [paragraph('Text')]],
  ['Text\n\nexport const a = {\n  b: 1,\n\n  c: "}",\n};\n\nMore', [paragraph('Text'), paragraph('More')]],
  ['Important: export it, import it', [paragraph('Important: export it, import it')]],
  ["```js\nimport a from 'a';\n{/* kept */}\n```", [code("import a from 'a';\n{/* kept */}", 'js')]],
  ['An {/* unseen } */}end{" and"}\n\n{/* more\n\nunseen */}\n\n<!-- unseen -->', [paragraph('An end and')]],
  ['import hero from \'./h.png\';\n\n<Image src={hero} alt="H" />', [image('./h.png', { alt: 'H' })]],
  ["<img src={require('./h.png').default} />", [image('./h.png')]],
  ['<Image src="https://cdn.example.com/1" alt="A"/>', [image('https://cdn.example.com/1', { alt: 'A' })]],
  ['<Figure image="a.png" caption="A > b" />', [image('a.png', { caption: 'A &gt; b' })]],
  ['<Gallery images={["a.png", "b.jpg"]} />', [image('a.png'), image('b.jpg')]],
  [
    "<ThemedImage sources={{ light: useBaseUrl('/l.png'), dark: useBaseUrl('/d.png') }} />",
    [image('/l.png')],
  ],
  [
    '<Card title="T" href="/x" icon="i.svg">\n![a](b.png)\n</Card>',
    [paragraph('<a href="/x"><strong>T</strong></a>'), image('b.png', { alt: 'a' })],
  ],
  [
    '<Card title="T" description="D" image="a.png" />',
    [paragraph('<strong>T</strong>'), image('a.png', { caption: 'D' })],
  ],
  [
    "<Grid items={[{ title: 'It\\'s', text: \"B\", image: a, href: '/x' }, { label: `C`, dark: 'd.png' }]} />",
    [paragraph("<strong>It's</strong>"), paragraph('B'), paragraph('<strong>C</strong>')],
  ],
  ['<Code code={`a\n\tb`} lang="js" />', [code('a\n\tb', 'js')]],
  ['<YouTube id="dQw4w9WgXcQ" />', [{ type: 'embed', url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ' }]],
  [
    '<Tip title="T">\nSome **text**\n</Tip>\n\nMore',
    [callout('tip', 'Some <strong>text</strong>', 'T'), paragraph('More')],
  ],
  ['<Aside type="caution">\n\nText\n\n</Aside>', [callout('danger', 'Text')]],
  ['<Tip>never ended', [paragraph('never ended')]],
  ['A <Badge text="New" /> <Term>word</Term>, 1 < 2', [paragraph('A New word, 1 &lt; 2')]],
  [
    '<Tabs>\n  <TabItem label="One">\n\n    ```js\n    \ta {b}\nc\n    ```\n\n    Text\n  </TabItem>\n</Tabs>',
    [paragraph('<strong>One</strong>'), code('\ta {b}\nc', 'js'), paragraph('Text')],
  ],
  [
    '<details>\n<summary>A *b*</summary>\n\nc\n\n</details>',
    [{ type: 'html', html: expect.stringContaining('<details><summary>A <em>b</em></summary>') }],
  ],
])('MDX: %s', async (written, meant) => {
  const { blocks, isMdx } = await read(written, { isMdx: true });
  expect<unknown>({ blocks, isMdx }).toEqual({ blocks: meant, isMdx: true });
});

test('what is not text is reported, and never an error', async () => {
  const text = 'A {props.b} c\n\n<Chart data={[1, 2]} />\n\n<Open>\n\nd {e\n\n<f g="\n\n`}`';
  const { blocks, met } = await read(text, { isMdx: true });
  expect<unknown>(blocks).toEqual([
    paragraph('A {props.b} c'),
    paragraph('d {e'),
    paragraph('&lt;f g="'),
    paragraph('<code>}</code>'),
  ]);
  expect([[...met.expressions], [...met.components], [...met.broken]]).toEqual([
    ['{props.b}'],
    ['<Chart>'],
    ['{e', '<Open>'],
  ]);
});

test.each([
  ["import A from '@site/a';\n\n<A image='a.png' />", true],
  ["```js\nimport A from 'a';\n```", false],
  ['import taxes rise', false],
])('whether %j is MDX without its extension', async (text, expected) => {
  expect((await read(text)).isMdx).toBe(expected);
});
