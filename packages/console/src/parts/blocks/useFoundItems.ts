import { useDebouncedValue } from '@mantine/hooks';
import type { Banner, News } from '@newsstand/contract';
import { useQueries } from '@tanstack/react-query';
import type { Space } from '../../api/paths.ts';
import { itemsQuery } from '../../api/queries.ts';
import { useProjects } from '../../api/SessionProvider.tsx';

/** An item that was found by its title. */
export type FoundItem = {
  readonly app: 'news' | 'banner';
  readonly instanceId: string;
  readonly contentId: string;
  readonly alias: string | undefined;
  readonly title: string;
};

/** The most that are shown. */
const most = 8;

/** The items of a space that match a text, the newest of each instance if it is empty. */
export function useFoundItems(space: Space, text: string, isEnabled: boolean): readonly FoundItem[] {
  const [search] = useDebouncedValue(text.trim(), 150);
  const found = useProjects()
    .find(({ projectId }) => projectId === space.projectId)
    ?.spaces.find(({ spaceId }) => spaceId === space.spaceId);
  const shelves = (found?.instances ?? []).map(({ app, instanceId }) => ({
    ...space,
    kind: app,
    instanceId,
  }));
  const query = { size: most, ...(search !== '' && { search: search.slice(0, 100) }) };
  const results = useQueries({
    queries: shelves.map((shelf) => ({ ...itemsQuery(shelf, query), enabled: isEnabled })),
  });
  // What was found for an earlier text must not be chosen for this one.
  if (search !== text.trim()) return [];
  return results
    .flatMap(({ data, isPlaceholderData }, index) => {
      if (isPlaceholderData) return [];
      const { kind: app = 'news', instanceId = '' } = shelves[index] ?? {};
      return (data?.list ?? []).map(({ item }) => ({ app, instanceId, ...named(item) }));
    })
    .slice(0, most);
}

function named({ contentId, alias, name, values }: News | Banner) {
  return { contentId, alias, title: values.title ?? name };
}
