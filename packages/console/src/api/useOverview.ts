import type { Overview } from '@newsstand/contract/manage';
import { useQuery } from '@tanstack/react-query';
import { ask } from './ask.ts';

/** What is on the shelves, and what will open and close. Time alone changes it, so it is asked again while it is looked at. */
export function useOverview() {
  return useQuery({
    queryKey: ['overview'],
    queryFn: ({ signal }) => ask<Overview>('/overview', { signal }),
    refetchInterval: 30_000,
  });
}
