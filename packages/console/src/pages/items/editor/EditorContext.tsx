import { createContext, useContext } from 'react';
import type { ItemShelf } from '../../../api/paths.ts';
import type { Document } from '../document/Document.ts';
import type { Field } from '../document/fields.ts';

/** What every field of the form needs. */
type EditorValue = {
  readonly shelf: ItemShelf;
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

/** One field of the item being edited. */
export function useField<Value>(field: Field<Value>) {
  const { document, change, faultAt } = useEditor();
  return {
    id: fieldId(field.path),
    value: field.read(document),
    set: (value: Value) => change((before) => field.write(before, value)),
    error: faultAt(field.path),
  };
}

/** The element ID of a field, for labels and links. */
export function fieldId(path: string): string {
  return `field-${path.replaceAll('.', '-')}`;
}
