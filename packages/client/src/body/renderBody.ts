import { headingIds, visibleText } from '@newsstand/html';
import {
  blockElements,
  type Headings,
  inlineElements,
  lowered,
  parseHtml,
  sanitizeHtml as sanitize,
  webAddress,
  webSources,
  writeSafely,
} from '@newsstand/html/sanitize';
import type { Element, ElementContent, Properties } from 'hast';
import { blocksOf } from '../blocksOf.ts';
import type {
  Block,
  CodeBlock,
  HeadingBlock,
  ImageBlock,
  ListBlock,
  QuoteBlock,
  VideoBlock,
} from '../contract/blocks.ts';

/** A picture as a page shows it. */
export interface Picture {
  src: string;
  srcset?: string | undefined;
  sizes?: string | undefined;
  width?: number | undefined;
  height?: number | undefined;
}

/** A video as a page shows it. */
export interface Film {
  /** A file, or an HLS playlist. */
  src: string;
  poster?: string | undefined;
}

/** How a body is rendered. */
export interface BodyOptions {
  /** The picture of an image block. Without it, or if it returns nothing, the `url` of the block. */
  picture?: (block: ImageBlock) => Picture | undefined;
  /** The film of a video block. Without it, or if it returns nothing, the `url` of the block. */
  video?: (block: VideoBlock) => Film | undefined;
  headings?: {
    /** By how many levels headings are moved down: 1 if the title of the page is its only `h1`. */
    shift?: number;
    /** A prefix for all IDs, to keep them apart from others on the page. Pass the same to `outline`. */
    idPrefix?: string;
  };
  /** Hosts that may be embedded, such as `www.youtube-nocookie.com`. Default: none; frames become links. */
  embeds?: readonly string[];
}

/** A body of blocks as safe HTML, whatever it holds; undefined for a body of another shape. */
export function renderBody(body: unknown, options: BodyOptions = {}): string | undefined {
  const { picture = () => undefined, video = () => undefined, headings = {}, embeds = [] } = options;
  const ids = headingIds(headings.idPrefix);
  const settings: BlockSettings = { picture, video, headings: { ids, shift: headings.shift ?? 0 } };
  const blocks = blocksOf(body)?.map((block) => writeSafely(renderBlock(block, settings), embeds));
  return blocks?.filter((html) => html !== '').join('\n');
}

/** HTML from anywhere, made safe for a page: it runs nothing, and looks and links like the rest of the text. */
export function sanitizeHtml(html: string): string {
  return sanitize(html);
}

/** How blocks are rendered. */
type BlockSettings = {
  readonly picture: (block: ImageBlock) => Picture | undefined;
  readonly video: (block: VideoBlock) => Film | undefined;
  readonly headings: Headings;
};

/** A block as a tree, not yet sanitised; empty if there is nothing to show. */
function renderBlock(block: Block, settings: BlockSettings): readonly ElementContent[] {
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
