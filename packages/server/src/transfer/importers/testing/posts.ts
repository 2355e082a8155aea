import { escapeAttribute, escapeText } from '@newsstand/html';
import fc from 'fast-check';

type Picture = { readonly src: string; readonly alt: string };

export type Attachment = Picture & { readonly id: string; readonly caption: string };

/** A piece of a document: what must be found in its blocks, and how both editors of WordPress write it. */
type Piece = {
  /** What readers see, without white space, code and pictures. */
  readonly text?: string;
  readonly code?: readonly string[];
  readonly pictures?: readonly Picture[];
  readonly blocks: string;
  readonly classic: string;
  /** What it shows by ID. */
  readonly attachments?: readonly Attachment[];
};

/** Words as authors write them, and as readers see them. */
const forms: readonly ((word: string) => readonly [html: string, text: string])[] = [
  (each) => [each, each],
  (each) => [`<strong>${each}</strong>`, each],
  (each) => [`<em><strong>${each}</strong></em>`, each],
  (each) => [`<code>&lt;${each}&gt;</code>`, `<${each}>`],
  (each) => [`<a href="https://example.com/?a=1&amp;b=2">${each}</a>`, each],
  (each) => [`<span style="color:red">${each}</span>`, each],
  (each) => [`<mark class="has-inline-color">${each}</mark>`, each],
  (each) => [`<del>${each}</del><sub>2</sub>`, `${each}2`],
  (each) => [`<font color="red">${each}</font>`, each],
  (each) => [`${each} 5 &lt; 6 &amp;amp; 7&#8217;s &hearts;`, `${each}5<6&amp;7’s♥`],
  (each) => [`${each} & co < 5 > 4`, `${each}&co<5>4`],
  (each) => [`${each}&nbsp;日本語 🎉`, `${each}日本語🎉`],
  (each) => [`[${each}]`, `[${each}]`],
  (each) => [`[[gallery]] ${each}`, `[gallery]${each}`],
  (each) => [`[unknown a="1"]${each}[/unknown]`, `[unknowna="1"]${each}[/unknown]`],
  (each) => [`${each}<br />${each}`, `${each}${each}`],
  (each) => [`<!-- unseen -->${each}`, each],
];
const word = fc.nat(9999).map((number) => `w${number}x`);
const text = fc
  .array(fc.tuple(word, fc.constantFrom(...forms)), { minLength: 1, maxLength: 4 })
  .map((all) => all.map(([each, form]) => form(each)))
  .map((all) => ({ html: all.map(([html]) => html).join(' '), text: all.map(([, seen]) => seen).join('') }));

const codePart = fc.constantFrom(
  ...[
    '\t',
    '    ',
    'all:',
    '<?php echo 1; ?>',
    '<b>bold</b>',
    '<!-- wp:image -->',
    '<!-- x -->',
    '</p>',
    '-->',
  ],
  ...[
    '&lt;',
    '&amp;nbsp;',
    '&',
    '[gallery ids="1"]',
    '[caption]',
    '[[x]]',
    '[/caption]',
    '$a["b"]',
    '{"a":1}',
  ],
  ...[
    'https://example.com/',
    '<script>',
    '<img src="x.png">',
    "'q'",
    '"',
    '\\',
    '`k`',
    '日本語',
    'if (a < b && c > d)',
  ],
);
const code = fc
  .array(fc.oneof(fc.array(codePart, { minLength: 1, maxLength: 3 }), fc.constant([])), {
    minLength: 1,
    maxLength: 5,
  })
  .map((lines) =>
    lines
      .map((parts) => parts.join(' '))
      .join('\n')
      .trimEnd()
      .replace(/^\n+/, ''),
  )
  .filter((all) => all.trim() !== '');

/** Plugins store code as it is, or escaped, and do not say which: code that could be either is not theirs. */
const rawCode = code.map((all) => all.replaceAll(/&(?=\w+;)/g, '+'));

const block = (name: string, html: string, given = ''): string =>
  `<!-- wp:${name} ${given}-->\n${html}\n<!-- /wp:${name} -->`;
/** The block editor also escapes what could be taken for a shortcode. */
const inBlock = (all: string): string => escapeText(all).replaceAll('[', '&#91;');

const alts = ['', 'a "b" <c> & d', '犬'];
const picture = fc.nat(9999).map((number) => ({
  id: String(number + 100),
  src: `https://example.com/wp-content/uploads/p${number}.png`,
  alt: alts[number % 3] ?? '',
}));
const img = ({ src, alt }: Picture): string =>
  `<img class="wp-image-1" src="${src}" alt="${escapeAttribute(alt)}" />`;
const figure = (html: string, caption: string): string =>
  `<figure class="wp-block-image size-large">${html}<figcaption class="wp-element-caption">${caption}</figcaption></figure>`;
const link = (html: string): string => `<a href="https://example.org/page">${html}</a>`;

const paragraph = text.map(({ html, text }) => ({
  ...{ text, blocks: block('paragraph', `<p>${html}</p>`), classic: html },
}));
const someCode: readonly fc.Arbitrary<Piece>[] = [
  code.map((all) => ({
    code: [all],
    blocks: block('code', `<pre class="wp-block-code"><code>${inBlock(all)}</code></pre>`),
    classic: `<pre>${escapeText(all)}</pre>`,
  })),
  code.map((all) => ({
    code: [all],
    blocks: block(
      'syntaxhighlighter/code',
      `<pre class="wp-block-syntaxhighlighter-code">${escapeText(`<a>${all}`)}</pre>`.replace(
        '&lt;a&gt;',
        '',
      ),
      '{"language":"php"} ',
    ),
    classic: `<pre class="brush: php; title: ; notranslate">${escapeText(all)}</pre>`,
  })),
  code.map((all) => ({
    code: [all],
    blocks: block(
      'preformatted',
      `<pre class="wp-block-preformatted">${inBlock(all).replaceAll('\n', '<br>')}</pre>`,
    ),
    classic: `<pre><code class="language-c">${escapeText(all)}</code></pre>`,
  })),
  rawCode.map((all) => ({
    code: [all],
    blocks: block('shortcode', `[code lang="php"]${all}[/code]`),
    classic: `[sourcecode language="php"]\n${all}\n[/sourcecode]`,
  })),
  rawCode.map((all) => ({
    code: [all],
    blocks: block('html', `<pre lang="php">${all}</pre>`),
    classic: `<pre lang="php" line="1">\n${all}\n</pre>`,
  })),
];

const somePictures: readonly fc.Arbitrary<Piece>[] = [
  picture.map((each) => ({
    pictures: [each],
    blocks: block('image', `<figure class="wp-block-image">${img(each)}</figure>`, '{"id":1} '),
    classic: img(each),
  })),
  fc.tuple(picture, text).map(([each, { html, text }]) => ({
    ...{ text, pictures: [each] },
    blocks: block('image', `<div class="wp-block-image">${figure(link(img(each)), html)}</div>`),
    classic: `[caption id="attachment_1" align="alignnone" width="300"]${link(img(each))} ${html}[/caption]`,
  })),
  fc.tuple(picture, text).map(([each, { html, text }]) => ({
    ...{ text, pictures: [each] },
    blocks: block('image', figure(img(each), html)),
    classic: `${img(each)}\n${html}`,
  })),
  fc.tuple(picture, text).map(([each, { html, text }]) => ({
    ...{ text, pictures: [each] },
    blocks: block('paragraph', `<p>${img(each)}${html}</p>`),
    classic: `<p style="text-align: center;">${link(img(each))}</p>\n${html}`,
  })),
];

/** The captions of attachments have no shortcodes. */
const plainText = word.map((each) => ({ html: `<b>${each}</b>`, text: each }));

const galleries: readonly fc.Arbitrary<Piece>[] = [
  fc.tuple(fc.array(fc.tuple(picture, text), { minLength: 1, maxLength: 4 }), text).map(([all, below]) => ({
    text: [...all.map(([, caption]) => caption.text), below.text].join(''),
    pictures: all.map(([each]) => each),
    blocks: block(
      'gallery',
      `<figure class="wp-block-gallery has-nested-images columns-2">${all
        .map(([each, { html }]) => block('image', figure(img(each), html)))
        .join('\n\n')}<figcaption class="blocks-gallery-caption">${below.html}</figcaption></figure>`,
      '{"linkTo":"none"} ',
    ),
    classic: `<ul class="wp-block-gallery">${all
      .map(
        ([each, { html }]) =>
          `<li class="blocks-gallery-item"><figure>${img(each)}<figcaption>${html}</figcaption></figure></li>`,
      )
      .join('')}</ul>\n\n${below.html}`,
  })),
  fc.array(fc.tuple(picture, plainText), { minLength: 1, maxLength: 4 }).map((all) => {
    const shortcode = `[gallery columns="2" ids="${all.map(([{ id }]) => id).join()}"]`;
    return {
      text: all.map(([, { text }]) => text).join(''),
      pictures: all.map(([each]) => each),
      attachments: all.map(([each, { html }]) => ({ ...each, caption: html })),
      ...{ blocks: block('shortcode', shortcode), classic: shortcode },
    };
  }),
];

const lists: fc.Arbitrary<Piece> = fc
  .tuple(
    fc.array(fc.tuple(text, fc.option(text)), { minLength: 1, maxLength: 4 }),
    fc.constantFrom('ul', 'ol'),
  )
  .map(([items, tag]) => ({
    text: items.map(([own, below]) => own.text + (below?.text ?? '')).join(''),
    blocks: block(
      'list',
      `<${tag} class="wp-block-list">${items
        .map(([own, below]) => {
          const inner =
            below &&
            block('list', `<ul class="wp-block-list">${block('list-item', `<li>${below.html}</li>`)}</ul>`);
          return block('list-item', `<li>${own.html}${inner ?? ''}</li>`);
        })
        .join('\n\n')}</${tag}>`,
    ),
    classic: `<${tag}>\n${items
      .map(
        ([own, below]) =>
          ` \t<li>${own.html}${below ? `\n<ul>\n \t<li>${below.html}</li>\n</ul>\n` : ''}</li>\n`,
      )
      .join('')}</${tag}>`,
  }));

const nothing = { html: '', text: '' };
const tables = (caption: typeof text): fc.Arbitrary<Piece> =>
  fc
    .tuple(
      fc.array(fc.tuple(text, text), { minLength: 1, maxLength: 3 }),
      caption,
      fc.constantFrom('', ' colspan="2"'),
    )
    .map(([rows, given, wide]) => {
      const above = wide === '' ? given : nothing;
      const cells = (tag: string) => (row: (typeof rows)[number]) =>
        `<tr>${row.map(({ html }) => `<${tag}${wide}>${html}</${tag}>`).join('')}</tr>`;
      const inside = `<thead>${rows.slice(0, 1).map(cells('th')).join('')}</thead><tbody>${rows.slice(1).map(cells('td')).join('')}</tbody>`;
      return {
        text: above.text + rows.flatMap((row) => row.map(({ text }) => text)).join(''),
        blocks: block(
          'table',
          `<figure class="wp-block-table"><table class="has-fixed-layout">${inside}</table><figcaption>${above.html}</figcaption></figure>`,
        ),
        classic: `${above.html}\n<table>\n<tbody>\n${rows.map(cells('td')).join('\n')}\n</tbody>\n</table>`,
      };
    });

/** What holds other pieces. */
function around(inner: fc.Arbitrary<readonly Piece[]>): fc.Arbitrary<Piece> {
  const wraps: readonly ((blocks: string, classic: string) => Pick<Piece, 'blocks' | 'classic'>)[] = [
    (blocks, classic) => ({
      blocks: block(
        'columns',
        `<div class="wp-block-columns">${block('column', `<div class="wp-block-column">${blocks}</div>`)}</div>`,
      ),
      classic: `[vc_row][vc_column width="1/2"][vc_column_text]\n${classic}\n[/vc_column_text][/vc_column][/vc_row]`,
    }),
    (blocks, classic) => ({
      blocks: block(
        'group',
        `<div class="wp-block-group"><div class="wp-block-group__inner-container">${blocks}</div></div>`,
      ),
      classic: `<div class="box">\n\n${classic}\n\n</div>`,
    }),
    (blocks, classic) => ({
      blocks: block('quote', `<blockquote class="wp-block-quote">${blocks}</blockquote>`),
      classic: `<blockquote>\n${classic}\n</blockquote>`,
    }),
    (blocks, classic) => ({
      blocks: block(
        'media-text',
        `<div class="wp-block-media-text"><div class="wp-block-media-text__content">${blocks}</div></div>`,
      ),
      classic: `<ul>\n<li>${classic}</li>\n</ul>`,
    }),
  ];
  return fc.tuple(inner, fc.constantFrom(...wraps)).map(([pieces, wrap]) => ({
    ...joined(pieces),
    ...wrap(joined(pieces).blocks, joined(pieces).classic),
  }));
}

const others: readonly fc.Arbitrary<Piece>[] = [
  text.map(({ html, text }) => ({
    ...{
      text,
      blocks: block('heading', `<h2 class="wp-block-heading" id="x">${html}</h2>`),
      classic: `<h3>${html}</h3>`,
    },
  })),
  fc.tuple(text, text).map(([said, by]) => ({
    text: said.text + by.text,
    blocks: block(
      'pullquote',
      `<figure class="wp-block-pullquote"><blockquote><p>${said.html}</p><cite>${by.html}</cite></blockquote></figure>`,
    ),
    classic: `<blockquote>${said.html}\n<cite>${by.html}</cite></blockquote>`,
  })),
  fc.tuple(picture, text).map(([each, { html, text }]) => ({
    ...{ text, pictures: [{ ...each, alt: '' }] },
    blocks: block(
      'cover',
      `<div class="wp-block-cover" style="background-image:url(${each.src})"><div class="wp-block-cover__inner-container">${block('paragraph', `<p>${html}</p>`)}</div></div>`,
    ),
    classic: `<div style="background: url('${each.src}') no-repeat;">${html}</div>`,
  })),
  fc.tuple(picture, text).map(([each, { html, text }]) => ({
    ...{ text, pictures: [each] },
    blocks: block(
      'cover',
      `<div class="wp-block-cover"><span aria-hidden="true" class="wp-block-cover__background"></span>${img(each)}<div class="wp-block-cover__inner-container"><p>${html}</p></div></div>`,
    ),
    classic: `<div class="wp-caption">${img(each)}<p class="wp-caption-text">${html}</p></div>`,
  })),
  fc.tuple(text, text).map(([one, two]) => ({
    text: one.text + two.text,
    blocks: block(
      'details',
      `<details class="wp-block-details"><summary>${one.html}</summary><p>${two.html}</p></details>`,
    ),
    classic: `<dl>\n<dt>${one.html}</dt>\n<dd>${two.html}</dd>\n</dl>`,
  })),
  fc.constantFrom(
    { blocks: block('more', '<!--more-->'), classic: '<!--more-->' },
    { blocks: block('separator', '<hr class="wp-block-separator"/>'), classic: '<hr />' },
    { blocks: '<!-- wp:spacer {"height":"9px"} /-->', classic: '&nbsp;' },
  ),
];

/** Within a quote or the like, verse is preformatted, and the caption of a table below it. */
const verse: fc.Arbitrary<Piece> = fc.tuple(text, text).map(([one, two]) => ({
  text: one.text + two.text,
  blocks: block('verse', `<pre class="wp-block-verse">${one.html}<br>${two.html}</pre>`),
  classic: `${one.html}\n${two.html}`,
}));

function joined(pieces: readonly Piece[]): Piece {
  return {
    text: pieces.map(({ text = '' }) => text).join(''),
    code: pieces.flatMap((each) => each.code ?? []),
    pictures: pieces.flatMap((each) => each.pictures ?? []),
    attachments: pieces.flatMap((each) => each.attachments ?? []),
    blocks: pieces.map(({ blocks }) => blocks).join('\n\n'),
    classic: pieces.map(({ classic }) => classic).join('\n\n'),
  };
}

const flat = fc.oneof(
  paragraph,
  lists,
  tables(fc.constant(nothing)),
  ...someCode,
  ...somePictures,
  ...galleries,
  ...others,
);
/** A post of any text, code and pictures. */
export const somePost: fc.Arbitrary<Piece> = fc
  .array(
    fc.oneof(
      { arbitrary: flat, weight: 9 },
      tables(text),
      verse,
      around(fc.array(flat, { minLength: 1, maxLength: 3 })),
    ),
    {
      maxLength: 7,
    },
  )
  .map(joined);
