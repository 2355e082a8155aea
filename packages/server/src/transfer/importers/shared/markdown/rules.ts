import type { StateBlock, StateInline } from 'markdown-it';

/** Reads the block that begins on a line, and returns whether there is one; if `isTest`, it only says so. */
export type BlockRule = (state: StateBlock, line: number, end: number, isTest: boolean) => boolean;
/** Reads what begins at `state.pos`, and returns whether it did; if `isTest`, it only moves on. */
export type InlineRule = (state: StateInline, isTest: boolean) => boolean;

/** Adds a paragraph of Markdown. */
export function addParagraph(state: StateBlock, content: string): void {
  state.push('paragraph_open', 'p', 1);
  const inline = state.push('inline', '', 0);
  inline.content = content;
  inline.children = [];
  state.push('paragraph_close', 'p', -1);
}
