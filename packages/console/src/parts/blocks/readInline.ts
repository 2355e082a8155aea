import { type Inline, type InlineMark, markTags } from './Inline.ts';
import { scanInline } from './scanInline.ts';

const marks: ReadonlyMap<string, string> = new Map(
  Object.entries(markTags).flatMap(([type, tags]) => tags.map((tag) => [tag, type] as const)),
);

/** Elements within elements are kept up to here. */
const deepest = 20;

type Open = { readonly tag: string; readonly mark: InlineMark };

/** Inline HTML as the editor has it. What it has no name for is marked with the element that it is in. */
export function readInline(html: string): Inline[] {
  const open: Open[] = [];
  return scanInline(html).flatMap((token): Inline[] => {
    if (token.type === 'close') close(open, token.tag);
    if (token.type === 'text') return [{ type: 'text', text: token.text, ...marked(open) }];
    if (token.type === 'raw') return [{ type: 'raw', attrs: { html: token.html }, ...marked(open) }];
    if (token.type === 'close') return [];
    if (token.tag === 'br') return [{ type: 'hardBreak', ...marked(open) }];
    if (open.length < deepest) open.push({ tag: token.tag, mark: markOf(token.tag, token.attributes) });
    return [];
  });
}

/** Ends the element that was opened last; elements that overlap are taken as they were meant. */
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

/** Each mark once; a link within a link is no link. */
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
