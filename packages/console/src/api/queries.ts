import type { Banner, Category, Kind, Media, News, Tag } from '@newsstand/contract';
import { keepPreviousData, queryOptions, useQueries, useQuery } from '@tanstack/react-query';
import { isItem, isList, isOverview, isUses } from './checks.ts';
import { itemPath, type Shelf, type SpacePlace, shelfPath } from './places.ts';
import { fetchJson } from './request.ts';

/** What a list of each kind holds: items as readers get them. */
type Listed = {
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
    queryFn: ({ signal }) => fetchJson(path, isList<Listed[K]>(), { query, signal }),
    placeholderData: keepPreviousData,
  });
}

/** One page of a list of any kind. The last page stays until the next one is there. */
export function useItems<K extends Kind>(shelf: Shelf & { readonly kind: K }, query: ItemsQuery) {
  return useQuery(itemsQuery(shelf, query));
}

/** How one item is asked for, with all that its editor needs. */
export function itemQuery<K extends Kind>(shelf: Shelf & { readonly kind: K }, id: string) {
  const path = itemPath(shelf, id);
  return queryOptions({
    queryKey: ['item', path],
    queryFn: ({ signal }) => fetchJson(path, isItem(shelf.kind), { signal }),
  });
}

/** One item of any kind. */
export function useItem<K extends Kind>(shelf: Shelf & { readonly kind: K }, id: string) {
  return useQuery(itemQuery(shelf, id));
}

/** Where a media, a category or a tag is used. */
export function useUses(shelf: Shelf, id: string, isWanted = true) {
  const path = `${itemPath(shelf, id)}/uses`;
  return useQuery({
    queryKey: ['uses', path],
    queryFn: ({ signal }) => fetchJson(path, isUses, { signal }),
    enabled: isWanted,
  });
}

/** What is on the shelves, and what will open and close. Time alone changes it, so it is asked again while it is looked at. */
export function useOverview() {
  return useQuery({
    queryKey: ['overview'],
    queryFn: ({ signal }) => fetchJson('/overview', isOverview, { signal }),
    refetchInterval: 30_000,
  });
}

/** The mostMedia that are looked up for one preview. */
const mostMedia = 200;

/** Media by their IDs, as readers get them; those that are not there are left out. */
export function useMediaOf(space: SpacePlace, mediaIds: readonly string[]): ReadonlyMap<string, Media> {
  const unique = [...new Set(mediaIds)].slice(0, mostMedia);
  const results = useQueries({ queries: unique.map((id) => itemQuery({ ...space, kind: 'media' }, id)) });
  const found = results.map(({ data }) => data?.delivered).filter((media) => media !== undefined);
  return new Map(found.map((media) => [media.mediaId, media]));
}
