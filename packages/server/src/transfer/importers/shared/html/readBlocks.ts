import { escapeText } from '@newsstand/html';
import { createInlineWriter, type InlineWriter } from './createInlineWriter.ts';
import { inlineTag, spokenAttributes } from './inlineTag.ts';
import { classesOf, type HtmlElement, type HtmlNode } from './parseHtml.ts';
import {
  addressOf,
  calloutTone,
  embeddedPage,
  holdsFootnotes,
  isFilledLater,
  isGallery,
  joinParagraphs,
  linkTo,
  readCallout,
  readFootnotes,
  readGallery,
  readTable,
} from './readParts.ts';
import { type Draft, emojiOf, isPixel, readImage, readVideo } from './readPicture.ts';
import { readPre } from './readPre.ts';
import { gistOf, isDisplayed, texOf } from './readScript.ts';
import { checkbox, isRepeated } from './thingsIn.ts';
import { backgroundOf, linkAddress, unseen, writeAttribute, writeHtml } from './writeHtml.ts';

/** The context of blocks: the base of relative URLs, the enclosing link, and the depth of lists. */
export type Surroundings = {
  readonly baseUrl: string | undefined;
  readonly link?: string | undefined;
  readonly lists?: number;
  /** Whether line breaks count. */
  readonly keepsLines?: boolean | undefined;
  /** Whether spaces count, too, as in verse. */
  readonly keepsSpaces?: boolean | undefined;
  /** The attributes of the spans that say in which language and direction the text is written. */
  readonly spoken?: readonly string[];
};

/** Block elements that only contain others. */
const containers = new Set(
  (
    'address article aside body center dd dialog div dt fieldset figcaption footer form header hgroup html legend ' +
    'li main nav p section summary'
  ).split(' '),
);

/** Elements that only an `html` block can represent. */
const others = new Set(
  'audio canvas details dl embed iframe map math menu meter object progress select svg textarea video'.split(
    ' ',
  ),
);

/** What a form consists of: nobody can send it any more. */
const controls = new Set(
  'button datalist input label legend meter output progress select textarea'.split(' '),
);

/** Lists nested deeper than this stay HTML, because the depth of a body is limited. */
const maxListDepth = 16;

type Walk = {
  around: Surroundings;
  readonly blocks: Draft[];
  readonly run: InlineWriter;
  /** The heading that the text belongs to. */
  heading: { readonly level: number; readonly id: string | undefined } | undefined;
  link: string | undefined;
  isInForm: boolean;
};

/** The blocks in some HTML, in document order. */
export function readBlocks(nodes: readonly HtmlNode[], around: Surroundings): readonly Draft[] {
  const onGap = () => {
    if (walk.heading === undefined) flush(walk);
  };
  const run = createInlineWriter(onGap, around);
  for (const attributes of around.spoken ?? []) run.open('span', attributes);
  const walk: Walk = { around, blocks: [], run, heading: undefined, link: around.link, isInForm: false };
  visitAll(walk, nodes);
  flush(walk);
  return walk.blocks;
}

/** Ends the current text block. */
function flush({ blocks, run, heading }: Walk): void {
  const text = run.take();
  if (text === '') return;
  blocks.push(heading === undefined ? { type: 'paragraph', text } : { type: 'heading', ...heading, text });
}

function visitAll(walk: Walk, nodes: readonly HtmlNode[]): void {
  let before: HtmlElement | undefined;
  for (const node of nodes) {
    if (typeof node === 'string') walk.run.text(node);
    else {
      if (!isRepeated(node, before)) visit(walk, node);
      before = node;
    }
  }
}

/** An SVG in a link is an icon, such as a magnifying glass or an arrow. */
function isIcon({ link }: Walk, { name }: HtmlElement): boolean {
  return name === 'svg' && link !== undefined;
}

function visit(walk: Walk, element: HtmlElement): void {
  const { name } = element;
  if (isIcon(walk, element) || (walk.isInForm && controls.has(name))) return;
  if (name === 'br') walk.run.breakLine();
  else if (name === 'img') visitImage(walk, element);
  else if (name === 'input') visitInput(walk, element);
  else if (name === 'script') visitScript(walk, element);
  else if (/^h[1-6]$/.test(name)) visitHeading(walk, element);
  else if (isPart(element)) add(walk, readPart(element, around(walk, element)));
  else if (isFigure(element)) add(walk, readFigure(element, around(walk, element)));
  else if (name === 'ul' || name === 'ol') add(walk, readList(element, around(walk, element)));
  else if (name === 'blockquote') add(walk, [readQuote(element, around(walk, element))]);
  else if (isVerse(element)) add(walk, readVerse(element, around(walk, element)));
  else if (name === 'pre') add(walk, readPre(element, around(walk, element)));
  else if (isFilledLater(element)) add(walk, addressOf(element, walk.around.baseUrl));
  else if (name === 'sup' && element.attributes.get('data-note')) visitReference(walk, element);
  else if (others.has(name)) add(walk, [readOther(element, walk.around)]);
  else if (isShortcode(element)) add(walk, [asHtml(element, walk.around.baseUrl)]);
  else if (containers.has(name)) visitContainer(walk, element);
  else if (name === 'noscript' || !unseen.has(name)) visitInline(walk, element);
}

/** The place of a shortcode, for the site to render. */
function isShortcode({ attributes, children }: HtmlElement): boolean {
  return attributes.has('data-shortcode') && children.length === 0;
}

function isPart(element: HtmlElement): boolean {
  if (element.name === 'hr' || element.name === 'table') return true;
  return isGallery(element) || calloutTone(element) !== undefined || holdsFootnotes(element);
}

/** What is more than text: a rule, a table, a gallery, a callout, footnotes. */
function readPart(element: HtmlElement, around: Surroundings): readonly Draft[] {
  const read = (nodes: readonly HtmlNode[]) => readBlocks(nodes, around);
  const tone = calloutTone(element);
  if (element.name === 'hr') return [{ type: 'divider' }];
  if (element.name === 'table') return [readTable(element, read) ?? asHtml(element, around.baseUrl)];
  if (holdsFootnotes(element)) return readFootnotes(element, read);
  if (tone !== undefined) return readCallout(tone, read(element.children));
  return readGallery(isFigure(element) ? readFigure(element, around) : readLaidOut(element, around));
}

function readLaidOut(element: HtmlElement, around: Surroundings): readonly Draft[] {
  const isList = element.name === 'ul' || element.name === 'ol';
  return isList ? readList(element, around) : readBlocks(element.children, around);
}

/** A reference to a footnote has no text of its own. */
function visitReference({ run }: Walk, { attributes }: HtmlElement): void {
  run.mark(`<sup${writeAttribute('data-note', attributes.get('data-note') ?? '')}></sup>`);
}

/** The surroundings of what an element holds. */
function around({ around, link }: Walk, element: HtmlElement): Surroundings {
  return { ...around, link, spoken: spokenIn(around, element) };
}

function spokenIn({ spoken = [] }: Surroundings, element: HtmlElement): readonly string[] {
  const attributes = spokenAttributes(element);
  return attributes === '' ? spoken : [...spoken, attributes];
}

/** Visits what an element holds, in its language and direction. */
function visitInside(walk: Walk, element: HtmlElement): void {
  const outer = walk.around;
  const attributes = spokenAttributes(element);
  walk.around = { ...outer, spoken: spokenIn(outer, element) };
  if (attributes !== '') walk.run.open('span', attributes);
  visitAll(walk, element.children);
  flush(walk);
  if (attributes !== '') walk.run.close();
  walk.around = outer;
}

function add(walk: Walk, blocks: readonly Draft[]): void {
  flush(walk);
  for (const block of blocks) walk.blocks.push(block);
}

function visitContainer(walk: Walk, element: HtmlElement): void {
  flush(walk);
  const wasInForm = walk.isInForm;
  walk.isInForm ||= element.name === 'form';
  const background = backgroundOf(element);
  if (background !== undefined) add(walk, [readImage(background, walk.link)]);
  visitInside(walk, element);
  walk.isInForm = wasInForm;
}

function visitHeading(walk: Walk, element: HtmlElement): void {
  flush(walk);
  const outer = walk.heading;
  walk.heading = { level: Number(element.name.slice(1)), id: element.attributes.get('id') || undefined };
  visitInside(walk, element);
  walk.heading = outer;
}

function visitInline(walk: Walk, element: HtmlElement): void {
  const tag = inlineTag(element, walk.around.baseUrl);
  const outer = walk.link;
  const href = element.name === 'a' ? element.attributes.get('href') : undefined;
  if (href !== undefined) walk.link = linkAddress(href, walk.around.baseUrl) || undefined;
  if (tag !== undefined) walk.run.open(tag.name, tag.attributes);
  visitAll(walk, element.children);
  if (tag !== undefined) walk.run.close();
  walk.link = outer;
}

function visitImage(walk: Walk, element: HtmlElement): void {
  const emoji = emojiOf(element);
  const picture = readImage(element, walk.link);
  if (emoji !== undefined) walk.run.text(emoji);
  else if (picture.source !== '' && !isPixel(picture)) add(walk, [picture]);
}

function visitInput({ run }: Walk, element: HtmlElement): void {
  const box = checkbox(element);
  if (box !== undefined) run.text(`${box} `);
}

/** Of scripts, only formulas are kept, and where gists are. */
function visitScript(walk: Walk, element: HtmlElement): void {
  const [tex, gist] = [texOf(element), gistOf(element)];
  if (gist !== undefined) add(walk, [linkTo(gist)]);
  else if (tex !== undefined && isDisplayed(element))
    add(walk, [{ type: 'paragraph', text: escapeText(`\\[${tex}\\]`) }]);
  else if (tex !== undefined) walk.run.text(`\\(${tex}\\)`);
}

/** Verse: its lines are those of a paragraph, with the spaces that indent them. */
function isVerse(element: HtmlElement): boolean {
  const isNamed = classesOf(element).some((each) => /^(wp-block-verse|verse|poem|poetry|stanza)$/.test(each));
  const isSpaced = /\bwhite-space\s*:\s*(pre|break-spaces)/i.test(element.attributes.get('style') ?? '');
  return (element.name === 'pre' && isNamed) || (containers.has(element.name) && isSpaced);
}

function readVerse(element: HtmlElement, around: Surroundings): readonly Draft[] {
  return readBlocks(element.children, { ...around, keepsLines: true, keepsSpaces: true });
}

function readOther(element: HtmlElement, { baseUrl }: Surroundings): Draft {
  const isVideo = element.name === 'video' || element.name === 'iframe';
  return (isVideo ? readVideo(element, baseUrl) : undefined) ?? asHtml(element, baseUrl);
}

function asHtml(element: HtmlElement, baseUrl: string | undefined): Draft {
  return { type: 'html', html: writeHtml(element, baseUrl) };
}

function isFigure(element: HtmlElement): boolean {
  return element.name === 'figure' || classesOf(element).includes('wp-caption');
}

function isCaption(node: HtmlNode): node is HtmlElement {
  if (typeof node === 'string') return false;
  return node.name === 'figcaption' || classesOf(node).includes('wp-caption-text');
}

/** The content of a figure, with its caption. */
function readFigure(element: HtmlElement, around: Surroundings): readonly Draft[] {
  const index = element.children.findIndex(isCaption);
  const [before, below, behind] = [
    readBlocks(element.children.slice(0, index < 0 ? undefined : index), around),
    readBlocks(index < 0 ? [] : element.children.slice(index, index + 1), around),
    readBlocks(index < 0 ? [] : element.children.slice(index + 1), around),
  ];
  // Each child is read once: twice would take exponential time in nested figures.
  const caption = joinParagraphs(below);
  if (caption === undefined) return [...before, ...below, ...behind];
  const inner = [...before, ...behind];
  if (caption === '') return inner;
  const [only, ...more] = inner;
  if (more.length === 0 && only !== undefined && 'caption' in only && only.caption === undefined)
    return [{ ...only, caption }];
  if (more.length === 0 && only?.type === 'quote' && only.cite === undefined)
    return [{ ...only, cite: caption }];
  const page = more.length === 0 && only?.type === 'paragraph' ? embeddedPage(only.text) : undefined;
  if (page !== undefined) return [{ type: 'embed', url: page, caption }];
  const paragraph = { type: 'paragraph', text: caption } as const;
  return before.length === 0 ? [paragraph, ...inner] : [...inner, paragraph];
}

/** Inline HTML, if there is nothing else; an empty line separates paragraphs. */
function readText(nodes: readonly HtmlNode[], around: Surroundings): string | undefined {
  return joinParagraphs(readBlocks(nodes, around));
}

function readQuote(element: HtmlElement, around: Surroundings): Draft {
  const [nodes, source] = cutCite(element.children);
  const text = readText(nodes, around);
  const cite = readText(source === undefined ? [] : source.children, around);
  if (text === undefined || cite === undefined) return asHtml(element, around.baseUrl);
  return { type: 'quote', text, cite: cite || undefined };
}

/** The source of a quote is at its end, possibly within its last paragraph. */
function cutCite(nodes: readonly HtmlNode[]): readonly [readonly HtmlNode[], HtmlElement | undefined] {
  const index = nodes.findLastIndex((node) => typeof node !== 'string' || node.trim() !== '');
  const last = nodes[index];
  if (last === undefined || typeof last === 'string') return [nodes, undefined];
  if (last.name === 'cite' || last.name === 'footer') return [nodes.slice(0, index), last];
  if (last.name !== 'p') return [nodes, undefined];
  const [children, cite] = cutCite(last.children);
  return cite === undefined ? [nodes, undefined] : [[...nodes.slice(0, index), { ...last, children }], cite];
}

type List = Extract<Draft, { type: 'list' }>;

/** A list. If it only lays out images, their blocks; if an item holds more than text, HTML. */
function readList(element: HtmlElement, around: Surroundings): readonly Draft[] {
  const lists = (around.lists ?? 0) + 1;
  const contents = itemsOf(element).map((item) => readBlocks(item, { ...around, lists }));
  const seen = contents.filter((blocks) => blocks.length > 0);
  if (seen.length > 0 && seen.every((blocks) => blocks.some(({ type }) => type === 'image')))
    return seen.flat();
  const items = lists > maxListDepth || isNumbered(element) ? [undefined] : seen.map(readItem);
  const known = items.filter((item) => item !== undefined);
  if (known.length < items.length) return [asHtml(element, around.baseUrl)];
  return known.length === 0
    ? []
    : [{ type: 'list', ordered: element.name === 'ol' || undefined, items: known }];
}

/** Whether a list has explicit numbers. */
function isNumbered({ attributes, children }: HtmlElement): boolean {
  const isOwn = children.some((node) => typeof node !== 'string' && node.attributes.has('value'));
  return isOwn || attributes.has('reversed') || (attributes.get('start') ?? '1') !== '1';
}

/** The contents of the items of a list. Anything between items belongs to the one before. */
function itemsOf(element: HtmlElement): readonly (readonly HtmlNode[])[] {
  const items: HtmlNode[][] = [];
  for (const node of element.children) {
    if (typeof node === 'string' && node.trim() === '') continue;
    const isItem = typeof node !== 'string' && node.name === 'li';
    const last = items.at(-1);
    if (isItem || last === undefined) items.push(isItem ? itemNodes(node) : [node]);
    else last.push(node);
  }
  return items;
}

function itemNodes(item: HtmlElement): HtmlNode[] {
  return spokenAttributes(item) === '' ? [...item.children] : [{ ...item, name: 'div' }];
}

/** An item of a list is text, and may have a list below it. */
function readItem(blocks: readonly Draft[]): List['items'][number] | undefined {
  const last = blocks.at(-1);
  const list = last?.type === 'list' ? { ordered: last.ordered, items: last.items } : undefined;
  const text = joinParagraphs(list === undefined ? blocks : blocks.slice(0, -1));
  return text === undefined ? undefined : { text, list };
}
