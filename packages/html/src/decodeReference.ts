/** The names that people type. All 2,200 would be larger than the rest of the client. */
const named: ReadonlyMap<string, string> = new Map([
  ...Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0', hellip: '…' }),
  ...Object.entries({ ndash: '–', mdash: '—', lsquo: '‘', rsquo: '’', ldquo: '“', rdquo: '”' }),
]);

/** What a character reference such as `&amp;` stands for; undefined where it stands for nothing, or is not known. */
export function decodeReference(reference: string): string | undefined {
  const name = reference.slice(1, -1);
  if (!name.startsWith('#')) return named.get(name);
  const code = /^#(\d+|x[\da-f]+)$/i.test(name) ? Number(name.slice(1).replace(/^x/i, '0x')) : 0;
  const isCharacter = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code < 0xe000);
  return isCharacter ? String.fromCodePoint(code) : undefined;
}
