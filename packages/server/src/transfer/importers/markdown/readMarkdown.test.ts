import { expect, test } from 'bun:test';
import { blocksOf, read } from '../testing/markdownBlocks.ts';
import { readMarkdown } from './readMarkdown.ts';

const paragraph = (text: string) => ({ type: 'paragraph', text });
const code = (text: string, language?: string) => ({ type: 'code', text, language });
const image = (mediaId: string, more: object = {}) => ({ type: 'image', mediaId, ...more });

test.each([
  ['tabs', '```make\nall:\n\tcc x\n```', code('all:\n\tcc x', 'make')],
  ['tabs, indented', '\tall:\n\t\tcc x', code('all:\n\tcc x')],
  ['a line with a fence and a word', '```\n```js inside\nx\n```', code('```js inside\nx')],
  ['a longer fence', '````md\n```js\nx\n```\n````', code('```js\nx\n```', 'md')],
  ['a fence of other marks', '~~~\n```\n~~~', code('```')],
  ['brackets of a shell', '```sh\nif [[ -f x ]]; then\n```', code('if [[ -f x ]]; then', 'sh')],
  ['indented', '    [[Note]] {{ x }} {% y %} [^1] :::', code('[[Note]] {{ x }} {% y %} [^1] :::')],
  ['comments', '```\n%% a %%\n{/* b */}\n<!-- c -->\n```', code('%% a %%\n{/* b */}\n<!-- c -->')],
  ['raw marks', '```\n{% raw %}\n{{ a }}\n{% endraw %}\n```', code('{{ a }}')],
  ['a literal shortcode', '```\n{{</* figure */>}}\n```', code('{{< figure >}}')],
  ['containers', '```\n:::note\n:::\n```', code(':::note\n:::')],
])('code keeps %s', async (_, written, meant) => {
  expect<unknown>(await blocksOf(written, { isKramdown: true, isNote: () => true })).toEqual([meant]);
});

test('code within a line is left alone', async () => {
  expect<unknown>(
    await blocksOf('`[[a]] {{ b }} {: .c} %% d %%`', { isKramdown: true, isNote: () => true }),
  ).toEqual([paragraph('<code>[[a]] {{ b }} {: .c} %% d %%</code>')]);
});

test.each([
  [
    '{% highlight js %}\n\tlet a;\n\n# b {{ c }}\n{% endhighlight %}\nd',
    [code('\tlet a;\n\n# b {{ c }}', 'js'), paragraph('d')],
  ],
  ['{{< highlight go "linenos=1" >}}\nx\n{{< /highlight >}}', [code('x', 'go')]],
  ['{% codeblock Title lang:js %}\n```\nx\n{% endcodeblock %}', [code('```\nx', 'js')]],
  ['{{< code file="a.html" lang="html" >}}\n<b>\n{{< /code >}}', [code('<b>', 'html')]],
  ['{%- highlight js -%}a{% endhighlight %} b', [code('a', 'js'), paragraph('b')]],
  ['a {% highlight js %}*b*{% endhighlight %} c', [paragraph('a'), code('*b*', 'js'), paragraph('c')]],
  ['> {% highlight js %}\n> a\n> {% endhighlight %}', [expect.objectContaining({ type: 'html' })]],
])('code between tags: %j', async (written, meant) => {
  expect<unknown>(await blocksOf(written)).toEqual(meant);
});

test.each([
  ['{{< youtube dQw4w9WgXcQ >}}', [{ type: 'embed', url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ' }]],
  [
    '{{ youtube(id="dQw4w9WgXcQ") }}',
    [{ type: 'embed', url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ' }],
  ],
  ['{{< vimeo id="123" >}}', [{ type: 'embed', url: 'https://vimeo.com/123' }]],
  [
    '{{< figure src="a.png" alt="A" caption="B & C" >}}',
    [image('a.png', { alt: 'A', caption: 'B &amp; C' })],
  ],
  ['{{< figure\n  src="a.png"\n>}}\nText', [image('a.png'), paragraph('Text')]],
  ['{% include figure.html image_path="/a.png" %}', [image('/a.png')]],
  ['{{ image(path="a.png", alt="A") }}', [image('a.png', { alt: 'A' })]],
  ['{% asset_img left "a.png" A cat %}\nText', [image('a.png'), paragraph('Text')]],
  ['a {% raw %}{{ b }}{% endraw %} {{ site.url }}', [paragraph('a {{ b }}')]],
  ['{% raw %}\n\n{{ b }}\n\n{% endraw %}', [paragraph('{{ b }}')]],
  ['{{</* youtube x */>}} {{%/* b */%}}', [paragraph('{{&lt; youtube x &gt;}} {{% b %}}')]],
  [
    '[c][d] {% post_url 2024-05-03-b %}\n\n[d]: {{ site.url }}/e',
    [paragraph('<a href="/e">c</a> 2024-05-03-b')],
  ],
  ['a{% comment %}secret {{ x }}{% endcomment %}b', [paragraph('ab')]],
  ['a {% comment %}\n\nsecret\n\n```\nsecret\n```\n\n{% endcomment %} b', [paragraph('a'), paragraph('b')]],
  ['<p>a{%- comment -%}</p>\n\nnever ended', [paragraph('a')]],
  ['![A]({{ site.baseurl }}/a.png)', [image('/a.png', { alt: 'A' })]],
  ["![A]({{ '/a.png' | relative_url }})", [image('/a.png', { alt: 'A' })]],
  ['a <img src="{{ "/a.png" | relative_url }}">', [paragraph('a'), image('/a.png')]],
  ['<div>\n<img src="{{ site.url }}/a.png">\n</div>', [image('/a.png')]],
])('shortcodes: %s', async (written, meant) => {
  const { blocks, met } = await read(written);
  expect<unknown>(blocks).toEqual(meant);
  expect(met.shortcodes).toEqual([]);
});

test.each([
  ['[a]({{ site.baseurl }}/b/)', '/blog/b/'],
  ['[a]({{ "/b/" | relative_url }})', '/blog/b/'],
  ['[a]({{ "b/" | prepend: site.baseurl }})', '/blog/b/'],
  ['[a]({{ "/b/" | prepend: "/c" }})', '/b/'],
  ['[a]({{ site.url }}{{ site.baseurl }}/b/)', '/blog/b/'],
  ['<a href="{{ site.baseurl }}/b/">a</a>', '/blog/b/'],
  ['[a]({{ site.baseurl }}{% post_url b %})', 'to-post:b'],
  ['<a href="{{ site.baseurl }}{% post_url b %}">a</a>', 'to-post:b'],
])('on a site below a path, %s leads to %s', async (written, address) => {
  const { html } = readMarkdown(written, {
    ...{ isMdx: false, isKramdown: true, isNote: () => false, base: '/blog' },
  });
  expect(html.trim()).toBe(`<p><a href="${address}">a</a></p>`);
});

test('unknown shortcodes stay as written, and are reported', async () => {
  const text = '{% include a.html _x_ %} {{ page.title }} {% include b.html %} {{< tweet 1 >}} { x } {{';
  const { blocks, met } = await read(text);
  expect<unknown>(blocks).toEqual([paragraph(text.replace('<', '&lt;').replace('>', '&gt;'))]);
  expect(met.shortcodes.map(({ name }) => name)).toEqual(['include', 'page', 'include', 'tweet']);
});

test.each([
  ['![[a b.png]]', [image('a b.png')]],
  ['![[a.png|300x200]] ![[b.png|A cat]]', [image('a.png'), image('b.png', { alt: 'A cat' })]],
  ['[[Note]] [[Note#Part|words]] ![[Note]]', [paragraph('Note words Note')]],
  ['|a|\n|-|\n|[[Note\\|b]]|', [expect.objectContaining({ rows: [['a'], ['b']] })]],
  ['[[Prototype]] ![[Other]]', [paragraph('[[Prototype]] ![[Other]]')]],
  ['[[1]](https://example.com/)', [paragraph('<a href="https://example.com/">[1]</a>')]],
  ['a %% unseen\nat all %% b, 100%% sure%%', [paragraph('a b, 100%% sure%%')]],
  ['%%\nunseen\n\n```\nunseen\n```\n\n%%\n\na', [paragraph('a')]],
  ['%% never ended\n\na', [paragraph('%% never ended'), paragraph('a')]],
])('Obsidian: %s', async (written, meant) => {
  expect<unknown>(await blocksOf(written, { isNote: (target) => target.startsWith('Note') })).toEqual(meant);
});

test.each([
  ['[a]({{< ref "b c.md#d" >}})', '<a href="to-ref:b%20c.md#d">a</a>'],
  ['<a href="{{% relref path="/b" %}}">a</a>', '<a href="to-ref:/b">a</a>'],
  ['[a]({% post_url 2024-05-03-b %}#c)', '<a href="to-post:2024-05-03-b#c">a</a>'],
  [
    "[a]({{ site.baseurl }}{% link _posts/2024-05-03-b.md %} 'T')",
    '<a href="to-site:_posts/2024-05-03-b.md" title="T">a</a>',
  ],
  ['[a][b]\n\n[b]: {% post_url b %}', '<a href="to-post:b">a</a>'],
  ['{% post_link b "The B" %} {% post_link c %}', '<a href="to-post:b">The B</a> <a href="to-post:c">c</a>'],
  [
    '[[Note]] [[Note#A#The Part|words]] [[Note#^x]]',
    '<a href="to-note:Note">Note</a> <a href="to-note:Note#the-part">words</a> <a href="to-note:Note">Note#^x</a>',
  ],
])('files that are named in other ways than by a path are marked: %s', (written, html) => {
  const dialect = { isMdx: false, isKramdown: false, isNote: () => true };
  expect(readMarkdown(written, dialect).html.trim()).toBe(`<p>${html}</p>`);
});

const callout = (tone: string, text: string, title?: string) => ({ type: 'callout', tone, title, text });

test.each([
  [':::note\n\nText\n\n:::', [callout('info', 'Text')]],
  [
    '::: tip Read *this* {.x}\nText\n:::\nEnd',
    [callout('tip', 'Text', 'Read <em>this</em>'), paragraph('End')],
  ],
  [':::warning[Take care]\nText\n:::', [callout('warning', 'Text', 'Take care')]],
  ['::::note\n:::caution\nText\n:::\n::::', [callout('warning', 'Text')]],
  [':::details More\nText\n:::', [paragraph('<strong>More</strong>'), paragraph('Text')]],
  [':::tip\nnever ended', [paragraph('never ended')]],
  ['a ::: b', [paragraph('a ::: b')]],
  ['> [!NOTE] Title\n> Text', [callout('info', 'Text', 'Title')]],
  ['> [!TIP]\n> - a', [{ type: 'list', items: [{ text: 'a' }] }]],
  ['> [!nothing]\n> known', [{ type: 'quote', text: '[!nothing] known' }]],
])('callouts: %s', async (written, meant) => {
  expect<unknown>(await blocksOf(written)).toEqual(meant);
});

const heading = (text: string, id?: string) => ({ type: 'heading', level: 2, text, id });

test.each([
  ['## A *b* {#a-b .wide}', [heading('A <em>b</em>', 'a-b')]],
  ['## A {#a} b', [heading('A {#a} b')]],
  ['## {#a}', [heading('{#a}')]],
  ['A {#a}', [paragraph('A {#a}')]],
  ['## A\n{: #b .c}\n\nText{: .d}\n{: .e}', [heading('A', 'b'), paragraph('Text')]],
  ['* TOC\n{:toc}\n\nText', [paragraph('Text')]],
  ['    a\n{: .language-js}', [code('a', 'js')]],
  ['A {:ok, x}', [paragraph('A {:ok, x}')]],
  [
    '<div class="x" markdown="1">\n**a** ![b](c.png)\n</div>',
    [paragraph('<strong>a</strong>'), image('c.png', { alt: 'b' })],
  ],
])('attributes: %s', async (written, meant) => {
  expect<unknown>(await blocksOf(written, { isKramdown: true })).toEqual(meant);
});

test('attributes are text outside of Jekyll', async () => {
  expect<unknown>(await blocksOf('A{: .b}')).toEqual([paragraph('A{: .b}')]);
});

test.each([
  ['Term\n: Definition', [{ type: 'html', html: expect.stringContaining('<dd>Definition</dd>') }]],
  ['- [x] a\n- [ ] b', [{ type: 'list', items: [{ text: '☑ a' }, { text: '☐ b' }] }]],
  [
    'www.example.com, https://example.com/a_b_c. note.md',
    [
      paragraph(
        '<a href="http://www.example.com/">www.example.com</a>, <a href="https://example.com/a_b_c">https://example.com/a_b_c</a>. note.md',
      ),
    ],
  ],
  [`${'> '.repeat(200)}deep`, [{ type: 'html', html: expect.stringContaining('deep') }]],
])('GitHub and others: %s', async (written, meant) => {
  expect<unknown>(await blocksOf(written)).toEqual(meant);
});

const noted = (...notes: readonly (readonly [string, string])[]) => ({
  type: 'footnotes',
  notes: notes.map(([id, text]) => ({ id, text })),
});

test('footnotes move to the end, and their references are marked', async () => {
  const text =
    'B[^b], `[^a]`, A[^a], none[^c].\n\n[^a]: About A\ngoes on\n\n    and on\n[^b]: https://example.com\n\nEnd\n\n[^x]:\n  Unused';
  expect<unknown>(await blocksOf(text)).toEqual([
    paragraph('B<sup data-note="b"></sup>, <code>[^a]</code>, A<sup data-note="a"></sup>, none[^c].'),
    paragraph('End'),
    noted(
      ['a', 'About A goes on<br><br>and on'],
      ['b', '<a href="https://example.com/">https://example.com</a>'],
      ['x', 'Unused'],
    ),
  ]);
});
