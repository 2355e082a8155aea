import { CloseButton, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { IconSearch } from '../icons/icons.tsx';
import { useWords } from '../words/LanguageProvider.tsx';

type Props = {
  /** Shown above the field if there is a hint, and as its placeholder otherwise. */
  readonly label: string;
  readonly hint?: string;
  readonly value: string;
  readonly onSearch: (search: string) => void;
  /** Whether it takes the focus when the dialog around it opens. */
  readonly isFirst?: boolean;
};

const debounceMilliseconds = 250;

/** Searches while typing, but not while an input method is composing. */
export function SearchInput({ label, hint, value, onSearch, isFirst = false }: Props) {
  const texts = useWords().search;
  const [text, setText] = useState(value);
  const [isComposing, setComposing] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only external changes, such as going back.
  useEffect(() => {
    if (value !== text.trim()) setText(value);
  }, [value]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what was typed is searched for.
  useEffect(() => {
    if (isComposing || text.trim() === value) return undefined;
    const timer = setTimeout(() => onSearch(text.trim()), debounceMilliseconds);
    return () => clearTimeout(timer);
  }, [text, isComposing]);
  return (
    <TextInput
      type="search"
      data-autofocus={isFirst || undefined}
      {...(hint === undefined ? { 'aria-label': label } : { label })}
      placeholder={hint ?? label}
      maxLength={100}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={
        text !== '' && <CloseButton size="sm" aria-label={texts.clear} onClick={() => setText('')} />
      }
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      onCompositionStart={() => setComposing(true)}
      onCompositionEnd={() => setComposing(false)}
    />
  );
}
