import { expect, test } from 'bun:test';
import { createElement as h } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { attacks } from '../../../html/testing/attacks.ts';
import { findUnsafe } from '../../../html/testing/findUnsafe.ts';
import { ownPicture } from '../../testing/samples.ts';
import { bodyTree } from '../body/bodyTree.ts';
import { renderBody } from '../body/renderBody.ts';
import { type BlockComponents, Blocks, Body, Inline, Picture } from './index.ts';

const media = new Map([['m1', ownPicture]]);

/** One of each, as docs/body.md has them. */
async function oneOfEach(): Promise<readonly unknown[]> {
  const page = await Bun.file(`${import.meta.dir}/../../../../docs/body.md`).text();
  return [...page.matchAll(/^\{ "type": .*\}$/gm)].map(([line]) => JSON.parse(line));
}

test('a body is what renderBody writes, element by element', async () => {
  const blocks = [...(await oneOfEach()), { type: 'image', mediaId: 'm1', alt: 'x' }];
  expect(blocks.length).toBe(16);
  const options = { media, sizes: '50vw', headings: { shift: 1 }, itemUrl: () => '/x' };
  const html = renderToStaticMarkup(h(Body, { body: { blocks }, ...options }));
  // React writes attributes in another order, and empty elements with a slash.
  const partsOf = (text: string) =>
    text
      .replaceAll(/\n|&#x27;|\/(?=>)|=""/g, '')
      .replaceAll('srcSet', 'srcset')
      .split(/[<>]/)
      .flatMap((part) => part.split(/ (?=[\w-]+=)| (?=controls|playsinline|reversed|open)/i).sort());
  expect(partsOf(html)).toEqual(partsOf(renderBody({ blocks }, options) ?? ''));
});

test('blocks are shown by components of your own', () => {
  const components: BlockComponents = {
    heading: ({ block, attributes, children }) =>
      h('h5', { ...attributes, className: `level-${block.level}` }, children),
    image: ({ block, media: picture }) =>
      h('div', null, h(Picture, { media: picture, alt: block.alt }), h(Inline, { html: block.caption })),
    html: ({ attributes, children }) => h('section', attributes, children),
  };
  const blocks = [
    { type: 'heading', level: 2, text: 'Why <em>not</em>' },
    { type: 'image', mediaId: 'm1', alt: 'A cup', caption: 'Hot<script>1</script> <b>tea</b>' },
    { type: 'html', html: '<p lang="en">a</p>' },
    { type: 'paragraph', text: 'b' },
  ];
  const tree = bodyTree({ blocks }, { media }) ?? [];
  // As a browser gets it.
  const sent = JSON.parse(JSON.stringify(tree));
  const html = renderToStaticMarkup(h(Blocks, { tree: sent, components }));
  expect(html).toBe(renderToStaticMarkup(h(Body, { body: { blocks }, media, components })));
  expect(html).toMatch(/^<h5 id="why-not" class="level-2">Why <em>not<\/em><\/h5><div><img /);
  expect(html).toEndWith('Hot <b>tea</b></div><section><p lang="en">a</p></section><p>b</p>');
});

test('nothing that runs gets into a page', () => {
  for (const html of attacks) {
    const blocks = [
      { type: 'html', html },
      { type: 'paragraph', text: html },
    ];
    expect(findUnsafe(renderToStaticMarkup(h(Body, { body: { blocks } })))).toEqual([]);
  }
});

test('a body of another shape is yours to show', () => {
  expect(renderToStaticMarkup(h(Body, { body: { html: 'x' } }))).toBe('');
  expect(renderToStaticMarkup(h(Body, { body: null, fallback: h('p', null, 'y') }))).toBe('<p>y</p>');
});

test('a picture has its size and widths, and takes any attribute of img', () => {
  const operations = [{ type: 'size', width: 800, height: 450 } as const];
  const given = { sizes: '10rem', className: 'cover', loading: 'eager', 'aria-hidden': true } as const;
  const html = renderToStaticMarkup(h(Picture, { media: { ...ownPicture, operations }, ...given }));
  expect(html).toMatch(/<img loading="eager" .* class="cover" .* srcSet="[^"]+ 800w" /);
  expect(html).toMatch(/ sizes="10rem" alt="" width="800" height="450"/);
  const focalPoint = { x: 0.25, y: 0.5 };
  const style = { opacity: 0.5 };
  const focused = renderToStaticMarkup(h(Picture, { media: { ...ownPicture, focalPoint }, style }));
  expect(focused).toContain('style="object-position:25% 50%;opacity:0.5"');
  expect(renderToStaticMarkup(h(Picture, { media: undefined }))).toBe('');
});
