import { Button, Group, Select, SimpleGrid, Stack } from '@mantine/core';
import { DatePickerInput } from '@mantine/dates';
import { useDisclosure } from '@mantine/hooks';
import type { ItemState } from '@newsstand/contract/manage';
import { states } from '@newsstand/contract/manage/plain';
import type { ReactNode } from 'react';
import type { ItemShelf } from '../../../api/paths.ts';
import { useSession } from '../../../api/SessionProvider.tsx';
import { IconArrowsSort, IconFilter } from '../../../icons/icons.tsx';
import { SearchInput } from '../../../parts/SearchInput.tsx';
import { useActorName } from '../../../parts/useActorName.ts';
import { useLanguage, useWords } from '../../../words/LanguageProvider.tsx';
import { wordsOf } from '../../../words/languages.ts';
import { CategoryPicker, TagPicker } from '../LabelPicker.tsx';
import { dateFields, type ListChange, type ListState, sortNames } from './listState.ts';

type FiltersProps = {
  readonly shelf: ItemShelf;
  readonly list: ListState;
  readonly counts: Readonly<Record<ItemState, number>> | undefined;
  /** Who changed the items that are listed. */
  readonly authors: readonly string[];
  /** What else there is to choose. */
  readonly children?: ReactNode;
  /** Changes the list and returns to the first page; `isSame` replaces the history entry. */
  readonly onChange: (change: ListChange, isSame?: boolean) => void;
};

/** The filters of a list. */
export function ListFilters({ shelf, list, counts, authors, children, onChange }: FiltersProps) {
  const texts = useWords().itemList;
  const isNews = shelf.kind === 'news';
  const table = useWords().listTable;
  const [isOpen, { toggle }] = useDisclosure(list.category !== undefined || list.tags.length > 0);
  const [hasMore, { toggle: toggleMore }] = useDisclosure(
    [list.changedBy, list.from, list.until].some((part) => part !== undefined),
  );
  return (
    <Stack gap="sm">
      <div className="list-filters" data-open={isOpen || undefined}>
        <SearchInput
          label={texts.search}
          hint={texts.searchHint[shelf.kind]}
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
            onChange={(step) => onChange(({ tags }) => ({ tags: step(tags) }))}
          />
        )}
        <Select
          label={texts.sort}
          leftSection={<IconArrowsSort size={16} aria-hidden />}
          data={sortNames
            .filter((name) => name !== 'position' || !isNews)
            .map((value) => ({ value, label: texts.sorts[value] }))}
          value={list.sort}
          onChange={(name) =>
            onChange({ sort: sortNames.find((each) => each === name) ?? 'updated', isReversed: false })
          }
          allowDeselect={false}
        />
      </div>
      {hasMore && <MoreFilters list={list} authors={authors} onChange={onChange} />}
      <Group gap="xs">
        <StateFilter chosen={list.state} counts={counts} onChoose={(state) => onChange({ state })} />
        <Group gap="xs" className="list-tools">
          <Button
            hiddenFrom="sm"
            variant="default"
            size="xs"
            leftSection={<IconFilter size={16} aria-hidden />}
            aria-expanded={isOpen}
            onClick={toggle}
          >
            {texts.filters}
          </Button>
          <Button
            className="more-filters"
            data-open={isOpen || hasMore || undefined}
            variant="default"
            size="xs"
            leftSection={<IconFilter size={16} aria-hidden />}
            aria-expanded={hasMore}
            onClick={toggleMore}
          >
            {table.moreFilters}
          </Button>
          {children}
        </Group>
      </Group>
    </Stack>
  );
}

/** Filters by author and date. */
function MoreFilters({ list, authors, onChange }: Pick<FiltersProps, 'list' | 'authors' | 'onChange'>) {
  const texts = useWords().listTable;
  const time = useWords().time;
  const { language } = useLanguage();
  const { operatorId } = useSession().operator;
  const nameOf = useActorName();
  const names = [
    ...new Set([operatorId, ...authors, ...(list.changedBy === undefined ? [] : [list.changedBy])]),
  ];
  return (
    <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="sm">
      <Select
        label={texts.author}
        placeholder={texts.anyone}
        data={names.map((value) => ({ value, label: nameOf(value) }))}
        value={list.changedBy ?? null}
        onChange={(name) => onChange({ changedBy: name ?? undefined })}
        clearable
        searchable
      />
      <Select
        label={texts.dates}
        data={dateFields.map((value) => ({ value, label: texts.dateFields[value] }))}
        value={list.dates}
        onChange={(name) => onChange({ dates: dateFields.find((field) => field === name) ?? 'updatedAt' })}
        allowDeselect={false}
      />
      <DatePickerInput
        type="range"
        label={texts.range}
        placeholder={texts.anyTime}
        allowSingleDateInRange
        clearable
        clearButtonProps={{ 'aria-label': time.clear }}
        locale={language}
        valueFormat="YYYY-MM-DD"
        firstDayOfWeek={wordsOf(language).conventions.firstDayOfWeek}
        ariaLabels={{ previousMonth: time.earlier, nextMonth: time.later }}
        defaultValue={[list.from ?? null, list.until ?? null]}
        onChange={([from, until]) => {
          if ((from === null) === (until === null))
            onChange({ from: from ?? undefined, until: until ?? undefined });
        }}
      />
    </SimpleGrid>
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
    <Group role="group" aria-label={texts.states} gap="xs" className="state-filter">
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
