import type { Kind } from '@newsstand/contract';
import type { ManagedItem } from '@newsstand/contract/manage';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { ask } from './ask.ts';
import { itemPath, type Shelf } from './places.ts';

/** How one item is asked for, with all that its editor needs. */
export function itemQuery<K extends Kind>(shelf: Shelf & { readonly kind: K }, id: string) {
  const path = itemPath(shelf, id);
  return queryOptions({
    queryKey: ['item', path],
    queryFn: ({ signal }) => ask<ManagedItem<K>>(path, { signal }),
  });
}

/** One item of any kind. */
export function useItem<K extends Kind>(shelf: Shelf & { readonly kind: K }, id: string) {
  return useQuery(itemQuery(shelf, id));
}
