import { Button, Group, Pagination, Select, Stack, Text } from '@mantine/core';
import { useMemo } from 'react';
import { Link, useSearchParams } from 'wouter';
import { type ItemShelf, listHref } from '../../api/paths.ts';
import { useIsAllowed, usePlaceName } from '../../api/SessionProvider.tsx';
import { IconNews, IconPlus, IconSearch } from '../../icons/icons.tsx';
import { EmptyState } from '../../parts/EmptyState.tsx';
import { ErrorAlert } from '../../parts/ErrorAlert.tsx';
import { NotFound } from '../../parts/NotFound.tsx';
import { PageHead, ReadOnlyNote } from '../../parts/PageHead.tsx';
import { RowsSkeleton } from '../../parts/Skeletons.tsx';
import { useItemShelf } from '../../shell/useSpace.ts';
import { useWords } from '../../words/LanguageProvider.tsx';
import { BulkBar } from './list/BulkBar.tsx';
import { useColumns } from './list/columns.ts';
import { ListFilters } from './list/ListFilters.tsx';
import { ColumnsMenu, ViewsMenu } from './list/ListMenus.tsx';
import {
  isFiltered,
  type ListChange,
  type ListState,
  readListState,
  sizes,
  writeListState,
} from './list/listState.ts';
import { RowList } from './list/RowList.tsx';
import { useBannerOrder } from './list/useBannerOrder.ts';
import { maxRows, useEverything, useRows } from './list/useRows.ts';
import { type Selection, useSelection } from './list/useSelection.ts';

/** The news or banners of an instance. */
export default function ItemList() {
  const shelf = useItemShelf();
  // Another list starts from scratch, with nothing selected.
  return shelf === undefined ? <NotFound /> : <ShelfList key={listHref(shelf)} shelf={shelf} />;
}

function ShelfList({ shelf }: { readonly shelf: ItemShelf }) {
  const canEdit = useIsAllowed('editor', shelf);
  const canWrite = useIsAllowed('writer', shelf);
  const table = useWords().listTable;
  const [params, setParams] = useSearchParams();
  const list = readListState(params);
  const { data, error, refetch, isPlaceholderData } = useRows(shelf, list);
  const [columns, setColumns] = useColumns(shelf.kind);
  const isOrdered = shelf.kind === 'banner' && list.sort === 'position' && !list.isReversed;
  const order = useBannerOrder(shelf, data?.list ?? [], canEdit && isOrdered && !isFiltered(list));
  const rows = order?.rows ?? data?.list ?? [];
  // An empty list needs no filters.
  const isEmpty = data?.totalCount === 0 && !isPlaceholderData && `${params}` === '';
  const listed = useMemo(() => (data?.list ?? []).map(({ item }) => item.contentId), [data]);
  const ofPage = useSelection(listed);
  const everything = useEverything(shelf, list);
  const selection =
    everything.items === undefined ? ofPage : withEverything(ofPage, listed, everything.clear);
  const change = (next: ListChange, isSame = false) =>
    setParams(
      (now) => {
        const before = readListState(now);
        const changed = typeof next === 'function' ? next(before) : next;
        return writeListState({ ...before, page: 1, ...changed });
      },
      { replace: isSame },
    );
  return (
    <Stack gap="md">
      <ListHead shelf={shelf} total={data?.totalCount} canWrite={canWrite} />
      {!isEmpty && (
        <ListFilters
          shelf={shelf}
          list={list}
          counts={data?.counts}
          authors={rows.flatMap(({ changedBy }) => changedBy ?? [])}
          onChange={change}
        >
          <ViewsMenu
            shelf={shelf}
            address={`${writeListState({ ...list, page: 1 })}`}
            columns={columns}
            onOpen={(address, shown) => {
              setParams(new URLSearchParams(address));
              setColumns(shown);
            }}
          />
          <ColumnsMenu kind={shelf.kind} columns={columns} onChange={setColumns} />
        </ListFilters>
      )}
      {isOrdered && canEdit && (
        <Text size="sm" c="dimmed">
          {isFiltered(list) ? table.orderFiltered : table.orderHint}
        </Text>
      )}
      {error && <ErrorAlert error={error} onRetry={refetch} />}
      {data === undefined && !error && <RowsSkeleton />}
      {data !== undefined && rows.length === 0 && (
        <Empty shelf={shelf} isFiltered={!isEmpty} onReset={() => setParams({})} />
      )}
      <div aria-busy={isPlaceholderData} style={{ opacity: isPlaceholderData ? 0.6 : 1 }}>
        {selection.ids.size > 0 && (
          <BulkBar
            shelf={shelf}
            rows={rows}
            total={data?.totalCount ?? 0}
            selection={selection}
            everything={everything}
          />
        )}
        <RowList
          shelf={shelf}
          rows={rows}
          columns={columns}
          list={list}
          onSort={change}
          selection={canEdit ? selection : undefined}
          order={order}
        />
      </div>
      {data !== undefined && <ListPages list={list} total={data.totalCount} onChange={change} />}
    </Stack>
  );
}

/** The selection of a page while all pages are selected; it is for this page alone again as soon as it is changed. */
function withEverything({ toggle, set }: Selection, listed: readonly string[], clear: () => void): Selection {
  return {
    ids: new Set(listed),
    toggle: (id) => {
      clear();
      set(listed);
      toggle(id, false);
    },
    set: (ids) => {
      clear();
      set(ids);
    },
  };
}

function ListHead({
  shelf,
  total,
  canWrite,
}: {
  readonly shelf: ItemShelf;
  readonly total: number | undefined;
  readonly canWrite: boolean;
}) {
  const texts = useWords().itemList;
  const placeName = usePlaceName();
  return (
    <>
      <PageHead
        title={`${texts.title[shelf.kind]}: ${placeName(shelf)}`}
        amount={total === undefined ? undefined : texts.amount(total)}
      >
        {canWrite && (
          <Button
            component={Link}
            href={`${listHref(shelf)}/new`}
            leftSection={<IconPlus size={18} aria-hidden />}
          >
            {texts.create[shelf.kind]}
          </Button>
        )}
      </PageHead>
      <ReadOnlyNote {...shelf} />
    </>
  );
}

function Empty({
  shelf,
  isFiltered,
  onReset,
}: {
  readonly shelf: ItemShelf;
  readonly isFiltered: boolean;
  readonly onReset: () => void;
}) {
  const texts = useWords().itemList;
  return (
    <EmptyState
      Icon={isFiltered ? IconSearch : IconNews}
      title={isFiltered ? texts.nothing : texts.empty[shelf.kind]}
      {...(!isFiltered && { text: texts.emptyHint })}
    >
      {isFiltered && (
        <Button variant="light" onClick={onReset}>
          {texts.reset}
        </Button>
      )}
    </EmptyState>
  );
}

type PagesProps = {
  readonly list: ListState;
  readonly total: number;
  readonly onChange: (change: Partial<ListState>) => void;
};

/** Pagination, and the page size. */
function ListPages({ list, total, onChange }: PagesProps) {
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
          {list.size === 'all' && total > maxRows && texts.cut(maxRows, total)}
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
