import { embedProvider, escapeText } from '@newsstand/html';
import { spokenAttributes } from './inlineTag.ts';
import { classesOf, type HtmlElement, type HtmlNode, textOf } from './parseHtml.ts';
import type { Draft, Picture } from './readPicture.ts';
import { linkAddress, writeAttribute } from './writeHtml.ts';

/** Reads what an element holds. Each node is to be read once: twice would take exponential time in nested elements. */
type Read = (nodes: readonly HtmlNode[]) => readonly Draft[];

/** The text of paragraphs, with an empty line between them; undefined if there is anything else. */
export function joinParagraphs(blocks: readonly Draft[]): string | undefined {
  const texts = blocks.flatMap((each) => (each.type === 'paragraph' ? each.text : []));
  return texts.length === blocks.length ? texts.join('<br><br>') : undefined;
}

function elementsIn(nodes: readonly HtmlNode[]): readonly HtmlElement[] | undefined {
  const elements = nodes.filter((node) => typeof node !== 'string');
  return nodes.every((node) => typeof node !== 'string' || node.trim() === '') ? elements : undefined;
}

/** The rows of a table, and whether they are headings; undefined if it holds anything but rows. */
function rowsOf(
  nodes: readonly HtmlNode[],
  isHead = false,
): readonly { readonly row: HtmlElement; readonly isHead: boolean }[] | undefined {
  const rows = elementsIn(nodes)?.map((element) => {
    if (element.name === 'tr') return [{ row: element, isHead }];
    if (/^(caption|colgroup|col)$/.test(element.name)) return [];
    return /^t(head|body|foot)$/.test(element.name)
      ? rowsOf(element.children, element.name === 'thead')
      : undefined;
  });
  return rows?.every((each) => each !== undefined) ? rows.flat() : undefined;
}

/** A table whose cells hold nothing but text; undefined for any other. */
export function readTable(element: HtmlElement, read: Read): Draft | undefined {
  const found = rowsOf(element.children);
  const captions = element.children.filter((node) => typeof node !== 'string' && node.name === 'caption');
  const caption = joinParagraphs(captions.length === 0 ? [] : read(captions));
  if (found === undefined || caption === undefined) return undefined;
  const rows: string[][] = [];
  for (const { row } of found) {
    const cells = elementsIn(row.children)?.map((cell) => cellText(cell, read));
    const texts = cells?.filter((cell) => cell !== undefined);
    if (texts === undefined || texts.length !== cells?.length) return undefined;
    if (texts.length > 0) rows.push(texts);
  }
  if (rows.length === 0) return undefined;
  const heads = found.filter(({ row, isHead }) => row.children.length > 0 && (isHead || isHeadRow(row)));
  // Headings further down, and several rows of them, are more than a block can say.
  if (heads.length > 1 || (heads.length === 1 && heads[0]?.row !== found[0]?.row)) return undefined;
  return { type: 'table', rows, header: heads.length === 1 || undefined, caption: caption || undefined };
}

function isHeadRow({ children }: HtmlElement): boolean {
  return children.every((cell) => typeof cell === 'string' || cell.name === 'th');
}

/** The text of a cell that covers no others. */
function cellText(cell: HtmlElement, read: Read): string | undefined {
  const { name, attributes, children } = cell;
  const isWide = ['colspan', 'rowspan'].some((each) => (attributes.get(each) ?? '1').trim() !== '1');
  return isWide || !/^t[dh]$/.test(name)
    ? undefined
    : joinParagraphs(read(spokenAttributes(cell) === '' ? children : [{ ...cell, name: 'div' }]));
}

const galleries: readonly string[] = [
  ...['wp-block-gallery', 'wp-block-jetpack-tiled-gallery', 'tiled-gallery', 'gallery'],
  ...['kg-gallery-card', 'block-gallery'],
];

/** Whether an element lays out pictures side by side. */
export function isGallery(element: HtmlElement): boolean {
  return classesOf(element).some((each) => galleries.includes(each));
}

/** Pictures as a gallery, with the text below them; if there is anything else, the blocks as they are. */
export function readGallery(blocks: readonly Draft[]): readonly Draft[] {
  const images = blocks.flatMap((each) => (each.type === 'image' ? [each] : []));
  const [below, ...more] = blocks.slice(images.length);
  const isPlain =
    images.every(hasOwnLink) && blocks.slice(0, images.length).every(({ type }) => type === 'image');
  if (images.length < 2 || !isPlain || more.length > 0) return blocks;
  if (below !== undefined && below.type !== 'paragraph') return blocks;
  return [{ type: 'gallery', images, caption: below?.text }];
}

/** A picture of a gallery has no link but to its own file. */
function hasOwnLink({ link }: Picture): boolean {
  return link === undefined || /\.(jpe?g|png|gif|webp|avif)$/i.test(link.split(/[?#]/)[0] ?? '');
}

type Tone = 'info' | 'tip' | 'warning' | 'danger';

const tones: ReadonlyMap<string, Tone> = new Map(
  Object.entries({
    info: 'note info important abstract summary todo question help faq example',
    tip: 'tip hint success check done',
    warning: 'warning attention',
    danger: 'danger caution error bug failure',
  } as const).flatMap(([tone, words]) => words.split(' ').map((word) => [word, toneNamed(tone)] as const)),
);

function toneNamed(name: string): Tone {
  return (['tip', 'warning', 'danger'] as const).find((tone) => tone === name) ?? 'info';
}

/** The tone of a callout that other systems call by this word; undefined for other words. */
export function toneOf(word: string): Tone | undefined {
  return tones.get(word.toLowerCase());
}

/** The tone of an element that is a callout, as we write them. */
export function calloutTone(element: HtmlElement): Tone | undefined {
  const classes = classesOf(element);
  if (!classes.includes('block-callout')) return undefined;
  return toneNamed(
    classes.find((each) => each.startsWith('block-callout-'))?.slice('block-callout-'.length) ?? '',
  );
}

/** Paragraphs as a callout; its title is a first paragraph that is all strong. Other blocks stay as they are. */
export function readCallout(tone: Tone, blocks: readonly Draft[]): readonly Draft[] {
  const [first, ...rest] = blocks;
  const [, title] =
    first?.type === 'paragraph' ? (/^<strong>((?:(?!<\/?strong>).)+)<\/strong>$/.exec(first.text) ?? []) : [];
  const isTitled = title !== undefined && rest.length > 0;
  const text = joinParagraphs(isTitled ? rest : blocks);
  if (text === undefined || text === '') return blocks;
  return [{ type: 'callout', tone, title: isTitled ? title : undefined, text }];
}

/** Whether an element holds footnotes, each in an element with its ID in `data-note`. */
export function holdsFootnotes(element: HtmlElement): boolean {
  return classesOf(element).includes('block-footnotes');
}

/** Footnotes. Of a note that holds more than text, the words are kept. */
export function readFootnotes(element: HtmlElement, read: Read): readonly Draft[] {
  const notes = element.children.flatMap((node) => {
    const id = typeof node === 'string' ? undefined : node.attributes.get('data-note');
    if (typeof node === 'string' || !id) return [];
    return [{ id, text: joinParagraphs(read(node.children)) ?? escapeText(textOf(node).trim()) }];
  });
  return notes.length === 0 ? [] : [{ type: 'footnotes', notes }];
}

/** A link without a text, which a script of Iframely replaces by a preview of the page. */
export function isFilledLater(element: HtmlElement): boolean {
  return element.attributes.has('data-iframely-url') && textOf(element).trim() === '';
}

/** The page that it leads to. */
export function addressOf({ attributes }: HtmlElement, baseUrl: string | undefined): readonly Draft[] {
  const url = linkAddress(attributes.get('href') ?? '', baseUrl);
  return url ? [linkTo(url)] : [];
}

/** A link that shows where it leads. */
export function linkTo(url: string): Draft {
  return { type: 'paragraph', text: `<a${writeAttribute('href', url)}>${escapeText(url)}</a>` };
}

/** The page at an address that is all of a text, if it can be shown in a frame. */
export function embeddedPage(text: string): string | undefined {
  if (!/^https?:\/\/[^\s<]+$/i.test(text)) return undefined;
  const provider = embedProvider(text.replaceAll('&amp;', '&'));
  return provider?.frame === undefined ? undefined : provider.url;
}
