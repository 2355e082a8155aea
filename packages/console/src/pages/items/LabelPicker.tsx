import { MultiSelect, type OptionsFilter, Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isItem } from '../../api/checks.ts';
import { type LabelKind, type LabelOption, useLabels } from '../../api/labels.ts';
import { type Space, shelfPath } from '../../api/paths.ts';
import { fetchJson } from '../../api/request.ts';
import { useErrorText } from '../../parts/describeError.ts';
import { useWords } from '../../words/LanguageProvider.tsx';

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

const debounceMilliseconds = 200;

/** No ID starts with it. */
const createMark = '+';

/** Chooses a category, or creates one. */
export function CategoryPicker({
  value,
  onChange,
  ...props
}: PickerProps & {
  readonly value: string | undefined;
  readonly onChange: (categoryId: string | undefined) => void;
}) {
  const [search, setSearch] = useState('');
  const chosen = value === undefined ? [] : [value];
  const { shared, pick } = usePicker('category', props, search, chosen);
  return (
    <Select
      {...shared}
      value={value ?? null}
      onSearchChange={setSearch}
      onChange={(next) => pick(next ?? undefined, onChange)}
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
  readonly onChange: (tagIds: readonly string[]) => void;
}) {
  const [search, setSearch] = useState('');
  const { shared, pick } = usePicker('tag', props, search, value);
  const change = (next: readonly string[]) => {
    const created = next.find((each) => each.startsWith(createMark));
    if (created === undefined) onChange(next);
    else pick(created, (id) => id !== undefined && onChange([...value, id]));
    setSearch('');
  };
  return (
    <MultiSelect
      {...shared}
      value={[...value]}
      searchValue={search}
      onSearchChange={setSearch}
      onChange={change}
      hidePickedOptions
    />
  );
}

/** What both pickers share: options found by the service, plus one to create what was not found. */
function usePicker(kind: LabelKind, props: PickerProps, search: string, chosen: readonly string[]) {
  const texts = useWords().itemList.labels;
  const { space, label, placeholder, description, error, id, canCreate = false, isDisabled = false } = props;
  const creation = useCreate(space, kind);
  const { options: known } = useLabels(space, kind, '', chosen);
  const [wanted] = useDebouncedValue(search, debounceMilliseconds);
  // The field contains the name of the selected option, which is not a search.
  const isName = known.some((option) => chosen.includes(option.value) && option.label === search);
  const { options, isSettled } = useLabels(space, kind, isName ? '' : wanted, chosen);
  const { title, message } = useErrorText()(creation.error);
  const failure = creation.error === null ? undefined : `${title}: ${message}`;
  const isFound = isSettled && wanted === search;
  const isNew = canCreate && isFound && !isName && search.trim() !== '' && !hasName(options, search);
  const offer = isNew ? [{ value: `${createMark}${search.trim()}`, label: texts.create(search.trim()) }] : [];
  const pick = async (value: string | undefined, take: (id: string | undefined) => void) => {
    if (!value?.startsWith(createMark)) return take(value);
    const created = await creation.mutateAsync(value.slice(createMark.length)).catch(() => undefined);
    if (created !== undefined) take(created);
  };
  return {
    pick,
    shared: {
      label,
      data: [...options, ...offer],
      filter: asFound,
      searchable: true,
      clearable: true,
      disabled: isDisabled || creation.isPending,
      nothingFoundMessage: texts.none,
      ...(placeholder !== undefined && chosen.length === 0 && { placeholder }),
      ...(description !== undefined && { description }),
      ...(id !== undefined && { id }),
      error: error ?? failure,
    },
  };
}

/** The service has already filtered the options. */
const asFound: OptionsFilter = ({ options }) => options;

function hasName(options: readonly LabelOption[], name: string): boolean {
  return options.some(({ label }) => label.toLowerCase() === name.trim().toLowerCase());
}

/** Creates a category or tag, and returns its ID. */
function useCreate(space: Space, kind: LabelKind) {
  const client = useQueryClient();
  const path = shelfPath({ ...space, kind });
  return useMutation({
    mutationFn: async (name: string) => {
      const { item } = await fetchJson(path, isItem(kind), { method: 'POST', body: { name } });
      await client.invalidateQueries({ queryKey: ['items', path] });
      return 'categoryId' in item ? item.categoryId : item.tagId;
    },
  });
}
