import { Text, TextInput } from '@mantine/core';
import { type KeyboardEvent, useId, useState } from 'react';
import type { Space } from '../../api/paths.ts';
import { IconSearch } from '../../icons/icons.tsx';
import { useWords } from '../../words/LanguageProvider.tsx';
import { type FoundItem, useFoundItems } from './useFoundItems.ts';

type Props = {
  readonly space: Space;
  readonly label: string;
  readonly onTake: (item: FoundItem) => void;
};

/** Finds an item of the space. */
export function ItemSearch({ space, label, onTake }: Props) {
  const [text, setText] = useState('');
  const [isOpen, setOpen] = useState(false);
  const found = useFoundItems(space, text, isOpen);
  const take = (item: FoundItem) => {
    onTake(item);
    setText('');
  };
  const { onKeyDown, list, inputProps } = useItemList(found, take);
  return (
    <div>
      <TextInput
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        size="xs"
        label={label}
        leftSection={<IconSearch size={14} />}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        onKeyDown={(event) => {
          onKeyDown(event);
          // Without a match, Enter leaves nothing.
          if (event.key === 'Enter') event.preventDefault();
        }}
        {...(isOpen ? inputProps : {})}
      />
      {isOpen && list}
    </div>
  );
}

/** A list of items below a field, chosen with the arrow keys and Enter, or by clicking. */
export function useItemList(found: readonly FoundItem[], onTake: (item: FoundItem) => void) {
  const texts = useWords().body.items;
  const id = useId();
  const [at, setAt] = useState(0);
  const active = Math.min(at, found.length - 1);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || found.length === 0) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const item = found[active];
    if (step !== undefined) setAt((active + step + found.length) % found.length);
    else if (event.key === 'Enter' && item !== undefined) onTake(item);
    else return;
    event.preventDefault();
  };
  const optionId = (index: number) => `${id}-${index}`;
  return {
    onKeyDown,
    inputProps: {
      role: 'combobox',
      'aria-expanded': found.length > 0,
      'aria-controls': id,
      ...(found.length > 0 && { 'aria-activedescendant': optionId(active) }),
    },
    list: found.length > 0 && (
      <div role="listbox" id={id} aria-label={texts.found} className="found-items">
        {found.map((item, index) => (
          <div
            key={`${item.instanceId}/${item.contentId}`}
            id={optionId(index)}
            role="option"
            aria-selected={index === active}
            tabIndex={-1}
            onMouseDown={(event) => {
              event.preventDefault();
              onTake(item);
            }}
          >
            <Text size="sm" truncate>
              {item.title}
            </Text>
            <Text size="xs" c="dimmed">
              {item.instanceId}
            </Text>
          </div>
        ))}
      </div>
    ),
  };
}
