import type { Banner, Category, Kind, Media, News, Tag } from '@newsstand/contract';
import { keepPreviousData, queryOptions, useQueries, useQuery } from '@tanstack/react-query';
import { isItem, isList, isOverview, isUses } from './checks.ts';
import { itemPath, type Shelf, type Space, shelfPath } from './paths.ts';
import { fetchJson } from './request.ts';

/** The items of a list by kind, as readers get them. */
type ListedItem = {
  readonly news: News;
  readonly banner: Banner;
  readonly media: Media;
  readonly category: Category;
  readonly tag: Tag;
};

/** The parameters of a list: `page`, `size`, `sort`, `search`, `state`, `category`, `tags`, `type`. */
export type ItemsQuery = Readonly<Record<string, string | number | undefined>>;

/** The query for one page of a list. */
export function itemsQuery<K extends Kind>(shelf: Shelf & { readonly kind: K }, query: ItemsQuery) {
  const path = shelfPath(shelf);
  return queryOptions({
    queryKey: ['items', path, query],
    queryFn: ({ signal }) => fetchJson(path, isList<ListedItem[K]>(), { query, signal }),
    placeholderData: keepPreviousData,
  });
}

/** One page of a list. The previous page stays until the next one has loaded. */
export function useItems<K extends Kind>(shelf: Shelf & { readonly kind: K }, query: ItemsQuery) {
  return useQuery(itemsQuery(shelf, query));
}

/** The query for one item, with everything that its editor needs. */
export function itemQuery<K extends Kind>(shelf: Shelf & { readonly kind: K }, id: string) {
  const path = itemPath(shelf, id);
  return queryOptions({
    queryKey: ['item', path],
    queryFn: ({ signal }) => fetchJson(path, isItem(shelf.kind), { signal }),
  });
}

/** One item. */
export function useItem<K extends Kind>(shelf: Shelf & { readonly kind: K }, id: string) {
  return useQuery(itemQuery(shelf, id));
}

/** Where a media item, a category or a tag is used. */
export function useUses(shelf: Shelf, id: string, isEnabled = true) {
  const path = `${itemPath(shelf, id)}/uses`;
  return useQuery({
    queryKey: ['uses', path],
    queryFn: ({ signal }) => fetchJson(path, isUses, { signal }),
    enabled: isEnabled,
  });
}

/** The counts of every shelf, and what opens and closes soon. Refetched regularly, because time alone changes it. */
export function useOverview() {
  return useQuery({
    queryKey: ['overview'],
    queryFn: ({ signal }) => fetchJson('/overview', isOverview, { signal }),
    refetchInterval: 30_000,
  });
}

/** The maximum number of media items that one preview loads. */
const maxMedia = 200;

/** Media items by ID, as readers get them; unknown IDs are left out. */
export function useMediaByIds(space: Space, mediaIds: readonly string[]): ReadonlyMap<string, Media> {
  const unique = [...new Set(mediaIds)].slice(0, maxMedia);
  const results = useQueries({ queries: unique.map((id) => itemQuery({ ...space, kind: 'media' }, id)) });
  const found = results.map(({ data }) => data?.delivered).filter((media) => media !== undefined);
  return new Map(found.map((media) => [media.mediaId, media]));
}
