import { CloseButton, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useWords } from '../../../words/LanguageProvider.tsx';
import { listWords } from './listWords.ts';

const pause = 250;

/** Searches while one types, but not while an input method has not decided yet. */
export function SearchInput({
  value,
  onSearch,
}: {
  readonly value: string;
  readonly onSearch: (search: string) => void;
}) {
  const texts = useWords(listWords);
  const [text, setText] = useState(value);
  const [isComposing, setComposing] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what comes from outside, as when one goes back.
  useEffect(() => {
    if (value !== text.trim()) setText(value);
  }, [value]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what was typed is searched for.
  useEffect(() => {
    if (isComposing || text.trim() === value) return undefined;
    const timer = setTimeout(() => onSearch(text.trim()), pause);
    return () => clearTimeout(timer);
  }, [text, isComposing]);
  return (
    <TextInput
      type="search"
      label={texts.search}
      placeholder={texts.searchHint}
      maxLength={100}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={
        text !== '' && <CloseButton size="sm" aria-label={texts.reset} onClick={() => setText('')} />
      }
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      onCompositionStart={() => setComposing(true)}
      onCompositionEnd={() => setComposing(false)}
    />
  );
}
