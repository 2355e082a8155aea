import type { Inline } from './Inline.ts';

/**
 * A node of the editor's document, as plain data. `source` is the block that it was made from, and `html` the inline HTML:
 * what is still the same when it is read again goes out as it came in.
 */
export type BlockNode = Inline & { readonly content?: BlockNode[] };

/** The editor's document. */
export type BlockDocument = { readonly type: 'doc'; readonly content: BlockNode[] };
