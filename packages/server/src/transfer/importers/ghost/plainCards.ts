import {
  classesOf,
  descendants,
  type HtmlElement,
  type HtmlNode,
  parseHtml,
  textOf,
} from '../shared/html/parseHtml.ts';
import { sourceHtml } from '../shared/html/writeHtml.ts';
import { type Card, type CardListener, ghostCardHtml } from './ghostCardHtml.ts';

/** The cards that Ghost renders with their own markup, and how to read them. */
const cards: Readonly<Record<string, (card: HtmlElement) => Card>> = {
  bookmark: (card) => ({
    url: attribute(find(card, 'kg-bookmark-container'), 'href'),
    metadata: {
      title: text(card, 'kg-bookmark-title'),
      description: text(card, 'kg-bookmark-description'),
      author: text(card, 'kg-bookmark-author'),
      publisher: text(card, 'kg-bookmark-publisher'),
      icon: attribute(find(card, 'kg-bookmark-icon'), 'src'),
      thumbnail: thumbnailOf(card),
    },
    caption: caption(card),
  }),
  video: (card) => ({ ...player(card, 'video'), caption: caption(card) }),
  audio: (card) => ({ ...player(card, 'audio'), caption: inner(find(card, 'kg-audio-title')) }),
  file: (card) => ({
    src: attribute(find(card, 'kg-file-card-container'), 'href'),
    fileTitle: text(card, 'kg-file-card-title'),
    fileName: text(card, 'kg-file-card-filename'),
    fileCaption: text(card, 'kg-file-card-caption'),
  }),
  callout: (card) => ({
    backgroundColor: classesOf(card)
      .find((each) => each.startsWith('kg-callout-card-'))
      ?.slice('kg-callout-card-'.length),
    calloutEmoji: text(card, 'kg-callout-emoji'),
    calloutText: inner(find(card, 'kg-callout-text')),
  }),
  product: (card) => ({
    productImageSrc: attribute(find(card, 'kg-product-card-image'), 'src'),
    productTitle: inner(find(card, 'kg-product-card-title')),
    productDescription: inner(find(card, 'kg-product-card-description')),
    productUrl: attribute(find(card, 'kg-product-card-button'), 'href'),
    productButton: text(card, 'kg-product-card-button'),
  }),
  // Forms have no content.
  signup: () => ({}),
  subscribe: () => ({}),
  toggle: (card) => ({
    heading: inner(find(card, 'kg-toggle-heading-text')),
    content: inner(find(card, 'kg-toggle-content')),
  }),
};

/**
 * HTML, or what it consists of: removes buttons, icons and previews from HTML rendered by Ghost, so that what the author wrote remains.
 * `listener` gets what disappears.
 */
export function plainCards(
  html: string,
  listener: Pick<CardListener, 'skipped' | 'icon'>,
): string | readonly HtmlNode[] {
  return html.includes('kg-card')
    ? parseHtml(html).children.flatMap((node) => rewrite(node, listener))
    : html;
}

function rewrite(node: HtmlNode, listener: Pick<CardListener, 'skipped' | 'icon'>): readonly HtmlNode[] {
  if (typeof node === 'string') return [node];
  const classes = classesOf(node);
  const [type, read] = Object.entries(cards).find(([name]) => classes.includes(`kg-${name}-card`)) ?? [];
  if (type !== undefined && read !== undefined) {
    const html = ghostCardHtml(type, read(node), listener);
    if (html === undefined) listener.skipped(type);
    return parseHtml(html ?? '').children;
  }
  return [{ ...node, children: node.children.flatMap((child) => rewrite(child, listener)) }];
}

function thumbnailOf(card: HtmlElement): string {
  const found = find(card, 'kg-bookmark-thumbnail');
  return attribute(found && descendants(found).find(({ name }) => name === 'img'), 'src');
}

function find(card: HtmlElement, name: string): HtmlElement | undefined {
  return descendants(card).find((each) => classesOf(each).includes(name));
}

function player(card: HtmlElement, name: string): Card {
  const found = descendants(card).find((each) => each.name === name);
  return {
    src: attribute(found, 'src'),
    width: attribute(found, 'width'),
    height: attribute(found, 'height'),
  };
}

function caption(card: HtmlElement): string {
  return inner(descendants(card).find((each) => each.name === 'figcaption'));
}

function attribute(element: HtmlElement | undefined, name: string): string {
  return element?.attributes.get(name) ?? '';
}

function text(card: HtmlElement, name: string): string {
  const found = find(card, name);
  return found === undefined ? '' : textOf(found).trim();
}

function inner(element: HtmlElement | undefined): string {
  return (element?.children ?? []).map(sourceHtml).join('');
}
