import { TextInput } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import { captionHtml, captionText } from './writeInline.ts';

type Props = {
  readonly label: string;
  readonly htmlLabel: string;
  readonly value: string | undefined;
  readonly onChange: (html: string | undefined) => void;
  /** Looks like the text that it becomes, and not like a form. */
  readonly isInPlace?: boolean;
};

/** One line of inline HTML: a plain text field, unless it contains markup. */
export function InlineField({ label, htmlLabel, value = '', onChange, isInPlace = false }: Props) {
  // Decided once, so that the field does not change while typing.
  const [isHtml] = useState(() => captionText(value).isHtml);
  const text = isHtml ? value : captionText(value).text;
  const name = isHtml ? htmlLabel : label;
  return (
    <TextInput
      size="xs"
      {...(isInPlace
        ? { 'aria-label': name, placeholder: name, variant: 'unstyled', className: 'block-caption' }
        : { label: name })}
      value={text}
      onChange={({ currentTarget }) => onChange(captionHtml(currentTarget.value, isHtml) || undefined)}
    />
  );
}

/** Keeps Enter in a small field from submitting the surrounding form. */
export function preventEnterSubmit(event: KeyboardEvent): void {
  if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault();
}
