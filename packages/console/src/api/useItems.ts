import type { Banner, Category, Kind, Media, News, Tag } from '@newsstand/contract';
import type { ManagedList } from '@newsstand/contract/manage';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { ask } from './ask.ts';
import { type Shelf, shelfPath } from './places.ts';

/** What a list of each kind holds: items as readers get them. */
export type Listed = {
  readonly news: News;
  readonly banner: Banner;
  readonly media: Media;
  readonly category: Category;
  readonly tag: Tag;
};

/** How a list is asked for: `page`, `size`, `sort`, `search`, `state`, `category`, `tags`, `type`. */
export type ItemsQuery = Readonly<Record<string, string | number | undefined>>;

/** How one page of a list is asked for. */
export function itemsQuery<K extends Kind>(shelf: Shelf & { readonly kind: K }, query: ItemsQuery) {
  const path = shelfPath(shelf);
  return queryOptions({
    queryKey: ['items', path, query],
    queryFn: ({ signal }) => ask<ManagedList<Listed[K]>>(path, { query, signal }),
    placeholderData: keepPreviousData,
  });
}

/** One page of a list of any kind. The last page stays until the next one is there. */
export function useItems<K extends Kind>(shelf: Shelf & { readonly kind: K }, query: ItemsQuery) {
  return useQuery(itemsQuery(shelf, query));
}
