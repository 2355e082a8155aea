import type { Uses } from '@newsstand/contract/manage';
import { useQuery } from '@tanstack/react-query';
import { ask } from '../../api/ask.ts';
import { itemPath } from '../../api/places.ts';
import type { LabelShelf } from './Label.ts';

/** Where a category or tag is used. */
export function useUses(shelf: LabelShelf, id: string, isWanted = true) {
  const path = `${itemPath(shelf, id)}/uses`;
  return useQuery({
    queryKey: ['uses', path],
    queryFn: ({ signal }) => ask<Uses>(path, { signal }),
    enabled: isWanted,
  });
}
