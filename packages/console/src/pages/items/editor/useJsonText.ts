import { useState } from 'react';
import { useWords } from '../../../words/LanguageProvider.tsx';
import { type Document, isDocument } from '../document/Document.ts';
import { parseJson } from './parseJson.ts';

/** An item as a text that is being edited. */
export type JsonText = {
  readonly text: string;
  /** What is wrong with the text; then the item is still what it was. */
  readonly fault: string | undefined;
  readonly type: (text: string) => void;
  readonly drop: () => void;
};

/** The JSON of an item. What is typed is kept letter by letter, and becomes the item whenever it is one. */
export function useJsonText(document: Document, onChange: (document: Document) => void): JsonText {
  const texts = useWords().editor;
  const [typed, setTyped] = useState<{ text: string; fault?: string; document?: Document }>();
  const isTyped = typed !== undefined && (typed.fault !== undefined || typed.document === document);
  const type = (text: string) => {
    const { value, fault } = parseJson(text);
    if (isDocument(value)) {
      setTyped({ text, document: value });
      onChange(value);
    } else setTyped({ text, fault: fault === undefined ? texts.notObject : texts.brokenJson(fault) });
  };
  return {
    text: isTyped ? typed.text : JSON.stringify(document, null, 2),
    fault: typed?.fault,
    type,
    drop: () => setTyped(undefined),
  };
}
