import { Group, Pagination, Select, Text } from '@mantine/core';
import { useWords } from '../../../words/LanguageProvider.tsx';
import { type ListState, sizes } from './listState.ts';
import { mostRows } from './useRows.ts';

type PagesProps = {
  readonly list: ListState;
  readonly total: number;
  readonly onChange: (change: Partial<ListState>) => void;
};

/** The pages of a list, and how much is on each. */
export function ListPages({ list, total, onChange }: PagesProps) {
  const texts = useWords().itemList;
  const pages = list.size === 'all' ? 1 : Math.ceil(total / Number(list.size));
  if (total <= Number(sizes[0])) return null;
  return (
    <Group justify="space-between" align="flex-end">
      {pages > 1 ? (
        <Pagination
          total={pages}
          value={list.page}
          onChange={(page) => onChange({ page })}
          aria-label={texts.pages}
          getItemProps={(page) => ({ 'aria-label': `${page}` })}
          getControlProps={(control) =>
            control === 'next'
              ? { 'aria-label': texts.nextPage }
              : control === 'previous'
                ? { 'aria-label': texts.previousPage }
                : {}
          }
        />
      ) : (
        <Text size="sm" c="dimmed">
          {list.size === 'all' && total > mostRows && texts.cut(mostRows, total)}
        </Text>
      )}
      <Select
        label={texts.size}
        data={sizes.map((value) => ({ value, label: texts.sizes[value] }))}
        value={list.size}
        onChange={(value) => onChange({ size: sizes.find((size) => size === value) ?? '20' })}
        allowDeselect={false}
        w={190}
      />
    </Group>
  );
}
