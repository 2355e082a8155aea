import { useDebouncedValue } from '@mantine/hooks';
import type { MediaOperation } from '@newsstand/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ask } from '../../../api/ask.ts';
import { itemPath, type SpacePlace } from '../../../api/places.ts';

/** Where the real image server shows what operations make of a picture; asked when they have rested for a moment. */
export function usePicture(
  space: SpacePlace,
  mediaId: string,
  etag: string,
  operations: readonly MediaOperation[],
) {
  const path = `${itemPath({ ...space, kind: 'media' }, mediaId)}/picture`;
  const [text] = useDebouncedValue(JSON.stringify(operations), 300);
  return useQuery({
    queryKey: ['picture', path, etag, text],
    queryFn: ({ signal }) =>
      ask<{ readonly url: string }>(path, {
        ...{ method: 'POST', signal },
        body: { operations: JSON.parse(text) },
      }),
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: 60_000,
  });
}
