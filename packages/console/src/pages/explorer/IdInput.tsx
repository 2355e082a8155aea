import { Autocomplete, type ComboboxLikeRenderOptionInput, TagsInput, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { Kind } from '@newsstand/contract';
import { isAppKind, plainKinds } from '@newsstand/contract/plain';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { itemsQuery } from '../../api/queries.ts';
import { memberOf } from '../../parts/json/json.ts';
import type { ExplorerRequest } from './ExplorerRequest.ts';

type Scope = Pick<ExplorerRequest, 'projectId' | 'spaceId' | 'instanceId'>;

type NameInputProps = {
  readonly kind: Kind;
  readonly scope: Scope;
  readonly label: ReactNode;
  readonly placeholder: string;
  readonly value: string;
  readonly error?: string | undefined;
  readonly onChange: (value: string) => void;
};

/** An input for an ID or alias, with suggestions. */
export function NameInput({ kind, scope, value, onChange, ...props }: NameInputProps) {
  const { ids, renderOption } = useSuggestions(kind, scope, value);
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

/** An input for several IDs or aliases. */
export function NamesInput({ kind, scope, value, onChange, ...props }: NameInputProps) {
  const [search, setSearch] = useState('');
  const { ids, renderOption } = useSuggestions(kind, scope, search);
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

/** Suggestions for what was typed: IDs, shown with their names. */
function useSuggestions(kind: Kind, scope: Scope, typed: string) {
  const [search] = useDebouncedValue(typed.trim(), 250);
  const { data } = useQuery({
    ...itemsQuery({ ...scope, kind }, { size: 20, search: search.slice(0, 100) || undefined }),
    enabled: scope.spaceId !== '' && (!isAppKind(kind) || scope.instanceId !== ''),
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
