import { Autocomplete, type ComboboxLikeRenderOptionInput, TagsInput, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { Kind } from '@newsstand/contract';
import { isAppKind, plainKinds } from '@newsstand/contract/plain';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { itemsQuery } from '../../api/queries.ts';
import { memberOf } from '../../parts/json/parseJson.ts';
import type { ExplorerRequest } from './ExplorerRequest.ts';

type Place = Pick<ExplorerRequest, 'projectId' | 'spaceId' | 'instanceId'>;

type NameInputProps = {
  readonly kind: Kind;
  readonly place: Place;
  readonly label: ReactNode;
  readonly placeholder: string;
  readonly value: string;
  readonly error?: string | undefined;
  readonly onChange: (value: string) => void;
};

/** Asks for an ID or alias: one that is there can be chosen, any can be typed. */
export function NameInput({ kind, place, value, onChange, ...props }: NameInputProps) {
  const { ids, renderOption } = useSuggestions(kind, place, value);
  return (
    <Autocomplete
      {...props}
      value={value}
      onChange={onChange}
      data={[...ids]}
      renderOption={renderOption}
      filter={({ options }) => options}
      maxDropdownHeight={260}
      comboboxProps={{ withinPortal: true }}
    />
  );
}

/** Asks for several of them. */
export function NamesInput({ kind, place, value, onChange, ...props }: NameInputProps) {
  const [search, setSearch] = useState('');
  const { ids, renderOption } = useSuggestions(kind, place, search);
  const chosen = value === '' ? [] : value.split(',');
  return (
    <TagsInput
      {...props}
      placeholder={chosen.length === 0 ? props.placeholder : ''}
      value={chosen}
      onChange={(next) => onChange(next.join(','))}
      searchValue={search}
      onSearchChange={setSearch}
      acceptValueOnBlur
      splitChars={[',']}
      data={[...ids]}
      renderOption={renderOption}
      filter={({ options }) =>
        options.filter((option) => !('value' in option && chosen.includes(option.value)))
      }
      maxDropdownHeight={260}
    />
  );
}

/** What is there and fits what was typed: IDs, shown with their names. */
function useSuggestions(kind: Kind, place: Place, typed: string) {
  const [search] = useDebouncedValue(typed.trim(), 250);
  const { data } = useQuery({
    ...itemsQuery({ ...place, kind }, { size: 20, search: search.slice(0, 100) || undefined }),
    enabled: place.spaceId !== '' && (!isAppKind(kind) || place.instanceId !== ''),
  });
  const names = new Map(
    data?.list.map(({ item }) => [`${memberOf(item, plainKinds[kind].idField)}`, item.name]),
  );
  const renderOption = ({ option }: ComboboxLikeRenderOptionInput<{ value: string }>) => (
    <div>
      <Text size="sm">{option.value}</Text>
      <Text size="xs" c="dimmed" lineClamp={1}>
        {names.get(option.value)}
      </Text>
    </div>
  );
  return { ids: [...names.keys()], renderOption };
}
