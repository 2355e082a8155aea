import { Alert, Button, Group, Input, Loader, Modal, Paper, Stack, Text } from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import type { SpacePlace } from '../api/places.ts';
import { useMay } from '../api/SessionProvider.tsx';
import { itemQuery } from '../api/useItem.ts';
import { useWords } from '../words/LanguageProvider.tsx';
import { MediaThumbnail } from './MediaThumbnail.tsx';
import { MediaFacts } from './media/MediaCard.tsx';
import { MediaChooser } from './media/MediaChooser.tsx';
import { useTakenUpload } from './media/useTakenUpload.ts';
import { DropZone } from './upload/DropZone.tsx';
import { FilesButton } from './upload/FilesButton.tsx';
import { UploadPanel } from './upload/UploadPanel.tsx';
import { useNewMedia } from './upload/useUpload.ts';

type Props = {
  readonly space: SpacePlace;
  readonly value: string | undefined;
  readonly onChange: (mediaId: string | undefined) => void;
  readonly type?: 'image' | 'video' | undefined;
  readonly label: string;
  readonly error?: string | undefined;
  readonly isRequired?: boolean | undefined;
};

/** Chooses one media: one that is there, or a new one that is uploaded in place. */
export function MediaPicker({ space, value, onChange, type, label, error, isRequired = false }: Props) {
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

/** Takes a file that is dropped here, or chosen by the button that is given to what is inside. */
function UploadHere({
  space,
  type,
  onTake,
  children,
}: Pick<Props, 'space' | 'type'> & {
  readonly onTake: (mediaId: string) => void;
  readonly children: (button: ReactNode) => ReactNode;
}) {
  const texts = useWords().uploads;
  const place = useId();
  const upload = useNewMedia(space, place);
  useTakenUpload(place, onTake);
  if (!useMay('editor', space.projectId)) return children(null);
  const button = (
    <FilesButton onFiles={upload} type={type} label={texts.chooseOne} size="xs" variant="light" isSingle />
  );
  return (
    <DropZone onFiles={(files) => upload(files.slice(0, 1))} isField>
      <Stack gap="xs">
        {children(button)}
        <UploadPanel place={place} />
      </Stack>
    </DropZone>
  );
}

function ChosenMedia({ space, mediaId }: { readonly space: SpacePlace; readonly mediaId: string }) {
  const texts = useWords().media;
  const found = useQuery(itemQuery({ ...space, kind: 'media' }, mediaId));
  if (found.isPending) return <Loader size="sm" />;
  if (found.data === undefined)
    return (
      <Alert color="orange" p="xs">
        {texts.gone(mediaId)}
      </Alert>
    );
  const { delivered } = found.data;
  return (
    <Group gap="sm" wrap="nowrap">
      <MediaThumbnail media={delivered} size={96} />
      <div className="media-card-text">
        <Text size="sm" fw={500} truncate>
          {delivered.name || texts.unnamed}
        </Text>
        <Text size="xs" c="dimmed">
          <MediaFacts media={delivered} />
        </Text>
      </div>
    </Group>
  );
}
