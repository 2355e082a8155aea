import {
  Center,
  Checkbox,
  Group,
  Loader,
  NativeSelect,
  Pagination,
  SimpleGrid,
  Stack,
  Text,
} from '@mantine/core';
import type { Media } from '@newsstand/contract';
import type { ReactNode } from 'react';
import type { Space } from '../../api/paths.ts';
import { useItems } from '../../api/queries.ts';
import { useLanguage, useWords } from '../../words/LanguageProvider.tsx';
import { ErrorAlert } from '../ErrorAlert.tsx';
import { SearchInput } from '../SearchInput.tsx';
import { type MediaAction, MediaCard, type MediaRow } from './MediaCard.tsx';
import type { MediaQuery } from './MediaQuery.ts';
import { useLabels } from './useLabels.ts';

type Props = {
  readonly space: Space;
  readonly query: MediaQuery;
  readonly onQuery: (query: MediaQuery) => void;
  readonly actionOf: (media: Media, row: MediaRow) => MediaAction;
  /** Only media of this type. */
  readonly type?: 'image' | 'video' | undefined;
  readonly selection?:
    | { readonly ids: ReadonlySet<string>; readonly onToggle: (id: string, row: MediaRow) => void }
    | undefined;
  /** Whether it is in a dialog, whose focus its search takes. */
  readonly isInDialog?: boolean;
  /** The content between the filters and the grid. */
  readonly children?: (rows: readonly MediaRow[], totalCount: number) => ReactNode;
};

const pageSize = 48;

/** All media of a space, page by page. */
export function MediaBrowser({
  space,
  query,
  onQuery,
  actionOf,
  type,
  selection,
  isInDialog = false,
  children,
}: Props) {
  const { search, sort, page, label, alt } = query;
  const found = useItems(
    { ...space, kind: 'media' },
    {
      ...{ size: pageSize, page, sort, search: search || undefined, type: type ?? (query.type || undefined) },
      ...{ label: label || undefined, alt: alt || undefined },
      ...(selection && { etags: 'true' }),
    },
  );
  const isFiltered = [search, query.type, label, alt].some((filter) => filter !== '');
  // An empty list needs no filters.
  const isEmpty = found.data?.totalCount === 0 && !found.isPlaceholderData && !isFiltered;
  const rows = found.data?.list ?? [];
  return (
    <Stack gap="sm">
      {!isEmpty && (
        <MediaFilters
          space={space}
          query={query}
          onQuery={onQuery}
          isInDialog={isInDialog}
          hasType={type === undefined}
        />
      )}
      {found.error !== null && <ErrorAlert error={found.error} onRetry={() => void found.refetch()} />}
      {found.data && children?.(rows, found.data.totalCount)}
      {found.isPending ? (
        <Center mih={200}>
          <Loader />
        </Center>
      ) : (
        <MediaGrid rows={rows} actionOf={actionOf} selection={selection} isFiltered={isFiltered} />
      )}
      <MediaPages
        total={found.data?.totalCount ?? 0}
        page={page}
        onPage={(next) => onQuery({ ...query, page: next })}
      />
    </Stack>
  );
}

function MediaFilters({
  space,
  query,
  onQuery,
  hasType,
  isInDialog,
}: Pick<Props, 'space' | 'query' | 'onQuery'> & {
  readonly isInDialog: boolean;
  readonly hasType: boolean;
}) {
  const texts = useWords().media;
  const labels = useLabels(space);
  const change = (part: Partial<MediaQuery>) => onQuery({ ...query, page: 1, ...part });
  return (
    <Group gap="sm" className="media-filters">
      <SearchInput
        label={texts.search}
        value={query.search}
        onSearch={(search) => change({ search })}
        isFirst={isInDialog}
      />
      {hasType && (
        <NativeSelect
          aria-label={texts.type}
          value={query.type}
          onChange={(event) => change({ type: event.currentTarget.value })}
          data={[
            { value: '', label: texts.everyType },
            { value: 'image', label: texts.onlyImages },
            { value: 'video', label: texts.onlyVideos },
          ]}
        />
      )}
      {(labels.length > 0 || query.label !== '') && (
        <NativeSelect
          aria-label={texts.label}
          value={query.label}
          onChange={(event) => change({ label: event.currentTarget.value })}
          data={[
            { value: '', label: texts.everyLabel },
            ...labels.map(({ label, count }) => ({ value: label, label: `${label} (${count})` })),
            ...(labels.every(({ label }) => label !== query.label) && query.label !== ''
              ? [{ value: query.label, label: query.label }]
              : []),
          ]}
        />
      )}
      <NativeSelect
        aria-label={texts.sort}
        value={query.sort}
        onChange={(event) => change({ sort: event.currentTarget.value })}
        data={Object.entries(texts.sorts).map(([value, label]) => ({ value, label }))}
      />
      <Checkbox
        label={texts.onlyWithoutAlt}
        checked={query.alt === 'missing'}
        onChange={(event) => change({ alt: event.currentTarget.checked ? 'missing' : '' })}
      />
    </Group>
  );
}

function MediaGrid({
  rows,
  actionOf,
  selection,
  isFiltered,
}: Pick<Props, 'actionOf' | 'selection'> & {
  readonly rows: readonly MediaRow[];
  readonly isFiltered: boolean;
}) {
  const texts = useWords().media;
  if (rows.length === 0)
    return (
      <Center mih={160}>
        <Text c="dimmed">{isFiltered ? texts.nothingFound : texts.none}</Text>
      </Center>
    );
  return (
    <SimpleGrid
      component="ul"
      className="media-grid"
      cols={{ base: 2, xs: 3, md: 4, lg: 5, xl: 6 }}
      spacing="sm"
    >
      {rows.map((row) => (
        <li key={row.item.mediaId}>
          <MediaCard
            row={row}
            action={actionOf(row.item, row)}
            selection={
              selection && {
                isSelected: selection.ids.has(row.item.mediaId),
                onToggle: () => selection.onToggle(row.item.mediaId, row),
              }
            }
          />
        </li>
      ))}
    </SimpleGrid>
  );
}

function MediaPages({
  total,
  page,
  onPage,
}: {
  readonly total: number;
  readonly page: number;
  readonly onPage: (page: number) => void;
}) {
  const texts = useWords().media;
  const { language } = useLanguage();
  if (total === 0) return null;
  return (
    <Group justify="space-between">
      <Text size="sm" c="dimmed" role="status">
        {texts.count(new Intl.NumberFormat(language).format(total))}
      </Text>
      {total > pageSize && (
        <nav aria-label={texts.pages}>
          <Pagination total={Math.ceil(total / pageSize)} value={page} onChange={onPage} />
        </nav>
      )}
    </Group>
  );
}
