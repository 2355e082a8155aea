import { visibleText } from '@newsstand/html';
import {
  blockElements,
  type Headings,
  inlineElements,
  lowered,
  parseHtml,
  webAddress,
  webSources,
} from '@newsstand/html/sanitize';
import type { Element, ElementContent, Properties } from 'hast';
import type {
  Block,
  CodeBlock,
  HeadingBlock,
  ImageBlock,
  ListBlock,
  QuoteBlock,
  VideoBlock,
} from '../contract/blocks.ts';
import type { Film, Picture } from './BodyOptions.ts';

/** How blocks are rendered. */
export type BlockSettings = {
  readonly picture: (block: ImageBlock) => Picture | undefined;
  readonly video: (block: VideoBlock) => Film | undefined;
  readonly headings: Headings;
};

/** A block as a tree, not yet sanitised; empty if there is nothing to show. */
export function renderBlock(block: Block, settings: BlockSettings): readonly ElementContent[] {
  switch (block.type) {
    case 'heading':
      return renderHeading(block, settings.headings);
    case 'paragraph':
      return filled('p', inline(block.text));
    case 'list':
      return [renderList(block)];
    case 'image':
      return renderImage(block, settings.picture(block));
    case 'video':
      return renderVideo(block, settings.video(block));
    case 'quote':
      return [renderQuote(block)];
    case 'code':
      return [renderCode(block)];
    case 'html':
      return parseHtml(block.html, blockElements, settings.headings);
  }
}

function element(tagName: string, properties: Properties, children: readonly ElementContent[] = []): Element {
  return { type: 'element', tagName, properties, children: [...children] };
}

/** An element, unless it would be empty. */
function filled(tagName: string, children: readonly ElementContent[]): readonly Element[] {
  return children.length === 0 ? [] : [element(tagName, {}, children)];
}

function inline(html: string | undefined): readonly ElementContent[] {
  return html === undefined ? [] : parseHtml(html, inlineElements);
}

function renderHeading({ level, text, id }: HeadingBlock, { ids, shift }: Headings): readonly Element[] {
  const words = visibleText(text);
  if (words === '') return [];
  return [element(`h${lowered(level, shift)}`, { id: ids(words, id) }, inline(text))];
}

function renderList({ ordered, items }: Pick<ListBlock, 'ordered' | 'items'>): Element {
  const children = items.map(({ text, list }) =>
    element('li', {}, [...inline(text), ...(list === undefined ? [] : [renderList(list)])]),
  );
  return element(ordered === true ? 'ol' : 'ul', {}, children);
}

function renderImage(block: ImageBlock, found: Picture | undefined): readonly Element[] {
  const picture = found || (block.url === undefined ? undefined : { src: block.url });
  if (picture === undefined) return [];
  const { src, srcset, sizes, width = block.width, height = block.height }: Picture = picture;
  const image = element('img', {
    src: webAddress(src),
    srcSet: webSources(srcset),
    sizes,
    ...{ alt: block.alt ?? '', width, height },
  });
  const shown = block.link === undefined ? image : element('a', { href: webAddress(block.link) }, [image]);
  return [element('figure', {}, [shown, ...filled('figcaption', inline(block.caption))])];
}

const playable = /\.(m3u8|mp4|m4v|mov|webm|ogv)$/i;

function renderVideo(block: VideoBlock, found: Film | undefined): readonly Element[] {
  const { url, mediaId, width, height } = block;
  const isFile = url !== undefined && playable.test(url.split(/[?#]/)[0] ?? '');
  const film = found || (isFile ? { src: url } : undefined);
  if (film === undefined && url === undefined) return [];
  const { src, poster }: Partial<Film> = film ?? {};
  const properties = { src, poster, dataMediaId: mediaId, width, height };
  const shown =
    film === undefined
      ? element('a', { href: url }, [{ type: 'text', value: url ?? '' }])
      : element('video', properties);
  return [element('figure', {}, [shown, ...filled('figcaption', inline(block.caption))])];
}

function renderQuote({ text, cite }: QuoteBlock): Element {
  const paragraphs = text.split(/<br\s*\/?>\s*<br\s*\/?>/i).flatMap((part) => filled('p', inline(part)));
  const source = filled('cite', inline(cite));
  return element('blockquote', {}, [...paragraphs, ...filled('footer', source)]);
}

function renderCode({ text, language }: CodeBlock): Element {
  const properties: Properties = language === undefined ? {} : { className: [`language-${language}`] };
  return element('pre', {}, [element('code', properties, [{ type: 'text', value: text }])]);
}
