import { Extension } from '@tiptap/core';
import { GapCursor } from '@tiptap/pm/gapcursor';
import type { ResolvedPos } from '@tiptap/pm/model';
import { type EditorState, NodeSelection, Plugin, Selection, TextSelection } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';

type Step = -1 | 1;
type Arrow = 'up' | 'down' | 'left' | 'right';

const stepOf: Readonly<Record<Arrow, Step>> = { up: -1, left: -1, down: 1, right: 1 };

/**
 * Lets the caret go wherever text can be written: from cell to cell of a table, and out of a block that begins or ends
 * the text. The line that is added there is not saved unless something is written in it.
 */
export const CaretKeys = Extension.create({
  name: 'caretKeys',
  // Before the gap cursor.
  priority: 900,
  addProseMirrorPlugins: () => [freshSelection()],
  addKeyboardShortcuts() {
    const by = (arrow: Arrow) => () => moveBy(this.editor.view, arrow);
    const toEdge = (step: Step) => () => goToEdge(this.editor.view, step);
    return {
      ArrowUp: by('up'),
      ArrowDown: by('down'),
      ArrowLeft: by('left'),
      ArrowRight: by('right'),
      // There is nothing to delete behind the text; the editor would take out an empty last line.
      Delete: ({ editor: { state } }) => isAtTextEnd(state),
      'Mod-Home': toEdge(-1),
      'Mod-End': toEdge(1),
      // On a Mac.
      'Meta-ArrowUp': toEdge(-1),
      'Meta-ArrowDown': toEdge(1),
    };
  },
});

/**
 * A browser tells only later that it has moved the caret, and a fast key may come before: Delete right after End must not
 * act on where the caret was, nor may what is pasted.
 */
function freshSelection(): Plugin {
  const refresh = ({ dom, composing }: EditorView) => {
    if (!composing) dom.ownerDocument.dispatchEvent(new Event('selectionchange'));
    return false;
  };
  return new Plugin({
    props: { handleDOMEvents: { keydown: refresh, paste: refresh, cut: refresh, copy: refresh } },
  });
}

function moveBy(view: EditorView, arrow: Arrow): boolean {
  const { selection } = view.state;
  const step = stepOf[arrow];
  if (selection instanceof NodeSelection) return selection.node.isBlock && leave(view, step);
  if (!(selection instanceof TextSelection && selection.empty && view.endOfTextblock(arrow))) return false;
  const { $head } = selection;
  if ($head.node(1).type.name === 'table') {
    const isInside = arrow === 'up' || arrow === 'down' ? goToRow(view, step) : goToCell(view, step);
    return isInside || leaveTable(view, step);
  }
  const isAtEdge =
    step < 0
      ? $head.start() - $head.start(1) === $head.depth - 1
      : $head.end(1) - $head.end() === $head.depth - 1;
  if (!isAtEdge) return false;
  const edge = view.state.doc.resolve(step < 0 ? $head.before(1) : $head.after(1));
  return leave(view, step) || enter(view, edge, arrow);
}

/**
 * Goes into the block on the other side of an edge if it has a frame, such as a table: browsers would put the caret into
 * the frame first, where what is typed at once is lost.
 */
function enter(view: EditorView, edge: ResolvedPos, arrow: Arrow): boolean {
  const step = stepOf[arrow];
  const block = step < 0 ? edge.nodeBefore : edge.nodeAfter;
  if (block === null || !/^(table|blockquote|callout|codeBlock)$/.test(block.type.name)) return false;
  const { head } = Selection.near(edge, step);
  const [start, end] =
    step < 0 ? [edge.pos - block.nodeSize, edge.pos] : [edge.pos, edge.pos + block.nodeSize];
  const isVertical = arrow === 'up' || arrow === 'down';
  return placeCaret(view, isVertical ? besides(view, head, start, end) : head);
}

/** The position on the line of another one that is right above or below the caret, if it is within a range. */
function besides(view: EditorView, line: number, start: number, end: number): number {
  const { left } = view.coordsAtPos(view.state.selection.head);
  const { top, bottom } = view.coordsAtPos(line);
  const found = view.posAtCoords({ left, top: (top + bottom) / 2 })?.pos ?? line;
  const isInside = found >= start && found <= end && view.state.doc.resolve(found).parent.isTextblock;
  return isInside ? found : line;
}

/** Begins a line above or below a block that begins or ends the text and is no ordinary line itself. */
function leave(view: EditorView, step: Step): boolean {
  const { doc, selection } = view.state;
  const isEdge = step < 0 ? selection.$from.index(0) === 0 : selection.$to.indexAfter(0) === doc.childCount;
  const block = step < 0 ? doc.firstChild : doc.lastChild;
  if (!isEdge || block === null || isLine(block.type.name)) return false;
  return beginLine(view, step < 0 ? 0 : doc.content.size);
}

const isLine = (name: string): boolean => name === 'paragraph' || name === 'heading';

function beginLine(view: EditorView, position: number): boolean {
  const { tr, schema } = view.state;
  tr.insert(position, schema.node('paragraph'));
  view.dispatch(tr.setSelection(TextSelection.create(tr.doc, position + 1)).scrollIntoView());
  return true;
}

function placeCaret(view: EditorView, position: number): boolean {
  const { tr, doc } = view.state;
  view.dispatch(tr.setSelection(TextSelection.create(doc, position)).scrollIntoView());
  return true;
}

/** Goes above or below the table: into the text there, or between it and a block that takes no text at its edge. */
export function leaveTable(view: EditorView, step: Step): boolean {
  const { doc, selection, tr } = view.state;
  const { $head } = selection;
  const edge = doc.resolve(step < 0 ? $head.before(1) : $head.after(1));
  const next = step < 0 ? edge.nodeBefore : edge.nodeAfter;
  if (next === null) return beginLine(view, edge.pos);
  const isClosed = next.isAtom || next.type.spec.isolating === true;
  const target = isClosed ? new GapCursor(edge) : Selection.near(edge, step);
  view.dispatch(tr.setSelection(target).scrollIntoView());
  return true;
}

/** Goes to the start of the next cell, or to the end of the one before; false at the edge of the table. */
export function goToCell(view: EditorView, step: Step): boolean {
  const { $head } = view.state.selection;
  const width = $head.node(2).childCount;
  const number = $head.index(1) * width + $head.index(2) + step;
  const cell = cellAt($head, Math.floor(number / width), ((number % width) + width) % width);
  return cell !== undefined && placeCaret(view, step < 0 ? cell.end : cell.start);
}

/** Goes to the cell above or below, to the same place on the line; false at the edge of the table. */
export function goToRow(view: EditorView, step: Step): boolean {
  const { $head } = view.state.selection;
  const cell = cellAt($head, $head.index(1) + step, $head.index(2));
  if (cell === undefined) return false;
  return placeCaret(view, besides(view, step > 0 ? cell.start : cell.end, cell.start, cell.end));
}

/** Where the text of a cell begins and ends, in the table around a position. */
function cellAt(
  $head: ResolvedPos,
  row: number,
  column: number,
): { readonly start: number; readonly end: number } | undefined {
  const table = $head.node(1);
  if (row < 0 || row >= table.childCount) return undefined;
  const inRow = $head.posAtIndex(row, 1) + 1;
  const cells = table.child(row);
  const before = cells.children.slice(0, column).reduce((sum, { nodeSize }) => sum + nodeSize, 0);
  const start = inRow + before + 1;
  return { start, end: start + cells.child(column).content.size };
}

function isAtTextEnd({ selection, doc }: EditorState): boolean {
  return selection.empty && selection.eq(Selection.atEnd(doc));
}

/** Goes to the start or the end of the text; where a table, a picture or a form is there, to a new line beyond it. */
function goToEdge(view: EditorView, step: Step): boolean {
  const { doc, tr } = view.state;
  const block = step < 0 ? doc.firstChild : doc.lastChild;
  if (block === null) return false;
  const position = step < 0 ? 0 : doc.content.size;
  if (block.isAtom || block.type.name === 'table') return beginLine(view, position);
  view.dispatch(tr.setSelection(step < 0 ? Selection.atStart(doc) : Selection.atEnd(doc)).scrollIntoView());
  return true;
}
