import { TextInput } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import { captionHtml, captionText } from './writeInline.ts';

type Props = {
  readonly label: string;
  readonly htmlLabel: string;
  readonly value: string | undefined;
  readonly onChange: (html: string | undefined) => void;
};

/** One line of inline HTML: a plain text field, unless there is mark-up in it. */
export function InlineField({ label, htmlLabel, value = '', onChange }: Props) {
  // What it was in the beginning decides, so that a field does not change under the cursor.
  const [isHtml] = useState(() => captionText(value).isHtml);
  const text = isHtml ? value : captionText(value).text;
  return (
    <TextInput
      size="xs"
      label={isHtml ? htmlLabel : label}
      value={text}
      onChange={({ currentTarget }) => onChange(captionHtml(currentTarget.value, isHtml) || undefined)}
    />
  );
}

/** Keeps Enter in a small field from sending the form that the editor stands in. */
export function keepEnter(event: KeyboardEvent): void {
  if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault();
}
