import { type HtmlToken, scanHtml } from './scanHtml.ts';

/** The references that people write by hand; all others stay as they are. */
const named: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' },
  ...{ hellip: '…', ndash: '–', mdash: '—', lsquo: '‘', rsquo: '’', ldquo: '“', rdquo: '”' },
};

/** What a reader sees of a piece of HTML, in one line. */
export function htmlText(html: string): string {
  return tokensText(scanHtml(html));
}

/** What a reader sees of tokens, in one line. */
export function tokensText(tokens: readonly HtmlToken[]): string {
  const text = tokens.map((token) => (typeof token === 'string' ? token : spaceOf(token.name))).join('');
  return text
    .replace(/&(#?\w{2,8});/g, decode)
    .replace(/\s+/g, ' ')
    .trim();
}

/** Inline elements vanish, others part words. */
function spaceOf(name: string): string {
  return /^([bh]r|h\d|p|li|t[dh]|d[dt]|div|pre)$/.test(name) ? ' ' : '';
}

function decode(reference: string, name: string): string {
  const code = Number(name.replace(/^#x/i, '0x').replace('#', ''));
  if (name[0] !== '#') return Object.hasOwn(named, name) ? (named[name] ?? '') : reference;
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : reference;
}
