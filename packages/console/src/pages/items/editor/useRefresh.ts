import type { ManagedItem } from '@newsstand/contract/manage';
import { useQueryClient } from '@tanstack/react-query';
import { type ItemShelf, itemPath } from '../../../api/paths.ts';

/** Updates everything that shows an item. */
export function useRefresh() {
  const client = useQueryClient();
  return async (shelf: ItemShelf, saved?: ManagedItem<'news' | 'banner'>) => {
    if (saved !== undefined) client.setQueryData(['item', itemPath(shelf, saved.item.contentId)], saved);
    const touched = ['items', 'versions', 'overview', 'removed', 'uses', 'proposals', 'proposal'];
    await Promise.all(touched.map((name) => client.invalidateQueries({ queryKey: [name] })));
  };
}
