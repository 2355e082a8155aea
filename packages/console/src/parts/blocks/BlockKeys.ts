import { Extension } from '@tiptap/core';
import { moveBlock } from './moveBlock.ts';

/** Moves the block with the cursor, as in word processors. */
export const BlockKeys = Extension.create({
  name: 'blockKeys',
  addKeyboardShortcuts: () => ({
    'Alt-Shift-ArrowUp': ({ editor }) => moveBlock(editor, -1),
    'Alt-Shift-ArrowDown': ({ editor }) => moveBlock(editor, 1),
  }),
});
