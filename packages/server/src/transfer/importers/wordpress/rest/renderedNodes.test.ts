import { expect, test } from 'bun:test';
import { converted, jsonFile } from '../../testing/importing.ts';
import { restMedia, restPost, restRoot, restUser } from '../../testing/wordpressPosts.ts';
import { convertWordPress } from '../convertWordPress.ts';

const uploads = 'https://example.com/wp-content/uploads/2024/05';
const media = [
  restMedia(20, 'a.jpg', { post: 7, caption: { rendered: '<p>On <b>a</b></p>\n' }, alt_text: 'Dog' }),
  restMedia(21, 'b.jpg', { post: 7 }),
];

/** The body and the report of a post with this content. */
async function read(content: { readonly raw?: string; readonly content?: string }, meta: object = {}) {
  const post = restPost({ id: 7, title: 'A', ...content, meta });
  const { of, report } = await converted(convertWordPress, jsonFile([restRoot, restUser, ...media, post]));
  return { body: of('news')[0]?.['values'], changed: report.changed, skipped: report.skipped };
}

/** What WordPress adds to a picture of an attachment when it shows it. */
const shown = (id: number, file: string, before = 'loading="lazy" ') =>
  `<img ${before}decoding="async" width="1024" height="683" src="${uploads}/${file}-1024x683.jpg" alt="" class="wp-image-${id}" srcset="${uploads}/${file}-1024x683.jpg 1024w, ${uploads}/${file}.jpg 2048w" sizes="auto, (max-width: 1024px) 100vw, 1024px" />`;
const written = (id: number, file: string) =>
  `<img src="${uploads}/${file}-1024x683.jpg" alt="" class="wp-image-${id}"/>`;
const figure = (inner: string, more = '') =>
  `<figure class="wp-block-image size-large${more}">${inner}</figure>`;

/** What authors write, and what WordPress makes of it for visitors. */
const pairs: readonly (readonly [name: string, raw: string, rendered: string])[] = [
  [
    'typed text',
    'One\ntwo\n\n<b>Three</b>\n\n<h2>Head</h2>\nFour\n<ul>\n<li>a</li>\n<li>b</li>\n</ul>\n<!--more-->\nFive',
    '<p>One<br />\ntwo</p>\n<p><b>Three</b></p>\n<h2>Head</h2>\n<p>Four</p>\n<ul>\n<li>a</li>\n<li>b</li>\n</ul>\n<p><span id="more-7"></span><br />\nFive</p>\n',
  ],
  [
    'a picture',
    `<!-- wp:image {"id":20,"sizeSlug":"large"} -->\n${figure(`${written(20, 'a')}<figcaption class="wp-element-caption">Below</figcaption>`)}\n<!-- /wp:image -->`,
    `\n${figure(`${shown(20, 'a', 'fetchpriority="high" ')}<figcaption class="wp-element-caption">Below</figcaption>`)}\n`,
  ],
  [
    'a picture that can be enlarged',
    `<!-- wp:image {"id":20,"lightbox":{"enabled":true}} -->\n${figure(written(20, 'a'))}\n<!-- /wp:image -->`,
    `\n${figure(`${shown(20, 'a')}<button\n class="lightbox-trigger"\n type="button"\n aria-haspopup="dialog"\n aria-label="Enlarge"\n data-wp-init="callbacks.initTriggerButton"\n><svg xmlns="http://www.w3.org/2000/svg" width="12" height="12"><path d="M2 0" /></svg></button>`, ' wp-lightbox-container')}\n`,
  ],
  [
    'a picture that a plugin loads late',
    `<!-- wp:image {"id":20} -->\n${figure(written(20, 'a'))}\n<!-- /wp:image -->`,
    `\n${figure(`<img decoding="async" class="wp-image-20 lazyload" src="data:image/gif;base64,R0lGOD" data-src="${uploads}/a-1024x683.jpg" alt="" /><noscript>${shown(20, 'a')}</noscript>`)}\n`,
  ],
  [
    'a gallery',
    `<!-- wp:gallery {"linkTo":"none"} -->\n<figure class="wp-block-gallery has-nested-images columns-default is-cropped"><!-- wp:image {"id":20} -->\n${figure(written(20, 'a'))}\n<!-- /wp:image -->\n\n<!-- wp:image {"id":21} -->\n${figure(written(21, 'b'))}\n<!-- /wp:image --><figcaption class="blocks-gallery-caption wp-element-caption">Both</figcaption></figure>\n<!-- /wp:gallery -->`,
    `\n<figure class="wp-block-gallery has-nested-images columns-default is-cropped wp-block-gallery-1 is-layout-flex wp-block-gallery-is-layout-flex">\n${figure(shown(20, 'a'))}\n\n\n\n${figure(shown(21, 'b'))}\n<figcaption class="blocks-gallery-caption wp-element-caption">Both</figcaption></figure>\n`,
  ],
  [
    'a gallery of the classic editor',
    '[gallery ids="20,21"]',
    `<div id='gallery-1' class='gallery galleryid-7 gallery-columns-3 gallery-size-thumbnail'><figure class='gallery-item'>\n\t\t\t<div class='gallery-icon landscape'>\n\t\t\t\t<a href='https://example.com/2024/post-7/a/'><img decoding="async" width="150" height="150" src="${uploads}/a-150x150.jpg" class="attachment-thumbnail size-thumbnail" alt="Dog" aria-describedby="gallery-1-20" /></a>\n\t\t\t</div>\n\t\t\t\t<figcaption class='wp-caption-text gallery-caption' id='gallery-1-20'>\n\t\t\t\tOn <b>a</b>\n\t\t\t\t</figcaption></figure><figure class='gallery-item'>\n\t\t\t<div class='gallery-icon landscape'>\n\t\t\t\t<a href='https://example.com/2024/post-7/b/'><img decoding="async" width="150" height="150" src="${uploads}/b-150x150.jpg" class="attachment-thumbnail size-thumbnail" alt="" /></a>\n\t\t\t</div></figure>\n\t\t</div>\n`,
  ],
  [
    'a gallery of an old theme',
    '[gallery]',
    `\n\t\t<style type="text/css">\n\t\t\t#gallery-1 { margin: auto; }\n\t\t</style>\n\t\t<div id='gallery-1' class='gallery galleryid-7 gallery-columns-3 gallery-size-thumbnail'><dl class='gallery-item'>\n\t\t\t<dt class='gallery-icon landscape'>\n\t\t\t\t<a href='${uploads}/a.jpg'><img width="150" height="150" src="${uploads}/a-150x150.jpg" class="attachment-thumbnail size-thumbnail" alt="Dog" /></a>\n\t\t\t</dt>\n\t\t\t\t<dd class='wp-caption-text gallery-caption' id='gallery-1-20'>\n\t\t\t\tOn <b>a</b>\n\t\t\t\t</dd></dl><dl class='gallery-item'>\n\t\t\t<dt class='gallery-icon landscape'>\n\t\t\t\t<a href='${uploads}/b.jpg'><img width="150" height="150" src="${uploads}/b-150x150.jpg" class="attachment-thumbnail size-thumbnail" alt="" /></a>\n\t\t\t</dt></dl>\n\t\t\t<br style='clear: both' />\n\t\t</div>\n`,
  ],
  [
    'a caption of the classic editor',
    `[caption id="attachment_20" align="alignnone" width="300"]<img class="size-medium wp-image-20" src="${uploads}/a-300x200.jpg" alt="" width="300" height="200" /> Below <i>it</i>[/caption]\n\nafter`,
    `<div id="attachment_20" style="width: 310px" class="wp-caption alignnone"><img fetchpriority="high" decoding="async" aria-describedby="caption-attachment-20" class="size-medium wp-image-20" src="${uploads}/a-300x200.jpg" alt="" width="300" height="200" srcset="${uploads}/a-300x200.jpg 300w" /><p id="caption-attachment-20" class="wp-caption-text">Below <i>it</i></p></div>\n<p>after</p>\n`,
  ],
  [
    'a video of YouTube',
    '<!-- wp:embed {"url":"https://www.youtube.com/watch?v=dQw4w9WgXcQ","type":"video","providerNameSlug":"youtube"} -->\n<figure class="wp-block-embed is-type-video is-provider-youtube wp-block-embed-youtube"><div class="wp-block-embed__wrapper">\nhttps://www.youtube.com/watch?v=dQw4w9WgXcQ\n</div><figcaption class="wp-element-caption">Sung</figcaption></figure>\n<!-- /wp:embed -->',
    '\n<figure class="wp-block-embed is-type-video is-provider-youtube wp-block-embed-youtube"><div class="wp-block-embed__wrapper">\n<iframe title="A song" width="500" height="281" src="https://www.youtube.com/embed/dQw4w9WgXcQ?feature=oembed" frameborder="0" allow="autoplay" allowfullscreen></iframe>\n</div><figcaption class="wp-element-caption">Sung</figcaption></figure>\n',
  ],
  [
    'a post on X',
    'https://twitter.com/jack/status/20',
    '<blockquote class="twitter-tweet" data-width="550" data-dnt="true"><p lang="en" dir="ltr">just setting up my twttr</p>&mdash; jack (@jack) <a href="https://twitter.com/jack/status/20?ref_src=twsrc%5Etfw">March 21, 2006</a></blockquote><p><script async src="https://platform.twitter.com/widgets.js" charset="utf-8"></script></p>\n',
  ],
  [
    'a post of another WordPress',
    '<!-- wp:embed {"url":"https://wordpress.org/news/a/","type":"wp-embed"} -->\n<figure class="wp-block-embed is-type-wp-embed"><div class="wp-block-embed__wrapper">\nhttps://wordpress.org/news/a/\n</div></figure>\n<!-- /wp:embed -->',
    '\n<figure class="wp-block-embed is-type-wp-embed"><div class="wp-block-embed__wrapper">\n<blockquote class="wp-embedded-content" data-secret="x1"><a href="https://wordpress.org/news/a/">A release</a></blockquote><iframe class="wp-embedded-content" sandbox="allow-scripts" security="restricted" title="A release" src="https://wordpress.org/news/a/embed/#?secret=x1" data-secret="x1" width="500" height="282"></iframe>\n</div></figure>\n',
  ],
  [
    'sound',
    `[audio mp3="${uploads}/a.mp3"][/audio]`,
    `<!--[if lt IE 9]><script>document.createElement('audio');</script><![endif]-->\n<audio class="wp-audio-shortcode" id="audio-7-1" preload="none" style="width: 100%;" controls="controls"><source type="audio/mpeg" src="${uploads}/a.mp3?_=1" /><a href="${uploads}/a.mp3">${uploads}/a.mp3</a></audio>\n`,
  ],
  [
    'code',
    '<!-- wp:code -->\n<pre class="wp-block-code"><code>if (a &lt; b) {\n\treturn "x" -- &#91;gallery];\n}</code></pre>\n<!-- /wp:code -->\n\n<!-- wp:paragraph -->\n<p>Use <code>a--b</code></p>\n<!-- /wp:paragraph -->',
    '\n<pre class="wp-block-code"><code>if (a &lt; b) {\n\treturn "x" -- &#91;gallery];\n}</code></pre>\n\n\n\n<p>Use <code>a--b</code></p>\n',
  ],
  [
    'a cover, columns and a quote',
    `<!-- wp:cover {"url":"${uploads}/a.jpg","id":20} -->\n<div class="wp-block-cover"><span aria-hidden="true" class="wp-block-cover__background"></span><img class="wp-block-cover__image-background wp-image-20" alt="" src="${uploads}/a.jpg" data-object-fit="cover"/><div class="wp-block-cover__inner-container"><!-- wp:paragraph -->\n<p>Over</p>\n<!-- /wp:paragraph --></div></div>\n<!-- /wp:cover -->\n\n<!-- wp:columns -->\n<div class="wp-block-columns"><!-- wp:column -->\n<div class="wp-block-column"><!-- wp:quote -->\n<blockquote class="wp-block-quote"><!-- wp:paragraph -->\n<p>Said</p>\n<!-- /wp:paragraph --><cite>Me</cite></blockquote>\n<!-- /wp:quote --></div>\n<!-- /wp:column --></div>\n<!-- /wp:columns -->`,
    `\n<div class="wp-block-cover"><span aria-hidden="true" class="wp-block-cover__background"></span><img decoding="async" width="1024" height="683" class="wp-block-cover__image-background wp-image-20" alt="" src="${uploads}/a.jpg" data-object-fit="cover" srcset="${uploads}/a.jpg 1024w" sizes="(max-width: 1024px) 100vw, 1024px" /><div class="wp-block-cover__inner-container is-layout-flow wp-block-cover-is-layout-flow">\n<p>Over</p>\n</div></div>\n\n\n\n<div class="wp-block-columns is-layout-flex wp-container-core-columns-is-layout-1 wp-block-columns-is-layout-flex">\n<div class="wp-block-column is-layout-flow wp-block-column-is-layout-flow">\n<blockquote class="wp-block-quote is-layout-flow wp-block-quote-is-layout-flow">\n<p>Said</p>\n<cite>Me</cite></blockquote>\n</div>\n</div>\n`,
  ],
  [
    'blocks that the site renders itself',
    '<!-- wp:paragraph -->\n<p>Text</p>\n<!-- /wp:paragraph -->\n\n<!-- wp:latest-posts /-->',
    '\n<p>Text</p>\n\n\n<ul class="wp-block-latest-posts__list wp-block-latest-posts"><li><a class="wp-block-latest-posts__post-title" href="https://example.com/b/">B</a></li>\n</ul>',
  ],
];

test.each(pairs)('%s: what visitors see becomes what the author wrote', async (_, raw, rendered) => {
  const [wrote, saw] = [await read({ raw }), await read({ content: rendered })];
  expect(saw).toEqual(wrote);
  expect(JSON.stringify(wrote.body)).not.toContain('"blocks":[]');
});

test('footnotes', async () => {
  const id = '11111111-2222-3333-4444-555555555555';
  const note = (text: string) => `<sup data-fn="${id}" class="fn">${text}</sup>`;
  const raw = `<!-- wp:paragraph -->\n<p>Text${note(`<a href="#${id}" id="${id}-link">1</a>`)}</p>\n<!-- /wp:paragraph -->\n\n<!-- wp:footnotes /-->`;
  const content = `\n<p>Text${note(`<a href="#${id}" id="${id}-link">1</a>`)}</p>\n\n\n<ol class="wp-block-footnotes"><li id="${id}">A <em>note</em> <a href="#${id}-link" aria-label="Jump to footnote reference 1">↩︎</a></li></ol>`;
  const meta = { footnotes: JSON.stringify([{ id, content: 'A <em>note</em>' }]) };
  const wrote = await read({ raw }, meta);
  expect(await read({ content }, meta)).toEqual(wrote);
  expect(wrote.body).toMatchObject({ body: { blocks: [{}, { type: 'footnotes' }] } });
});

test('what plugins add around a post is left out, and reported', async () => {
  const toc =
    '<div id="ez-toc-container" class="ez-toc-v2"><p>Contents</p><ul><li><a href="#a">A</a></li></ul></div>';
  const share = '<div class="sharedaddy sd-sharing-enabled"><h3>Share this:</h3><ul><li>X</li></ul></div>';
  const form = '<div class="wpcf7"><p role="status"></p><form><label>Your name <input></label></form></div>';
  const { body, changed, skipped } = await read({ content: `${toc}<p>Text [form]</p>${form}${share}` });
  expect(body).toMatchObject({ body: { blocks: [{ type: 'paragraph', text: 'Text [form]' }] } });
  expect(changed).toEqual([]);
  expect(skipped).toMatchObject([
    { what: 'part of a page', examples: ['ez-toc-container in A', 'form in A', 'sharedaddy in A'] },
  ]);
});

test('shortcodes that the site does not know become what the operator says', async () => {
  const content = '<p>One [ad id="1"]</p>\n<p>Use <code>[[ad id="1"]]</code></p>';
  const texts = async (fate: 'drop' | 'text') => {
    const list = [restUser, restPost({ id: 7, title: 'A', content })];
    const { of } = await converted(convertWordPress, jsonFile(list), { shortcodes: new Map([['ad', fate]]) });
    return of('news')[0]?.['values'];
  };
  const paragraph = (text: string) => ({ type: 'paragraph', text });
  const kept = paragraph('Use <code>[[ad id="1"]]</code>');
  expect(await texts('drop')).toMatchObject({ body: { blocks: [paragraph('One'), kept] } });
  expect(await texts('text')).toMatchObject({ body: { blocks: [paragraph('One [ad id="1"]'), kept] } });
});
