import { blocksOf } from './blocksOf.ts';
import { type HeadingIds, headingIds } from './headingId.ts';
import { htmlText, tokensText } from './htmlText.ts';
import { type HtmlTag, type HtmlToken, scanHtml } from './scanHtml.ts';

/** A heading of a body, and the headings below it. */
export interface OutlineEntry {
  /** The ID of the heading in the HTML that `renderBody` makes. */
  id: string;
  text: string;
  /** 1 to 6. */
  level: number;
  children: OutlineEntry[];
}

/** The headings of a body, nested by their levels; empty where there are none. */
export function outline(body: unknown, options: { idPrefix?: string } = {}): OutlineEntry[] {
  const ids = headingIds(options.idPrefix);
  const top: OutlineEntry[] = [];
  const path: OutlineEntry[] = [];
  const add = (level: number, text: string, id: string) => {
    const entry = { id, text, level, children: [] };
    while ((path.at(-1)?.level ?? 0) >= level) path.pop();
    (path.at(-1)?.children ?? top).push(entry);
    path.push(entry);
  };
  for (const block of blocksOf(body) ?? []) {
    const text = block.type === 'heading' ? htmlText(block.text) : '';
    if (block.type === 'heading' && text !== '') add(block.level, text, ids(text, block.id));
    if (block.type !== 'html') continue;
    for (const found of headingsIn(scanHtml(block.html), ids))
      add(Number(found.tag.name[1]), found.text, found.id);
  }
  return top;
}

/** A heading among tokens: its start tag, its words and its ID. */
export type FoundHeading = { readonly tag: HtmlTag; readonly text: string; readonly id: string };

/** The headings among tokens, each up to the next tag of a heading; those without words are left out. */
export function headingsIn(tokens: readonly HtmlToken[], ids: HeadingIds): FoundHeading[] {
  const found: FoundHeading[] = [];
  let last: HtmlTag | undefined;
  let from = 0;
  for (let to = 0; to <= tokens.length; to++) {
    const token = tokens[to];
    if (token !== undefined && (typeof token === 'string' || !/^h[1-6]$/.test(token.name))) continue;
    const text = last === undefined ? '' : tokensText(tokens.slice(from, to));
    if (last !== undefined && text !== '')
      found.push({ tag: last, text, id: ids(text, tokensText([last.attributes.get('id') ?? ''])) });
    last = token?.isEnd === false ? token : undefined;
    from = to + 1;
  }
  return found;
}
