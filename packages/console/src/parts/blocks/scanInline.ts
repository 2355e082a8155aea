import { beginsRawText, decodeReference, attributesOf, type HtmlTag, tokenize } from '@newsstand/html';
/** A piece of inline HTML: text as a reader sees it, a tag, or something that is kept as it is written. */
export type InlineToken =
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

/** More names than the client needs to know: an editor shows the character rather than its name. */
const named: ReadonlyMap<string, string> = new Map([
  ...latin.map((name, index) => [name, String.fromCodePoint(0xa0 + index)] as const),
  ...Object.entries({ bull: '•', euro: '€', trade: '™', larr: '←', rarr: '→', minus: '−' }),
]);

/** Elements whose content is not text of the page, besides raw text elements, and those that never have any. */
const opaque = /^(math|noscript|object|svg|template)$/;
const empty = /^(area|base|col|embed|frame|hr|img|input|link|meta|param|source|track|wbr)$/;

const isOpaque = (tag: HtmlTag): boolean => beginsRawText(tag) || opaque.test(tag.name);

/** The pieces of inline HTML, in order. */
export function scanInline(html: string): InlineToken[] {
  const pieces: InlineToken[] = [];
  /** Where the element began that is kept as it is written. */
  let kept: { readonly name: string; readonly start: number } | undefined;
  for (const token of tokenize(html, isOpaque)) {
    const { type, start, end } = token;
    if (kept !== undefined) {
      if (end < html.length && !(type === 'tag' && token.isEnd)) continue;
      pieces.push({ type: 'raw', html: html.slice(kept.start, end) });
      kept = undefined;
    } else if (type === 'comment') pieces.push({ type: 'raw', html: html.slice(start, end) });
    else if (type !== 'tag') pieces.push(...readText(html.slice(start, end)));
    else if (token.isEnd) pieces.push({ type: 'close', tag: token.name });
    else if (isOpaque(token) && end < html.length) kept = token;
    else if (isOpaque(token) || empty.test(token.name))
      pieces.push({ type: 'raw', html: html.slice(start, end) });
    else {
      const attributes = [...attributesOf(html, token)].map(([name, value]) => [name, decode(value)]);
      pieces.push({ type: 'open', tag: token.name, attributes: Object.fromEntries(attributes) });
    }
  }
  return pieces;
}

/** Text with its character references decoded; those that mean nothing in a text are kept as they are written. */
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
    // Browsers read control characters as something else, or not at all.
    return /^[\0-\x08\v-\x1f\x7f-\x9f]$/.test(text) ? reference : text;
  });
}

/** The names of U+00A0 to U+00FF, in their order. */
const latin = (
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para ' +
  'middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave ' +
  'Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc ' +
  'Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc ' +
  'iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml'
).split(' ');

const named: ReadonlyMap<string, string> = new Map([
  ...latin.map((name, index) => [name, String.fromCodePoint(0xa0 + index)] as const),
  ...Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }),
  ...Object.entries({ ndash: '–', mdash: '—', lsquo: '‘', rsquo: '’', ldquo: '“', rdquo: '”' }),
  ...Object.entries({ hellip: '…', bull: '•', euro: '€', trade: '™', larr: '←', rarr: '→', minus: '−' }),
]);

/** What a character reference such as `&amp;` stands for; undefined for one that is not known here. */
function decodeReference(reference: string): string | undefined {
  const name = reference.slice(1, -1);
  if (!name.startsWith('#')) return named.get(name);
  const digits = /^#(?:x([\da-f]{1,6})|(\d{1,7}))$/i.exec(name);
  if (digits === null) return undefined;
  const code = digits[1] === undefined ? Number(digits[2]) : Number.parseInt(digits[1], 16);
  // Those below are read as something else by browsers, or mean nothing in a text.
  const isText = code === 9 || code === 10 || (code >= 0x20 && code < 0x7f) || code >= 0xa0;
  const isCharacter = code <= 0x10ffff && !(code >= 0xd800 && code < 0xe000);
  return isText && isCharacter ? String.fromCodePoint(code) : undefined;
}
