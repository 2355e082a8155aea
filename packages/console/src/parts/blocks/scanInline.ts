/** A piece of inline HTML: text as a reader sees it, a tag, or something that is kept as it is written. */
export type InlineToken =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'open'; readonly tag: string; readonly attributes: Readonly<Record<string, string>> }
  | { readonly type: 'close'; readonly tag: string }
  | { readonly type: 'raw'; readonly html: string };

const tagStart = /<\/?([a-z][^\s/>]*)/iy;
const attribute = /[\s/]*([^\s/>][^\s/>=]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>][^\s>]*)))?/y;
const tagEnd = /[\s/]*>/y;

/** Elements whose content is no text of the page, and those that never have any. */
const opaque = /^(iframe|math|noembed|noscript|object|script|style|svg|template|textarea|title|xmp)$/;
const empty = /^(area|base|col|embed|frame|hr|img|input|link|meta|param|source|track|wbr)$/;

/** All pieces of inline HTML in their order. Linear, whatever the input. */
export function scanInline(html: string): InlineToken[] {
  const tokens: InlineToken[] = [];
  for (let at = 0; at < html.length; ) {
    const end = behind(html.indexOf('<', at), html.length);
    if (end > at) tokens.push(...readText(html.slice(at, end)));
    at = end < html.length ? readMarkup(html, end, tokens) : end;
  }
  return tokens;
}

/** Reads what a `<` begins, and says where to go on. */
function readMarkup(html: string, start: number, tokens: InlineToken[]): number {
  const tag = matchAt(tagStart, html, start)?.[1]?.toLowerCase();
  if (tag !== undefined) return readTag(tag, html, start, tokens);
  if (/[!/?]/.test(html[start + 1] ?? '')) {
    const mark = html.startsWith('<!--', start) ? '-->' : '>';
    const end = behind(html.indexOf(mark, start + 2), html.length, mark.length);
    tokens.push({ type: 'raw', html: html.slice(start, end) });
    return end;
  }
  tokens.push({ type: 'text', text: '<' });
  return start + 1;
}

function readTag(tag: string, html: string, start: number, tokens: InlineToken[]): number {
  const attributes = new Map<string, string>();
  let at = tagStart.lastIndex;
  for (let found = matchAt(attribute, html, at); found !== null; found = matchAt(attribute, html, at)) {
    const name = found[1]?.toLowerCase() ?? '';
    if (!attributes.has(name)) attributes.set(name, plainText(found[2] ?? found[3] ?? found[4] ?? ''));
    at = attribute.lastIndex;
  }
  // A tag without an end: from here on it is text, so that nothing is looked at twice.
  if (matchAt(tagEnd, html, at) === null) {
    tokens.push(...readText(html.slice(start)));
    return html.length;
  }
  at = tagEnd.lastIndex;
  if (html[start + 1] === '/') tokens.push({ type: 'close', tag });
  else if (empty.test(tag)) tokens.push({ type: 'raw', html: html.slice(start, at) });
  else if (opaque.test(tag)) return readOpaque(tag, html, start, at, tokens);
  else tokens.push({ type: 'open', tag, attributes: Object.fromEntries(attributes) });
  return at;
}

function readOpaque(tag: string, html: string, start: number, at: number, tokens: InlineToken[]): number {
  const found = matchAt(new RegExp(`</${tag}\\s*>`, 'gi'), html, at);
  const end = found === null ? html.length : found.index + found[0].length;
  tokens.push({ type: 'raw', html: html.slice(start, end) });
  return end;
}

/** Text with its character references read; those that are not known stay as they are written. */
function readText(html: string): InlineToken[] {
  return html.split(/(&#?\w{1,31};)/).flatMap((piece, index): InlineToken[] => {
    if (piece === '') return [];
    if (index % 2 === 0) return [{ type: 'text', text: piece.replace(/[ \t\n\r\f]+/g, ' ') }];
    const text = decodeReference(piece);
    return [text === undefined ? { type: 'raw', html: piece } : { type: 'text', text }];
  });
}

function plainText(html: string): string {
  return html.replace(/&#?\w{1,31};/g, (reference) => decodeReference(reference) ?? reference);
}

/** Where something found ends; the end of everything where it was not. */
function behind(index: number, length: number, width = 0): number {
  return index < 0 ? length : index + width;
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
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
