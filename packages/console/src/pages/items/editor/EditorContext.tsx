import { createContext, useContext } from 'react';
import type { ItemShelf } from '../../../api/places.ts';
import type { Document } from '../document/Document.ts';
import type { Field } from '../document/fields.ts';

/** What every field of the form knows. */
type EditorValue = {
  readonly shelf: ItemShelf;
  readonly document: Document;
  readonly change: (step: (document: Document) => Document) => void;
  /** What is wrong with a member, or with what is in it. */
  readonly faultAt: (path: string) => string | undefined;
};

/** The item that is edited, for the fields below. */
export const EditorContext = createContext<EditorValue | undefined>(undefined);

/** The item that is edited. */
export function useEditor(): EditorValue {
  const value = useContext(EditorContext);
  if (value === undefined) throw new Error('no item is edited here');
  return value;
}

/** One field of the item that is edited. */
export function useField<Value>(field: Field<Value>) {
  const { document, change, faultAt } = useEditor();
  return {
    id: fieldId(field.path),
    value: field.read(document),
    set: (value: Value) => change((before) => field.write(before, value)),
    error: faultAt(field.path),
  };
}

/** The ID of a field in the page, for labels and links. */
export function fieldId(path: string): string {
  return `field-${path.replaceAll('.', '-')}`;
}
