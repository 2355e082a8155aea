import { escapeText } from '@newsstand/html';
import { writeAttribute } from '../shared/html/writeHtml.ts';
import { markdownHtml } from '../shared/markdown/markdownHtml.ts';

/** The fields of a card in Ghost's editor. */
export type Card = { readonly [member: string]: unknown };

/** Called for what is left out. */
export type CardListener = {
  /** A card that cannot be written as HTML. */
  readonly skipped: (card: string) => void;
  /** The icon of a bookmark. */
  readonly icon: (url: string) => void;
  /** A part that is for members only. */
  readonly gated: () => void;
};

/** The cards of both editors of Ghost, under both names if they differ. */
const cards: Readonly<Record<string, (card: Card) => string>> = {
  image: (card) => figure(link(text(card, 'href'), image(card)), card),
  gallery: (card) =>
    figure(
      list(card, 'images')
        .map((each) => figure(image(each), each))
        .join(''),
      card,
      'kg-gallery-card',
    ),
  html: (card) => text(card, 'html'),
  markdown: (card) => markdownHtml(text(card, 'markdown')),
  'card-markdown': (card) => markdownHtml(text(card, 'markdown')),
  code: codeHtml,
  codeblock: codeHtml,
  hr: () => '<hr>',
  horizontalrule: () => '<hr>',
  bookmark: bookmarkHtml,
  embed: (card) => figure(text(card, 'html') || link(text(card, 'url'), escapeText(text(card, 'url'))), card),
  video: (card) => figure(`<video controls${attributes(card, ['src', 'width', 'height'])}></video>`, card),
  audio: (card) => figure(`<audio controls${attributes(card, ['src'])}></audio>`, card),
  file: fileHtml,
  callout: calloutHtml,
  toggle: (card) => `<h4>${text(card, 'heading')}</h4>${text(card, 'content')}`,
  button: buttonHtml,
  product: productHtml,
  header: (card) =>
    `<h2>${text(card, 'header') || text(card, 'heading')}</h2>${sub(card)}${buttonHtml(card)}`,
  'call-to-action': (card) =>
    `${pictureOf(card, 'imageUrl')}${text(card, 'textValue')}${card['showButton'] === false ? '' : buttonHtml(card)}`,
};

/** Whether a card is for members, or for mails, only: Ghost 5 wrote that as `showOnWeb`. */
export function isGated(card: Card): boolean {
  const visibility = member(card, 'visibility');
  const { nonMember = visibility['showOnWeb'] } = member(visibility, 'web');
  return nonMember === false;
}

/** A card as HTML; undefined if it is unknown. */
export function ghostCardHtml(
  type: string,
  card: Card,
  { icon }: Pick<CardListener, 'icon'>,
): string | undefined {
  const shown = type === 'bookmark' ? text(member(card, 'metadata'), 'icon') : '';
  if (shown !== '') icon(shown);
  return Object.hasOwn(cards, type) ? cards[type]?.(card) : undefined;
}

function buttonHtml(card: Card): string {
  const words = escapeText(text(card, 'buttonText'));
  return words === '' ? '' : paragraph(link(text(card, 'buttonUrl'), words));
}

/** The line below a heading. */
function sub(card: Card): string {
  const words = text(card, 'subheader') || text(card, 'subheading');
  return words === '' ? '' : paragraph(words);
}

function pictureOf(card: Card, name: string): string {
  const src = text(card, name);
  return src === '' ? '' : figure(image({ src }), {});
}

function productHtml(card: Card): string {
  const button = { buttonUrl: text(card, 'productUrl'), buttonText: text(card, 'productButton') };
  return `${pictureOf(card, 'productImageSrc')}<h4>${text(card, 'productTitle')}</h4>${text(card, 'productDescription')}${buttonHtml(button)}`;
}

function calloutHtml(card: Card): string {
  const words = text(card, 'calloutText')
    .replace(/^<p>/, '')
    .replace(/<\/p>$/, '');
  const tone = colourTones[text(card, 'backgroundColor')] ?? 'info';
  const inner = paragraph(`${escapeText(text(card, 'calloutEmoji'))} ${words}`.trim());
  return `<aside class="block-callout block-callout-${tone}">${inner}</aside>`;
}

/** What the colours of callouts mean to most authors. */
const colourTones: Readonly<Record<string, string>> = { green: 'tip', yellow: 'warning', red: 'danger' };

function bookmarkHtml(card: Card): string {
  const metadata = member(card, 'metadata');
  const url = text(card, 'url') || text(metadata, 'url');
  const title = text(metadata, 'title') || url;
  const picture = text(metadata, 'thumbnail');
  const shown = picture === '' ? '' : `<figure>${link(url, image({ src: picture }))}</figure>`;
  const source = [text(metadata, 'author'), text(metadata, 'publisher')].filter((each) => each !== '');
  const below = [text(metadata, 'description'), source.join(' · ')].filter((each) => each !== '');
  return shown + describedLink(url, title, below) + caption(card);
}

function fileHtml(card: Card): string {
  const title = text(card, 'fileTitle') || text(card, 'fileName');
  const below = text(card, 'fileCaption');
  return describedLink(text(card, 'src'), title, below === '' ? [] : [below]);
}

/** A link, with lines of text below it. */
function describedLink(url: string, title: string, below: readonly string[]): string {
  return paragraph([link(url, escapeText(title)), ...below.map(escapeText)].join('<br>'));
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

function figure(inner: string, card: Card, name = ''): string {
  const words = text(card, 'caption');
  const start = name === '' ? '<figure>' : `<figure${writeAttribute('class', name)}>`;
  return `${start}${inner}${words === '' ? '' : `<figcaption>${words}</figcaption>`}</figure>`;
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

function member(card: Card, name: string): Card {
  const value = card[name];
  return isCard(value) ? value : {};
}

function list(card: Card, name: string): readonly Card[] {
  const value = card[name];
  return Array.isArray(value) ? value.filter(isCard) : [];
}

/** Whether a value is an object, as a card is. */
export function isCard(value: unknown): value is Card {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
