import type { Loss } from '../../ImportSummary.ts';
import { descendants, type HtmlElement, type HtmlNode, textOf } from './parseHtml.ts';
import { embeddedPage, isGallery } from './readParts.ts';
import { emojiOf, isPixel, readImage } from './readPicture.ts';
import { gistOf, texOf } from './readScript.ts';
import { videoPage } from './videoPage.ts';
import { backgroundOf, linkAddress } from './writeHtml.ts';

/** Something that a reader of HTML may miss: an element, a picture, or where a link leads. */
export type Thing = {
  /** What it is, for counting: things with the same key can stand for each other. */
  readonly key: string;
  readonly name: string;
  /** Its text without white space. */
  readonly text: string;
  readonly example: string;
  /** The thing around it. */
  readonly inside: Thing | undefined;
  /** Whether it is the first to be missing: a picture within its URL. */
  readonly isUnlikely?: boolean;
  /** What to say if it is left out, if that is not said of all of its name. */
  readonly reason?: { readonly what?: string; readonly loss: Loss; readonly why: string };
};

/** A text without white space, as it was written, and the thing around it. */
type Text = { readonly text: string; readonly written: string; readonly inside: Thing | undefined };

/** All that is in some HTML. */
export type Found = {
  readonly things: readonly Thing[];
  readonly texts: readonly Text[];
  /** All texts together. */
  readonly text: string;
};

const setOf = (names: string): ReadonlySet<string> => new Set(names.split(' '));

/** Elements that say nothing themselves: they lay out others, or are a part of the one around them. */
const plain = setOf(
  'a address area article aside bdi body br caption col colgroup data dd div dt figcaption figure footer head header ' +
    'hgroup html img li main nav noscript optgroup option p param picture rb rp rt rtc section slot source span ' +
    'summary tbody td tfoot thead tr track wbr',
);

/** Elements that readers see only by their text. */
const textual = setOf(
  'abbr b big blockquote center cite code del dl em font heading i ins kbd list mark pre q ruby s small strong sub sup ' +
    'table th time u',
);

/** Elements that another one stands for. */
const names: ReadonlyMap<string, string> = new Map([
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((name) => [name, 'heading'] as const),
  ...['video', 'iframe', 'embed'].map((name) => [name, 'frame'] as const),
  ...['ul', 'ol'].map((name) => [name, 'list'] as const),
  ...['tt', 'samp'].map((name) => [name, 'code'] as const),
  ['acronym', 'abbr'],
  ['bdo', 'span'],
  ['dfn', 'em'],
  ['strike', 's'],
  ['var', 'i'],
]);

/** Elements whose content is not read as text: it is code, or for programs that do not know the element. */
const opaque = setOf('audio datalist iframe math noembed noframes script style svg template title video');

/** Finds everything in some HTML, in document order. */
export function thingsIn(nodes: readonly HtmlNode[], baseUrl: string | undefined): Found {
  const things: Thing[] = [];
  const texts: Text[] = [];

  function addText(words: string, inside: Thing | undefined): void {
    const own: string[] = [];
    for (const word of words.split(/[\s\p{Cc}]+/u)) {
      const page = embeddedPage(word);
      if (page === undefined) own.push(word);
      else add({ key: `href ${page}`, name: 'href', text: '', example: word, inside });
    }
    const text = own.join('');
    if (text !== '') texts.push({ text, written: words, inside });
  }

  function add(thing: Thing): Thing {
    things.push(thing);
    return thing;
  }

  function visitAll(children: readonly HtmlNode[], inside: Thing | undefined, around: Around): void {
    let before: HtmlElement | undefined;
    for (const node of children) {
      if (typeof node === 'string') addText(node, inside);
      else {
        if (!isRepeated(node, before)) visit(node, inside, around);
        before = node;
      }
    }
  }

  function visit(element: HtmlElement, inside: Thing | undefined, around: Around): void {
    const name = nameOf(element, around);
    for (const each of targetsOf(element, baseUrl)) add({ ...each, inside });
    for (const each of picturesOf(element)) add({ ...each, inside });
    const replaced = element.name === 'img' ? emojiOf(element) : checkbox(element);
    if (replaced !== undefined) addText(replaced, inside);
    const own = name === undefined ? inside : add({ ...ownThing(element, name), inside });
    if (opaque.has(element.name)) return;
    visitAll(element.children, own, {
      names: name === undefined ? around.names : new Set([...around.names, name]),
      isInPre: around.isInPre || element.name === 'pre',
    });
  }

  visitAll(nodes, undefined, { names: new Set(), isInPre: false });
  return { things, texts, text: texts.map(({ text }) => text).join('') };
}

type Around = { readonly names: ReadonlySet<string>; readonly isInPre: boolean };

/** Whether it is the fallback of a lazy-loaded picture, which repeats that picture. */
export function isRepeated(element: HtmlElement, before: HtmlElement | undefined): boolean {
  const isPicture = element.name === 'noscript' && textOf(element).trim() === '' && hasImage(element);
  return isPicture && before !== undefined && hasImage(before);
}

function hasImage(element: HtmlElement): boolean {
  return element.name === 'img' || descendants(element).some((each) => each.name === 'img');
}

/** The checkboxes of a to-do list are text. */
export function checkbox({ name, attributes }: HtmlElement): string | undefined {
  if (name !== 'input' || attributes.get('type')?.toLowerCase() !== 'checkbox') return undefined;
  return attributes.has('checked') ? '☑' : '☐';
}

/** The name under which an element counts; undefined if it is not missed. */
function nameOf(element: HtmlElement, { names: outer, isInPre }: Around): string | undefined {
  const name = element.name === 'script' ? scriptName(element) : (names.get(element.name) ?? element.name);
  if (plain.has(name) || (isInPre && name === 'code')) return undefined;
  if (name === 'input' && isUnseenInput(element)) return undefined;
  if (name === 'list' && laysOutPictures(element)) return undefined;
  if (textual.has(name)) {
    // Twice the same emphasis is one.
    const isTwice = !/^(blockquote|list|table|th|dl)$/.test(name) && outer.has(name);
    return isTwice || textOf(element).trim() === '' ? undefined : name;
  }
  // Word processors leave empty elements of their own behind.
  const isEmpty = element.children.length === 0 && element.attributes.size === 0;
  return isEmpty && !known.has(name) ? undefined : name;
}

const known = setOf('audio canvas form formula frame gist hr input math object script style svg');

function scriptName(element: HtmlElement): string {
  if (texOf(element) !== undefined) return 'formula';
  return gistOf(element) === undefined ? 'script' : 'gist';
}

function isUnseenInput(element: HtmlElement): boolean {
  return checkbox(element) !== undefined || element.attributes.get('type')?.toLowerCase() === 'hidden';
}

/** Whether each item of a list holds a picture. */
function laysOutPictures(element: HtmlElement): boolean {
  const items = element.children.filter((node) => typeof node !== 'string');
  return isGallery(element) || (items.length > 0 && items.every(hasImage));
}

function ownThing(element: HtmlElement, name: string): Omit<Thing, 'inside'> {
  const words = texOf(element) ?? gistOf(element) ?? (opaque.has(element.name) ? '' : textOf(element));
  const text = withoutSpace(words);
  return { key: name, name, text, example: exampleOf(element, words) };
}

function withoutSpace(text: string): string {
  return text.replaceAll(/[\s\p{Cc}]+/gu, '');
}

/** Enough to find it again: where it leads, its text, or its tag. */
function exampleOf(element: HtmlElement, words: string): string {
  const { name, attributes, children } = element;
  const address = attributes.get('src') ?? attributes.get('data') ?? attributes.get('action');
  const code = name === 'script' || name === 'style' ? children.map(textOf).join('') : '';
  const text = (address || words.trim() || code.trim()).replaceAll(/\s+/g, ' ');
  const [first] = [...attributes].map(([key, value]) => `${key}="${value}"`);
  return text || `<${name}${first === undefined ? '' : ` ${first}`}>`;
}

/** Where a link leads, however it is written. */
function targetOf(href: string, baseUrl: string | undefined): string {
  const address = linkAddress(href, baseUrl) ?? href.trim();
  return embeddedPage(address) ?? videoPage(address) ?? address;
}

/** The links of an element, and where its text runs in another direction. */
function* targetsOf(element: HtmlElement, baseUrl: string | undefined): Generator<Omit<Thing, 'inside'>> {
  const { name, attributes } = element;
  const href = name === 'a' || name === 'area' ? attributes.get('href')?.trim() : undefined;
  if (href) {
    const text = withoutSpace(textOf(element));
    const target = targetOf(href, baseUrl);
    const isEmpty = name === 'a' && text === '' && !descendants(element).some(isSeen);
    const isOwnFile =
      hasImage(element) && /\.(jpe?g|png|gif|webp|avif)$/i.test(target.split(/[?#]/)[0] ?? '');
    const reason = isEmpty
      ? ({ what: 'link', loss: 'nothing', why: 'has no text' } as const)
      : isOwnFile
        ? ({ what: 'link', loss: 'nothing', why: 'leads to the file of its own picture' } as const)
        : undefined;
    const words = textOf(element).trim().replaceAll(/\s+/g, ' ');
    const example = words === '' || words === href ? href : `${href} (${words})`;
    yield { key: `href ${target}`, name: 'href', text, example, ...(reason && { reason }) };
  }
  const direction = attributes.get('dir')?.trim().toLowerCase() ?? '';
  if (/^(rtl|ltr|auto)$/.test(direction) && textOf(element).trim() !== '')
    yield {
      ...{ key: `dir ${direction}`, name: 'dir', text: '' },
      example: `${direction}: ${textOf(element).trim()}`,
    };
}

function isSeen({ name }: HtmlElement): boolean {
  return /^(img|svg|video|iframe|audio|object|canvas|picture)$/.test(name);
}

const pixel = { what: 'tracking pixel', loss: 'nothing', why: 'readers do not see it' } as const;

/** The pictures that an element shows. */
function* picturesOf(element: HtmlElement): Generator<Omit<Thing, 'inside'>> {
  const poster = element.name === 'video' ? element.attributes.get('poster') : undefined;
  if (poster) yield { key: 'poster', name: 'poster', text: '', example: poster };
  const isTable = /^t(able|body|head|foot|r|d|h)$/.test(element.name);
  const shown = element.name === 'img' ? element : isTable ? undefined : backgroundOf(element);
  if (shown === undefined || emojiOf(shown) !== undefined) return;
  const picture = readImage(shown, undefined);
  if (picture.source === '') return;
  const example = picture.source.slice(0, 100);
  if (isPixel(picture)) yield { key: 'pixel', name: 'image', text: '', example, reason: pixel };
  else yield { key: 'image', name: 'image', text: '', example, isUnlikely: /^data:/i.test(picture.source) };
}
