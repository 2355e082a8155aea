import { Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import {
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useLocation } from 'wouter';
import { IconSearch } from '../icons/icons.tsx';
import { Modal } from '../parts/Modal.tsx';
import { StateBadge } from '../parts/StateBadge.tsx';
import { useWords } from '../words/LanguageProvider.tsx';
import { type PaletteEntry, usePaletteEntries } from './usePaletteEntries.ts';

const debounceMilliseconds = 120;

/** Finds items, pages and actions by typing, and opens them. */
export default function Palette({
  early,
  onClose,
}: {
  /** The field with what was typed before. */
  readonly early: RefObject<HTMLInputElement | null>;
  readonly onClose: () => void;
}) {
  const texts = useWords().palette;
  const [, navigate] = useLocation();
  const [text, setText] = useState('');
  const [settled] = useDebouncedValue(text, debounceMilliseconds);
  const { entries, isSearching } = usePaletteEntries(settled);
  const [chosen, setChosen] = useState(0);
  const active = Math.min(chosen, entries.length - 1);
  const listId = useId();
  const list = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  // At once, not after a transition: people type on.
  useLayoutEffect(() => {
    setText(early.current?.value ?? '');
    input.current?.focus();
  }, [early]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the chosen one stays in view.
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [active, entries.length]);
  /** Whether Enter was pressed before the list for what was typed was there. */
  const [isChosen, setChosenEarly] = useState(false);
  const isCurrent = settled === text && !isSearching;
  const choose = (entry: PaletteEntry | undefined) => {
    if (entry === undefined) return;
    onClose();
    if (entry.href !== undefined) navigate(entry.href);
    entry.run?.();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: as soon as the list is there.
  useEffect(() => {
    if (isChosen && isCurrent) choose(entries[0]);
  }, [isChosen, isCurrent]);
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter ends a composition of an input method; it chooses nothing.
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) setChosen((active + step + entries.length) % Math.max(1, entries.length));
    else if (event.key === 'Enter' && isCurrent) choose(entries[active]);
    else if (event.key === 'Enter') setChosenEarly(true);
    else return;
    event.preventDefault();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      withCloseButton={false}
      padding={0}
      size="lg"
      yOffset="10vh"
      title={undefined}
      aria-label={texts.label}
      transitionProps={{ duration: 0 }}
    >
      <TextInput
        ref={input}
        data-autofocus
        className="palette-input"
        size="md"
        variant="unstyled"
        aria-label={texts.label}
        placeholder={texts.placeholder}
        leftSection={<IconSearch size={18} aria-hidden />}
        role="combobox"
        aria-expanded
        aria-controls={listId}
        aria-activedescendant={entries[active] && `${listId}-${active}`}
        value={text}
        maxLength={200}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value);
          setChosen(0);
          setChosenEarly(false);
        }}
        onKeyDown={onKeyDown}
      />
      <div ref={list} id={listId} role="listbox" aria-label={texts.found} className="palette-list">
        {entries.map((entry, index) => (
          <Entry
            key={entry.id}
            entry={entry}
            id={`${listId}-${index}`}
            heading={entries[index - 1]?.group === entry.group ? undefined : texts[entry.group]}
            isActive={index === active}
            onPoint={() => setChosen(index)}
            onChoose={() => choose(entry)}
          />
        ))}
      </div>
      <Text size="xs" c="dimmed" className="palette-foot" role="status">
        {isSearching ? texts.searching : entries.length === 0 ? texts.none : texts.keys}
      </Text>
    </Modal>
  );
}

type EntryProps = {
  readonly entry: PaletteEntry;
  readonly id: string;
  readonly heading: string | undefined;
  readonly isActive: boolean;
  readonly onPoint: () => void;
  readonly onChoose: () => void;
};

function Entry({ entry, id, heading, isActive, onPoint, onChoose }: EntryProps) {
  return (
    <>
      {heading !== undefined && (
        <Text className="palette-heading" aria-hidden>
          {heading}
        </Text>
      )}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard works in the text field. */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the text field. */}
      <div
        role="option"
        id={id}
        aria-selected={isActive}
        className="palette-entry"
        onPointerMove={onPoint}
        onClick={onChoose}
      >
        <span className="palette-label">{entry.label}</span>
        {entry.state && <StateBadge size="xs" state={entry.state} />}
        {entry.hint !== undefined && <span className="palette-hint">{entry.hint}</span>}
      </div>
    </>
  );
}
