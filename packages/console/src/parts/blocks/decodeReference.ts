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
export function decodeReference(reference: string): string | undefined {
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
