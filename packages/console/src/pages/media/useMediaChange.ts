import type { ManagedItem } from '@newsstand/contract/manage';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { isItem } from '../../api/checks.ts';
import { itemPath, type SpacePlace } from '../../api/places.ts';
import { ApiError, fetchJson } from '../../api/request.ts';

/** A change of some members; `null` takes one away. */
export type MediaPatch = Readonly<Record<string, unknown>>;

type Change = { readonly patch: MediaPatch; readonly etag: string };

/** Saves members of a media, as a change of the version that was seen. */
export function useMediaChange(
  space: SpacePlace,
  mediaId: string,
  onSaved: (media: ManagedItem<'media'>) => void,
) {
  const client = useQueryClient();
  const path = itemPath({ ...space, kind: 'media' }, mediaId);
  return useMutation({
    mutationFn: ({ patch, etag }: Change) =>
      fetchJson(path, isItem('media'), { method: 'PATCH', body: patch, ifMatch: etag }),
    async onSuccess(media) {
      client.setQueryData(['item', path], media);
      onSaved(media);
      await client.invalidateQueries();
    },
  });
}

/** The version that somebody else has written meanwhile; undefined where that is not what went wrong. */
export function newerMedia(error: unknown): ManagedItem<'media'> | undefined {
  if (!(error instanceof ApiError) || error.problem.code !== 'version_conflict') return undefined;
  const current = error.problem['current'];
  return isMedia(current) ? current : undefined;
}

function isMedia(value: unknown): value is ManagedItem<'media'> {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'media';
}
