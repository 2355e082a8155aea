import { Textarea } from '@mantine/core';
import { limits } from '@newsstand/contract/plain';
import { useEffect, useRef } from 'react';
import { useWords } from '../../../words/LanguageProvider.tsx';
import { fields, writeTitle } from '../document/fields.ts';
import { fieldId, useEditor } from './EditorContext.tsx';

/** The title as readers see it: large, without a box, and as many lines as it needs. Focused in a new item. */
export function TitleField({ isNew }: { readonly isNew: boolean }) {
  const texts = useWords().editor;
  const names = useWords().members;
  const { document, change, faultAt } = useEditor();
  const { path } = fields.title;
  const title = fields.title.read(document);
  const input = useRef<HTMLTextAreaElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the field first appears.
  useEffect(() => {
    if (isNew && title === '') input.current?.focus({ preventScroll: true });
  }, []);
  return (
    <Textarea
      ref={input}
      id={fieldId(path)}
      aria-label={names['values.title']}
      placeholder={texts.titleHint}
      classNames={{ input: 'title-input' }}
      variant="unstyled"
      autosize
      minRows={1}
      value={title}
      maxLength={limits.nameCharacters}
      onKeyDown={(event) => {
        // A title has no line breaks; Enter goes on to the text.
        if (event.key !== 'Enter' || event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return;
        event.preventDefault();
        window.document.querySelector<HTMLElement>('.item-body [contenteditable="true"]')?.focus();
      }}
      onChange={({ currentTarget: { value } }) =>
        change((before) => writeTitle(before, value.replace(/\s*\n\s*/g, ' ')))
      }
      error={faultAt(path)}
      required
    />
  );
}
