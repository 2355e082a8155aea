import type { Editor } from '@tiptap/core';
import { closeHistory } from '@tiptap/pm/history';
import { NodeSelection, TextSelection } from '@tiptap/pm/state';

/** The block with the cursor: its index and its start. */
export function currentBlock(editor: Editor): { readonly index: number; readonly position: number } {
  const { $from } = editor.state.selection;
  const index = $from.index(0);
  return { index: Math.min(index, editor.state.doc.childCount - 1), position: positionOf(editor, index) };
}

/** The start of a block. */
export function positionOf(editor: Editor, index: number): number {
  let position = 0;
  editor.state.doc.forEach((_node, offset, at) => {
    if (at === index) position = offset;
  });
  return position;
}

/** Moves a block up or down, together with the cursor; by default, the block with the cursor. */
export function moveBlock(editor: Editor, step: -1 | 1, index = currentBlock(editor).index): boolean {
  return moveBlockTo(editor, index, step < 0 ? index - 1 : index + 2);
}

/** Moves a block in front of the one that is at an index now, together with the cursor. */
export function moveBlockTo(editor: Editor, index: number, before: number): boolean {
  const { doc } = editor.state;
  const isStill = before === index || before === index + 1;
  if (index < 0 || index >= doc.childCount || before < 0 || before > doc.childCount || isStill) return false;
  const node = doc.child(index);
  const start = positionOf(editor, index);
  const gap = before === doc.childCount ? doc.content.size : positionOf(editor, before);
  const target = gap > start ? gap - node.nodeSize : gap;
  const { from } = editor.state.selection;
  const offset = from >= start && from <= start + node.nodeSize ? from - start : 1;
  const change = editor.state.tr.delete(start, start + node.nodeSize).insert(target, node);
  change.setSelection(
    node.isAtom
      ? NodeSelection.create(change.doc, target)
      : TextSelection.near(change.doc.resolve(Math.min(target + offset, target + node.nodeSize - 1))),
  );
  editor.view.dispatch(closeHistory(change.scrollIntoView()));
  return true;
}

/** Removes a block. */
export function removeBlock(editor: Editor, index = currentBlock(editor).index): void {
  const { doc } = editor.state;
  if (index >= doc.childCount) return;
  const start = positionOf(editor, index);
  const range = { from: start, to: start + doc.child(index).nodeSize };
  if (doc.childCount === 1) editor.chain().clearContent(true).focus().run();
  else editor.chain().deleteRange(range).focus().run();
}
