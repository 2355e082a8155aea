import { escapeText, writeAttribute } from '../html/writeHtml.ts';

/** A card of Ghost's editor: what it holds, by name. */
export type Card = { readonly [member: string]: unknown };

/** The cards that both editors of Ghost know, and those that the younger one calls otherwise. */
const cards: Readonly<Record<string, (card: Card) => string>> = {
  image: (card) => figure(link(text(card, 'href'), image(card)), card),
  gallery: (card) =>
    list(card, 'images')
      .map(image)
      .map((each) => figure(each, {}))
      .join('') + caption(card),
  html: (card) => text(card, 'html'),
  markdown: (card) => Bun.markdown.html(text(card, 'markdown')),
  'card-markdown': (card) => Bun.markdown.html(text(card, 'markdown')),
  code: codeHtml,
  codeblock: codeHtml,
  hr: () => '<hr>',
  horizontalrule: () => '<hr>',
  bookmark: bookmarkHtml,
  embed: (card) => figure(text(card, 'html') || link(text(card, 'url'), escapeText(text(card, 'url'))), card),
  video: (card) => figure(`<video controls${attributes(card, ['src', 'width', 'height'])}></video>`, card),
  audio: (card) => figure(`<audio controls${attributes(card, ['src'])}></audio>`, card),
  file: (card) =>
    paragraph(link(text(card, 'src'), escapeText(text(card, 'fileTitle') || text(card, 'fileName')))),
  callout: calloutHtml,
  toggle: (card) => `<h4>${text(card, 'heading')}</h4>${text(card, 'content')}`,
  button: (card) => paragraph(link(text(card, 'buttonUrl'), escapeText(text(card, 'buttonText')))),
};

/** A card as HTML; undefined where there is no saying what it is. */
export function ghostCardHtml(type: string, card: Card): string | undefined {
  return Object.hasOwn(cards, type) ? cards[type]?.(card) : undefined;
}

function calloutHtml(card: Card): string {
  const words = text(card, 'calloutText')
    .replace(/^<p>/, '')
    .replace(/<\/p>$/, '');
  return paragraph(`${escapeText(text(card, 'calloutEmoji'))} ${words}`.trim());
}

function bookmarkHtml(card: Card): string {
  const metadata = isCard(card['metadata']) ? card['metadata'] : {};
  const url = text(card, 'url') || text(metadata, 'url');
  const description = text(metadata, 'description');
  const title = link(url, escapeText(text(metadata, 'title') || url));
  return paragraph(description === '' ? title : `${title}<br>${escapeText(description)}`) + caption(card);
}

function codeHtml(card: Card): string {
  const language = text(card, 'language').replaceAll(/[^\w+#.-]/g, '');
  const name = language === '' ? '' : writeAttribute('class', `language-${language}`);
  return `<pre><code${name}>${escapeText(text(card, 'code'))}</code></pre>${caption(card)}`;
}

function image(card: Card): string {
  return `<img${attributes(card, ['src', 'alt', 'width', 'height'])}>`;
}

function attributes(card: Card, names: readonly string[]): string {
  return names
    .map((name) => (text(card, name) === '' ? '' : writeAttribute(name, text(card, name))))
    .join('');
}

function figure(inner: string, card: Card): string {
  const words = text(card, 'caption');
  return `<figure>${inner}${words === '' ? '' : `<figcaption>${words}</figcaption>`}</figure>`;
}

function caption(card: Card): string {
  return text(card, 'caption') === '' ? '' : paragraph(text(card, 'caption'));
}

function link(url: string, inner: string): string {
  return url === '' ? inner : `<a${writeAttribute('href', url)}>${inner}</a>`;
}

function paragraph(inner: string): string {
  return `<p>${inner}</p>`;
}

function text(card: Card, name: string): string {
  const value = card[name];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function list(card: Card, name: string): readonly Card[] {
  const value = card[name];
  return Array.isArray(value) ? value.filter(isCard) : [];
}

/** Whether a value is an object, as a card is. */
export function isCard(value: unknown): value is Card {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
