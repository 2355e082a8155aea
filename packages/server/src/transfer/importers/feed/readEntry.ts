import { escapeText } from '@newsstand/html';
import type { HtmlNode } from '../shared/html/parseHtml.ts';
import { plainText } from '../shared/html/plainText.ts';
import { videoPage } from '../shared/html/videoPage.ts';
import { sourceHtml, writeAttribute } from '../shared/html/writeHtml.ts';
import { mediaTypeOf } from '../shared/records/SourceContent.ts';
import { webAddress } from '../shared/text/urls.ts';
import { childrenOf, childText, type XmlElement, xmlText } from '../shared/xml/readXml.ts';

/** An entry of a feed. */
export type Entry = {
  readonly line: number;
  readonly standing: Standing;
  /** What else is said about it, by name. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** A unique ID; '' if there is none. */
  readonly guid: string;
  readonly title: string;
  /** Its page. */
  readonly link: string | undefined;
  readonly text: FeedText;
  /** The base of relative URLs in its text. */
  readonly baseUrl: string | undefined;
  readonly published: string;
  readonly updated: string;
  readonly labels: readonly string[];
  readonly picture: string | undefined;
  /** Whether that is only a small preview. */
  readonly isSmall: boolean;
  /** Further pictures that are not in its text. */
  readonly morePictures: readonly string[];
  readonly author: string;
  /** What its author wrote about it; '' if there is only the text itself. */
  readonly excerpt: string;
};

/** In pixels: narrower images are not used as thumbnails. */
const smallest = 100;

/** Reads an `item` of RSS or an `entry` of Atom. */
export function readEntry(element: XmlElement, feedBase: string | undefined): Entry {
  const base = baseOf(element, feedBase);
  const files = filesOf(element);
  const link = linkOf(element, base);
  const guid = firstText(element, ['guid', 'atom:id']) || element.attributes.get('rdf:about') || '';
  const [titled] = ['title', 'atom:title', 'media:title'].flatMap((name) => childrenOf(element, name));
  const body = bodyOf(element);
  const text = body === undefined ? htmlText('') : readBody(body);
  const updated = firstText(element, ['atom:updated', 'atom:modified', 'dcterms:modified']);
  const shown = addressesIn(text.html);
  const [picture, ...pictures] = picturesOf(element, files, base);
  return {
    line: element.line,
    standing: standingOf(element),
    fields: fieldsOf(element),
    guid: guid || link || '',
    title: titled === undefined ? '' : plainTitle(titled),
    link,
    text: { ...text, html: text.html + files.map((each) => writeFile(each, shown)).join('') },
    baseUrl: body === undefined ? base : baseOf(body, base),
    published:
      firstText(element, ['pubDate', 'dc:date', 'atom:published', 'atom:issued', 'dcterms:created']) ||
      updated,
    updated,
    labels: labelsOf(element),
    picture: picture?.url,
    isSmall: picture !== undefined && picture.width > 0 && picture.width < smallest,
    morePictures: pictures.flatMap(({ url }) => (shown.has(url) ? [] : url)),
    author: authorOf(element),
    excerpt: body === undefined ? '' : excerptOf(element, body),
  };
}

/** Elements with a meaning of their own here: they never tell more about who may read. */
const understood =
  /^(?:atom:.*|app:.*|blogger:.*|title|link|guid|pubDate|description|content:encoded|dc:date|dcterms:.*|category|dc:subject)$/;

/** What publishers add to an entry, by names without prefixes, and its labels. */
function fieldsOf(element: XmlElement): Readonly<Record<string, unknown>> {
  const all = elementsIn(element);
  const others = all.filter(({ name }) => !understood.test(name));
  const labels = all.filter(({ name }) => /^(?:atom:category|category|dc:subject)$/.test(name));
  const named = labels.flatMap((each): (readonly [string, unknown])[] => {
    const { attributes } = each;
    const text = attributes.get('term') ?? xmlText(each);
    const group = attributes.get('domain') ?? attributes.get('scheme') ?? '';
    return [['tags', text], ...(/^[\p{L}\w -]+$/u.test(group) ? ([[group, text]] as const) : [])];
  });
  return grouped([...attributesOf(element), ...others.map(fieldOf), ...named]);
}

function elementsIn({ children }: XmlElement): readonly XmlElement[] {
  return children.filter((child) => typeof child !== 'string');
}

function fieldOf(element: XmlElement): readonly [string, unknown] {
  const text = element.children.filter(isText).join('').trim();
  const inner = [...attributesOf(element), ...elementsIn(element).map(fieldOf)];
  const own = text === '' ? [] : [['value', text] as const];
  return [localName(element.name), inner.length === 0 ? text : grouped([...inner, ...own])];
}

function attributesOf({ attributes }: XmlElement): readonly (readonly [string, string])[] {
  return [...attributes].flatMap(([name, value]) =>
    /^(?:xmlns|xml|rdf)(?::|$)/.test(name) ? [] : [[localName(name), value] as const],
  );
}

function localName(name: string): string {
  return name.replace(/^.*:/, '');
}

/** Of a name that occurs several times, all values count. */
function grouped(fields: readonly (readonly [string, unknown])[]): Readonly<Record<string, unknown>> {
  const groups = Map.groupBy(fields, ([name]) => name);
  return Object.fromEntries(
    [...groups].map(([name, all]) => [name, all.length === 1 ? all[0]?.[1] : all.map(([, value]) => value)]),
  );
}

function isText(node: XmlElement | string): boolean {
  return typeof node === 'string';
}

/** A summary beside the full text, unless it is the beginning of the text, cut off. */
function excerptOf(element: XmlElement, body: XmlElement): string {
  const found = ['description', 'atom:summary', 'itunes:summary'].flatMap((name) =>
    childrenOf(element, name),
  );
  const text = found[0] === undefined || found[0] === body ? '' : plainTitle(found[0]);
  return /(…|\.\.\.|\[…\]|\[\.\.\.\])$/.test(text) ? '' : text;
}

/** The URLs in a text, which need not be shown again. */
function addressesIn(html: string): ReadonlySet<string> {
  return new Set([...html.matchAll(/https?:[^\s"'<>]+/g)].map(([each]) => each.replaceAll('&amp;', '&')));
}

/** The base of relative URLs in an element. */
export function baseOf(element: XmlElement, outer: string | undefined): string | undefined {
  return webAddress(element.attributes.get('xml:base') ?? '', outer) ?? outer;
}

/** The page of a feed or an entry: the link in RSS, or the first `alternate` link in Atom. */
export function linkOf(element: XmlElement, base: string | undefined): string | undefined {
  const isMain = ({ attributes }: XmlElement) => (attributes.get('rel') ?? 'alternate') === 'alternate';
  const [atom] = childrenOf(element, 'atom:link').filter(isMain);
  const [guid] = childrenOf(element, 'guid').filter((each) => each.attributes.get('isPermaLink') !== 'false');
  const written = [childText(element, 'link'), atom?.attributes.get('href') ?? ''];
  const address = written.map((each) => webAddress(each, base)).find((each) => each !== undefined);
  // Many a guid is a number without saying so, so only an absolute URL counts as a link.
  return address ?? webAddress(guid === undefined ? '' : xmlText(guid), undefined);
}

function firstText(element: XmlElement, names: readonly string[]): string {
  return names.map((name) => childText(element, name).trim()).find((text) => text !== '') ?? '';
}

/** The full text if there is one, or else a summary. */
function bodyOf(element: XmlElement): XmlElement | undefined {
  const names = [
    'content:encoded',
    'atom:content',
    'xhtml:body',
    'description',
    'atom:summary',
    'dc:description',
    'itunes:summary',
  ];
  const found = [
    ...names.flatMap((name) => childrenOf(element, name)),
    ...withGroups(element).flatMap((each) => childrenOf(each, 'media:description')),
  ];
  return found.find((each) => each.children.some(isSeen) || each.attributes.has('src'));
}

function isSeen(node: XmlElement | string): boolean {
  return typeof node !== 'string' || node.trim() !== '';
}

function readBody(element: XmlElement): FeedText {
  const source = element.attributes.get('src');
  if (source !== undefined && element.children.length === 0)
    return htmlText(`<p><a${writeAttribute('href', source)}>${plainText(source)}</a></p>`);
  if (element.name === 'xhtml:body')
    return atomText({ ...element, attributes: new Map([['type', 'xhtml']]) });
  return element.name.startsWith('atom:') ? atomText(element) : htmlText(xmlText(element));
}

function labelsOf(element: XmlElement): readonly string[] {
  const atom = childrenOf(element, 'atom:category')
    .filter(({ attributes }) => attributes.get('scheme') !== kindScheme)
    .map(({ attributes }) => attributes.get('label') || (attributes.get('term') ?? ''));
  const others = ['category', 'dc:subject'].flatMap((name) => childrenOf(element, name)).map(xmlText);
  return [...others, ...atom].map(plainText).filter((name) => name !== '');
}

function authorOf(element: XmlElement): string {
  const [atom] = childrenOf(element, 'atom:author');
  return atom === undefined
    ? firstText(element, ['dc:creator', 'author', 'itunes:author'])
    : childText(atom, 'atom:name');
}

type File = {
  readonly url: string;
  readonly kind: 'image' | 'video' | 'audio' | undefined;
  readonly width: number;
};

/** Media may be grouped. */
function withGroups(element: XmlElement): readonly XmlElement[] {
  return [element, ...childrenOf(element, 'media:group')];
}

/** The enclosures of an entry, each once. */
function filesOf(element: XmlElement): readonly File[] {
  const links = childrenOf(element, 'atom:link').filter(
    ({ attributes }) => attributes.get('rel') === 'enclosure',
  );
  const all = [
    ...childrenOf(element, 'enclosure').map((each) => fileOf(each, 'url')),
    ...links.map((each) => fileOf(each, 'href')),
    ...childrenOf(element, 'media:content').map((each) => fileOf(each, 'url')),
    ...childrenOf(element, 'media:group').flatMap(fileOfGroup),
  ];
  return [...new Map(all.map((each) => [each.url, each])).values()].filter(({ url }) => url !== '');
}

/** The members of a group are versions of the same file. */
function fileOfGroup(group: XmlElement): readonly File[] {
  const ways = childrenOf(group, 'media:content');
  const chosen = ways.find(({ attributes }) => attributes.get('isDefault') === 'true') ?? ways[0];
  return chosen === undefined ? [] : [fileOf(chosen, 'url')];
}

function fileOf({ attributes }: XmlElement, name: 'url' | 'href'): File {
  const url = attributes.get(name)?.trim() ?? '';
  const kind = kindOfFile(url, attributes.get('medium') ?? attributes.get('type') ?? '');
  return { url, kind, width: Number(attributes.get('width')) || 0 };
}

/** By its address, or else by the type that the feed tells: `video/mp4`, `video`. */
function kindOfFile(url: string, type: string): File['kind'] {
  if (videoPage(url) !== undefined) return 'video';
  const told = type.split('/')[0]?.trim().toLowerCase();
  return (['image', 'video', 'audio'] as const).find((each) => each === told) ?? mediaTypeOf(url);
}

/** The attachments of an entry of JSON Feed, as HTML to follow its text. */
export function filesHtml(
  html: string,
  files: readonly { readonly url: string; readonly type: string }[],
): string {
  const shown = addressesIn(html);
  return files.map(({ url, type }) => writeFile({ url, kind: kindOfFile(url, type) }, shown)).join('');
}

/** An enclosure as HTML, to follow the text that does not show it yet. */
function writeFile({ url, kind }: Pick<File, 'url' | 'kind'>, shown: ReadonlySet<string>): string {
  if (kind === 'image' || shown.has(url)) return '';
  if (kind !== undefined) return `<${kind} controls${writeAttribute('src', url)}></${kind}>`;
  return `<p><a${writeAttribute('href', url)}>${escapeText(url.split('/').pop() || url)}</a></p>`;
}

/** The images of an entry, the most relevant first. */
function picturesOf(element: XmlElement, files: readonly File[], base: string | undefined): readonly File[] {
  const containers = [...withGroups(element), ...childrenOf(element, 'media:content')];
  const thumbnails = containers.flatMap((each) => childrenOf(each, 'media:thumbnail'));
  const written = [
    ...largestFirst(files.filter(({ kind }) => kind === 'image')),
    ...largestFirst(thumbnails.map((each) => fileOf(each, 'url'))),
    ...childrenOf(element, 'itunes:image').map((each) => fileOf(each, 'href')),
  ];
  return written.flatMap((file) => {
    const url = isPortrait(file.url) ? undefined : webAddress(file.url, base);
    return url === undefined ? [] : { ...file, url };
  });
}

function largestFirst(files: readonly File[]): readonly File[] {
  return files.toSorted((some, other) => other.width - some.width);
}

/** WordPress.com lists the avatar of the author before the pictures of the text. */
function isPortrait(url: string): boolean {
  return /^https?:\/\/(?:\w+\.)?gravatar\.com\/avatar\//.test(url);
}

/** A text of a feed as HTML, and whether its line breaks count. */
type FeedText = { readonly html: string; readonly keepsLines: boolean };

/** A text of Atom by its type: `text`, `html`, `xhtml`, or another text type. */
function atomText(element: XmlElement): FeedText {
  const type = element.attributes.get('type')?.trim().toLowerCase() ?? 'text';
  if (type === 'html' || type === 'text/html') return htmlText(xmlText(element));
  if (type === 'xhtml' || type.endsWith('xhtml+xml'))
    return {
      html: element.children.map((child) => sourceHtml(toHtml(child))).join(''),
      keepsLines: false,
    };
  if (type === 'text' || type.startsWith('text/'))
    return { html: escapeText(xmlText(element)), keepsLines: true };
  // Content of an unknown type may be a file rather than text.
  return { html: '', keepsLines: false };
}

/** A text of RSS: HTML, or plain text, in which line breaks count. */
function htmlText(html: string): FeedText {
  return { html, keepsLines: !/<[a-z]/i.test(html) };
}

/** A title of any type as plain text, in one line. */
function plainTitle(element: XmlElement): string {
  return plainText(element.name.startsWith('atom:') ? atomText(element).html : xmlText(element));
}

function toHtml(node: XmlElement | string): HtmlNode {
  if (typeof node === 'string') return node;
  const { attributes, children } = node;
  return { name: node.name.replace(/^.*:/, '').toLowerCase(), attributes, children: children.map(toHtml) };
}

/** The kind of an entry, and whether it was public. */
type Standing = {
  /** `entry`; or in exports of Blogger, which are feeds, `page`, `comment`, `template` or `settings`. */
  readonly kind: string;
  /** 'scheduled' is public from its date on. */
  readonly state: 'public' | 'scheduled' | 'draft' | 'trash';
};

/** Categories of this scheme give the type of an entry, not its topic. */
const kindScheme = 'http://schemas.google.com/g/2005#kind';

/** Most feeds contain only public entries, but those of AtomPub and exports of Blogger also contain drafts. */
function standingOf(element: XmlElement): Standing {
  return { kind: kindOf(element), state: stateOf(element) };
}

function kindOf(element: XmlElement): string {
  const marked = childrenOf(element, 'atom:category')
    .filter(({ attributes }) => attributes.get('scheme') === kindScheme)
    .map(({ attributes }) => /\/kind#(\w+)$/.exec(attributes.get('term') ?? '')?.[1]);
  const kind = childText(element, 'blogger:type').trim() || marked.find((each) => each !== undefined);
  return kind === undefined || /^post$/i.test(kind) ? 'entry' : kind.toLowerCase();
}

const states: ReadonlyMap<string, Standing['state']> = new Map([
  ['', 'public'],
  ['live', 'public'],
  ['scheduled', 'scheduled'],
  ['soft_trashed', 'trash'],
]);

/** Anything not known to be public is a draft. */
function stateOf(element: XmlElement): Standing['state'] {
  const drafts = childrenOf(element, 'app:control').map((each) => childText(each, 'app:draft').trim());
  if (drafts.some((each) => each !== '' && each.toLowerCase() !== 'no')) return 'draft';
  return states.get(childText(element, 'blogger:status').trim().toLowerCase()) ?? 'draft';
}
