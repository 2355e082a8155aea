import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';

type Props = { readonly label: string; readonly value: string; readonly onSearch: (text: string) => void };

const pause = 300;

/** Searches while one types, but not while an input method still composes. */
export function SearchInput({ label, value, onSearch }: Props) {
  const [text, setText] = useState(value);
  const isComposing = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // What is searched for elsewhere, as by the button to go back, is shown here.
  useEffect(() => setText(value), [value]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const search = (next: string) => {
    clearTimeout(timer.current);
    if (!isComposing.current) timer.current = setTimeout(() => onSearch(next.trim()), pause);
  };
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={label}
      leftSection={<IconSearch size={16} />}
      value={text}
      maxLength={100}
      onChange={(event) => {
        setText(event.currentTarget.value);
        search(event.currentTarget.value);
      }}
      onCompositionStart={() => {
        isComposing.current = true;
      }}
      onCompositionEnd={(event) => {
        isComposing.current = false;
        search(event.currentTarget.value);
      }}
    />
  );
}
