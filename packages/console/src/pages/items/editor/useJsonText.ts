import { useState } from 'react';
import { parseJson } from '../../../parts/json/json.ts';
import { useWords } from '../../../words/LanguageProvider.tsx';
import { type Document, isDocument } from '../document/Document.ts';

/** An item as JSON text while it is edited. */
type JsonText = {
  readonly text: string;
  /** What is wrong with the text; the item then keeps its last valid content. */
  readonly fault: string | undefined;
  readonly edit: (text: string) => void;
  readonly discard: () => void;
};

/** The JSON of an item. What is typed is kept as it is, and updates the item whenever it is valid. */
export function useJsonText(document: Document, onChange: (document: Document) => void): JsonText {
  const texts = useWords().editor;
  const [typed, setTyped] = useState<{ text: string; fault?: string; document?: Document }>();
  const isTyped = typed !== undefined && (typed.fault !== undefined || typed.document === document);
  const edit = (text: string) => {
    const { value, fault } = parseJson(text);
    if (isDocument(value)) {
      setTyped({ text, document: value });
      onChange(value);
    } else setTyped({ text, fault: fault === undefined ? texts.notObject : texts.brokenJson(fault) });
  };
  return {
    text: isTyped ? typed.text : JSON.stringify(document, null, 2),
    fault: typed?.fault,
    edit,
    discard: () => setTyped(undefined),
  };
}
