import { escapeText } from '@newsstand/html';
import { writeAttribute } from '../../shared/html/writeHtml.ts';
import { mediaTypeOf } from '../../shared/records/SourceContent.ts';
import { type MarkedKind, markedLink } from '../links/readLink.ts';

/** A tag of Liquid (`{% … %}`, `{{ … }}`) or Zola (`{{ name(key="value") }}`), or a shortcode of Hugo (`{{< … >}}`, `{{% … %}}`). */
export type Tag = {
  readonly whole: string;
  /** The words in it. */
  readonly words: string;
  /** The first of them. */
  readonly name: string;
  /** The others. */
  readonly given: string;
};

const tag = /\{\{[<%][^{}]{0,2000}?[>%]\}\}|\{\{[^{}]{0,2000}?\}\}|\{%[^{}]{0,2000}?%\}/;
const here = new RegExp(tag, 'y');
const everywhere = new RegExp(tag, 'g');

/** The tag at a position; undefined if there is none. */
export function tagAt(text: string, at: number): Tag | undefined {
  here.lastIndex = at;
  const [whole] = here.exec(text) ?? [];
  return whole === undefined || /\n[ \t]*\n/.test(whole) ? undefined : readTag(whole);
}

/** Replaces all tags in a text. */
export function replaceTags(text: string, replace: (tag: Tag, at: number) => string): string {
  return text.replaceAll(everywhere, (whole, at: number) => replace(readTag(whole), at));
}

function readTag(whole: string): Tag {
  const inner = whole
    .replace(/^\{[{%][<%]?-?/, '')
    .replace(/-?[>%]?[%}]\}$/, '')
    .trim();
  // Zola writes arguments like those of a function.
  const [, called, args] = /^([\w:]{1,99})\((.*)\)$/s.exec(inner) ?? [];
  const words = called === undefined ? inner : `${called} ${args?.replaceAll(/,\s+/g, ' ')}`;
  const [name = ''] = words.split(/\s/, 1);
  return { whole, words, name, given: words.slice(name.length).trim() };
}

/** Whether a tag is a shortcode or a statement, and not a value: `{{ … }}`. */
function isStatement({ whole }: Tag): boolean {
  return !/^\{\{(?![<%])/.test(whole);
}

/** What a tag means: text, with the address that it is for a link, or HTML. */
export type Meaning = { readonly text: string; readonly href?: string } | { readonly html: string };

/** The meaning of a tag on a site whose path is `base`; undefined if it is unknown. */
export function meaningOf(tag: Tag, base: string): Meaning | undefined {
  const { whole, words, name, given } = tag;
  const value = isStatement(tag) ? escaped(tag) : liquidValue(words, base);
  if (value !== undefined) return { text: value };
  const [first] = given.split(/\s/, 1);
  switch (name) {
    case 'ref':
    case 'relref':
    case 'link':
      return isStatement(tag) ? fileNamed(name === 'link' ? 'site' : 'ref', pathIn(given)) : undefined;
    case 'post_url':
    case 'post_path':
      return first ? fileNamed('post', unquoted(first)) : undefined;
    case 'post_link':
      return first ? { html: postLink(first, given.slice(first.length)) } : undefined;
    case 'youtube':
      return asHtml(video(given, 'https://www.youtube.com/embed/'));
    case 'vimeo':
      return asHtml(video(given, 'https://player.vimeo.com/video/'));
    case 'img':
    case 'asset_img':
      return asHtml(figureOf(given) ?? bareFigure(given));
    default:
      // Whatever its name, a tag with a picture shows it.
      return whole.includes('=') ? asHtml(figureOf(given)) : undefined;
  }
}

const asHtml = (html: string | undefined): Meaning | undefined => (html === undefined ? undefined : { html });

// Hugo writes a literal shortcode as {{</* name */>}}.
export function escaped({ whole, words }: Tag): string | undefined {
  if (!/^\{\{[<%]\/\*.*\*\/[>%]\}\}$/s.test(whole)) return undefined;
  return `${whole.slice(0, 3)} ${words.slice(2, -2).trim()} ${whole.slice(-3)}`;
}

/** A Liquid value. The host of the site before a path becomes empty. */
function liquidValue(words: string, base: string): string | undefined {
  if (words === 'site.url') return '';
  if (/^site\.(?:baseurl|github\.url)$/.test(words)) return base;
  const [, path, filter = ''] =
    /^["']([^"']*)["']\s*\|\s*(relative_url|absolute_url|prepend:.*|relURL|absURL)/.exec(words) ?? [];
  if (path === undefined || !/^(?:relative|absolute)_url|site\.baseurl/.test(filter)) return path;
  return path === '' || path.startsWith('/') ? base + path : `${base}/${path}`;
}

/** The target file of a link. */
function pathIn(given: string): string {
  return attribute(given, 'path') ?? unquoted(given);
}

function fileNamed(kind: MarkedKind, path: string): Meaning | undefined {
  return path === '' ? undefined : { text: path, href: markedLink(kind, path) };
}

function postLink(post: string, words: string): string {
  const href = markedLink('post', unquoted(post));
  return `<a${writeAttribute('href', href)}>${escapeText(unquoted(words.trim()) || post)}</a>`;
}

function unquoted(text: string): string {
  return text.replaceAll(/^["']|["']$/g, '');
}

const pictureNames = ['src', 'url', 'image_path', 'image', 'path', 'img', 'file', 'filename', 'link'];

function figureOf(given: string): string | undefined {
  const src = pictureNames
    .map((name) => attribute(given, name))
    .find((each, index) => each && (index === 0 || mediaTypeOf(each) === 'image'));
  return src === undefined || mediaTypeOf(src) === 'video' || /\.(?!html?$)\w{1,9}$/.test(src) === false
    ? undefined
    : figure(src, attribute(given, 'alt'), attribute(given, 'caption') ?? attribute(given, 'title'));
}

/** A picture without names: `{% img left /a.png A cat %}`. */
function bareFigure(given: string): string | undefined {
  const src = /(?:^|\s)["']?([^\s="']+\.\w+)["']?(?=\s|$)/.exec(given)?.[1];
  return src === undefined ? undefined : figure(src, undefined, undefined);
}

/** A picture with its caption, as HTML. */
export function figure(src: string, alt: string | undefined, caption: string | undefined): string {
  const below = caption ? `<figcaption>${escapeText(caption)}</figcaption>` : '';
  return `<figure><img${writeAttribute('src', src)}${writeAttribute('alt', alt ?? '')}>${below}</figure>`;
}

function video(given: string, address: string): string | undefined {
  const id = attribute(given, 'id') ?? /^["']?([\w-]{1,64})/.exec(given)?.[1];
  return id === undefined ? undefined : player(address + id);
}

/** A player of a video service. */
export function player(address: string): string {
  return `<iframe${writeAttribute('src', address)}></iframe>`;
}

function attribute(given: string, name: string): string | undefined {
  const found = new RegExp(`(?:^|\\s)${name}\\s{0,9}=\\s{0,9}(?:"([^"]*)"|'([^']*)'|([^\\s"']+))`).exec(
    given,
  );
  return found?.[1] ?? found?.[2] ?? found?.[3];
}

/** The code that a tag begins: its language, and what its end tag is called. */
export function codeOf({
  whole,
  name,
  given,
}: Tag): { readonly language: string; readonly end: RegExp } | undefined {
  if (!/^(?:highlight|codeblock|code|code-toggle|mermaid)$/.test(name) || /^\{\{(?![<%])/.test(whole))
    return undefined;
  const isHugo = whole.startsWith('{{');
  const first = /^[\w+#.-]+(?=\s|$)/.exec(given)?.[0];
  const language =
    name === 'mermaid'
      ? name
      : (attribute(given, 'lang') ??
        attribute(given, 'language') ??
        /\blang:(\S+)/.exec(given)?.[1] ??
        (name === 'highlight' ? first : undefined));
  const end = isHugo
    ? `\\{\\{[<%]\\s{0,9}/\\s{0,9}${name}\\s{0,9}[>%]\\}\\}`
    : `\\{%-?\\s{0,9}end${name}\\s{0,9}-?%\\}`;
  return { language: language ?? '', end: new RegExp(end, 'g') };
}
