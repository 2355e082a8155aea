import { Alert, Button, Group, List, Stack, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { notifications } from '@mantine/notifications';
import type { Media } from '@newsstand/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams, useSearchParams } from 'wouter';
import { isBatchResult } from '../../api/checks.ts';
import { mediaHref, type Space, spacePath } from '../../api/paths.ts';
import { ApiError, fetchJson } from '../../api/request.ts';
import { useIsAllowed } from '../../api/SessionProvider.tsx';
import { ErrorAlert } from '../../parts/ErrorAlert.tsx';
import { MediaBrowser } from '../../parts/media/MediaBrowser.tsx';
import { readMediaQuery, writeMediaQuery } from '../../parts/media/MediaQuery.ts';
import { PageHead, ReadOnlyNote } from '../../parts/PageHead.tsx';
import { DropZone } from '../../parts/upload/DropZone.tsx';
import { FilesButton } from '../../parts/upload/FilesButton.tsx';
import { UploadPanel } from '../../parts/upload/UploadPanel.tsx';
import { useNewMedia } from '../../parts/upload/uploads.ts';
import { useWords } from '../../words/LanguageProvider.tsx';

/** All media of a space: to browse, upload and delete. */
export default function MediaGallery() {
  const texts = useWords().gallery;
  const { projectId = '', spaceId = '' } = useParams();
  const space = { projectId, spaceId };
  const isEditor = useIsAllowed('editor', projectId);
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

function OpenGallery({ space }: { readonly space: Space }) {
  const { title } = useWords().gallery;
  const { hint } = useWords().uploads;
  const group = mediaHref(space);
  const upload = useNewMedia(space, group);
  return (
    <DropZone onFiles={upload}>
      <Stack>
        <PageHead title={title} text={hint}>
          <FilesButton onFiles={upload} />
        </PageHead>
        <UploadPanel group={group} hrefOf={(mediaId) => mediaHref(space, mediaId)} />
        <Gallery space={space} isEditor />
      </Stack>
    </DropZone>
  );
}

function Gallery({ space, isEditor }: { readonly space: Space; readonly isEditor: boolean }) {
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
  readonly space: Space;
  readonly list: readonly Media[];
  readonly selected: ReadonlySet<string>;
  readonly onSelect: (ids: ReadonlySet<string>) => void;
};

/** The actions for the selected media. */
function SelectionBar({ space, list, selected, onSelect }: Props) {
  const texts = useWords().gallery;
  const removal = useDelete(space, [...selected], () => onSelect(new Set()));
  const confirmRemoval = () =>
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
            <Button
              size="compact-sm"
              color="red"
              variant="light"
              onClick={confirmRemoval}
              loading={removal.isPending}
            >
              {texts.delete}
            </Button>
            <Text size="sm" role="status">
              {texts.selected(selected.size)}
            </Text>
          </>
        )}
      </Group>
      <DeleteError error={removal.error} ids={[...selected]} list={list} />
    </>
  );
}

function DeleteError({
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

function useDelete(space: Space, ids: readonly string[], onDone: () => void) {
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

/** Which media items could not be deleted, and why; none if the error is another one. */
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
