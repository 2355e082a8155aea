const references: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text for any place in HTML or XML: between tags, and in an attribute with either kind of quotes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, refer);
}

/** Text between tags, where quotes mean nothing: for HTML that people read and edit. */
export function escapeText(text: string): string {
  return text.replace(/[&<>]/g, refer);
}

/** A value in double quotes, with no more escaped than has to be: for HTML that people read and edit. */
export function escapeAttribute(value: string): string {
  return value.replace(/[&<"]/g, refer);
}

function refer(character: string): string {
  return references[character] ?? character;
}

/** Characters that XML 1.0 forbids even when escaped, lone surrogates among them. */
const forbidden = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

/** Text for XML or HTML, also within quotes. */
export function escapeXml(text: string): string {
  return escapeHtml(text.replaceAll(forbidden, ''));
}

/** The names that people type. All 2,200 would be larger than the rest of the client. */
const named: ReadonlyMap<string, string> = new Map([
  ...Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0', hellip: '…' }),
  ...Object.entries({ ndash: '–', mdash: '—', lsquo: '‘', rsquo: '’', ldquo: '“', rdquo: '”' }),
]);

/** What a character reference such as `&amp;` stands for; undefined if it stands for nothing, or is unknown. */
export function decodeReference(reference: string): string | undefined {
  const name = reference.slice(1, -1);
  if (!name.startsWith('#')) return named.get(name);
  const code = /^#(\d+|x[\da-f]+)$/i.test(name) ? Number(name.slice(1).replace(/^x/i, '0x')) : 0;
  const isCharacter = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code < 0xe000);
  return isCharacter ? String.fromCodePoint(code) : undefined;
}
