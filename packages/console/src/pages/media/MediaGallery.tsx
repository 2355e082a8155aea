import { Alert, Button, Group, List, Stack, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { notifications } from '@mantine/notifications';
import type { Media } from '@newsstand/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams, useSearchParams } from 'wouter';
import { isBatchResult } from '../../api/checks.ts';
import { mediaHref, type SpacePlace, spacePath } from '../../api/places.ts';
import { ApiError, fetchJson } from '../../api/request.ts';
import { useMay } from '../../api/SessionProvider.tsx';
import { ErrorAlert } from '../../parts/ErrorAlert.tsx';
import { MediaBrowser } from '../../parts/media/MediaBrowser.tsx';
import { readMediaQuery, writeMediaQuery } from '../../parts/media/MediaQuery.ts';
import { PageHead, ReadOnlyNote } from '../../parts/PageHead.tsx';
import { DropZone } from '../../parts/upload/DropZone.tsx';
import { FilesButton } from '../../parts/upload/FilesButton.tsx';
import { UploadPanel } from '../../parts/upload/UploadPanel.tsx';
import { useNewMedia } from '../../parts/upload/uploads.ts';
import { useWords } from '../../words/LanguageProvider.tsx';

/** All media of a space: to look through, add to and clear out. */
export default function MediaGallery() {
  const texts = useWords().gallery;
  const { projectId = '', spaceId = '' } = useParams();
  const space = { projectId, spaceId };
  const isEditor = useMay('editor', projectId);
  return isEditor ? (
    <OpenGallery key={`${projectId}/${spaceId}`} space={space} />
  ) : (
    <Stack>
      <PageHead title={texts.title} />
      <ReadOnlyNote projectId={projectId} />
      <Gallery space={space} isEditor={false} />
    </Stack>
  );
}

function OpenGallery({ space }: { readonly space: SpacePlace }) {
  const { title } = useWords().gallery;
  const { hint } = useWords().uploads;
  const place = mediaHref(space);
  const upload = useNewMedia(space, place);
  return (
    <DropZone onFiles={upload}>
      <Stack>
        <PageHead title={title} text={hint}>
          <FilesButton onFiles={upload} />
        </PageHead>
        <UploadPanel place={place} hrefOf={(mediaId) => mediaHref(space, mediaId)} />
        <Gallery space={space} isEditor />
      </Stack>
    </DropZone>
  );
}

function Gallery({ space, isEditor }: { readonly space: SpacePlace; readonly isEditor: boolean }) {
  const [params, setParams] = useSearchParams();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const toggle = (id: string) =>
    setSelected((ids) =>
      ids.has(id) ? new Set([...ids].filter((each) => each !== id)) : new Set([...ids, id]),
    );
  return (
    <MediaBrowser
      space={space}
      query={readMediaQuery(params)}
      onQuery={(query) => setParams(writeMediaQuery(query))}
      actionOf={({ mediaId }) => ({ href: mediaHref(space, mediaId) })}
      {...(isEditor && { selection: { ids: selected, onToggle: toggle } })}
    >
      {(list) =>
        isEditor && list.length > 0 ? (
          <SelectionBar space={space} list={list} selected={selected} onSelect={setSelected} />
        ) : null
      }
    </MediaBrowser>
  );
}

type Props = {
  readonly space: SpacePlace;
  readonly list: readonly Media[];
  readonly selected: ReadonlySet<string>;
  readonly onSelect: (ids: ReadonlySet<string>) => void;
};

/** What can be done with all that is selected. */
function SelectionBar({ space, list, selected, onSelect }: Props) {
  const texts = useWords().gallery;
  const removal = useRemoval(space, [...selected], () => onSelect(new Set()));
  const ask = () =>
    modals.openConfirmModal({
      title: texts.deleteTitle(selected.size),
      children: <Text size="sm">{texts.deleteText}</Text>,
      labels: { confirm: texts.delete, cancel: texts.keep },
      confirmProps: { color: 'red' },
      onConfirm: () => removal.mutate(),
    });
  return (
    <>
      <Group gap="xs">
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => onSelect(new Set([...selected, ...list.map(({ mediaId }) => mediaId)]))}
        >
          {texts.selectPage}
        </Button>
        {selected.size > 0 && (
          <>
            <Button size="compact-sm" variant="default" onClick={() => onSelect(new Set())}>
              {texts.selectNone}
            </Button>
            <Button size="compact-sm" color="red" variant="light" onClick={ask} loading={removal.isPending}>
              {texts.delete}
            </Button>
            <Text size="sm" role="status">
              {texts.selected(selected.size)}
            </Text>
          </>
        )}
      </Group>
      <RemovalTrouble error={removal.error} ids={[...selected]} list={list} />
    </>
  );
}

function RemovalTrouble({
  error,
  ids,
  list,
}: {
  readonly error: unknown;
  readonly ids: readonly string[];
  readonly list: readonly Media[];
}) {
  const texts = useWords().gallery;
  if (error === null) return null;
  const refused = refusedRemovals(error, ids);
  if (refused.length === 0) return <ErrorAlert error={error} />;
  return (
    <Alert color="red" role="alert" title={texts.stillUsed}>
      <List size="sm">
        {refused.map(({ id, message }) => (
          <List.Item key={id}>
            {list.find(({ mediaId }) => mediaId === id)?.name ?? id}: {message}
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}

function useRemoval(space: SpacePlace, ids: readonly string[], onDone: () => void) {
  const texts = useWords().gallery;
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => {
      const changes = ids.map((id) => ({ kind: 'media', id, action: 'delete' }));
      return fetchJson(`${spacePath(space)}/batch`, isBatchResult, { method: 'POST', body: { changes } });
    },
    async onSuccess({ changed }) {
      notifications.show({ message: texts.deleted(changed) });
      onDone();
      await client.invalidateQueries();
    },
  });
}

/** Which of those that were to be deleted cannot be, and why; nothing where that is not what went wrong. */
export function refusedRemovals(
  error: unknown,
  ids: readonly string[],
): readonly { readonly id: string; readonly message: string }[] {
  if (!(error instanceof ApiError) || error.problem.status !== 409) return [];
  return (error.problem.errors ?? []).flatMap(({ path, message }) => {
    const id = ids[Number(/^changes\.(\d{1,4})/.exec(path)?.[1])];
    return id === undefined ? [] : [{ id, message }];
  });
}
