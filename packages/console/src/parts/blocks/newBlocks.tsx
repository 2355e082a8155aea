import type { Editor, JSONContent } from '@tiptap/core';
import { Selection } from '@tiptap/pm/state';
import type { ReactNode } from 'react';
import {
  IconBlockquote,
  IconBrandYoutube,
  IconCode,
  IconFileCode,
  IconH2,
  IconH3,
  IconInfoCircle,
  IconLetterT,
  IconLibraryPhoto,
  IconLink,
  IconList,
  IconListNumbers,
  IconPhoto,
  IconSeparatorHorizontal,
  IconSuperscript,
  IconTable,
  IconVideo,
} from '../../icons/icons.tsx';
import type { Words } from '../../words/en/index.ts';
import { addFootnote } from './footnotes.ts';
import { currentBlock, positionOf } from './moveBlock.ts';

/** A type of block that can be added. */
export type NewBlock = keyof Words['body']['names'];

/** The types of blocks that can be added, in the order in which they are offered. */
export const newBlockNames = [
  ...(['paragraph', 'heading', 'subheading', 'bulletList', 'orderedList', 'quote'] as const),
  ...(['image', 'gallery', 'video', 'embed', 'table', 'callout', 'divider', 'code'] as const),
  ...(['footnote', 'related', 'html'] as const),
] satisfies readonly NewBlock[];

const icon = { size: 18, stroke: 1.5 } as const;

export const newBlockIcons: Readonly<Record<NewBlock, ReactNode>> = {
  paragraph: <IconLetterT {...icon} />,
  heading: <IconH2 {...icon} />,
  subheading: <IconH3 {...icon} />,
  bulletList: <IconList {...icon} />,
  orderedList: <IconListNumbers {...icon} />,
  quote: <IconBlockquote {...icon} />,
  image: <IconPhoto {...icon} />,
  gallery: <IconLibraryPhoto {...icon} />,
  video: <IconVideo {...icon} />,
  embed: <IconBrandYoutube {...icon} />,
  table: <IconTable {...icon} />,
  callout: <IconInfoCircle {...icon} />,
  divider: <IconSeparatorHorizontal {...icon} />,
  code: <IconCode {...icon} />,
  footnote: <IconSuperscript {...icon} />,
  related: <IconLink {...icon} />,
  html: <IconFileCode {...icon} />,
};

/** The types whose name or keywords begin with what was typed; those by name come first. */
export function matchingBlocks(query: string, body: Words['body']): readonly NewBlock[] {
  const typed = folded(query);
  const words = (name: NewBlock, of: 'names' | 'keywords') => folded(body[of][name]).split(' ');
  const begins = (name: NewBlock, of: 'names' | 'keywords') =>
    words(name, of).some((word) => word.startsWith(typed)) ||
    (typed.length > 0 && /[^\0-\x7f]/.test(typed) && words(name, of).some((word) => word.includes(typed)));
  const byName = newBlockNames.filter((name) => begins(name, 'names'));
  return [...byName, ...newBlockNames.filter((name) => !byName.includes(name) && begins(name, 'keywords'))];
}

function folded(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

const listOf = (type: string): JSONContent => ({
  type,
  content: [{ type: 'listItem', content: [{ type: 'paragraph' }] }],
});
const row: JSONContent = { type: 'tableRow', content: Array(3).fill({ type: 'tableCell' }) };

/** What each type begins with. Cards are objects of their own, by which their form knows that it is new. */
const contents: Readonly<Record<Exclude<NewBlock, 'footnote'>, () => JSONContent>> = {
  paragraph: () => ({ type: 'paragraph' }),
  heading: () => ({ type: 'heading', attrs: { level: 2 } }),
  subheading: () => ({ type: 'heading', attrs: { level: 3 } }),
  bulletList: () => listOf('bulletList'),
  orderedList: () => listOf('orderedList'),
  quote: () => ({ type: 'blockquote', content: [{ type: 'paragraph' }] }),
  callout: () => ({ type: 'callout', attrs: { tone: 'info' }, content: [{ type: 'paragraph' }] }),
  table: () => ({ type: 'table', attrs: { header: true }, content: [row, row, row] }),
  code: () => ({ type: 'codeBlock' }),
  image: () => newCard({ type: 'image' }),
  gallery: () => newCard({ type: 'gallery', images: [] }),
  video: () => newCard({ type: 'video' }),
  embed: () => newCard({ type: 'embed', url: '' }),
  divider: () => ({ type: 'card', attrs: { block: { type: 'divider' } } }),
  related: () => newCard({ type: 'related', items: [] }),
  html: () => newCard({ type: 'html', html: '' }),
};

const newCards = new WeakSet<object>();

function newCard(block: object): JSONContent {
  newCards.add(block);
  return { type: 'card', attrs: { block } };
}

/** Whether a card was just added, so that its first field takes the focus; true only once. */
export function takeNewCard(block: unknown): boolean {
  return typeof block === 'object' && block !== null && newCards.delete(block);
}

/** Adds a block below another, by default the one with the cursor; replaces an empty paragraph. */
export function addBlock(editor: Editor, name: NewBlock, index = currentBlock(editor).index): void {
  if (name === 'footnote') {
    addFootnote(editor);
    return;
  }
  const { doc } = editor.state;
  const before = doc.child(Math.min(index, doc.childCount - 1));
  const start = positionOf(editor, index);
  const isEmpty = before.type.name === 'paragraph' && before.content.size === 0 && name !== 'paragraph';
  const end = start + before.nodeSize;
  const from = isEmpty ? start : end;
  const node = editor.schema.nodeFromJSON(contents[name]());
  const change = editor.state.tr.replaceWith(from, end, node);
  const after = from + node.nodeSize;
  // There is always a line to go on with.
  if (node.isAtom && after === change.doc.content.size) change.insert(after, editor.schema.node('paragraph'));
  change.setSelection(Selection.near(change.doc.resolve(node.isAtom ? after : from + 1)));
  editor.view.dispatch(change.scrollIntoView());
  editor.view.focus();
}
