import type { Editor, JSONContent } from '@tiptap/core';
import { NodeSelection, Selection } from '@tiptap/pm/state';
import { currentBlock, positionOf } from './moveBlock.ts';

/** What can be put between blocks. */
export const newBlockNames = [
  ...([
    'paragraph',
    'heading',
    'bulletList',
    'orderedList',
    'image',
    'video',
    'quote',
    'code',
    'html',
  ] as const),
];

/** What can be put between blocks. */
export type NewBlock = (typeof newBlockNames)[number];

const newBlocks: Readonly<Record<NewBlock, JSONContent>> = {
  paragraph: { type: 'paragraph' },
  heading: { type: 'heading', attrs: { level: 2 } },
  bulletList: { type: 'bulletList', content: [{ type: 'listItem', content: [{ type: 'paragraph' }] }] },
  orderedList: { type: 'orderedList', content: [{ type: 'listItem', content: [{ type: 'paragraph' }] }] },
  quote: { type: 'blockquote', content: [{ type: 'paragraph' }] },
  code: { type: 'codeBlock' },
  image: { type: 'card', attrs: { block: { type: 'image' } } },
  video: { type: 'card', attrs: { block: { type: 'video' } } },
  html: { type: 'card', attrs: { block: { type: 'html', html: '' } } },
};

/** Puts a new block below another; an empty paragraph makes room for it. */
export function addBlock(editor: Editor, name: NewBlock, index = currentBlock(editor).index): void {
  const { doc } = editor.state;
  const before = doc.child(Math.min(index, doc.childCount - 1));
  const start = positionOf(editor, index);
  const isEmpty = before.type.name === 'paragraph' && before.content.size === 0 && name !== 'paragraph';
  const end = start + before.nodeSize;
  const from = isEmpty ? start : end;
  editor
    .chain()
    .focus()
    .insertContentAt({ from, to: end }, newBlocks[name])
    .command(({ tr }) => {
      const isCard = tr.doc.nodeAt(from)?.isAtom ?? false;
      tr.setSelection(isCard ? NodeSelection.create(tr.doc, from) : Selection.near(tr.doc.resolve(from + 1)));
      return true;
    })
    .scrollIntoView()
    .run();
}
