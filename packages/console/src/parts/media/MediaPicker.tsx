import { Alert, Button, Group, Input, Loader, Paper, Stack, Text } from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { Space } from '../../api/paths.ts';
import { itemQuery } from '../../api/queries.ts';
import { useIsAllowedInPart } from '../../api/SessionProvider.tsx';
import { useWords } from '../../words/LanguageProvider.tsx';
import { Modal } from '../Modal.tsx';
import { DropZone } from '../upload/DropZone.tsx';
import { FilesButton } from '../upload/FilesButton.tsx';
import { UploadPanel } from '../upload/UploadPanel.tsx';
import { inChosenOrder, uploads, useFinishedUploads, useNewMedia, useUploads } from '../upload/uploads.ts';
import { MediaBrowser } from './MediaBrowser.tsx';
import { MediaFacts, type MediaRow, MediaThumbnail } from './MediaCard.tsx';
import { firstMedia } from './MediaQuery.ts';

type Props = {
  readonly space: Space;
  readonly value: string | undefined;
  readonly onChange: (mediaId: string | undefined) => void;
  readonly type?: 'image' | 'video' | undefined;
  readonly label: string;
  readonly description?: string;
  readonly error?: string | undefined;
  readonly isRequired?: boolean | undefined;
};

/** Chooses a media item, or uploads a new one in place. */
export function MediaPicker(props: Props) {
  const { space, value, onChange, type, label, description, error, isRequired = false } = props;
  const texts = useWords().media;
  const labelId = useId();
  const [isOpen, { open, close }] = useDisclosure(false);
  const isPhone = useMediaQuery('(max-width: 48em)') ?? false;
  const take = (mediaId: string) => {
    onChange(mediaId);
    close();
  };
  return (
    <Input.Wrapper
      label={label}
      description={description}
      labelElement="div"
      labelProps={{ id: labelId }}
      error={error}
      required={isRequired}
    >
      <Paper withBorder p="xs" role="group" aria-labelledby={labelId}>
        <UploadHere space={space} type={type} onTake={onChange}>
          {(upload) => (
            <>
              {value !== undefined && <ChosenMedia space={space} mediaId={value} />}
              <Group gap="xs">
                {upload}
                <Button size="xs" variant="light" onClick={open}>
                  {value === undefined ? texts.choose : texts.change}
                </Button>
                {value !== undefined && !isRequired && (
                  <Button size="xs" variant="subtle" color="gray" onClick={() => onChange(undefined)}>
                    {texts.remove}
                  </Button>
                )}
              </Group>
            </>
          )}
        </UploadHere>
      </Paper>
      <Modal opened={isOpen} onClose={close} title={texts.chooseTitle} size="xl" fullScreen={isPhone}>
        <MediaChooser space={space} type={type} onTake={take} />
      </Modal>
    </Input.Wrapper>
  );
}

/** Takes a file that is dropped here or chosen with the button, which is passed to the children. */
export function UploadHere({
  space,
  type,
  onTake,
  children,
}: Pick<Props, 'space' | 'type'> & {
  readonly onTake: (mediaId: string) => void;
  readonly children: (button: ReactNode) => ReactNode;
}) {
  const texts = useWords().uploads;
  const group = useId();
  const upload = useNewMedia(space, group);
  useTakenUpload(group, onTake);
  if (!useIsAllowedInPart('writer', space)) return children(null);
  const button = (
    <FilesButton onFiles={upload} type={type} label={texts.chooseOne} size="xs" variant="light" isSingle />
  );
  return (
    <DropZone onFiles={(files) => upload(files.slice(0, 1))} isField>
      <Stack gap="xs">
        {children(button)}
        <UploadPanel group={group} />
      </Stack>
    </DropZone>
  );
}

function ChosenMedia({ space, mediaId }: { readonly space: Space; readonly mediaId: string }) {
  const texts = useWords().media;
  const found = useQuery(itemQuery({ ...space, kind: 'media' }, mediaId));
  if (found.isPending) return <Loader size="sm" />;
  if (found.data === undefined)
    return (
      <Alert color="orange" p="xs">
        {texts.gone(mediaId)}
      </Alert>
    );
  const { delivered, width, height } = found.data;
  return (
    <Group gap="sm" wrap="nowrap">
      <MediaThumbnail media={delivered} size={96} />
      <div className="media-card-text">
        <Text size="sm" fw={500} title={delivered.name} className="long-text">
          {delivered.name || texts.unnamed}
        </Text>
        <Text size="xs" c="dimmed">
          <MediaFacts media={delivered} about={{ width, height }} />
        </Text>
      </div>
    </Group>
  );
}

/** A media item that was chosen, with what a picture in a text needs of it. */
export type PickedMedia = {
  readonly mediaId: string;
  readonly alt?: string | undefined;
  readonly width?: number | undefined;
  readonly height?: number | undefined;
};

type MediaChooserProps = {
  readonly space: Space;
  readonly type: 'image' | 'video' | undefined;
  readonly onTake: (mediaId: string, picked: PickedMedia) => void;
  /** Several can be chosen at once; called with them in the order in which they were chosen. */
  readonly onTakeAll?: ((picked: readonly PickedMedia[]) => void) | undefined;
};

/**
 * The gallery to choose from; a single uploaded file is chosen as soon as it is ready. With `onTakeAll`, several are
 * chosen, and uploaded ones are among them.
 */
export function MediaChooser({ space, type, onTake, onTakeAll }: MediaChooserProps) {
  const texts = useWords().uploads;
  const group = useId();
  const [query, setQuery] = useState(firstMedia);
  const [picked, setPicked] = useState<readonly PickedMedia[]>([]);
  const toggle = (one: PickedMedia) =>
    setPicked((all) => {
      const others = all.filter(({ mediaId }) => mediaId !== one.mediaId);
      return others.length < all.length ? others : [...all, one];
    });
  const upload = useNewMedia(space, group);
  const client = useQueryClient();
  const numbers = useRef(new Map<string, number>());
  const addUploaded = async (mediaId: string, number: number) => {
    const { delivered, width, height } = await client.ensureQueryData(
      itemQuery({ ...space, kind: 'media' }, mediaId),
    );
    const alt = 'alt' in delivered ? delivered.alt : undefined;
    numbers.current.set(mediaId, number);
    setPicked((all) =>
      all.some((each) => each.mediaId === mediaId)
        ? all
        : inChosenOrder(all, { mediaId, alt, width, height }, number, (each) =>
            numbers.current.get(each.mediaId),
          ),
    );
  };
  useFinishedUploads(group, onTakeAll && addUploaded);
  const canAdd = useIsAllowedInPart('writer', space);
  useTakenUpload(group, onTakeAll === undefined ? (mediaId) => onTake(mediaId, { mediaId }) : undefined);
  const browser = (
    <MediaBrowser
      space={space}
      type={type}
      query={query}
      onQuery={setQuery}
      isInDialog
      actionOf={(media, row) => ({
        onTake: () =>
          onTakeAll === undefined ? onTake(media.mediaId, pickedOf(row)) : toggle(pickedOf(row)),
      })}
      selection={
        onTakeAll && {
          ids: new Set(picked.map(({ mediaId }) => mediaId)),
          onToggle: (_id, row) => toggle(pickedOf(row)),
        }
      }
    />
  );
  const takeAll = onTakeAll && <TakeBar count={picked.length} onTake={() => onTakeAll(picked)} />;
  if (!canAdd)
    return (
      <>
        {browser}
        {takeAll}
      </>
    );
  return (
    <DropZone onFiles={upload}>
      <Stack gap="sm">
        <Group gap="sm">
          <FilesButton onFiles={upload} type={type} />
          <Text size="xs" c="dimmed" flex={1} miw={200}>
            {texts.hint}
          </Text>
        </Group>
        <UploadPanel group={group} />
        {browser}
        {takeAll}
      </Stack>
    </DropZone>
  );
}

function pickedOf({ item: { mediaId, alt }, about }: MediaRow): PickedMedia {
  return { mediaId, alt, width: about?.width, height: about?.height };
}

function TakeBar({ count, onTake }: { readonly count: number; readonly onTake: () => void }) {
  const texts = useWords().media;
  return (
    <Group justify="flex-end" className="take-bar">
      <Text size="sm" role="status">
        {texts.picked(count)}
      </Text>
      <Button disabled={count === 0} onClick={onTake}>
        {texts.takeAll(count)}
      </Button>
    </Group>
  );
}

/** Chooses the media item of a single upload in a group. */
function useTakenUpload(group: string, onTake: ((mediaId: string) => void) | undefined): void {
  const entries = useUploads(group);
  const [only, ...others] = entries.filter(({ stage }) => stage !== 'failed');
  const taken = others.length === 0 ? only?.mediaId : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once.
  useEffect(() => {
    if (taken === undefined || onTake === undefined) return;
    for (const { id } of entries) uploads.remove(id);
    onTake(taken);
  }, [taken]);
}
