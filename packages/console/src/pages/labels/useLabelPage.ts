import type { Category, Tag } from '@newsstand/contract';
import type { ManagedList } from '@newsstand/contract/manage';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { isList } from '../../api/checks.ts';
import type { LabelShelf } from '../../api/labels.ts';
import { shelfPath } from '../../api/paths.ts';
import type { ItemsQuery } from '../../api/queries.ts';
import { fetchJson } from '../../api/request.ts';
import { useLanguage } from '../../words/LanguageProvider.tsx';
import { nameOrder } from '../../words/nameOrder.ts';
import { type LabelListState, labelQuery, labelsOnPage } from './labelList.ts';

type LabelPage = ManagedList<Category | Tag>;

/** The largest page that the service returns, and how many of them are read to put names in order. */
const fetchedSize = 99;
const mostFetched = 10;

/** One page of categories or tags. The service orders names by code point, so unless there are very many it is done here. */
export function useLabelPage(shelf: LabelShelf, list: LabelListState) {
  const path = shelfPath(shelf);
  const { language } = useLanguage();
  const query = labelQuery(list);
  return useQuery({
    queryKey: ['items', path, { ...query, language }],
    queryFn: async ({ signal }) => {
      const read = (part: ItemsQuery) =>
        fetchJson(path, isList<Category | Tag>(), { query: { ...query, ...part }, signal });
      return list.sort === 'name' ? await pageByName(read, list.page, nameOrder(language)) : await read({});
    },
    placeholderData: keepPreviousData,
  });
}

async function pageByName(
  read: (part: ItemsQuery) => Promise<LabelPage>,
  page: number,
  byName: (one: string, other: string) => number,
): Promise<LabelPage> {
  const first = await read({ page: 1, size: fetchedSize });
  const pages = Math.ceil(first.totalCount / fetchedSize);
  if (pages > mostFetched) return await read({});
  const others = await Promise.all(
    Array.from({ length: Math.max(0, pages - 1) }, (_, at) => read({ page: at + 2, size: fetchedSize })),
  );
  const all = [first, ...others]
    .flatMap(({ list }) => list)
    .toSorted((one, other) => byName(one.item.name, other.item.name));
  return { ...first, currentPage: page, list: all.slice((page - 1) * labelsOnPage, page * labelsOnPage) };
}
