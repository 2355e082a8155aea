import type { Block } from '@newsstand/contract';
import { blockOf } from './blockOf.ts';
import type { Inline } from './Inline.ts';
import { readInline } from './readInline.ts';

/**
 * A node of the editor's document, as plain data. `source` is the block that it was made from, and `html` the inline HTML:
 * what is still the same when it is read again goes out as it came in.
 */
export type BlockNode = Inline & { readonly content?: BlockNode[] };

/** The editor's document. */
export type BlockDocument = { readonly type: 'doc'; readonly content: BlockNode[] };

type List = Pick<Extract<Block, { type: 'list' }>, 'ordered' | 'items'>;

/** The editor's document for blocks. What is not in the convention becomes a card that only shows it. */
export function documentOf(blocks: readonly unknown[]): BlockDocument {
  const content = blocks.map((value) => {
    const block = blockOf(value);
    return block === undefined ? cardOf(value) : nodeOf(block);
  });
  return { type: 'doc', content: content.length === 0 ? [{ type: 'paragraph' }] : content };
}

/** The node of the editor for a block. */
export function nodeOf(block: Block): BlockNode {
  switch (block.type) {
    case 'heading':
      return textNode('heading', block.text, { source: block, level: block.level, anchor: block.id ?? null });
    case 'paragraph':
      return textNode('paragraph', block.text, { source: block });
    case 'list':
      return listNode(block, { source: block });
    case 'quote':
      return quoteNode(block);
    case 'code':
      return codeNode(block);
    default:
      return cardOf(block);
  }
}

function cardOf(block: unknown): BlockNode {
  return { type: 'card', attrs: { block } };
}

function textNode(type: string, html: string, attrs: Readonly<Record<string, unknown>>): BlockNode {
  return { type, attrs: { ...attrs, html }, content: readInline(html) };
}

function listNode({ ordered, items }: List, attrs: Readonly<Record<string, unknown>>): BlockNode {
  return {
    type: ordered === true ? 'orderedList' : 'bulletList',
    attrs: { ...attrs, ordered: ordered ?? null },
    content: items.map(({ text, list }) => ({
      type: 'listItem',
      content: [textNode('paragraph', text, {}), ...(list === undefined ? [] : [listNode(list, {})])],
    })),
  };
}

function quoteNode(block: Extract<Block, { type: 'quote' }>): BlockNode {
  const paragraphs = paragraphsOf(readInline(block.text));
  return {
    type: 'blockquote',
    attrs: { source: block, html: block.text, cite: block.cite ?? null },
    content: paragraphs.map((content) => ({ type: 'paragraph', content })),
  };
}

/** An empty line parts the paragraphs of a quote. */
export function paragraphsOf(content: readonly Inline[]): Inline[][] {
  const paragraphs: Inline[][] = [[]];
  for (let at = 0; at < content.length; at++) {
    const [inline, next] = [content[at], content[at + 1]];
    if (inline?.type === 'hardBreak' && next?.type === 'hardBreak') {
      paragraphs.push([]);
      at++;
    } else if (inline !== undefined) paragraphs.at(-1)?.push(inline);
  }
  return paragraphs;
}

function codeNode(block: Extract<Block, { type: 'code' }>): BlockNode {
  const text = block.text.replace(/\r\n?/g, '\n');
  return {
    type: 'codeBlock',
    attrs: { source: block, html: block.text, language: block.language ?? null },
    content: text === '' ? [] : [{ type: 'text', text }],
  };
}
