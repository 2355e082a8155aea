import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { actualNews, escaped } from '../testing/articles.ts';
import { converted } from '../testing/importing.ts';
import { type ItemChoices, item, wxr } from '../testing/wxr.ts';
import { xmlFile } from '../testing/xmlFile.ts';
import { convertWordPress } from './convertWordPress.ts';

/** Converts one post. */
async function post(choices: Partial<ItemChoices>, others: readonly string[] = []) {
  const all = await converted(
    convertWordPress,
    xmlFile(wxr([item({ id: '7', title: 'A', ...choices }), ...others])),
  );
  const [news] = actualNews(all.of);
  return { ...all, news };
}

async function blocksOf(content: string, others: readonly string[] = []): Promise<unknown> {
  return (await post({ content }, others)).news?.blocks;
}

const photo = item({
  ...{ id: '20', type: 'attachment', status: 'inherit', title: 'The photo', slug: 'photo', parent: '7' },
  ...{ fileUrl: 'https://example.com/wp-content/uploads/2024/05/photo.jpg', excerpt: 'A <b>caption</b>' },
  meta: { _wp_attachment_image_alt: 'A dog' },
});

const image = { type: 'image', mediaId: expect.stringMatching(/^photo-/), alt: 'A dog' };

test('scaled pictures are replaced by the attachment, which comes later; links to themselves are removed', async () => {
  const sized =
    '<a href="https://example.com/wp-content/uploads/2024/05/photo.jpg"><img src="http://example.com/wp-content/uploads/2024/05/photo-300x200.jpg" width="300" height="200" /></a>';
  expect(await blocksOf(sized, [photo])).toEqual([{ ...image, width: 300, height: 200 }]);
  expect(
    await blocksOf(
      '<img src="https://i0.wp.com/example.com/wp-content/uploads/2024/05/photo.jpg?resize=9">',
      [photo],
    ),
  ).toEqual([image]);
});

test('the featured image becomes the thumbnail', async () => {
  const { of, report } = await post({ meta: { _thumbnail_id: '20' } }, [photo]);
  const [media] = of('media');
  expect(media).toMatchObject({ name: 'The photo', alias: 'photo', type: 'image' });
  expect(of('news')[0]).toMatchObject({ values: { thumbnail: { mediaId: media?.['mediaId'] } } });
  expect(report.mapped).toContainEqual({ what: 'image', to: 'media, by its URL', count: 1 });
  const missing = await post({ meta: { _thumbnail_id: '99' } });
  expect(missing.report.changed[0]?.why).toBe('is imported without its picture, which is not in the file');
});

test('shortcodes of pictures', async () => {
  const tag = '<img src="https://example.com/wp-content/uploads/2024/05/photo.jpg" />';
  const captioned = { ...image, caption: 'Below <i>it</i>' };
  expect(
    await blocksOf(`[caption id="x" width="300"]${tag} Below <i>it</i>[/caption]\n\nafter`, [photo]),
  ).toEqual([captioned, { type: 'paragraph', text: 'after' }]);
  const shown = [{ ...image, caption: 'A <b>caption</b>' }];
  expect(await blocksOf('[gallery ids="20" columns="2"]', [photo])).toEqual(shown);
  expect(await blocksOf('[gallery]', [photo])).toEqual(shown);
  expect((await post({ content: '[gallery ids="20,21"]' }, [photo])).report.changed[0]?.why).toBe(
    'shows a gallery with pictures that are not in the file',
  );
});

test('a picture that links to another one keeps the link', async () => {
  const other = item({
    ...{ id: '21', type: 'attachment', status: 'inherit', title: 'Plan', slug: 'plan' },
    fileUrl: 'https://example.com/wp-content/uploads/2024/05/plan.jpg',
  });
  const link = 'https://example.com/wp-content/uploads/2024/05/plan.jpg';
  const content = `<a href="${link}"><img src="https://example.com/wp-content/uploads/2024/05/photo.jpg"></a>`;
  expect(await blocksOf(content, [photo, other])).toEqual([{ ...image, link }]);
});

test('a gallery without pictures is reported, and the picture behind a cover is shown', async () => {
  const { report } = await post({ content: '[gallery]' });
  expect(report.changed.map(({ why }) => why)).toEqual([
    'shows a gallery with pictures that are not in the file',
  ]);
  const url = 'https://example.com/wp-content/uploads/2024/05/photo-1024x600.jpg';
  const cover = `<!-- wp:cover {"url":"${url}"} -->
    <div class="wp-block-cover" style="background-image:url(${url});min-height:9px"><p>Over it</p></div><!-- /wp:cover -->`;
  expect(await blocksOf(cover, [photo])).toEqual([image, { type: 'paragraph', text: 'Over it' }]);
});

test('code is kept as it is, however a plugin writes it', async () => {
  const php =
    '<?php\n\tif ($a < 1 && $b[0]) {\n\n\techo "[gallery] <b>&amp;</b>"; // <!-- wp:x /-->\n\t}\n?>';
  const written = escaped(php);
  const ways = [
    `[code lang="php"]${php}[/code]`,
    `[sourcecode language='php' gutter="false"]\n${php}\n[/sourcecode]`,
    `[sourcecode language="php"]${written}[/sourcecode]`,
    `[cce lang="php"]${php}[/cce]`,
    `[cce_php]${php}[/cce_php]`,
    `[php]${php}[/php]`,
    `<pre lang="php" line="1">${php}</pre>`,
    `<pre lang="PHP" escaped="true">${written}</pre>`,
    `<pre class="brush: php; title: ; notranslate">${written}</pre>`,
    `<!-- wp:syntaxhighlighter/code {"language":"php"} -->\n<pre class="wp-block-syntaxhighlighter-code">${written}</pre>\n<!-- /wp:syntaxhighlighter/code -->`,
    `<!-- wp:enlighter/codeblock {"language":"php"} -->\n<pre class="EnlighterJSRAW" data-enlighter-language="php">${written}</pre>\n<!-- /wp:enlighter/codeblock -->`,
  ];
  for (const way of ways)
    expect([way, await blocksOf(`before\n\n${way}\n\nafter`)]).toEqual([
      way,
      [
        { type: 'paragraph', text: 'before' },
        { type: 'code', text: php, language: 'php' },
        { type: 'paragraph', text: 'after' },
      ],
    ]);
  // What people speak is not a programming language, and what is not closed is text.
  expect(await blocksOf('<pre lang="ja">a <b>b</b></pre>')).toEqual([{ type: 'code', text: 'a b' }]);
  expect(await blocksOf('[code] a')).toEqual([{ type: 'paragraph', text: '[code] a' }]);
});

test('videos and audio', async () => {
  const video = { type: 'embed', url: 'https://www.youtube.com/watch?v=a1' };
  for (const content of [
    'https://youtu.be/a1',
    '[embed]https://www.youtube.com/watch?v=a1[/embed]',
    '[youtube https://www.youtube.com/watch?v=a1&amp;t=3]',
    '[youtube=https://www.youtube.com/watch?v=a1]',
    '[youtube]a1[/youtube]',
    '[video src="https://youtu.be/a1"][/video]',
    '<!-- wp:embed {"url":"x"} --><figure class="wp-block-embed"><div class="wp-block-embed__wrapper">\nhttps://youtu.be/a1\n</div></figure><!-- /wp:embed -->',
  ])
    expect([content, await blocksOf(content)]).toEqual([content, [video]]);
  expect(await blocksOf('[youtube a1] and [youtube]a1[/youtube]')).toEqual([
    video,
    { type: 'paragraph', text: 'and' },
    video,
  ]);
  expect(await blocksOf('[audio mp3="https://example.com/a.mp3"]')).toEqual([
    { type: 'html', html: '<audio controls="" src="https://example.com/a.mp3"></audio>' },
  ]);
  expect(await blocksOf('https://example.com/a?b=1&amp;c')).toEqual([
    {
      type: 'paragraph',
      text: '<a href="https://example.com/a?b=1&amp;c">https://example.com/a?b=1&amp;c</a>',
    },
  ]);
});

test('unknown shortcodes stay, and are reported', async () => {
  const { news, report } = await post({ content: '[form id="1"] and [sic] and [[gallery]]' });
  expect(news?.blocks).toEqual([{ type: 'paragraph', text: '[form id="1"] and [sic] and [gallery]' }]);
  expect(report.shortcodes).toMatchObject([{ name: 'form', fate: 'text', count: 1 }]);
});

test('shared blocks are inserted, and dynamic blocks are reported', async () => {
  const shared = item({
    id: '30',
    type: 'wp_block',
    title: 'S',
    content: '<!-- wp:paragraph --><p>shared</p><!-- /wp:paragraph -->',
  });
  const { news, report } = await post(
    {
      content:
        '<!-- wp:block {"ref":30} /--><!-- wp:latest-posts {"a":1} /--><!-- wp:paragraph --><p>own\nline</p><!-- /wp:paragraph -->',
    },
    [shared],
  );
  expect(news?.blocks).toEqual(['shared', 'own line'].map((text) => ({ type: 'paragraph', text })));
  expect(report.skipped[0]).toMatchObject({ what: 'block', count: 1, examples: ['latest-posts in A'] });
});

test('block comments of WordPress are removed', async () => {
  expect(await blocksOf('a\n\n<!--more-->\n\nb\n<!--nextpage-->\nc')).toEqual(
    ['a', 'b', 'c'].map((text) => ({ type: 'paragraph', text })),
  );
});

test('the excerpt replaces missing content', async () => {
  expect((await post({ excerpt: 'E' })).news?.blocks).toEqual([{ type: 'paragraph', text: 'E' }]);
  const both = await post({ excerpt: 'E', content: 'C' });
  expect(both.news?.blocks).toEqual([{ type: 'paragraph', text: 'C' }]);
  expect(both.of('news')[0]).toMatchObject({ values: { body: { excerpt: 'E' } } });
});

test('a post without a title gets one from its text', async () => {
  expect((await post({ title: '', content: 'Some <b>words</b>' })).news?.name).toBe('Some words');
  expect((await post({ title: '', slug: 'only-this' })).news?.name).toBe('only-this');
});

test('code in an element that names its language is a block, or within a line code', async () => {
  expect(
    await blocksOf('<code lang="PHP">\n<?php echo "<b>"; ?>\n</code> see <code lang="php">a<b></code>'),
  ).toEqual([
    { type: 'code', text: '<?php echo "<b>"; ?>', language: 'php' },
    { type: 'paragraph', text: 'see <code>a&lt;b&gt;</code>' },
  ]);
  expect(await blocksOf('<code lang="de">ein\n<b>Wort</b></code>')).toMatchObject([{ type: 'paragraph' }]);
});

test('brackets are doubled to show a shortcode; those of other text stay, and so does code', async () => {
  const paragraph = (text: string) => [{ type: 'paragraph', text }];
  expect(await blocksOf('[[gallery]] [[Prototype]]')).toEqual(paragraph('[gallery] [[Prototype]]'));
  expect(await blocksOf('<pre>if [[x]]; [gallery] [[gallery ids="1"]]</pre>')).toEqual([
    { type: 'code', text: 'if [[x]]; [gallery] [gallery ids="1"]' },
  ]);
  expect(await blocksOf('<pre>[code lang="c"]a[i][/code]</pre>')).toEqual([
    { type: 'code', text: 'a[i]', language: 'c' },
  ]);
});

test('no text in brackets is lost', async () => {
  const part = fc.constantFrom(
    '[caption]',
    '[/caption]',
    '[youtube]',
    '[/youtube]',
    '[x a=1]',
    '[[gallery]]',
    '[',
    ']',
    ' word ',
  );
  await fc.assert(
    fc.asyncProperty(fc.array(part, { maxLength: 20, size: 'max' }), async (parts) => {
      const text = JSON.stringify(await blocksOf(parts.join('\n')));
      expect(text.split('word').length).toBe(parts.join('').split('word').length);
    }),
  );
});

test('a shared block that is not public shows nothing', async () => {
  const shared = (choices: Partial<ItemChoices>) =>
    item({ id: '30', type: 'wp_block', title: 'S', content: '<p>shared</p>', ...choices });
  const content = '<!-- wp:block {"ref":30} /-->';
  expect(await blocksOf(content, [shared({})])).toEqual([{ type: 'paragraph', text: 'shared' }]);
  expect(await blocksOf(content, [shared({ status: 'draft' })])).toEqual([]);
  expect(await blocksOf(content, [shared({ password: 'x' })])).toEqual([]);
});

test('footnotes appear where their block is', async () => {
  const reference = (id: string) =>
    `<sup data-fn="${id}" class="fn"><a href="#${id}" id="${id}-link">1</a></sup>`;
  const content = '<!-- wp:paragraph --><p>a</p><!-- /wp:paragraph --><!-- wp:footnotes /-->';
  const noted = async (footnotes: string) => (await post({ content, meta: { footnotes } })).news?.blocks;
  const paragraph = { type: 'paragraph', text: 'a' };
  expect(await noted('[{"id":"n1","content":"A <em>note<\\/em>"}]')).toEqual([
    paragraph,
    { type: 'footnotes', notes: [{ id: 'n1', text: 'A <em>note</em>' }] },
  ]);
  expect(await noted('a:1:{}')).toEqual([paragraph]);
  const referring = content.replace('a<', `a${reference('n1')}b${reference('gone')}<`);
  const { news } = await post({ content: referring, meta: { footnotes: '[{"id":"n1","content":"A"}]' } });
  expect(news?.blocks).toEqual([
    {
      type: 'paragraph',
      text: 'a<sup data-note="n1"></sup>b<sup><a href="#gone" id="gone-link">1</a></sup>',
    },
    { type: 'footnotes', notes: [{ id: 'n1', text: 'A' }] },
  ]);
});

test('the content of page builders is kept, without the layout', async () => {
  const paragraph = (text: string) => ({ type: 'paragraph', text });
  const content =
    '[vc_row el_class="x"][vc_column width="1/2"][vc_custom_heading text="Head"][vc_column_text]one\n\ntwo[/vc_column_text][vc_single_image image="20"][/vc_column][/vc_row]';
  const { news, report } = await post({ content }, [photo]);
  expect(news?.blocks).toEqual([
    { type: 'heading', level: 3, text: 'Head' },
    ...[paragraph('one'), paragraph('two'), image],
  ]);
  expect(report.changed).toMatchObject([
    { what: 'part of a page builder', why: 'is laid out one below the other', articles: 1 },
  ]);
  const divi =
    '[et_pb_section][et_pb_text admin_label="t"]<p>a</p>[/et_pb_text][et_pb_image src="https://example.org/b.png" /][/et_pb_section]';
  expect(await blocksOf(divi)).toMatchObject([paragraph('a'), { type: 'image' }]);
});

test('content that only a page builder can read is reported', async () => {
  const { report } = await post({ meta: { _elementor_data: '[]' } });
  expect(report.changed.map(({ why }) => why)).toEqual([
    'is imported without its text, which a page builder stores in its own format',
  ]);
});
