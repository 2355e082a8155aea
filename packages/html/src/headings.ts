import { attributesOf, type HtmlTag } from './tokenize.ts';
import { visibleText, type visibleTokens } from './visibleText.ts';

/** Gives each heading of a body a unique ID: the one that it brings, or else a slug of its text. */
export type HeadingIds = (text: string, given?: string) => string;

const longestSlug = 80;

/** IDs for the headings of one body, in order. */
export function headingIds(prefix = ''): HeadingIds {
  const used = new Map<string, number>();
  return (text, given = '') => {
    const base = prefix + (plain(given) || slug(text) || 'section');
    let count = used.get(base) ?? 0;
    let id = base;
    while (used.has(id)) id = `${base}-${++count + 1}`;
    used.set(base, count).set(id, used.get(id) ?? 0);
    return id;
  };
}

/** Without the characters that an ID must not hold: spaces, and the one that parsers drop. */
function plain(given: string): string {
  return given.replaceAll('\0', '').trim().replace(/\s+/g, '-');
}

/** Letters and digits of every script; everything else becomes a hyphen. */
function slug(text: string): string {
  const words = text.slice(0, longestSlug).normalize('NFKC').toLowerCase();
  return words.replace(/[^\p{L}\p{M}\p{N}]+/gu, '-').replace(/^-|-$/g, '');
}

/** A heading in HTML: its start tag, its text and its ID. */
export type Heading = { readonly tag: HtmlTag; readonly text: string; readonly id: string };

/** The headings among tokens, each up to the next tag of a heading. Those without text are left out. */
export function headingsIn(
  html: string,
  tokens: ReturnType<typeof visibleTokens>,
  ids: HeadingIds,
): readonly Heading[] {
  const found: Heading[] = [];
  let last: HtmlTag | undefined;
  let from = 0;
  for (let to = 0; to <= tokens.length; to++) {
    const token = tokens[to];
    if (token !== undefined && (token.type === 'text' || !/^h[1-6]$/.test(token.name))) continue;
    const text = last === undefined ? '' : visibleText(html, tokens.slice(from, to));
    if (last !== undefined && text !== '') {
      const given = visibleText(attributesOf(html, last).get('id') ?? '');
      found.push({ tag: last, text, id: ids(text, given) });
    }
    last = token?.isEnd === false ? token : undefined;
    from = to + 1;
  }
  return found;
}
