import { useDebouncedValue } from '@mantine/hooks';
import type { MediaOperation } from '@newsstand/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { isPicture } from '../../../api/checks.ts';
import { itemPath, type Space } from '../../../api/paths.ts';
import { fetchJson } from '../../../api/request.ts';

/** The whole picture, within a square. */
export function fitIn(side: number): readonly MediaOperation[] {
  return [
    { type: 'fit-in', value: 'fit-in' },
    { type: 'size', width: side, height: side },
  ];
}

/** The URL at which the image server renders the operations; debounced. */
export function usePicture(
  space: Space,
  mediaId: string,
  etag: string,
  operations: readonly MediaOperation[],
) {
  const path = `${itemPath({ ...space, kind: 'media' }, mediaId)}/picture`;
  const [text] = useDebouncedValue(JSON.stringify(operations), 300);
  return useQuery({
    queryKey: ['picture', path, etag, text],
    queryFn: ({ signal }) =>
      fetchJson(path, isPicture, {
        ...{ method: 'POST', signal },
        body: { operations: JSON.parse(text) },
      }),
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: 60_000,
  });
}
