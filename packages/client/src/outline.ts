import { headingIds, headingsIn, visibleText, visibleTokens } from '@newsstand/html';
import { blocksOf } from './blocksOf.ts';

/** A heading of a body, and the headings below it. */
export interface OutlineEntry {
  /** The ID of the heading in the HTML that `renderBody` makes. */
  id: string;
  text: string;
  /** 1 to 6. */
  level: number;
  children: OutlineEntry[];
}

/** The headings of a body, nested by their levels; empty if there are none. */
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
    const text = block.type === 'heading' ? visibleText(block.text) : '';
    if (block.type === 'heading' && text !== '') add(block.level, text, ids(text, block.id));
    if (block.type !== 'html') continue;
    for (const found of headingsIn(block.html, visibleTokens(block.html), ids))
      add(Number(found.tag.name[1]), found.text, found.id);
  }
  return top;
}
