import type { Banner, News } from '@newsstand/contract';
import type { ItemState, ManagedList } from '@newsstand/contract/manage';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { isList } from '../../../api/checks.ts';
import { type ItemShelf, shelfPath } from '../../../api/places.ts';
import type { ItemsQuery } from '../../../api/queries.ts';
import { fetchJson } from '../../../api/request.ts';
import { type ListState, questionOf } from './listState.ts';

/** News or a banner in a list. */
export type Row = { readonly item: News | Banner; readonly state?: ItemState };
type RowPage = ManagedList<News | Banner>;

/** The most that are shown at once. */
export const mostRows = 1000;
const largestPage = 99;

/** What a list shows: one page, or everything up to a thousand by several questions. */
export function useRows(shelf: ItemShelf, list: ListState) {
  const path = shelfPath(shelf);
  const question = questionOf(list);
  const { page, size } = list;
  return useQuery({
    queryKey: ['items', path, { ...question, page, size }],
    queryFn: ({ signal }) =>
      size === 'all'
        ? askAll(path, question, signal)
        : fetchJson(path, isList<News | Banner>(), { query: { ...question, page, size }, signal }),
    placeholderData: keepPreviousData,
  });
}

/** The first page says how many others there are. */
async function askAll(path: string, question: ItemsQuery, signal: AbortSignal): Promise<RowPage> {
  const askPage = (page: number) =>
    fetchJson(path, isList<News | Banner>(), { query: { ...question, page, size: largestPage }, signal });
  const first = await askPage(1);
  const pages = Math.ceil(Math.min(first.totalCount, mostRows) / largestPage);
  const others = await Promise.all(
    Array.from({ length: Math.max(0, pages - 1) }, (_, at) => askPage(at + 2)),
  );
  const rows = [first, ...others].flatMap(({ list }) => list);
  // What moved from one page to the next while they were asked for is there twice.
  const unique = [...new Map(rows.map((row) => [row.item.contentId, row])).values()];
  return { ...first, list: unique.slice(0, mostRows) };
}
