import { plainText } from '../html/plainText.ts';
import { writeAttribute } from '../html/writeHtml.ts';
import { mediaTypeOf } from '../mediaTypeOf.ts';
import { webAddress } from '../webAddress.ts';
import { childrenOf, childText, type XmlElement, xmlText } from '../xml/XmlElement.ts';
import { atomText, type FeedText, htmlText, plainTitle } from './feedText.ts';

/** An entry of a feed. */
export type Entry = {
  readonly line: number;
  /** What tells it from all others; '' where it says nothing of the kind. */
  readonly guid: string;
  readonly title: string;
  /** The page that it is about. */
  readonly link: string | undefined;
  readonly text: FeedText;
  /** Where relative addresses in its text begin. */
  readonly baseUrl: string | undefined;
  readonly published: string;
  readonly updated: string;
  readonly labels: readonly string[];
  readonly picture: string | undefined;
  readonly author: string;
};

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
  return {
    line: element.line,
    guid: guid || link || '',
    title: titled === undefined ? '' : plainTitle(titled),
    link,
    text: {
      ...text,
      html:
        text.html +
        files
          .filter((each) => !text.html.includes(each.url))
          .map(writePlayer)
          .join(''),
    },
    baseUrl: body === undefined ? base : baseOf(body, base),
    published:
      firstText(element, ['pubDate', 'dc:date', 'atom:published', 'atom:issued', 'dcterms:created']) ||
      updated,
    updated,
    labels: labelsOf(element),
    picture: pictureOf(element, files, base),
    author: authorOf(element),
  };
}

/** Where relative addresses in an element begin. */
export function baseOf(element: XmlElement, outer: string | undefined): string | undefined {
  return webAddress(element.attributes.get('xml:base') ?? '', outer) ?? outer;
}

/** The address that a feed or an entry is about: the link of RSS, or the first one of Atom that is no other relation. */
export function linkOf(element: XmlElement, base: string | undefined): string | undefined {
  const isMain = ({ attributes }: XmlElement) => (attributes.get('rel') ?? 'alternate') === 'alternate';
  const [atom] = childrenOf(element, 'atom:link').filter(isMain);
  const [guid] = childrenOf(element, 'guid').filter((each) => each.attributes.get('isPermaLink') !== 'false');
  const written = [childText(element, 'link'), atom?.attributes.get('href') ?? '', guid ? xmlText(guid) : ''];
  return written.map((each) => webAddress(each, base)).find((each) => each !== undefined);
}

function firstText(element: XmlElement, names: readonly string[]): string {
  return names.map((name) => childText(element, name).trim()).find((text) => text !== '') ?? '';
}

/** What says the most: the whole text where there is one, or else a summary. */
function bodyOf(element: XmlElement): XmlElement | undefined {
  const names = [
    'content:encoded',
    'atom:content',
    'xhtml:body',
    'description',
    'atom:summary',
    'dc:description',
  ];
  const found = [
    ...names.flatMap((name) => childrenOf(element, name)),
    ...withGroups(element).flatMap((each) => childrenOf(each, 'media:description')),
  ];
  return found.find((each) => each.children.length > 0 || each.attributes.has('src'));
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
  const atom = childrenOf(element, 'atom:category').map(
    ({ attributes }) => attributes.get('label') ?? attributes.get('term') ?? '',
  );
  const others = ['category', 'dc:subject'].flatMap((name) => childrenOf(element, name)).map(xmlText);
  return [...others, ...atom].map(plainText).filter((name) => name !== '');
}

function authorOf(element: XmlElement): string {
  const [atom] = childrenOf(element, 'atom:author');
  return atom === undefined
    ? firstText(element, ['dc:creator', 'author', 'itunes:author'])
    : childText(atom, 'atom:name');
}

type File = { readonly url: string; readonly kind: 'image' | 'video' | 'audio' | undefined };

/** Several media may stand in a group. */
function withGroups(element: XmlElement): readonly XmlElement[] {
  return [element, ...childrenOf(element, 'media:group')];
}

/** The files that come with an entry. */
function filesOf(element: XmlElement): readonly File[] {
  const enclosures = childrenOf(element, 'enclosure').map((each) => fileOf(each, 'url'));
  const links = childrenOf(element, 'atom:link').filter(
    ({ attributes }) => attributes.get('rel') === 'enclosure',
  );
  const media = withGroups(element).flatMap((each) => childrenOf(each, 'media:content'));
  return [
    ...enclosures,
    ...links.map((each) => fileOf(each, 'href')),
    ...media.map((each) => fileOf(each, 'url')),
  ].filter(({ url }) => url !== '');
}

function fileOf({ attributes }: XmlElement, name: 'url' | 'href'): File {
  const url = attributes.get(name)?.trim() ?? '';
  const told = attributes.get('medium') ?? attributes.get('type')?.split('/')[0]?.trim().toLowerCase();
  const kind = (['image', 'video', 'audio'] as const).find((each) => each === told) ?? mediaTypeOf(url);
  return { url, kind };
}

/** What is to be heard or seen is part of the text. */
function writePlayer({ url, kind }: File): string {
  return kind === 'video' || kind === 'audio'
    ? `<${kind} controls${writeAttribute('src', url)}></${kind}>`
    : '';
}

function pictureOf(
  element: XmlElement,
  files: readonly File[],
  base: string | undefined,
): string | undefined {
  const thumbnails = withGroups(element).flatMap((each) => childrenOf(each, 'media:thumbnail'));
  const written = [
    ...files.flatMap(({ url, kind }) => (kind === 'image' ? url : [])),
    ...thumbnails.map(({ attributes }) => attributes.get('url') ?? ''),
    ...childrenOf(element, 'itunes:image').map(({ attributes }) => attributes.get('href') ?? ''),
  ];
  return written.map((each) => webAddress(each, base)).find((each) => each !== undefined);
}
