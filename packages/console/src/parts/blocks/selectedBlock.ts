import { Extension } from '@tiptap/core';
import { type EditorState, NodeSelection, Plugin, TextSelection, type Transaction } from '@tiptap/pm/state';

/** Whether a whole block is selected, such as a picture. */
export function isBlockSelected({ selection }: EditorState): boolean {
  return selection instanceof NodeSelection && selection.node.isBlock;
}

/** A change that begins a paragraph below the selected block, with the cursor in it. */
export function writeBelow(state: EditorState): Transaction {
  const { to } = state.selection;
  const change = state.tr.insert(to, state.schema.node('paragraph'));
  return change.setSelection(TextSelection.create(change.doc, to + 1)).scrollIntoView();
}

/** Typing and pasting never replace a selected block: they go on below it. Only Backspace and Delete remove it. */
export const SelectedBlock = Extension.create({
  name: 'selectedBlock',
  // Before everything else that takes text.
  priority: 1000,
  addProseMirrorPlugins: () => [
    new Plugin({
      props: {
        handleTextInput(view, _from, _to, text) {
          if (!isBlockSelected(view.state)) return false;
          view.dispatch(writeBelow(view.state).insertText(text));
          return true;
        },
        handleKeyDown(view, event) {
          // An input method is about to compose text.
          const isComposing = event.isComposing || event.key === 'Process' || event.keyCode === 229;
          if (isComposing && isBlockSelected(view.state)) view.dispatch(writeBelow(view.state));
          return false;
        },
        handlePaste(view) {
          if (isBlockSelected(view.state)) view.dispatch(writeBelow(view.state));
          return false;
        },
      },
    }),
  ],
});
