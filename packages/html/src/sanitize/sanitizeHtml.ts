import type { Element, ElementContent, Root } from 'hast';
import { type Schema, sanitize } from 'hast-util-sanitize';
import { toHtml } from 'hast-util-to-html';
import { linkSchemes } from '../linkSchemes.ts';
import { parseHtml } from './parseHtml.ts';
import { blockElements } from './tidyHtml.ts';
import { addresses } from './webAddress.ts';

/** HTML from anywhere, made safe for a page: it runs nothing, and looks and links like the rest of the text. */
export function sanitizeHtml(html: string): string {
  return writeSafely(parseHtml(html, blockElements), []);
}

/** Writes a tree as HTML, as far as it is safe. */
export function writeSafely(children: readonly ElementContent[], embeds: readonly string[]): string {
  return toHtml(safeTree(children, embeds), { characterReferences: { useNamedReferences: true } });
}

/** A safe copy of a tree. The only way out of the sanitiser: whatever the tree holds, only what `schema` allows is left. */
export function safeTree(children: readonly ElementContent[], embeds: readonly string[]): Root {
  const root: Root = { type: 'root', children: [...children] };
  const tree = sanitize(root, schema);
  const safe: Root = tree.type === 'root' ? tree : { type: 'root', children: [] };
  finish(safe, embeds);
  return safe;
}

/** Corrects in a sanitised tree what a schema cannot express. */
function finish(tree: Root | Element, embeds: readonly string[], isLinked = false): void {
  for (const child of tree.children) {
    if (child.type === 'text') child.value = plain(child.value);
    if (child.type !== 'element') continue;
    finishAttributes(child);
    if (child.tagName === 'iframe' && !isAllowed(child, embeds)) replaceByLink(child, isLinked);
    finish(child, embeds, isLinked || child.tagName === 'a');
  }
  if ('tagName' in tree && tree.tagName === 'pre') dropFirstLines(tree.children);
}

/** Text as a parser would normalise it, so that the HTML means the same wherever it is parsed again. */
function plain(text: string): string {
  return text.replace(/\r\n?/g, '\n').replaceAll('\0', '');
}

function finishAttributes({ tagName, properties }: Element): void {
  for (const [name, value] of Object.entries(properties)) {
    if (typeof value === 'string')
      properties[name] = addresses.has(name) ? plain(value).trim() : plain(value);
    if (Array.isArray(value) && value.length === 0) delete properties[name];
  }
  if (tagName !== 'a' || properties['target'] === undefined) return;
  const rel = Array.isArray(properties['rel']) ? properties['rel'] : [];
  properties['rel'] = [...new Set([...rel, 'noopener', 'noreferrer'])];
}

/** Whether a page of another site may be embedded. */
function isAllowed({ properties: { src } }: Element, embeds: readonly string[]): boolean {
  const url = typeof src === 'string' && URL.canParse(src) ? new URL(src) : undefined;
  return url?.protocol === 'https:' && embeds.includes(url.host);
}

/** Turns a frame into a link to what it would show. */
function replaceByLink(frame: Element, isLinked: boolean): void {
  const { src, title } = frame.properties;
  const isLink = typeof src === 'string' && !isLinked;
  const text = title || src;
  frame.tagName = isLink ? 'a' : 'span';
  frame.properties = isLink ? { href: src } : {};
  frame.children = typeof text === 'string' ? [{ type: 'text', value: text }] : [];
}

/** Parsers drop a line break at the start of `pre`, so every round trip would lose one more. */
function dropFirstLines(children: readonly ElementContent[]): void {
  const [first] = children;
  if (first?.type === 'text') first.value = first.value.replace(/^\n+/, '');
}

const web = ['http', 'https'];
const side = /^\d{1,5}$/;
const sides: [string, RegExp][] = [
  ['width', side],
  ['height', side],
];
const cell: (string | [string, RegExp])[] = [
  ['colSpan', side],
  ['rowSpan', side],
];
const id = ['id'];
/** What the script of embeds reads. No HTML that comes in can have it, but only what the renderer makes. */
const embed: (string | [string, RegExp])[] = [
  ...['dataFrame', 'dataHint', 'dataShow', 'dataAlways', 'dataAsk'],
  ['dataProvider', /^\w+$/],
  ['dataSize', /^\d{1,5}x\d{1,5}$/],
];

/** All that ever leaves the sanitiser: nothing that runs, no styles, no URLs but those of the web. */
const schema = {
  tagNames: [...blockElements],
  // Spelled out, because the library fills in its own defaults for what is missing.
  allowComments: false,
  allowDoctypes: false,
  strip: ['script', 'style'],
  clobber: [],
  clobberPrefix: '',
  ancestors: { source: ['video', 'audio'] },
  protocols: { href: [...linkSchemes], src: web, srcSet: web, poster: web, cite: web },
  attributes: {
    '*': ['lang', 'title', ['dir', 'ltr', 'rtl', 'auto']],
    a: [
      ...['href', 'ariaLabel'],
      ['target', '_blank'],
      ['rel', 'nofollow', 'ugc', 'sponsored', 'noopener', 'noreferrer'],
      ['id', /ref_\d+(_\d+)?$/],
      ['role', 'doc-noteref', 'doc-backlink'],
    ],
    aside: [
      ['className', 'block-related', /^block-callout(-(info|tip|warning|danger))?$/],
      ['role', 'note'],
      'ariaLabel',
    ],
    audio: ['src', 'controls', ['preload', 'none', 'metadata']],
    blockquote: ['cite'],
    code: [['className', /^language-[\w+#.-]{1,40}$/]],
    col: [['span', side]],
    colgroup: [['span', side]],
    del: ['cite', 'dateTime'],
    details: ['open'],
    div: [['className', 'block-table'], ['role', 'group'], ['tabIndex', 0], 'ariaLabel'],
    figure: [['className', 'block-gallery', 'block-embed', 'block-missing'], ...embed],
    ...{ h1: id, h2: id, h3: id, h4: id, h5: id, h6: id },
    iframe: ['src', ...sides],
    img: ['src', 'srcSet', 'sizes', 'alt', ...sides, ['loading', 'lazy', 'eager'], ['decoding', 'async']],
    ins: ['cite', 'dateTime'],
    li: [
      ['value', /^-?\d{1,6}$/],
      ['id', /note_\d+$/],
    ],
    ol: [['start', /^-?\d{1,6}$/], 'reversed', ['type', '1', 'a', 'A', 'i', 'I']],
    q: ['cite'],
    section: [['className', 'block-footnotes'], ['role', 'doc-endnotes'], 'ariaLabel'],
    source: ['src', ['type', /^[\w.+-]+\/[\w.+-]+$/]],
    sup: ['dataNote'],
    td: cell,
    th: [...cell, ['scope', 'row', 'col', 'rowgroup', 'colgroup']],
    time: ['dateTime'],
    video: ['src', 'poster', ...sides, 'controls', 'playsInline', ['preload', 'none'], 'dataMediaId'],
  },
  required: {
    audio: { controls: true, preload: 'none' },
    iframe: {
      ...{ loading: 'lazy', allowFullScreen: true, referrerPolicy: 'strict-origin-when-cross-origin' },
      sandbox: ['allow-scripts', 'allow-same-origin', 'allow-popups', 'allow-presentation'],
    },
    img: { alt: '', loading: 'lazy', decoding: 'async' },
    video: { controls: true, playsInline: true, preload: 'none' },
  },
} satisfies Schema;
