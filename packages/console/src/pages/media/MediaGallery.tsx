import { Alert, Button, Checkbox, Group, List, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { modals } from '@mantine/modals';
import { notifications } from '@mantine/notifications';
import type { Media } from '@newsstand/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useParams, useSearchParams } from 'wouter';
import { isBatchResult } from '../../api/checks.ts';
import { mediaHref, type Space, spacePath } from '../../api/paths.ts';
import { useUses } from '../../api/queries.ts';
import { ApiError, fetchJson } from '../../api/request.ts';
import { useIsAllowed, useIsAllowedInPart } from '../../api/SessionProvider.tsx';
import { BulkProblem, ifMatch, type Seen } from '../../parts/BulkProblem.tsx';
import { MediaBrowser } from '../../parts/media/MediaBrowser.tsx';
import { readMediaQuery, writeMediaQuery } from '../../parts/media/MediaQuery.ts';
import { PageHead, ReadOnlyNote } from '../../parts/PageHead.tsx';
import { UseList } from '../../parts/UseList.tsx';
import { DropZone } from '../../parts/upload/DropZone.tsx';
import { FilesButton } from '../../parts/upload/FilesButton.tsx';
import { UploadPanel } from '../../parts/upload/UploadPanel.tsx';
import { useNewMedia } from '../../parts/upload/uploads.ts';
import { useWords } from '../../words/LanguageProvider.tsx';
import { BulkEdit } from './BulkEdit.tsx';

/** All media of a space: to browse, upload and delete. */
export default function MediaGallery() {
  const texts = useWords().gallery;
  const { projectId = '', spaceId = '' } = useParams();
  const space = { projectId, spaceId };
  const isEditor = useIsAllowed('editor', space);
  const canAdd = useIsAllowedInPart('writer', space);
  return canAdd ? (
    <OpenGallery key={`${projectId}/${spaceId}`} space={space} isEditor={isEditor} />
  ) : (
    <Stack>
      <PageHead title={texts.title} />
      <ReadOnlyNote {...space} />
      <Gallery space={space} isEditor={false} />
    </Stack>
  );
}

function OpenGallery({ space, isEditor }: { readonly space: Space; readonly isEditor: boolean }) {
  const { mediaAdded } = useWords().limits;
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
        {!isEditor && <Alert color="gray">{mediaAdded}</Alert>}
        <Gallery space={space} isEditor={isEditor} />
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
  // As they were last shown; those of other pages too.
  const shown = useRef(new Map<string, Seen>());
  const seenOf = (id: string): Seen => shown.current.get(id) ?? { id, name: id, etag: undefined };
  return (
    <MediaBrowser
      space={space}
      query={readMediaQuery(params)}
      onQuery={(query) => setParams(writeMediaQuery(query))}
      actionOf={({ mediaId }) => ({ href: mediaHref(space, mediaId) })}
      {...(isEditor && { selection: { ids: selected, onToggle: toggle } })}
    >
      {(rows) => {
        for (const { item, etag } of rows) {
          shown.current.set(item.mediaId, { id: item.mediaId, name: item.name, etag });
        }
        return isEditor && rows.length > 0 ? (
          <SelectionBar
            space={space}
            list={rows.map(({ item }) => item)}
            selected={[...selected].map(seenOf)}
            onSelect={(ids) => setSelected(new Set(ids))}
          />
        ) : null;
      }}
    </MediaBrowser>
  );
}

type Props = {
  readonly space: Space;
  readonly list: readonly Media[];
  readonly selected: readonly Seen[];
  readonly onSelect: (ids: readonly string[]) => void;
};

/** The actions for the selected media. */
function SelectionBar({ space, list, selected, onSelect }: Props) {
  const texts = useWords().gallery;
  const [isEditing, { open: openEdit, close: closeEdit }] = useDisclosure(false);
  const removal = useDelete(space, onSelect);
  const ids = selected.map(({ id }) => id);
  const confirmRemoval = () =>
    modals.openConfirmModal({
      title: texts.deleteTitle(selected.length),
      children: <Text size="sm">{texts.deleteText}</Text>,
      labels: { confirm: texts.delete, cancel: texts.keep },
      confirmProps: { color: 'red' },
      onConfirm: () => removal.mutate({ seen: selected }),
    });
  return (
    <>
      <Group gap="xs" className="media-selection">
        {selected.length > 0 && (
          <Text size="sm" fw={600} role="status">
            {texts.selected(selected.length)}
          </Text>
        )}
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => onSelect([...ids, ...list.map(({ mediaId }) => mediaId)])}
        >
          {texts.selectPage}
        </Button>
        {selected.length > 0 && (
          <>
            <Button size="compact-sm" variant="default" onClick={() => onSelect([])}>
              {texts.selectNone}
            </Button>
            <Button size="compact-sm" variant="light" onClick={openEdit}>
              {texts.edit}
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
          </>
        )}
      </Group>
      {isEditing && (
        <BulkEdit
          space={space}
          seen={selected}
          onClose={(left) => {
            closeEdit();
            if (left !== undefined && left.length > 0) onSelect(left);
          }}
        />
      )}
      {removal.error !== null && <DeleteError space={space} removal={removal} />}
    </>
  );
}

type ErrorProps = {
  readonly space: Space;
  readonly removal: ReturnType<typeof useDelete>;
};

function DeleteError({ space, removal }: ErrorProps) {
  const texts = useWords().gallery;
  const client = useQueryClient();
  const { error, variables: { seen, isForced } = { seen: [] } } = removal;
  const nameOf = (id: string) => seen.find((each) => each.id === id)?.name ?? id;
  const refused = refusedRemovals(
    error,
    seen.map(({ id }) => id),
  );
  if (refused.length === 0)
    return (
      <BulkProblem
        error={error}
        changes={seen}
        seen={seen}
        onLook={() => {
          removal.reset();
          void client.invalidateQueries({ queryKey: ['items'] });
        }}
        onSkip={(conflicts) =>
          removal.mutate({
            seen: seen.filter(({ id }) => !conflicts.has(id)),
            isForced,
            skipped: [...conflicts],
          })
        }
      />
    );
  // Texts can do without it; whoever shows it as its own picture cannot.
  const canForce = error instanceof ApiError && error.problem.code === 'in_use';
  const linked = canForce ? refused.slice(0, mostLinked) : [];
  return (
    <Alert color="red" role="alert" title={texts.stillUsed}>
      <Stack gap="sm">
        {linked.map(({ id }) => (
          <UsesOfOne key={id} space={space} id={id} name={nameOf(id)} />
        ))}
        <List size="sm">
          {refused.slice(linked.length).map(({ id, message }) => (
            <List.Item key={id}>
              {nameOf(id)}: {message}
            </List.Item>
          ))}
        </List>
        {canForce && <ForcedRemoval onForce={() => removal.mutate({ seen, isForced: true })} />}
      </Stack>
    </Alert>
  );
}

/** For how many media links to their uses are shown, each by a request of its own; the others are described. */
const mostLinked = 10;

/** Where one of the selected media is used; nothing if it is not. */
function UsesOfOne({
  space,
  id,
  name,
}: {
  readonly space: Space;
  readonly id: string;
  readonly name: string;
}) {
  const { data: uses } = useUses({ ...space, kind: 'media' }, id);
  if (uses === undefined || uses.totalCount === 0) return null;
  return (
    <div>
      <Text size="sm" fw={600}>
        {name}
      </Text>
      <UseList space={space} uses={uses} />
    </div>
  );
}

/** Deletes them nevertheless, in a deliberate second step. */
function ForcedRemoval({ onForce }: { readonly onForce: () => void }) {
  const { gallery, mediaRemoval } = useWords();
  const [isForced, setIsForced] = useState(false);
  return (
    <>
      <Checkbox
        checked={isForced}
        onChange={(event) => setIsForced(event.currentTarget.checked)}
        label={gallery.force}
        description={mediaRemoval.forceNote}
      />
      <div>
        <Button size="compact-sm" color="red" disabled={!isForced} onClick={onForce}>
          {mediaRemoval.deleteAnyway}
        </Button>
      </div>
    </>
  );
}

type Deletion = {
  readonly seen: readonly Seen[];
  readonly isForced?: boolean | undefined;
  /** The IDs of those that somebody else has changed. */
  readonly skipped?: readonly string[];
};

function useDelete(space: Space, onDone: (left: readonly string[]) => void) {
  const texts = useWords().gallery;
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ seen, isForced = false }: Deletion) => {
      const force = isForced && { force: true };
      const changes = seen.map((each) => ({
        ...{ kind: 'media', id: each.id, action: 'delete', ...force },
        ...ifMatch(each),
      }));
      return fetchJson(`${spacePath(space)}/batch`, isBatchResult, { method: 'POST', body: { changes } });
    },
    async onSuccess({ changed }, { skipped = [] }) {
      notifications.show({ message: texts.deleted(changed) });
      onDone(skipped);
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
