import { decodeReference } from './escape.ts';
import { type HtmlTag, type HtmlText, tokenize } from './tokenize.ts';

/** What a reader sees of HTML, in one line. */
export function visibleText(
  html: string,
  tokens: readonly (HtmlTag | HtmlText)[] = visibleTokens(html),
): string {
  return tokens
    .map((token) => (token.type === 'text' ? html.slice(token.start, token.end) : spaceOf(token.name)))
    .join('')
    .replace(/&#?\w{1,31};/g, (reference) => decodeReference(reference) ?? reference)
    .replace(/\s+/g, ' ')
    .trim();
}

/** The tags and texts of HTML that a page shows: no comments, no scripts, nothing that is cut off. */
export function visibleTokens(html: string): (HtmlTag | HtmlText)[] {
  return [...tokenize(html, isOpaque)].flatMap((token) =>
    token.type === 'tag' || (token.type === 'text' && !token.isRaw) ? token : [],
  );
}

/** Elements whose content is not for reading. */
function isOpaque({ name, isSelfClosing }: HtmlTag): boolean {
  if (/^(math|svg)$/.test(name)) return !isSelfClosing;
  return /^(iframe|script|style|template|textarea|title)$/.test(name);
}

/** Inline elements leave no trace; others separate words. */
function spaceOf(name: string): string {
  return /^([bh]r|h\d|p|li|t[dh]|d[dt]|div|pre)$/.test(name) ? ' ' : '';
}
