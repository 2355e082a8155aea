import { Anchor, CloseButton, Combobox, Loader, Pill, PillsInput, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { type LabelKind, type LabelOption, useLabels } from '../../api/labels.ts';
import type { Space } from '../../api/paths.ts';
import { useIsAllowedInSpace } from '../../api/SessionProvider.tsx';
import { useWords } from '../../words/LanguageProvider.tsx';
import { exactMatch, isFoundByName, preselected } from './labelMatch.ts';
import { type EntryFault, useLabelEntry } from './useLabelEntry.ts';

type PickerProps = {
  readonly space: Space;
  readonly label: string;
  readonly placeholder?: string;
  readonly description?: string;
  readonly error?: string | undefined;
  readonly id?: string;
  /** Whether a missing one can be created on the spot. */
  readonly canCreate?: boolean;
  readonly isDisabled?: boolean;
};

/** Chooses a category, or creates one. */
export function CategoryPicker({
  value,
  onChange,
  ...props
}: PickerProps & {
  readonly value: string | undefined;
  readonly onChange: (categoryId: string | undefined) => void;
}) {
  const chosen = value === undefined ? [] : [value];
  return (
    <LabelCombobox
      {...props}
      kind="category"
      chosen={chosen}
      onTake={onChange}
      onRemove={() => onChange(undefined)}
    />
  );
}

/** Chooses tags, or creates them. */
export function TagPicker({
  value,
  onChange,
  ...props
}: PickerProps & {
  readonly value: readonly string[];
  /** Several tags may be created at the same time: each is added to what is there by then, not to what was rendered. */
  readonly onChange: (step: (before: readonly string[]) => readonly string[]) => void;
}) {
  return (
    <LabelCombobox
      {...props}
      kind="tag"
      chosen={value}
      onTake={(id) => onChange((before) => (before.includes(id) ? before : [...before, id]))}
      onRemove={(id) => onChange((before) => before.filter((each) => each !== id))}
    />
  );
}

type LabelProps = PickerProps & {
  readonly kind: LabelKind;
  readonly chosen: readonly string[];
  readonly onTake: (id: string) => void;
  readonly onRemove: (id: string) => void;
};

const debounceMilliseconds = 150;

/**
 * A field whose text finds categories or tags. Nothing typed is ever dropped: Enter takes the match or creates it, and
 * leaving the field takes the exact match, creates what is new, or says what is missing.
 */
function LabelCombobox({ kind, chosen, onTake, onRemove, ...props }: LabelProps) {
  const { space, label, placeholder, description, error, id, isDisabled = false } = props;
  // They belong to the space, not to the instance.
  const isEditor = useIsAllowedInSpace('editor', space);
  const canCreate = props.canCreate === true && isEditor;
  const texts = useWords().picker;
  const store = useCombobox();
  const listId = useId();
  /** The option chosen with the arrow keys. */
  const [moved, setMoved] = useState<string>();
  const entry = useLabelEntry({ space, kind, canCreate, onTake });
  const typed = entry.text ?? '';
  const [searched] = useDebouncedValue(typed, debounceMilliseconds);
  const found = useLabels(space, kind, searched, []);
  const { options: named } = useLabels(space, kind, '', chosen);
  const isFound = searched === typed && found.isSettled;
  const isMultiple = kind === 'tag';
  const choices = choicesOf(found.options, isMultiple ? chosen : [], typed, canCreate && isFound);
  const movedTo = choices.findIndex(({ value }) => value === moved);
  const active = movedTo < 0 ? preselected(choices, typed) : movedTo;
  const nameOf = (each: string) => named.find(({ value }) => value === each)?.label ?? each;
  const change = (text: string | undefined) => {
    entry.type(text);
    setMoved(undefined);
  };
  const take = (choice: Choice) => {
    if (choice.isNew) void entry.create(choice.label);
    else {
      onTake(choice.value);
      change(undefined);
    }
    setMoved(undefined);
    store.closeDropdown();
  };
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    // The Enter that ends a composition belongs to the input method.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) {
      event.preventDefault();
      if (store.dropdownOpened && choices.length > 0)
        setMoved(choices.at(((active ?? (step > 0 ? -1 : 0)) + step) % choices.length)?.value);
      store.openDropdown();
    } else if (event.key === 'Enter') {
      const choice = active === undefined ? undefined : choices[active];
      const isCurrent = movedTo >= 0 || isFound;
      if (typed.trim() === '' && movedTo < 0) return;
      event.preventDefault();
      if (store.dropdownOpened && isCurrent && choice !== undefined) take(choice);
      else void entry.submit('enter');
      store.closeDropdown();
    } else if (event.key === 'Escape') {
      if (!store.dropdownOpened) change(undefined);
      store.closeDropdown();
    } else if (event.key === 'Backspace' && typed === '') {
      const last = chosen.at(-1);
      if (isMultiple && last !== undefined) onRemove(last);
    }
  };
  const leave = () => {
    store.closeDropdown();
    setMoved(undefined);
    const [current] = chosen;
    if (!isMultiple && entry.text !== undefined && typed.trim() === '' && current !== undefined)
      onRemove(current);
    void entry.submit('leave');
  };
  const shownText = entry.text ?? (isMultiple ? '' : chosen.map(nameOf).join());
  return (
    <Combobox store={store} withinPortal>
      <Combobox.DropdownTarget>
        <PillsInput
          label={label}
          {...(description !== undefined && { description })}
          {...(id !== undefined && { id })}
          error={
            error ??
            (entry.faults.length > 0 &&
              entry.faults.map((fault) => (
                <FaultLine key={fault.name} fault={fault} onCreate={entry.create} />
              )))
          }
          disabled={isDisabled}
          rightSection={entry.isBusy ? <Loader size={16} /> : undefined}
          {...(!entry.isBusy &&
            !isMultiple &&
            shownText !== '' && {
              rightSection: (
                <CloseButton
                  size="sm"
                  tabIndex={-1}
                  aria-label={texts.clear}
                  onClick={() => {
                    change(undefined);
                    for (const each of chosen) onRemove(each);
                  }}
                />
              ),
            })}
        >
          <Pill.Group>
            {isMultiple &&
              chosen.map((each) => (
                <Pill
                  key={each}
                  withRemoveButton
                  onRemove={() => onRemove(each)}
                  removeButtonProps={{
                    'aria-label': texts.remove(nameOf(each)),
                    'aria-hidden': false,
                    tabIndex: -1,
                  }}
                >
                  {nameOf(each)}
                </Pill>
              ))}
            {entry.pending.map((name) => (
              <Pill key={`+${name}`} aria-label={texts.creating(name)} className="label-pending">
                {name}
              </Pill>
            ))}
            <PillsInput.Field
              role="combobox"
              autoComplete="off"
              aria-autocomplete="list"
              aria-haspopup="listbox"
              aria-expanded={store.dropdownOpened}
              aria-controls={store.dropdownOpened ? listId : undefined}
              aria-activedescendant={
                store.dropdownOpened && active !== undefined ? `${listId}-${active}` : undefined
              }
              value={shownText}
              placeholder={chosen.length === 0 ? placeholder : undefined}
              onChange={(event) => {
                change(event.currentTarget.value);
                store.openDropdown();
              }}
              onFocus={(event) => {
                event.currentTarget.select();
                store.openDropdown();
              }}
              onClick={(event) => {
                // What is typed next replaces the chosen name.
                if (entry.text === undefined) event.currentTarget.select();
                store.openDropdown();
              }}
              onBlur={leave}
              onKeyDown={press}
            />
          </Pill.Group>
        </PillsInput>
      </Combobox.DropdownTarget>
      <Combobox.Dropdown hidden={isDisabled}>
        <Combobox.Options id={listId} mah={260} style={{ overflowY: 'auto' }} aria-label={label}>
          {choices.map((choice, at) => (
            <Combobox.Option
              key={choice.value}
              id={`${listId}-${at}`}
              value={choice.value}
              selected={at === active}
              aria-selected={at === active}
              active={chosen.includes(choice.value)}
              onClick={() => take(choice)}
            >
              {choice.isNew ? texts.create(choice.label) : choice.label}
            </Combobox.Option>
          ))}
        </Combobox.Options>
        {choices.length === 0 && (
          <Combobox.Empty>{canCreate && typed.trim() !== '' ? texts.none : texts.nothing}</Combobox.Empty>
        )}
      </Combobox.Dropdown>
    </Combobox>
  );
}

/** What is missing, and a button that creates it. */
function FaultLine({
  fault: { message, name, canCreate },
  onCreate,
}: {
  readonly fault: EntryFault;
  readonly onCreate: (name: string) => Promise<void>;
}): ReactNode {
  const texts = useWords().picker;
  return (
    <span className="label-fault">
      {message}{' '}
      {canCreate && (
        <Anchor component="button" type="button" inherit onClick={() => void onCreate(name)}>
          {texts.create(name)}
        </Anchor>
      )}
    </span>
  );
}

type Choice = LabelOption & { readonly isNew?: boolean };

/** What the list offers: what was found and is not chosen yet, and last what can be created. */
function choicesOf(
  options: readonly LabelOption[],
  hidden: readonly string[],
  typed: string,
  canCreate: boolean,
): readonly Choice[] {
  const name = typed.trim();
  const offered = options.filter((option) => !hidden.includes(option.value) && isFoundByName(option, name));
  if (!canCreate || name === '' || exactMatch(options, name) !== undefined) return offered;
  return [...offered, { value: '+', label: name, isNew: true }];
}
