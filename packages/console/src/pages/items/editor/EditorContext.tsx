import { createContext, useContext, useRef } from 'react';
import type { ItemShelf } from '../../../api/paths.ts';
import { type Document, isDocument, readAt } from '../document/Document.ts';
import type { Field } from '../document/fields.ts';

/** What every field of the form needs. */
type EditorValue = {
  readonly shelf: ItemShelf;
  /** Undefined until a new item is saved. */
  readonly contentId: string | undefined;
  readonly document: Document;
  readonly change: (step: (document: Document) => Document) => void;
  /** The fault of a member, or of something inside it. */
  readonly faultAt: (path: string) => string | undefined;
};

/** Provides the item being edited to the fields below. */
export const EditorContext = createContext<EditorValue | undefined>(undefined);

/** The item being edited. */
export function useEditor(): EditorValue {
  const value = useContext(EditorContext);
  if (value === undefined) throw new Error('there is no editor around this field');
  return value;
}

/** The earlier value while it is the same in all that matters, so that what depends on it is not rendered again. */
export function useSteady<Value>(value: Value, isSame: (before: Value, now: Value) => boolean): Value {
  const kept = useRef(value);
  if (!isSame(kept.current, value)) kept.current = value;
  return kept.current;
}

/** The item being edited as long as only the blocks of its body change, which happens with every letter typed there. */
export function useEditorBesidesBody(): EditorValue {
  return useSteady(useEditor(), (before, now) => {
    const isSamePage =
      before.shelf === now.shelf && before.change === now.change && before.faultAt === now.faultAt;
    return (
      isSamePage &&
      isSameBesides('values', before.document, now.document) &&
      isSameBesides('body', before.document['values'], now.document['values']) &&
      isSameBesides('blocks', readAt(before.document, 'values.body'), readAt(now.document, 'values.body'))
    );
  });
}

function isSameBesides(name: string, one: unknown, other: unknown): boolean {
  if (!isDocument(one) || !isDocument(other)) return one === other;
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  names.delete(name);
  return [...names].every((each) => one[each] === other[each]);
}

/** One field of the item being edited. */
export function useField<Value>(field: Field<Value>) {
  const { document, change, faultAt } = useEditor();
  return {
    path: field.path,
    id: fieldId(field.path),
    value: field.read(document),
    set: (value: Value) => change((before) => field.write(before, value)),
    update: (step: (value: Value) => Value) =>
      change((before) => field.write(before, step(field.read(before)))),
    error: faultAt(field.path),
  };
}

/** The element ID of a field, for labels and links. */
export function fieldId(path: string): string {
  return `field-${path.replaceAll('.', '-')}`;
}
