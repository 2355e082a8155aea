import { Alert, Button, Group } from '@mantine/core';
import type { ManagedItem } from '@newsstand/contract/manage';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { isItem } from '../../api/checks.ts';
import { itemPath, type Space } from '../../api/paths.ts';
import { ApiError, fetchJson } from '../../api/request.ts';
import { ErrorAlert } from '../../parts/ErrorAlert.tsx';
import { useWords } from '../../words/LanguageProvider.tsx';

/** A merge patch; `null` removes a member. */
type MediaPatch = Readonly<Record<string, unknown>>;

type Change = { readonly patch: MediaPatch; readonly etag: string };

/** Saves members of a media item, based on a version. */
export function useMediaChange(
  space: Space,
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

/** The version that somebody else has saved meanwhile; undefined if the error is another one. */
function newerMedia(error: unknown): ManagedItem<'media'> | undefined {
  if (!(error instanceof ApiError) || error.problem.code !== 'version_conflict') return undefined;
  const current = error.problem['current'];
  return isMedia(current) ? current : undefined;
}

function isMedia(value: unknown): value is ManagedItem<'media'> {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'media';
}

/** Adopts newer versions, unless there are unsaved changes here; saving then reports the conflict. */
export function useNewerVersion(
  media: ManagedItem<'media'>,
  isBusy: boolean,
  adopt: (media: ManagedItem<'media'>) => void,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per version.
  useEffect(() => {
    if (!isBusy) adopt(media);
  }, [media.etag]);
}

type Props = {
  readonly change: { readonly error: unknown; readonly reset: () => void };
  /** Discards the changes made here in favour of somebody else's version. */
  readonly onTheirs: (theirs: ManagedItem<'media'>) => void;
  /** Saves again, overwriting somebody else's version. */
  readonly onMine: (etag: string) => void;
};

/** Why saving failed; after a conflict, with the choice between both versions. */
export function SaveError({ change, onTheirs, onMine }: Props) {
  const texts = useWords().mediaDetails;
  const { error } = change;
  const theirs = newerMedia(error);
  if (error === null || error === undefined) return null;
  if (theirs === undefined) return <ErrorAlert error={error} />;
  const takeTheirs = () => {
    change.reset();
    onTheirs(theirs);
  };
  return (
    <Alert color="orange" role="alert" title={texts.conflict}>
      <Group>
        <Button size="xs" variant="default" onClick={takeTheirs}>
          {texts.takeTheirs}
        </Button>
        <Button size="xs" variant="light" color="orange" onClick={() => onMine(theirs.etag)}>
          {texts.saveMine}
        </Button>
      </Group>
    </Alert>
  );
}
