import { TextInput } from '@mantine/core';
import { completeAddress } from '../../../parts/blocks/links.ts';
import { useWords } from '../../../words/LanguageProvider.tsx';
import { fieldLabel, fields } from '../document/fields.ts';
import { useField } from './EditorContext.tsx';

/** Where a click on a banner leads. A scheme that was left out is added when the field is left. */
export function LinkField() {
  const texts = useWords().editor;
  const names = useWords().members;
  const { id, value, set, error } = useField(fields.url);
  return (
    <TextInput
      id={id}
      label={fieldLabel(fields.url.path, names)}
      description={texts.urlHint}
      inputMode="url"
      value={value}
      error={error}
      onChange={(event) => set(event.currentTarget.value)}
      onBlur={() => set(completed(value))}
    />
  );
}

/** The address with its scheme; what cannot be completed stays as it was typed, and is refused on saving. */
function completed(typed: string): string {
  const address = typed === '' ? undefined : completeAddress(typed);
  return address !== undefined && 'href' in address ? address.href : typed;
}
