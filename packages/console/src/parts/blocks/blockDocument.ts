import type { Block } from '@newsstand/contract';
import { isSameJson } from '../json/json.ts';
import { blockOf, type CalloutTone, calloutTones } from './blockOf.ts';
import { type Inline, readInline } from './readInline.ts';
import { writeInline } from './writeInline.ts';

/**
 * A node of the editor's document, as plain data. `source` is the block that it was made from, and `html` its inline
 * HTML: if they still mean the same, they are written back unchanged.
 */
export type BlockNode = Inline & { readonly content?: BlockNode[] };

/** The editor's document. */
export type BlockDocument = { readonly type: 'doc'; readonly content: BlockNode[] };

type List = Pick<Extract<Block, { type: 'list' }>, 'ordered' | 'items'>;

/** Converts blocks to the editor's document. Unknown blocks become cards that only show them. */
export function documentOf(blocks: readonly unknown[]): BlockDocument {
  const content = blocks.map((value) => {
    const block = blockOf(value);
    return block === undefined ? cardOf(value) : nodeOf(block);
  });
  return { type: 'doc', content: content.length === 0 ? [{ type: 'paragraph' }] : content };
}

/** The editor node for a block. */
function nodeOf(block: Block): BlockNode {
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
    case 'callout':
      return {
        ...paragraphsNode('callout', block.text),
        attrs: { source: block, html: block.text, tone: block.tone, title: block.title ?? null },
      };
    case 'table':
      return tableNode(block);
    case 'footnotes':
      return {
        type: 'footnotes',
        attrs: { source: block },
        content: block.notes.map(({ id, text }) => textNode('note', text, { id })),
      };
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
  return {
    ...paragraphsNode('blockquote', block.text),
    attrs: { source: block, html: block.text, cite: block.cite ?? null },
  };
}

function paragraphsNode(type: string, html: string): BlockNode {
  const paragraphs = paragraphsOf(readInline(html));
  return { type, content: paragraphs.map((content) => ({ type: 'paragraph', content })) };
}

type Table = Extract<Block, { type: 'table' }>;

function tableNode(block: Table): BlockNode {
  return {
    type: 'table',
    attrs: { source: block, header: block.header ?? null, caption: block.caption ?? null },
    content: rectangular(block.rows).map((row) => ({
      type: 'tableRow',
      content: row.map((cell) => textNode('tableCell', cell, {})),
    })),
  };
}

/** Fills up short rows: the editor's tables are rectangles. */
function rectangular(rows: Table['rows']): string[][] {
  const width = Math.max(...rows.map((row) => row.length));
  return rows.map((row) => [...row, ...Array<string>(width - row.length).fill('')]);
}

/** An empty line separates the paragraphs of a quote or a callout. */
function paragraphsOf(content: readonly Inline[]): Inline[][] {
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

/**
 * Converts the editor's document to blocks. Untouched blocks, even unknown ones, are returned exactly as they came
 * in.
 */
export function blocksOf({ content }: BlockDocument): readonly Block[] {
  return content.flatMap((node): Block[] => {
    // Cards are returned as they came in, whatever they are: readers skip what they do not know.
    if (node.type === 'card') return asBlocks(node.attrs?.['block']);
    const block = blockFrom(node);
    if (block === undefined) return [];
    const source = blockOf(node.attrs?.['source']);
    return [source !== undefined && isSameJson(complete(source), block) ? source : block];
  });
}

/** The block as the editor would write it. */
function complete(source: Block): Block {
  return source.type === 'table' ? { ...source, rows: rectangular(source.rows) } : source;
}

function asBlocks(value: unknown): Block[];
function asBlocks(value: unknown): unknown[] {
  return [value];
}

function blockFrom(node: BlockNode): Block | undefined {
  const { attrs = {}, content = [] } = node;
  switch (node.type) {
    case 'heading':
      return {
        type: 'heading',
        level: levelOf(attrs['level']),
        text: textOf(node),
        ...named('id', attrs['anchor']),
      };
    case 'bulletList':
    case 'orderedList':
      return { type: 'list', ...listOf([node]) };
    case 'blockquote':
      return { type: 'quote', text: quoteText(node), ...named('cite', attrs['cite']) };
    case 'codeBlock':
      return {
        type: 'code',
        text: codeText(attrs['html'], content),
        ...named('language', attrs['language']),
      };
    case 'callout':
      return {
        ...{ type: 'callout', tone: toneOf(attrs['tone']) },
        ...{ ...named('title', attrs['title']), text: quoteText(node) },
      };
    case 'table':
      return {
        type: 'table',
        rows: content.map((row) => (row.content ?? []).map(textOf)),
        ...(typeof attrs['header'] === 'boolean' && { header: attrs['header'] }),
        ...named('caption', attrs['caption']),
      };
    case 'footnotes':
      return {
        type: 'footnotes',
        notes: content.map((note) => ({ id: `${note.attrs?.['id'] ?? ''}`, text: textOf(note) })),
      };
    // A file that is still on its way.
    case 'upload':
      return undefined;
    default:
      return paragraphOf(node);
  }
}

/** An empty line that was only typed is not a block. */
function paragraphOf(node: BlockNode): Block | undefined {
  const text = textOf(node);
  return text === '' && node.attrs?.['html'] !== '' ? undefined : { type: 'paragraph', text };
}

function toneOf(value: unknown): CalloutTone {
  return calloutTones.find((tone) => tone === value) ?? 'info';
}

function levelOf(value: unknown): number {
  return typeof value === 'number' ? value : 2;
}

function named<Name extends string>(name: Name, value: unknown): { [name in Name]?: string };
function named(name: string, value: unknown): object {
  return typeof value === 'string' ? { [name]: value } : {};
}

/** The inline HTML of a node: the original if it still means the same. */
function textOf({ attrs = {}, content = [] }: BlockNode): string {
  const html = attrs['html'];
  const written = writeInline(content);
  return typeof html === 'string' && writeInline(readInline(html)) === written ? html : written;
}

function quoteText({ attrs = {}, content = [] }: BlockNode): string {
  const html = attrs['html'];
  const written = writeInline(joined(content.map((paragraph) => paragraph.content ?? [])));
  const isSame = typeof html === 'string' && writeInline(joined(paragraphsOf(readInline(html)))) === written;
  return isSame ? html : written;
}

function joined(paragraphs: readonly (readonly Inline[])[]): readonly Inline[] {
  return paragraphs.flatMap((paragraph, index) =>
    index === 0 ? paragraph : [...paragraphBreak, ...paragraph],
  );
}

const paragraphBreak: readonly Inline[] = [{ type: 'hardBreak' }, { type: 'hardBreak' }];

function codeText(source: unknown, content: readonly Inline[]): string {
  const text = content.map((piece) => piece.text ?? '').join('');
  return typeof source === 'string' && source.replace(/\r\n?/g, '\n') === text ? source : text;
}

/** Adjacent lists under one item become one list. */
function listOf(nodes: readonly BlockNode[]): List {
  const [first] = nodes;
  const ordered =
    first?.type === 'orderedList' ? true : first?.attrs?.['ordered'] === false ? false : undefined;
  const items = nodes.flatMap(({ content = [] }) => content).map(itemOf);
  return { ...(ordered === undefined ? {} : { ordered }), items };
}

function itemOf({ content = [] }: BlockNode): List['items'][number] {
  const [paragraph, ...lists] = content;
  const text = paragraph === undefined ? '' : textOf(paragraph);
  return { text, ...(lists.length === 0 ? {} : { list: listOf(lists) }) };
}
