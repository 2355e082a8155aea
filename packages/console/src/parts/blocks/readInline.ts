import { attributesOf, beginsRawText, decodeReference, type HtmlTag, tokenize } from '@newsstand/html';
import { readRuby } from './readRuby.ts';

/** A mark on a piece of text. */
export type InlineMark = { readonly type: string; readonly attrs?: Record<string, unknown> };

/** A piece of text in the editor's document. */
export type Inline = {
  readonly type: string;
  readonly text?: string;
  readonly attrs?: Record<string, unknown>;
  readonly marks?: InlineMark[];
};

/** The elements of each mark; the first one is written. */
export const markTags = {
  bold: ['strong', 'b'],
  italic: ['em', 'i'],
  underline: ['u'],
  strike: ['s', 'del', 'strike'],
  code: ['code'],
  subscript: ['sub'],
  superscript: ['sup'],
} as const;

const marks: ReadonlyMap<string, string> = new Map(
  Object.entries(markTags).flatMap(([type, tags]) => tags.map((tag) => [tag, type] as const)),
);

/** The maximum depth of nested elements. */
const maxDepth = 20;

/** No ruby is longer. */
const maxRubyTokens = 500;

type Open = { readonly tag: string; readonly mark: InlineMark };

/** Converts inline HTML to pieces of text. Elements without a mark of their own become `other` marks. */
export function readInline(html: string): Inline[] {
  const open: Open[] = [];
  /** Whether the content of a reference to a footnote is being skipped: it is numbered when it is shown. */
  let isInReference = false;
  let rubyEnd = 0;
  return scanInline(html).flatMap((token, at, tokens): Inline[] => {
    if (at < rubyEnd) return [];
    if (isInReference) {
      if (token.type === 'close' && token.tag === 'sup') isInReference = false;
      return [];
    }
    if (token.type === 'open' && token.tag === 'sup' && token.attributes['data-note'] !== undefined) {
      isInReference = true;
      return [{ type: 'noteReference', attrs: { id: token.attributes['data-note'] }, ...marked(open) }];
    }
    const found =
      token.type === 'open' && token.tag === 'ruby'
        ? readRuby(tokens.slice(at, at + maxRubyTokens))
        : undefined;
    if (found !== undefined) {
      rubyEnd = at + found.length;
      return [{ type: 'ruby', attrs: found.ruby, ...marked(open) }];
    }
    if (token.type === 'close') close(open, token.tag);
    if (token.type === 'text') return [{ type: 'text', text: token.text, ...marked(open) }];
    if (token.type === 'raw') return [{ type: 'raw', attrs: { html: token.html }, ...marked(open) }];
    if (token.type === 'close') return [];
    if (token.tag === 'br') return [{ type: 'hardBreak', ...marked(open) }];
    if (open.length < maxDepth) open.push({ tag: token.tag, mark: markOf(token.tag, token.attributes) });
    return [];
  });
}

/** Closes the innermost element with this name; overlapping elements are accepted. */
function close(open: Open[], tag: string): void {
  const index = open.findLastIndex((each) => each.tag === tag);
  if (index >= 0) open.splice(index, 1);
}

function markOf(tag: string, attributes: Readonly<Record<string, string>>): InlineMark {
  const { href, ...others } = attributes;
  if (tag === 'a' && href !== undefined) return { type: 'link', attrs: { href, others } };
  const type = marks.get(tag);
  const isPlain = Object.keys(attributes).length === 0;
  return type !== undefined && isPlain ? { type } : { type: 'other', attrs: { tag, attributes } };
}

/** Each mark once: a link inside a link is dropped. */
function marked(open: readonly Open[]): { marks?: InlineMark[] } {
  const seen = new Set<string>();
  const found = open.flatMap(({ mark }) => {
    const name = mark.type === 'other' ? JSON.stringify(mark.attrs) : mark.type;
    const isNew = !seen.has(name);
    seen.add(name);
    return isNew ? [mark] : [];
  });
  return found.length === 0 ? {} : { marks: found };
}

/** A token of inline HTML: text, a tag, or something that is kept as written. */
type InlineToken =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'open'; readonly tag: string; readonly attributes: Readonly<Record<string, string>> }
  | { readonly type: 'close'; readonly tag: string }
  | { readonly type: 'raw'; readonly html: string };

/** The names of U+00A0 to U+00FF, in order. */
const latin = (
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para ' +
  'middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave ' +
  'Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc ' +
  'Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc ' +
  'iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml'
).split(' ');

/** More names than the client knows: an editor shows the character instead of its name. */
const named: ReadonlyMap<string, string> = new Map([
  ...latin.map((name, index) => [name, String.fromCodePoint(0xa0 + index)] as const),
  ...Object.entries({ bull: '•', euro: '€', trade: '™', larr: '←', rarr: '→', minus: '−' }),
]);

/** Elements whose content is not text, besides raw text elements; and void elements. */
const opaque = /^(math|noscript|object|svg|template)$/;
const empty = /^(area|base|col|embed|frame|hr|img|input|link|meta|param|source|track|wbr)$/;

const isOpaque = (tag: HtmlTag): boolean => beginsRawText(tag) || opaque.test(tag.name);

/** The tokens of inline HTML, in order. */
function scanInline(html: string): InlineToken[] {
  const pieces: InlineToken[] = [];
  /** The start of an element that is kept as written. */
  let raw: { readonly name: string; readonly start: number } | undefined;
  for (const token of tokenize(html, isOpaque)) {
    const { type, start, end } = token;
    if (raw !== undefined) {
      if (end < html.length && !(type === 'tag' && token.isEnd)) continue;
      pieces.push({ type: 'raw', html: html.slice(raw.start, end) });
      raw = undefined;
    } else if (type === 'comment') pieces.push({ type: 'raw', html: html.slice(start, end) });
    else if (type !== 'tag') pieces.push(...readText(html.slice(start, end)));
    else if (token.isEnd) pieces.push({ type: 'close', tag: token.name });
    else if (isOpaque(token) && end < html.length) raw = token;
    else if (isOpaque(token) || empty.test(token.name))
      pieces.push({ type: 'raw', html: html.slice(start, end) });
    else {
      const attributes = [...attributesOf(html, token)].map(([name, value]) => [name, decode(value)]);
      pieces.push({ type: 'open', tag: token.name, attributes: Object.fromEntries(attributes) });
    }
  }
  return pieces;
}

/** Text with its character references decoded; unknown references are kept as written. */
function readText(html: string): InlineToken[] {
  return html.split(/(&#?\w{1,31};)/).flatMap((piece, index): InlineToken[] => {
    if (piece === '') return [];
    if (index % 2 === 0) return [{ type: 'text', text: piece.replace(/[ \t\n\r\f]+/g, ' ') }];
    const text = decode(piece);
    return [text === piece ? { type: 'raw', html: piece } : { type: 'text', text }];
  });
}

function decode(html: string): string {
  return html.replace(/&#?\w{1,31};/g, (reference) => {
    const text = decodeReference(reference) ?? named.get(reference.slice(1, -1)) ?? reference;
    // Browsers replace or drop control characters.
    return /^[\0-\x08\v-\x1f\x7f-\x9f]$/.test(text) ? reference : text;
  });
}
