import { type Editor, Node } from '@tiptap/core';
import type { Node as DocumentNode } from '@tiptap/pm/model';
import { type EditorState, Plugin, TextSelection, type Transaction } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';

/** A reference to a footnote, in the text. */
export const NoteReference = Node.create({
  name: 'noteReference',
  group: 'inline',
  inline: true,
  atom: true,
  addAttributes: () => ({
    id: {
      default: '',
      parseHTML: (element) => element.getAttribute('data-note') ?? '',
      renderHTML: ({ id }) => ({ 'data-note': `${id}` }),
    },
  }),
  // Before superscript text, which is the same element.
  parseHTML: () => [{ tag: 'sup[data-note]', priority: 60 }],
  renderHTML: ({ HTMLAttributes }) => ['sup', HTMLAttributes],
  // Browsers step over an element without text.
  addKeyboardShortcuts() {
    const remove = (side: 'nodeBefore' | 'nodeAfter') => () => {
      const { $from, empty } = this.editor.state.selection;
      if (!empty || $from[side]?.type !== this.type) return false;
      const from = side === 'nodeBefore' ? $from.pos - 1 : $from.pos;
      return this.editor.commands.deleteRange({ from, to: from + 1 });
    };
    return { Backspace: remove('nodeBefore'), Delete: remove('nodeAfter') };
  },
});

/** The footnotes, usually at the end of the text. */
export const Footnotes = Node.create({
  name: 'footnotes',
  group: 'block',
  content: 'note+',
  isolating: true,
  parseHTML: () => [{ tag: 'section[data-notes]' }],
  renderHTML: ({ HTMLAttributes }) => ['section', { ...HTMLAttributes, 'data-notes': '' }, 0],
  addProseMirrorPlugins: () => [pairNotes(), numberNotes()],
});

/** One footnote. */
export const Note = Node.create({
  name: 'note',
  content: 'inline*',
  addAttributes: () => ({
    id: {
      default: '',
      parseHTML: (element) => element.getAttribute('data-note-text') ?? '',
      renderHTML: ({ id }) => ({ 'data-note-text': `${id}` }),
    },
  }),
  parseHTML: () => [{ tag: 'div[data-note-text]' }],
  renderHTML: ({ HTMLAttributes }) => ['div', HTMLAttributes, 0],
  addKeyboardShortcuts() {
    const inNote = (step: (editor: Editor) => boolean) => () =>
      this.editor.state.selection.$from.parent.type.name === this.name && step(this.editor);
    return {
      Enter: inNote(backToReference),
      Backspace: inNote((editor) => {
        const { $from, empty } = editor.state.selection;
        if (!empty || $from.parentOffset > 0) return false;
        if ($from.parent.content.size > 0) return true;
        return removeNote(editor);
      }),
    };
  },
});

/** Inserts a reference at the cursor, and goes to its note, which `pairNotes` creates. */
export function addFootnote(editor: Editor): boolean {
  const { noteReference } = editor.schema.nodes;
  if (noteReference === undefined) return false;
  const id = newNoteId(editor.state.doc);
  const { $to } = editor.state.selection;
  if (!$to.parent.inlineContent || $to.parent.type.name === 'note') return false;
  editor.view.dispatch(editor.state.tr.insert($to.pos, noteReference.create({ id })));
  const note = notesIn(editor.state.doc).get(id);
  if (note === undefined) return false;
  const { tr, doc } = editor.state;
  editor.view.dispatch(
    tr.setSelection(TextSelection.create(doc, note.position + note.node.nodeSize - 1)).scrollIntoView(),
  );
  editor.view.focus();
  return true;
}

function newNoteId(doc: DocumentNode): string {
  const taken = new Set([...notesIn(doc).keys(), ...referencesIn(doc).map(({ id }) => id)]);
  let number = 1;
  while (taken.has(`n${number}`)) number++;
  return `n${number}`;
}

/** A number from which on no footnote has an ID. */
export function nextNoteNumber(doc: DocumentNode): number {
  const ids = [...notesIn(doc).keys(), ...referencesIn(doc).map(({ id }) => id)];
  return 1 + ids.reduce((most, id) => Math.max(most, Number(/^n(\d{1,9})$/.exec(id)?.[1] ?? 0)), 0);
}

function backToReference(editor: Editor): boolean {
  const { $from } = editor.state.selection;
  const reference = referencesIn(editor.state.doc).find(({ id }) => id === $from.parent.attrs['id']);
  if (reference === undefined) return true;
  const { tr, doc } = editor.state;
  editor.view.dispatch(tr.setSelection(TextSelection.create(doc, reference.position + 1)).scrollIntoView());
  return true;
}

function removeNote(editor: Editor): boolean {
  const { $from } = editor.state.selection;
  const id = `${$from.parent.attrs['id']}`;
  const reference = referencesIn(editor.state.doc).find((each) => each.id === id);
  const { tr } = editor.state;
  if (reference === undefined) return false;
  tr.delete(reference.position, reference.position + 1);
  editor.view.dispatch(tr.setSelection(TextSelection.near(tr.doc.resolve(reference.position))));
  return true;
}

type Reference = { readonly id: string; readonly position: number };
type PlacedNote = { readonly node: DocumentNode; readonly position: number };

function referencesIn(doc: DocumentNode): readonly Reference[] {
  const found: Reference[] = [];
  doc.descendants((node, position) => {
    if (node.type.name === 'noteReference') found.push({ id: `${node.attrs['id']}`, position });
  });
  return found;
}

function notesIn(doc: DocumentNode): ReadonlyMap<string, PlacedNote> {
  const found = new Map<string, PlacedNote>();
  doc.forEach((block, offset) => {
    if (block.type.name !== 'footnotes') return;
    block.forEach((node, inner) => {
      const id = `${node.attrs['id']}`;
      if (!found.has(id)) found.set(id, { node, position: offset + 1 + inner });
    });
  });
  return found;
}

/**
 * Keeps references and notes together: a new reference gets a note, and what loses its other half is removed. A note
 * that went away with its reference comes back with it, as when a sentence is cut and pasted elsewhere.
 */
function pairNotes(): Plugin {
  const removed = new Map<string, DocumentNode>();
  return new Plugin({
    appendTransaction(transactions, before, after) {
      if (!transactions.some(({ docChanged }) => docChanged)) return null;
      // An undone or merged change brings both halves itself.
      if (transactions.some((each) => each.getMeta('history$') !== undefined || each.getMeta('outside')))
        return null;
      return paired(before, after, removed);
    },
  });
}

function paired(
  before: EditorState,
  after: EditorState,
  removed: Map<string, DocumentNode>,
): Transaction | null {
  const [oldReferences, references] = [idsOf(before), idsOf(after)];
  const [oldNotes, notes] = [notesIn(before.doc), notesIn(after.doc)];
  const change = after.tr;
  for (const [id, { node }] of oldNotes) if (!references.has(id)) removed.set(id, node);
  const lost = [...oldReferences].filter((id) => !references.has(id) && notes.has(id));
  for (const id of lost.toReversed()) {
    const position = change.mapping.map(notes.get(id)?.position ?? 0);
    const $note = change.doc.resolve(position);
    // The last note takes the block with it.
    const [from, to] =
      $note.parent.childCount === 1
        ? [$note.before(), $note.after()]
        : [position, position + ($note.nodeAfter?.nodeSize ?? 0)];
    if (change.doc.childCount === 1 && from === 0)
      change.replaceWith(from, to, after.schema.node('paragraph'));
    else change.delete(from, to);
  }
  for (const { id, position } of referencesIn(after.doc)) {
    const at = change.mapping.map(position);
    if (oldNotes.has(id) && !notes.has(id)) change.delete(at, at + 1);
    else if (!oldReferences.has(id) && !notes.has(id))
      addNote(change, removed.get(id) ?? after.schema.node('note', { id }));
  }
  return change.docChanged ? change : null;
}

function idsOf({ doc }: EditorState): ReadonlySet<string> {
  return new Set(referencesIn(doc).map(({ id }) => id));
}

/** Adds a note below the others, or below the text. */
export function addNote(change: Transaction, note: DocumentNode): void {
  let end: number | undefined;
  change.doc.forEach((block, offset) => {
    if (block.type.name === 'footnotes') end ??= offset + block.nodeSize - 1;
  });
  if (end === undefined)
    change.insert(change.doc.content.size, note.type.schema.node('footnotes', null, note));
  else change.insert(end, note);
}

/** Shows the number of each reference and its note, in the order of the references. */
function numberNotes(): Plugin {
  return new Plugin({
    props: {
      decorations({ doc }) {
        const numbers = new Map<string, number>();
        const references = referencesIn(doc);
        for (const { id } of references) if (!numbers.has(id)) numbers.set(id, numbers.size + 1);
        const notes = [...notesIn(doc)].map(([id, { node, position }]) =>
          Decoration.node(position, position + node.nodeSize, { 'data-number': `${numbers.get(id) ?? '?'}` }),
        );
        const marks = references.map(({ id, position }) =>
          Decoration.node(position, position + 1, { 'data-number': `${numbers.get(id) ?? '?'}` }),
        );
        return DecorationSet.create(doc, [...notes, ...marks]);
      },
    },
  });
}
