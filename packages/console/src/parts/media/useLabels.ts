import { useQuery } from '@tanstack/react-query';
import type { Space } from '../../api/paths.ts';
import { itemsQuery } from '../../api/queries.ts';

/** All labels of the media in a space, and how many media have each. */
export function useLabels(space: Space): readonly { readonly label: string; readonly count: number }[] {
  const { data } = useQuery(itemsQuery({ ...space, kind: 'media' }, { size: 1, labels: 'true' }));
  return data?.labels ?? [];
}
