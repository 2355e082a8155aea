import type { Uses } from '@newsstand/contract/manage';
import { useQuery } from '@tanstack/react-query';
import { ask } from './ask.ts';
import { itemPath, type Shelf } from './places.ts';

/** Where a media, a category or a tag is used. */
export function useUses(shelf: Shelf, id: string, isWanted = true) {
  const path = `${itemPath(shelf, id)}/uses`;
  return useQuery({
    queryKey: ['uses', path],
    queryFn: ({ signal }) => ask<Uses>(path, { signal }),
    enabled: isWanted,
  });
}
