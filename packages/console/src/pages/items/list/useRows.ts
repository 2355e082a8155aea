import type { Banner, News } from '@newsstand/contract';
import type { ManagedList } from '@newsstand/contract/manage';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { isList } from '../../../api/checks.ts';
import { type ItemShelf, shelfPath } from '../../../api/paths.ts';
import type { ItemsQuery } from '../../../api/queries.ts';
import { fetchJson } from '../../../api/request.ts';
import { useInstanceSettings } from '../../../parts/PreviewPageForm.tsx';
import { timeZone } from '../../../time/wallClock.ts';
import type { SelectedItem } from './bulk.ts';
import { type ListState, toItemsQuery } from './listState.ts';

/** A news item or banner in a list. */
export type Row = ManagedList<News | Banner>['list'][number];
type RowPage = ManagedList<News | Banner>;

/** The maximum number of rows shown at once. */
export const maxRows = 1000;
const maxPageSize = 99;

/** The rows of a list: one page, or everything up to a thousand with several requests. */
export function useRows(shelf: ItemShelf, list: ListState) {
  const path = shelfPath(shelf);
  const query = { ...toItemsQuery(list, timeZone), etags: 'true' };
  const { page } = list;
  // An order that is changed by hand is seen as a whole.
  const size = list.sort === 'position' ? 'all' : list.size;
  const supply = useSupplied(shelf);
  return useQuery({
    select: supply,
    queryKey: ['items', path, { ...query, page, size }],
    queryFn: ({ signal }) =>
      size === 'all'
        ? fetchAll(path, query, signal)
        : fetchJson(path, isList<News | Banner>(), { query: { ...query, page, size }, signal }),
    placeholderData: keepPreviousData,
  });
}

/** What the default picture of the instance supplies is not missing. */
function useSupplied(shelf: ItemShelf): (rows: RowPage) => RowPage {
  const hasDefault = useInstanceSettings(shelf).data?.defaultPicture !== undefined;
  return useCallback(
    (rows) => {
      if (!hasDefault) return rows;
      const list = rows.list.map((row) => ({
        ...row,
        ...(row.missing && { missing: row.missing.filter((path) => path !== 'values.thumbnail') }),
      }));
      return { ...rows, list };
    },
    [hasDefault],
  );
}

/** The first page tells how many others there are. */
async function fetchAll(
  path: string,
  query: ItemsQuery,
  signal?: AbortSignal,
  most = maxRows,
): Promise<RowPage> {
  const fetchPage = (page: number) =>
    fetchJson(path, isList<News | Banner>(), {
      query: { ...query, page, size: maxPageSize },
      ...(signal !== undefined && { signal }),
    });
  const first = await fetchPage(1);
  const pages = Math.ceil(Math.min(first.totalCount, most) / maxPageSize);
  const others = await Promise.all(
    Array.from({ length: Math.max(0, pages - 1) }, (_, at) => fetchPage(at + 2)),
  );
  const rows = [first, ...others].flatMap(({ list }) => list);
  // Items that moved to another page between the requests arrive twice.
  const unique = [...new Map(rows.map((row) => [row.item.contentId, row])).values()];
  return { ...first, list: unique.slice(0, most) };
}

/** What of a row is needed to act on it. */
export function selectedItem({ item, etag, missing }: Row): SelectedItem {
  const { contentId, status, reservedAt, openingAt, closingAt } = item;
  // As the list calls it.
  const name = item.values.title || item.name;
  return { contentId, name, status, reservedAt, openingAt, closingAt, etag, missing };
}

/** The most items that can be selected over several pages. */
export const maxSelected = 5000;

/** Selects all that match the filters of a list, over all its pages, until something else is listed or selected. */
export function useEverything(shelf: ItemShelf, list: ListState) {
  const path = shelfPath(shelf);
  const query = { ...toItemsQuery(list, timeZone), etags: 'true' };
  const key = JSON.stringify(query);
  const supply = useSupplied(shelf);
  const loading = useMutation({
    mutationFn: async () => ({
      key,
      items: supply(await fetchAll(path, query, undefined, maxSelected)).list.map(selectedItem),
    }),
  });
  return {
    /** Undefined unless all that match are selected. */
    items: loading.data?.key === key ? loading.data.items : undefined,
    isLoading: loading.isPending,
    error: loading.error,
    select: loading.mutate,
    clear: loading.reset,
  };
}
