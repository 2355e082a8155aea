import { useDebouncedValue } from '@mantine/hooks';
import type { SearchResult } from '@newsstand/contract/manage';
import { useQuery } from '@tanstack/react-query';
import { isRecentItems, isSearchResult } from '../../api/checks.ts';
import { type Space, spacePath } from '../../api/paths.ts';
import { fetchJson } from '../../api/request.ts';
import { useOwnItem } from './cards/BlockSpace.ts';

/** An item that was found. */
export type FoundItem = {
  readonly app: 'news' | 'banner';
  readonly instanceId: string;
  readonly contentId: string;
  readonly alias: string | undefined;
  readonly title: string;
};

/** The most that are shown. */
const most = 8;

/** The items of a space that match a text, without the one being edited; those that were changed last if it is empty. */
export function useFoundItems(space: Space, text: string, isEnabled: boolean): readonly FoundItem[] {
  const [search] = useDebouncedValue(text.trim(), 150);
  const path = spacePath(space);
  const own = useOwnItem();
  const { data } = useQuery({
    queryKey: ['search', path, 'items', search],
    queryFn: ({ signal }): Promise<SearchResult> => {
      const query = [...search].slice(0, 100).join('');
      return search === ''
        ? fetchJson(`${path}/recent`, isRecentItems, { query: { size: most + 1 }, signal })
        : fetchJson(`${path}/search`, isSearchResult, {
            query: { query, items: 'true', size: most + 1 },
            signal,
          });
    },
    enabled: isEnabled,
  });
  // What was found for an earlier text must not be chosen for this one.
  if (search !== text.trim()) return [];
  const found = (data?.list ?? []).flatMap(({ kind, instanceId, id, alias, name, title = name }) =>
    (kind === 'news' || kind === 'banner') && instanceId !== undefined && id !== own
      ? [{ app: kind, instanceId, contentId: id, alias, title }]
      : [],
  );
  return found.slice(0, most);
}
