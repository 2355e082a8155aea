/** How a piece of text is marked. */
export type InlineMark = { readonly type: string; readonly attrs?: Record<string, unknown> };

/** A piece of a text, as the editor has it. */
export type Inline = {
  readonly type: string;
  readonly text?: string;
  readonly attrs?: Record<string, unknown>;
  readonly marks?: InlineMark[];
};

/** The elements that the editor has a mark for, and the marks; where there are several, the first one is written. */
export const markTags = {
  bold: ['strong', 'b'],
  italic: ['em', 'i'],
  underline: ['u'],
  strike: ['s', 'del', 'strike'],
  code: ['code'],
  subscript: ['sub'],
  superscript: ['sup'],
} as const;
