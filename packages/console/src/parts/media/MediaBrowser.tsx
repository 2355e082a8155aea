import { Center, Group, Loader, NativeSelect, Pagination, SimpleGrid, Stack, Text } from '@mantine/core';
import type { Media } from '@newsstand/contract';
import type { ReactNode } from 'react';
import type { Space } from '../../api/paths.ts';
import { useItems } from '../../api/queries.ts';
import { useLanguage, useWords } from '../../words/LanguageProvider.tsx';
import { ErrorAlert } from '../ErrorAlert.tsx';
import { SearchInput } from '../SearchInput.tsx';
import { type MediaAction, MediaCard } from './MediaCard.tsx';
import type { MediaQuery } from './MediaQuery.ts';

type Props = {
  readonly space: Space;
  readonly query: MediaQuery;
  readonly onQuery: (query: MediaQuery) => void;
  readonly actionOf: (media: Media) => MediaAction;
  /** Only media of this type. */
  readonly type?: 'image' | 'video' | undefined;
  readonly selection?: { readonly ids: ReadonlySet<string>; readonly onToggle: (id: string) => void };
  /** The content between the filters and the grid. */
  readonly children?: (list: readonly Media[], totalCount: number) => ReactNode;
};

const pageSize = 48;

/** All media of a space, page by page. */
export function MediaBrowser({ space, query, onQuery, actionOf, type, selection, children }: Props) {
  const { search, sort, page } = query;
  const found = useItems(
    { ...space, kind: 'media' },
    { size: pageSize, page, sort, search: search || undefined, type: type ?? (query.type || undefined) },
  );
  const isFiltered = search !== '' || query.type !== '';
  // An empty list needs no filters.
  const isEmpty = found.data?.totalCount === 0 && !found.isPlaceholderData && !isFiltered;
  const list = found.data?.list.map(({ item }) => item) ?? [];
  return (
    <Stack gap="sm">
      {!isEmpty && <MediaFilters query={query} onQuery={onQuery} hasType={type === undefined} />}
      {found.error !== null && <ErrorAlert error={found.error} onRetry={() => void found.refetch()} />}
      {found.data && children?.(list, found.data.totalCount)}
      {found.isPending ? (
        <Center mih={200}>
          <Loader />
        </Center>
      ) : (
        <MediaGrid list={list} actionOf={actionOf} selection={selection} isFiltered={isFiltered} />
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
  query,
  onQuery,
  hasType,
}: Pick<Props, 'query' | 'onQuery'> & { readonly hasType: boolean }) {
  const texts = useWords().media;
  const change = (part: Partial<MediaQuery>) => onQuery({ ...query, page: 1, ...part });
  return (
    <Group gap="sm" className="media-filters">
      <SearchInput label={texts.search} value={query.search} onSearch={(search) => change({ search })} />
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
      <NativeSelect
        aria-label={texts.sort}
        value={query.sort}
        onChange={(event) => change({ sort: event.currentTarget.value })}
        data={Object.entries(texts.sorts).map(([value, label]) => ({ value, label }))}
      />
    </Group>
  );
}

function MediaGrid({
  list,
  actionOf,
  selection,
  isFiltered,
}: Pick<Props, 'actionOf'> & {
  readonly list: readonly Media[];
  readonly selection: Props['selection'] | undefined;
  readonly isFiltered: boolean;
}) {
  const texts = useWords().media;
  if (list.length === 0)
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
      {list.map((media) => (
        <li key={media.mediaId}>
          <MediaCard
            media={media}
            action={actionOf(media)}
            selection={
              selection && {
                isSelected: selection.ids.has(media.mediaId),
                onToggle: () => selection.onToggle(media.mediaId),
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
