import { Button, Group, Select, SimpleGrid, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ItemState } from '@newsstand/contract/manage';
import { states } from '@newsstand/contract/manage/plain';
import { IconFilter } from '@tabler/icons-react';
import type { ItemShelf } from '../../../api/paths.ts';
import { SearchInput } from '../../../parts/SearchInput.tsx';
import { useWords } from '../../../words/LanguageProvider.tsx';
import { CategoryPicker, TagPicker } from '../LabelPicker.tsx';
import { type ListState, sortNames } from './listState.ts';

type FiltersProps = {
  readonly shelf: ItemShelf;
  readonly list: ListState;
  readonly counts: Readonly<Record<ItemState, number>> | undefined;
  /** Changes the list and returns to the first page; `isSame` replaces the history entry. */
  readonly onChange: (change: Partial<ListState>, isSame?: boolean) => void;
};

/** The filters of a list. */
export function ListFilters({ shelf, list, counts, onChange }: FiltersProps) {
  const texts = useWords().itemList;
  const isNews = shelf.kind === 'news';
  const [isOpen, { toggle }] = useDisclosure(list.category !== undefined || list.tags.length > 0);
  return (
    <Stack gap="sm">
      <SimpleGrid
        className="list-filters"
        data-open={isOpen || undefined}
        cols={{ base: 1, sm: 2, md: isNews ? 4 : 2 }}
        spacing="sm"
      >
        <SearchInput
          label={texts.search}
          hint={texts.searchHint}
          value={list.search}
          onSearch={(search) => onChange({ search }, true)}
        />
        {isNews && (
          <CategoryPicker
            space={shelf}
            label={texts.category}
            placeholder={texts.anyCategory}
            value={list.category}
            onChange={(category) => onChange({ category })}
          />
        )}
        {isNews && (
          <TagPicker
            space={shelf}
            label={texts.tags}
            placeholder={texts.anyTag}
            value={list.tags}
            onChange={(tags) => onChange({ tags })}
          />
        )}
        <Select
          label={texts.sort}
          data={sortNames.map((value) => ({ value, label: texts.sorts[value] }))}
          value={list.sort}
          onChange={(name) => onChange({ sort: sortNames.find((each) => each === name) ?? 'updated' })}
          allowDeselect={false}
        />
      </SimpleGrid>
      <Button
        hiddenFrom="sm"
        variant="subtle"
        size="compact-sm"
        w="fit-content"
        leftSection={<IconFilter size={16} aria-hidden />}
        aria-expanded={isOpen}
        onClick={toggle}
      >
        {texts.filters}
      </Button>
      <StateFilter chosen={list.state} counts={counts} onChoose={(state) => onChange({ state })} />
    </Stack>
  );
}

function StateFilter({
  chosen,
  counts,
  onChoose,
}: {
  readonly chosen: ItemState | undefined;
  readonly counts: Readonly<Record<ItemState, number>> | undefined;
  readonly onChoose: (state: ItemState | undefined) => void;
}) {
  const texts = useWords().itemList;
  const names = useWords().states;
  const all = counts && states.reduce((sum, state) => sum + counts[state], 0);
  const entries = [undefined, ...states].map((state) => ({
    state,
    name: state === undefined ? texts.all : names[state],
    amount: state === undefined ? all : counts?.[state],
  }));
  return (
    <Group role="group" aria-label={texts.states} gap="xs">
      {entries.map(({ state, name, amount }) => (
        <Button
          key={name}
          size="compact-md"
          radius="xl"
          variant={chosen === state ? 'filled' : 'default'}
          aria-pressed={chosen === state}
          onClick={() => onChoose(state)}
        >
          {name}
          {amount !== undefined && <span className="amount">{amount.toLocaleString()}</span>}
        </Button>
      ))}
    </Group>
  );
}
