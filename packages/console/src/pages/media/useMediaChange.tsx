import { Alert, Button, Group } from '@mantine/core';
import type { ManagedItem } from '@newsstand/contract/manage';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { isItem } from '../../api/checks.ts';
import { itemPath, type SpacePlace } from '../../api/places.ts';
import { ApiError, fetchJson } from '../../api/request.ts';
import { ErrorAlert } from '../../parts/ErrorAlert.tsx';
import { useWords } from '../../words/LanguageProvider.tsx';

/** A change of some members; `null` takes one away. */
type MediaPatch = Readonly<Record<string, unknown>>;

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
function newerMedia(error: unknown): ManagedItem<'media'> | undefined {
  if (!(error instanceof ApiError) || error.problem.code !== 'version_conflict') return undefined;
  const current = error.problem['current'];
  return isMedia(current) ? current : undefined;
}

function isMedia(value: unknown): value is ManagedItem<'media'> {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'media';
}

/** Takes over what comes from elsewhere, unless somebody is at work here: then saving tells that it is there. */
export function useNewerVersion(
  media: ManagedItem<'media'>,
  isBusy: boolean,
  adopt: (media: ManagedItem<'media'>) => void,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each version.
  useEffect(() => {
    if (!isBusy) adopt(media);
  }, [media.etag]);
}

type Props = {
  readonly change: { readonly error: unknown; readonly reset: () => void };
  /** Gives up what was changed here, for what somebody else has written. */
  readonly onTheirs: (theirs: ManagedItem<'media'>) => void;
  /** Saves once more, over what somebody else has written. */
  readonly onMine: (etag: string) => void;
};

/** Why something was not saved; where somebody else was faster, what can be done about it. */
export function SavingError({ change, onTheirs, onMine }: Props) {
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
