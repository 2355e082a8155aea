import { headingIds, visibleText } from '@newsstand/html';
import {
  blockElements,
  type Headings,
  lowered,
  parseHtml,
  sanitizeHtml as sanitize,
  webAddress,
  writeSafely,
} from '@newsstand/html/sanitize';
import type { Element, ElementContent, Properties } from 'hast';
import { blocksOf } from '../blocksOf.ts';
import type {
  Block,
  CalloutBlock,
  CodeBlock,
  HeadingBlock,
  ImageBlock,
  ListBlock,
  QuoteBlock,
  RelatedBlock,
  RelatedItem,
  TableBlock,
  VideoBlock,
} from '../contract/blocks.ts';
import type { Media } from '../contract/resources.ts';
import { pictureAttributes } from '../pictureAttributes.ts';
import { element, filled, inline, paragraphs, text } from './elements.ts';
import { createFootnotes } from './footnotes.ts';
import {
  type FigureSettings,
  type Film,
  type Picture,
  renderEmbed,
  renderGallery,
  renderImage,
  renderVideo,
} from './renderFigures.ts';
import { type BodyWords, englishWords } from './words.ts';

/** How a body is rendered. */
export interface BodyOptions {
  /** The media that the body shows, by their IDs, as `mediaOf(client, body)` gives them. */
  media?: ReadonlyMap<string, Media>;
  /** How wide pictures of `media` are on the page, as in `<img sizes>`. Default: `100vw`. */
  sizes?: string;
  /**
   * The picture of an image block, or of an image of a gallery. Without it, or if it returns nothing, that of `media`, or else the
   * `url` of the block.
   */
  picture?: (block: ImageBlock) => Picture | undefined;
  /** The film of a video block. Without it, or if it returns nothing, that of `media`, or else the `url` of the block. */
  video?: (block: VideoBlock) => Film | undefined;
  /** Called for each picture and video that is not there; the page shows a text in its place. */
  onMissing?: (block: ImageBlock | VideoBlock) => void;
  headings?: {
    /** By how many levels headings are moved down: 1 if the title of the page is its only `h1`. */
    shift?: number;
    /** A prefix for all IDs, to keep them apart from others on the page. Pass the same to `outline`. */
    idPrefix?: string;
  };
  /** The URL of the page of a related item. Without it, or if it returns nothing, only the title is shown. */
  itemUrl?: (item: RelatedItem) => string | undefined;
  /** What the renderer says to readers, such as the headings of callouts. Default: English. */
  words?: Partial<BodyWords>;
  /** Hosts whose frames in `html` blocks are shown at once, such as `www.example.com`. Default: none; frames become links. */
  embeds?: readonly string[];
}

/** A body of blocks as safe HTML, whatever it holds; undefined for a body of another shape. */
export function renderBody(body: unknown, options: BodyOptions = {}): string | undefined {
  return htmlBlocks(body, options)
    ?.map(({ html }) => html)
    .filter((html) => html !== '')
    .join('\n');
}

/**
 * The blocks of a body, each with its safe HTML, which is empty if there is nothing to show; undefined for a body of another shape.
 * For sites that show some blocks in their own way.
 */
export function htmlBlocks(
  body: unknown,
  options: BodyOptions = {},
): { block: Block; html: string }[] | undefined {
  return renderBlocks(body, options)?.map(({ block, tree }) => ({
    block,
    html: writeSafely(tree, options.embeds ?? []),
  }));
}

/** The blocks of a body, each with its tree, not yet sanitised; undefined for a body of another shape. */
export function renderBlocks(
  body: unknown,
  options: BodyOptions,
): readonly { readonly block: Block; readonly tree: readonly ElementContent[] }[] | undefined {
  const { headings = {} } = options;
  const blocks = blocksOf(body);
  if (blocks === undefined) return undefined;
  const words = { ...englishWords, ...options.words };
  const settings: BlockSettings = {
    picture: (block) => options.picture?.(block) ?? pictureOf(options, block),
    video: (block) => options.video?.(block) ?? filmOf(options, block),
    onMissing: options.onMissing ?? (() => {}),
    itemUrl: options.itemUrl ?? (() => undefined),
    headings: { ids: headingIds(headings.idPrefix), shift: headings.shift ?? 0 },
    words,
  };
  const footnotes = createFootnotes(blocks, words, headings.idPrefix);
  const trees = blocks.map((block) => footnotes.number(renderBlock(block, settings)));
  return blocks.map((block, at) => ({
    block,
    tree: block.type === 'footnotes' ? footnotes.list(block) : (trees[at] ?? []),
  }));
}

/** A picture of the media that were given, in the widths that the service has. */
function pictureOf(
  { media, sizes }: BodyOptions,
  { mediaId = '', width, height }: ImageBlock,
): Picture | undefined {
  return pictureAttributes(media?.get(mediaId), { sizes, width, height });
}

function filmOf({ media }: BodyOptions, { mediaId = '' }: VideoBlock): Film | undefined {
  const { accessUrl: src, thumbnailAccessUrl: poster, width, height } = media?.get(mediaId) ?? {};
  return src === undefined ? undefined : { src, poster, width, height };
}

/** HTML from anywhere, made safe for a page: it runs nothing, and looks and links like the rest of the text. */
export function sanitizeHtml(html: string): string {
  return sanitize(html);
}

/** How blocks are rendered. */
type BlockSettings = FigureSettings &
  Required<Pick<BodyOptions, 'itemUrl'>> & {
    readonly headings: Headings;
  };

/** A block as a tree, not yet sanitised; empty if there is nothing to show. */
function renderBlock(block: Block, settings: BlockSettings): readonly ElementContent[] {
  const { words } = settings;
  switch (block.type) {
    case 'heading':
      return renderHeading(block, settings.headings);
    case 'paragraph':
      return filled('p', inline(block.text));
    case 'list':
      return [renderList(block)];
    case 'image':
      return renderImage(block, settings);
    case 'video':
      return renderVideo(block, settings);
    case 'quote':
      return [renderQuote(block)];
    case 'code':
      return [renderCode(block)];
    case 'html':
      return parseHtml(block.html, blockElements, settings.headings);
    case 'table':
      return renderTable(block, words);
    case 'divider':
      return [element('hr', {})];
    case 'gallery':
      return renderGallery(block, settings);
    case 'callout':
      return renderCallout(block, words);
    case 'embed':
      return renderEmbed(block, words);
    case 'related':
      return renderRelated(block, settings);
    // Their numbers are known when everything else is rendered.
    case 'footnotes':
      return [];
  }
}

function renderHeading(
  { level, text: html, id }: HeadingBlock,
  { ids, shift }: Headings,
): readonly Element[] {
  const words = visibleText(html);
  if (words === '') return [];
  return [element(`h${lowered(level, shift)}`, { id: ids(words, id) }, inline(html))];
}

function renderList({ ordered, items }: Pick<ListBlock, 'ordered' | 'items'>): Element {
  const children = items.map(({ text: html, list }) =>
    element('li', {}, [...inline(html), ...(list === undefined ? [] : [renderList(list)])]),
  );
  return element(ordered === true ? 'ol' : 'ul', {}, children);
}

function renderQuote({ text: html, cite }: QuoteBlock): Element {
  const source = filled('cite', inline(cite));
  return element('blockquote', {}, [...paragraphs(html), ...filled('footer', source)]);
}

function renderCode({ text: plain, language }: CodeBlock): Element {
  const properties: Properties = language === undefined ? {} : { className: [`language-${language}`] };
  return element('pre', {}, [element('code', properties, [text(plain)])]);
}

/** In an element of its own, which can be scrolled by keyboard too. */
function renderTable({ rows, header, caption }: TableBlock, words: BodyWords): readonly Element[] {
  const shown = rows.filter((row) => row.length > 0);
  if (shown.length === 0) return [];
  const [head, body] = header === true ? [shown.slice(0, 1), shown.slice(1)] : [[], shown];
  const table = element('table', {}, [
    ...filled('caption', inline(caption)),
    ...filled(
      'thead',
      head.map((row) => element('tr', {}, row.map(headCell))),
    ),
    ...filled(
      'tbody',
      body.map((row) => element('tr', {}, row.map(bodyCell))),
    ),
  ]);
  const ariaLabel = visibleText(caption ?? '') || words.table;
  return [element('div', { className: ['block-table'], role: 'group', tabIndex: 0, ariaLabel }, [table])];
}

/** An empty cell heads nothing. */
function headCell(html: string): Element {
  const content = inline(html);
  return content.length === 0 ? element('td', {}) : element('th', { scope: 'col' }, content);
}

function bodyCell(html: string): Element {
  return element('td', {}, inline(html));
}

function renderCallout({ tone, title, text: html }: CalloutBlock, words: BodyWords): readonly Element[] {
  const content = paragraphs(html);
  const own = inline(title);
  if (content.length === 0 && own.length === 0) return [];
  const properties = {
    className: ['block-callout', `block-callout-${tone}`],
    ...{ role: 'note', ariaLabel: words[tone] },
  };
  const heading = element('p', {}, [element('strong', {}, own.length === 0 ? [text(words[tone])] : own)]);
  return [element('aside', properties, [heading, ...content])];
}

function renderRelated(
  { title, items }: RelatedBlock,
  { itemUrl, words }: BlockSettings,
): readonly Element[] {
  if (items.length === 0) return [];
  const links = items.map((item) => {
    const href = itemUrl(item);
    const name = text(item.title.trim() || item.contentId);
    return element('li', {}, [href === undefined ? name : element('a', { href: webAddress(href) }, [name])]);
  });
  const heading = filled('strong', inline(title));
  const ariaLabel = visibleText(title ?? '') || words.related;
  const children = [...filled('p', heading), element('ul', {}, links)];
  return [element('aside', { className: ['block-related'], ariaLabel }, children)];
}
