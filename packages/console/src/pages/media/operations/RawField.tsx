import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useWords } from '../../../words/LanguageProvider.tsx';

type Props = {
  readonly label: string;
  readonly text: string | undefined;
  /** Whether the controls understand the text; what they do not is shown as it is. */
  readonly isRead: boolean;
  readonly onChange: (text: string | undefined) => void;
  readonly error?: string | undefined;
  readonly children: ReactNode;
};

/** Controls for a text; the text itself where it says something else than they can. */
export function RawField({ label, text, isRead, onChange, error, children }: Props) {
  const texts = useWords().operations;
  if (text === undefined || isRead) return children;
  return (
    <TextInput
      label={texts.raw(label)}
      value={text}
      onChange={({ currentTarget }) => onChange(currentTarget.value || undefined)}
      error={error}
    />
  );
}
